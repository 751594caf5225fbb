/**
 * Runs git without the user's surroundings: no hooks, filters, pagers, prompts or network, messages in English. A
 * program that a repository's configuration names is never run.
 */
import {dirname} from 'node:path';
import {execa} from 'execa';

type GitResult = {readonly ok: boolean; readonly out: string; readonly message: string};
/** `inputFile` is read as bytes; with `bytes`, each character of the output is one. */
export type GitOptions = {
	readonly input?: string;
	readonly inputFile?: string;
	readonly indexFile?: string;
	readonly bytes?: boolean;
};
/** What git refuses is a result, with git's own message. Throws `GitNotRun` where git cannot be started at all. */
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

const settings = {
	'core.hooksPath': '/dev/null',
	'core.fsmonitor': 'false',
	'core.quotePath': 'false',
	'core.safecrlf': 'false',
	'commit.gpgSign': 'false',
	'log.showSignature': 'false',
	'submodule.recurse': 'false',
	'gc.auto': '0',
	// A commit that is recorded in a run must be there after a power loss.
	'core.fsync': 'objects,reference',
	'maintenance.auto': 'false',
	'advice.detachedHead': 'false',
	'apply.whitespace': 'nowarn',
	'apply.ignoreWhitespace': 'no',
	'diff.noprefix': 'false',
	'diff.mnemonicPrefix': 'false',
};
const configured = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const environment = {
	// Set where Rostrum is itself run by a hook: they would lead into another repository.
	GIT_DIR: undefined,
	GIT_WORK_TREE: undefined,
	GIT_COMMON_DIR: undefined,
	GIT_INDEX_FILE: undefined,
	GIT_OBJECT_DIRECTORY: undefined,
	GIT_ALTERNATE_OBJECT_DIRECTORIES: undefined,
	GIT_NAMESPACE: undefined,
	GIT_PREFIX: undefined,
	GIT_EXTERNAL_DIFF: undefined,
	// Reading a repository must not write its index.
	GIT_OPTIONAL_LOCKS: '0',
	// Objects missing from a partial clone would be fetched by programs that its configuration names.
	GIT_ALLOW_PROTOCOL: '',
	GIT_NO_LAZY_FETCH: '1',
	GIT_TERMINAL_PROMPT: '0',
	// Our own repositories get their names as a file.
	GIT_DEFAULT_REF_FORMAT: 'files',
	LC_ALL: 'C',
	// Values for `--config-env`.
	ROSTRUM_GIT_EMPTY: '',
	ROSTRUM_GIT_FALSE: 'false',
};

/** Git in a folder, in whichever repository that belongs to. Only for folders that the user named. */
export const gitIn = (cwd: string): Git => gitWith(cwd, {});

/** Git in one repository and no other: without it, git fails instead of finding one in a parent folder. */
export const gitAt = ({workTree, gitDir, commonDir}: RepositoryPaths): Git =>
	gitWith(workTree, {
		GIT_DIR: gitDir,
		GIT_WORK_TREE: workTree,
		GIT_CEILING_DIRECTORIES: dirname(workTree),
		...(commonDir === gitDir ? {} : {GIT_COMMON_DIR: commonDir}),
	});

function gitWith(cwd: string, repository: Readonly<Record<string, string>>): Git {
	return async (args, {input, inputFile, indexFile, bytes} = {}) => {
		const env = {
			...environment,
			...repository,
			...(indexFile === undefined ? {} : {GIT_INDEX_FILE: indexFile}),
		};
		const filters = mayFilter(args)
			? await start(['config', '--null', '--name-only', '--get-regexp', filterKey], {cwd, env})
			: undefined;
		// 1: there are none.
		if (filters && filters.exitCode > 1) return {ok: false, out: '', message: filters.stderr.trim()};
		const off = withoutFilters(filters?.stdout ?? '');
		const {exitCode, stdout, stderr} = await start([...off, ...args], {cwd, env, input, inputFile, bytes});
		return {ok: exitCode === 0, out: stdout, message: stderr.trim()};
	};
}

type Started = {readonly exitCode: number; readonly stdout: string; readonly stderr: string};
type StartOptions = {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly input?: string | undefined;
	readonly inputFile?: string | undefined;
	readonly bytes?: boolean | undefined;
};

async function start(args: readonly string[], {cwd, env, input, inputFile, bytes}: StartOptions): Promise<Started> {
	const {stdout, stderr, exitCode, shortMessage, code} = await execa('git', [...configured, ...args], {
		cwd,
		env,
		reject: false,
		stripFinalNewline: false,
		maxBuffer: 512 * 1024 * 1024,
		...(bytes === true ? {encoding: 'latin1'} : {}),
		...(input === undefined ? (inputFile === undefined ? {stdin: 'ignore'} : {inputFile}) : {input}),
	});
	if (exitCode === undefined)
		throw code === 'ENOENT'
			? new GitNotRun(`git cannot be run in ${cwd}: it is not installed, or the folder does not exist`)
			: new Error(shortMessage);
	return {exitCode, stdout, stderr};
}

/** Commands that never compare a file with what git has of it, and so run no filter. */
const runsNoFilter = new Set([
	'cat-file',
	'clean',
	'commit-tree',
	'config',
	'diff-tree',
	'for-each-ref',
	'init',
	'log',
	'ls-tree',
	'pack-objects',
	'rev-list',
	'rev-parse',
	'show',
	'unpack-objects',
	'update-ref',
	'write-tree',
]);

/** Those that read and write the index alone where they are told to. */
const ofIndexAlone: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
	apply: args => args.includes('--cached'),
	'hash-object': args => args.includes('--stdin') && !args.some(arg => arg.startsWith('--path')),
	'read-tree': args => !args.some(arg => /^-[a-z]*[mu]|^--reset/u.test(arg)),
	'update-index': args => args.includes('--cacheinfo'),
};

function mayFilter(args: readonly string[]): boolean {
	const command = commandOf(args);
	return !runsNoFilter.has(command) && ofIndexAlone[command]?.(args) !== true;
}

const commandOf = (args: readonly string[]): string =>
	args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-c') ?? '';

const filterKey = String.raw`^filter\..*\.(clean|smudge|process|required)$`;

/**
 * Switches off the filters of these configuration keys (NUL-terminated): a filter is a program that git runs on file
 * contents. Attributes cannot be switched off as a whole, so each filter is set to nothing by its name.
 */
function withoutFilters(keys: string): string[] {
	const names = new Set(
		keys
			.split('\0')
			.filter(key => key !== '')
			.map(key => key.slice(0, key.lastIndexOf('.'))),
	);
	const set = (key: string, value: '' | 'false'): string[] =>
		// `-c` ends the key at its first "=", `--config-env` at its last.
		key.includes('=')
			? [`--config-env=${key}=ROSTRUM_GIT_${value === '' ? 'EMPTY' : 'FALSE'}`]
			: ['-c', `${key}=${value}`];
	return [...names].flatMap(name => [
		...set(`${name}.clean`, ''),
		...set(`${name}.smudge`, ''),
		...set(`${name}.process`, ''),
		...set(`${name}.required`, 'false'),
	]);
}

/** Output of a command that must succeed. Throws `GitFailed` with git's own message. */
export async function must(git: Git, args: readonly string[], options?: GitOptions): Promise<string> {
	const {ok, out, message} = await git(args, options);
	if (!ok) throw new GitFailed(`git ${commandOf(args)} failed: ${message}`);
	return out;
}

/** The identity on our commits where the user has none. */
export const ourIdentity = ['-c', 'user.name=Rostrum', '-c', 'user.email=rostrum@localhost'];

/** A diff that `git apply` takes again, byte for byte. */
export const plainDiff = [
	'--binary',
	'--full-index',
	'--no-color',
	'--no-ext-diff',
	'--no-textconv',
	'--no-renames',
	'--src-prefix=a/',
	'--dst-prefix=b/',
];
