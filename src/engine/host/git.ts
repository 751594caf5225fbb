/**
 * Runs git so that nothing of the user's surroundings gets in: no hooks, no pagers, no questions, messages in English.
 */
import {execa} from 'execa';

type GitResult = {readonly ok: boolean; readonly out: string; readonly message: string};
export type GitOptions = {readonly input?: string; readonly indexFile?: string};
export type Git = (args: readonly string[], options?: GitOptions) => Promise<GitResult>;

const settings = {
	'core.hooksPath': '/dev/null',
	'core.fsmonitor': 'false',
	'core.quotePath': 'false',
	'core.safecrlf': 'false',
	'commit.gpgSign': 'false',
	'gc.auto': '0',
	'maintenance.auto': 'false',
	'advice.detachedHead': 'false',
	'apply.whitespace': 'nowarn',
	'apply.ignoreWhitespace': 'no',
	'diff.noprefix': 'false',
	'diff.mnemonicPrefix': 'false',
};
const configured = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const surroundings = {
	// Set where Rostrum is itself run by a hook; they would lead into another repository.
	GIT_DIR: undefined,
	GIT_WORK_TREE: undefined,
	GIT_INDEX_FILE: undefined,
	GIT_OBJECT_DIRECTORY: undefined,
	GIT_PREFIX: undefined,
	// Looking at a repository must not write its index.
	GIT_OPTIONAL_LOCKS: '0',
	GIT_TERMINAL_PROMPT: '0',
	LC_ALL: 'C',
};

/**
 * Git in a folder. What git refuses is a result, with its own message; it rejects only where git cannot be run at all.
 */
export const gitIn =
	(cwd: string): Git =>
	async (args, {input, indexFile} = {}) => {
		const env = {...surroundings, ...(indexFile === undefined ? {} : {GIT_INDEX_FILE: indexFile})};
		const {stdout, stderr, exitCode, shortMessage, code} = await execa('git', [...configured, ...args], {
			cwd,
			env,
			reject: false,
			stripFinalNewline: false,
			...(input === undefined ? {stdin: 'ignore'} : {input}),
		});
		if (exitCode === undefined)
			throw new Error(
				code === 'ENOENT'
					? `git cannot be run in ${cwd}: it is not installed, or the folder is not there`
					: shortMessage,
			);
		return {ok: exitCode === 0, out: stdout, message: stderr.trim()};
	};

/** Output of a command that must not fail. Throws with git's own message. */
export async function must(git: Git, args: readonly string[], options?: GitOptions): Promise<string> {
	const {ok, out, message} = await git(args, options);
	if (!ok) throw new Error(`git ${args.find(arg => !arg.startsWith('-')) ?? ''} failed: ${message}`);
	return out;
}

/** The identity that commits of ours carry where the user has none. */
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
