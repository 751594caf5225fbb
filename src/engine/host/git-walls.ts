/**
 * Git between walls: where bubblewrap works, git that reads a repository sees the system and that repository, both
 * read-only, with no network, no home and none of our variables. An option that no table knows could start a program
 * there, which would find nothing of the user's.
 */
import {existsSync} from 'node:fs';
import {homedir} from 'node:os';
import {dirname, join} from 'node:path';
import {execa} from 'execa';
import {guardRun} from '../../voices/agents/agent-process.ts';
import type {Launch, Sandbox} from '../../voices/sandbox/launch.ts';
import {findSandbox} from '../../voices/sandbox/sandbox.ts';
import {isGitDirectory, type RepositoryPlaces} from './repository-places.ts';

/** Bubblewrap is taken from the system alone. */
const systemPrograms = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin', '/run/wrappers/bin'];

type Walls = {
	readonly sandbox: Sandbox;
	/** Git itself, by its full path. */
	readonly program: string;
	/** Of the user's own configuration, what decides which files are ignored, how lines end, and whom they trust. */
	readonly own: readonly string[];
	readonly ignored: readonly string[];
};

let known: Promise<Walls | undefined> | undefined;

/** Whether git can be run in a sandbox here; found out once for the process. */
async function findWalls(): Promise<Walls | undefined> {
	if (process.platform !== 'linux') return undefined;
	const search = findSandbox(systemPrograms);
	if (!('sandbox' in search)) return undefined;
	const {sandbox} = search;
	const found = await plainGit(['--exec-path']);
	const program = join(found.trim(), 'git');
	if (!existsSync(program)) return undefined;
	const launch = sandbox.confine({command: program, args: ['--version']}, confinementOf('/usr', [], []));
	const guarded = guardRun();
	const tried = await execa(launch.command, launch.args, {reject: false, extendEnv: false, env: guarded.env});
	guarded.ended(tried.exitCode);
	if (tried.exitCode !== 0) return undefined;
	const own = await ownSettings();
	return {
		sandbox,
		program,
		own,
		ignored: own.flatMap(one => /^core\.excludesfile=(?<file>\/.*)$/su.exec(one)?.[1] ?? []),
	};
}

async function plainGit(args: readonly string[]): Promise<string> {
	const {stdout, exitCode} = await execa('git', args, {cwd: '/', reject: false, stripFinalNewline: false});
	return exitCode === 0 ? stdout : '';
}

const ownKeys = String.raw`^(core\.(excludesfile|autocrlf|eol)|safe\.directory)$`;

/** As `key=value`, of the user's own configuration and variables, in the order that git reads them. */
async function ownSettings(): Promise<string[]> {
	const listed = await plainGit(['config', '--includes', '--null', '--get-regexp', ownKeys]);
	const own = [...listed.matchAll(/(?<key>[^\n\0]+)\n(?<value>[^\0]*)\0/gu)].map(
		({groups}) => `${groups?.['key']}=${groups?.['value']?.replace(/^~(?=\/)/u, homedir())}`,
	);
	const usual = join(homedir(), '.config', 'git', 'ignore');
	const names = own.some(one => one.startsWith('core.excludesfile='));
	return names || !existsSync(usual) ? own : [...own, `core.excludesfile=${usual}`];
}

const confinementOf = (folder: string, readable: readonly string[], writable: readonly string[]) => ({
	folder,
	readable,
	writable,
	only: 'read' as const,
	network: false,
	programs: [],
	home: homedir(),
});

type WalledCommand = {
	readonly args: readonly string[];
	/** Where it runs. */
	readonly cwd: string;
	readonly places: RepositoryPlaces;
	/** Files of ours that it reads. */
	readonly readable: readonly string[];
	/** Folders that it may write: of an index, or for files that it is to make. */
	readonly writable: readonly string[];
};

/** The launch between walls, or undefined where there are none. */
export async function withinWalls({
	args,
	cwd,
	places,
	readable: own,
	writable,
}: WalledCommand): Promise<Launch | undefined> {
	const walls = await (known ??= findWalls());
	if (walls === undefined) return undefined;
	const {top, gitDir, commonDir, stores, linked} = places;
	// Tools for many repositories link git's files to those of another git directory.
	const readable = [
		top,
		gitDir,
		commonDir,
		...stores,
		...linked.filter(path => isGitDirectory(dirname(path))),
		...walls.ignored,
		...own,
	];
	const settings = walls.own.flatMap(setting => ['-c', setting]);
	return walls.sandbox.confine(
		{command: walls.program, args: [...settings, ...args]},
		confinementOf(
			cwd,
			[...new Set(readable)].toSorted((one, other) => one.length - other.length),
			writable,
		),
	);
}
