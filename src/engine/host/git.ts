/**
 * Runs git without the user's surroundings: no hooks, filters, pagers, prompts or network, messages in English. A
 * program that a repository's configuration names is never run: the table in `git-options.ts` closes what is known, and
 * `git-walls.ts` keeps what is not known from the user's files.
 */
import {existsSync, realpathSync} from 'node:fs';
import {dirname} from 'node:path';
import {execa} from 'execa';
import {diskRefusalIn} from '../../debate/usage-error.ts';
import {guardRun} from '../../voices/agents/agent-process.ts';
import {isFull} from './write-whole.ts';
import {
	closedArguments,
	closedCommand,
	closingArguments,
	commandOf,
	gitVariables,
	languageArguments,
	languagesFile,
	mayStart,
	onlyReads,
} from './git-options.ts';
import {remedyFor} from './git-remedies.ts';
import {withinWalls} from './git-walls.ts';
import {placesOf, repositoryOver, type RepositoryPlaces} from './repository-places.ts';

type GitResult = {readonly ok: boolean; readonly out: string; readonly message: string};
/**
 * `inputFile` is read as bytes; with `bytes`, each character of the output is one. `writable` is a folder that a
 * command writes to beside the repository. With `functions`, git knows where those of many languages begin.
 */
export type GitOptions = {
	readonly input?: string | Uint8Array;
	readonly inputFile?: string;
	readonly indexFile?: string;
	readonly bytes?: boolean;
	readonly writable?: string;
	readonly functions?: boolean;
};
/**
 * What git refuses is a result, with git's own message. Throws `GitNotRun` where git cannot be started at all, and an
 * error as the system's where the disk refused git: that may pass.
 */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<GitResult>;

/**
 * A repository by its real paths, so that git does not search for one. `commonDir` differs from `gitDir` in a linked
 * worktree: there it is the git directory of the repository that the worktree belongs to.
 */
export type RepositoryPaths = {readonly workTree: string; readonly gitDir: string; readonly commonDir: string};

/** Git is not installed, or the folder to run it in does not exist. */
export class GitNotRun extends Error {
	override readonly name = 'GitNotRun';
}

/** A git command that must succeed was refused. */
export class GitFailed extends Error {
	override readonly name = 'GitFailed';
}

type Where = {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	/** Undefined where git is to say itself that there is no repository, and where it makes one. */
	readonly places: RepositoryPlaces | undefined;
};

/**
 * Git in a folder, in the repository that it belongs to and no other: a configuration that names other files as those
 * of its working tree is not followed.
 */
export const gitIn =
	(cwd: string): Git =>
	async (args, options = {}) => {
		if (commandOf(args) === 'init') return run({cwd, env: {}, places: undefined}, args, options);
		const places = repositoryOver(cwd);
		if (places === undefined) return run({cwd, env: {}, places}, args, options);
		const env = {GIT_WORK_TREE: places.top, GIT_CEILING_DIRECTORIES: dirname(places.top)};
		return run({cwd: realpathSync(cwd), env, places}, args, options);
	};

/** Git in one repository and no other: without it, git fails instead of finding one in a parent folder. */
export const gitAt =
	({workTree, gitDir, commonDir}: RepositoryPaths): Git =>
	(args, options = {}) => {
		const env = {
			GIT_DIR: gitDir,
			GIT_WORK_TREE: workTree,
			GIT_CEILING_DIRECTORIES: dirname(workTree),
			...(commonDir === gitDir ? {} : {GIT_COMMON_DIR: commonDir}),
		};
		const places = onlyReads(args) ? placesOf(workTree, gitDir) : undefined;
		return run({cwd: workTree, env, places}, args, options);
	};

async function run(where: Where, args: readonly string[], options: GitOptions): Promise<GitResult> {
	const strange = where.places?.strange[0];
	if (strange !== undefined) return {ok: false, out: '', message: `${strange} is no file, and git would wait for it`};
	const listed = mayStart(args) ? await start(where, ['config', '--null', '--name-only', '--list'], {}) : undefined;
	if (listed && listed.exitCode !== 0) return {ok: false, out: '', message: listed.stderr.trim()};
	const closing = closingArguments(listed?.stdout ?? '');
	const languages = options.functions === true ? languageArguments : [];
	const {exitCode, stdout, stderr} = await start(where, [...closing, ...languages, ...closedCommand(args)], options);
	const at = {syscall: `git ${commandOf(args)}`, path: where.cwd};
	const hasNoRoom = (): boolean =>
		[where.cwd, where.env['GIT_DIR'] ?? where.cwd].some(folder => existsSync(folder) && isFull(folder));
	const refused = exitCode === 0 ? undefined : diskRefusalIn(stderr, at, hasNoRoom);
	if (refused) throw refused;
	return {ok: exitCode === 0, out: stdout, message: stderr.trim()};
}

type Started = {readonly exitCode: number; readonly stdout: string; readonly stderr: string};

async function start({cwd, env: own, places}: Where, args: readonly string[], options: GitOptions): Promise<Started> {
	const {input, inputFile, indexFile, bytes, writable, functions} = options;
	const given = {...gitVariables, ...own, ...(indexFile === undefined ? {} : {GIT_INDEX_FILE: indexFile})};
	const all = [...closedArguments, ...args];
	const folders = [
		...(indexFile === undefined ? [] : [dirname(indexFile)]),
		...(writable === undefined ? [] : [writable]),
	];
	const readable = functions === true ? [languagesFile] : [];
	const walled = places && (await withinWalls({args: all, cwd, places, readable, writable: folders}));
	const guarded = guardRun();
	const {stdout, stderr, exitCode, shortMessage, code} = await execa(walled?.command ?? 'git', walled?.args ?? all, {
		cwd,
		env: {...given, ...guarded.env},
		extendEnv: walled === undefined,
		reject: false,
		stripFinalNewline: false,
		maxBuffer: 512 * 1024 * 1024,
		...(bytes === true ? {encoding: 'latin1'} : {}),
		...(input === undefined ? (inputFile === undefined ? {stdin: 'ignore'} : {inputFile}) : {input}),
	});
	guarded.ended(exitCode);
	if (exitCode === undefined)
		throw code === 'ENOENT'
			? new GitNotRun(`git cannot be run in ${cwd}: it is not installed, or the folder does not exist`)
			: new Error(shortMessage);
	return {exitCode, stdout, stderr};
}

/** Output of a command that must succeed. Throws `GitFailed` with git's own message. */
export async function must(git: Git, args: readonly string[], options?: GitOptions): Promise<string> {
	const {ok, out, message} = await git(args, options);
	if (ok) return out;
	const remedy = remedyFor(message);
	throw new GitFailed(`git ${commandOf(args)} failed: ${message}${remedy ? `\n${remedy.what}. ${remedy.todo}` : ''}`);
}

/** The identity on our commits where the user has none. */
export const ourIdentity = ['-c', 'user.name=Rostrum', '-c', 'user.email=rostrum@localhost'];

/** A diff that `git apply` takes again, byte for byte. */
export const plainDiff = [
	'--binary',
	'--full-index',
	'--no-color',
	'--no-renames',
	'--src-prefix=a/',
	'--dst-prefix=b/',
];
