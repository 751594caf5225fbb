/** Reads what is to be debated: from git, from GitHub through `gh`, or from files. Nothing of the user's is changed. */
import {closeSync, constants, lstatSync, openSync, readFileSync, readlinkSync, statSync} from 'node:fs';
import {basename, join, relative, resolve} from 'node:path';
import {execa, ExecaError} from 'execa';
import {z} from 'zod';
import {gitIn, GitNotRun} from '../../engine/host/git.ts';
import {parseDiff, wholeFile, type DiffFile} from '../../protocols/code-debate/subject/diff.ts';
import {titleOf, type SubjectRequest} from '../../protocols/code-debate/subject/request.ts';
import type {CodeSubject} from '../../protocols/code-debate/subject/subject.ts';

/** Why a subject cannot be had, with the value at fault and what to do about it. */
export class SubjectError extends Error {
	override readonly name = 'SubjectError';
	readonly value: string | undefined;
	readonly todo: string;

	constructor(message: string, {value, todo, cause}: {value?: string; todo: string; cause?: unknown}) {
		super(message, {cause});
		this.value = value;
		this.todo = todo;
	}
}

/** Reads a subject in the repository or folder `cwd`. Throws `SubjectError`. */
export async function readSubject(request: SubjectRequest, cwd: string): Promise<CodeSubject> {
	switch (request.kind) {
		case 'commit':
			return readCommit(request.revision, cwd);
		case 'diff':
			return {kind: 'diff', title: titleOf(request), message: '', files: await readDiff(request.range, cwd)};
		case 'pull-request':
			return readPullRequest(request.number, cwd);
		case 'files':
			return {
				kind: 'files',
				title: titleOf(request),
				message: '',
				files: request.paths.map(path => readFile(path, cwd)),
			};
		case 'review':
			return {
				kind: 'review',
				title: titleOf({...request, path: shortPath(request.path, cwd)}),
				message: '',
				files: [readFile(request.path, cwd)],
			};
		case 'text':
			return {kind: 'text', title: titleOf(request), message: request.text, files: []};
		default:
			return request satisfies never;
	}
}

/** Diffs as we read them: no colours, no programs of the user's, renames found, three lines around each change. */
const diffForm = [
	'--no-color',
	'--no-ext-diff',
	'--no-textconv',
	'--find-renames',
	'--unified=3',
	'--ignore-submodules=dirty',
	'--src-prefix=a/',
	'--dst-prefix=b/',
];
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

async function readCommit(revision: string, cwd: string): Promise<CodeSubject> {
	const hash = (await git(['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`], cwd, revision)).trim();
	const message = (await git(['show', '--no-patch', '--format=%B', hash], cwd)).trim();
	const files = parseDiff(await git(['show', '--format=', '--first-parent', '-m', ...diffForm, hash], cwd));
	if (files.length === 0)
		throw new SubjectError('This commit changes nothing', {value: revision, todo: 'Name another one.'});
	return {
		kind: 'commit',
		title: titleOf({kind: 'commit', revision: hash.slice(0, 12)}, message.split('\n', 1)[0]),
		message,
		files,
	};
}

async function readDiff(range: string | undefined, cwd: string): Promise<DiffFile[]> {
	if (range?.startsWith('-'))
		throw new SubjectError('This is no range of revisions', {value: range, todo: 'Write one such as main..HEAD.'});
	const base = range ?? ((await hasCommits(cwd)) ? 'HEAD' : emptyTree);
	const files = parseDiff(await git(['diff', ...diffForm, base, '--'], cwd, range));
	const all = range === undefined ? [...files, ...(await untracked(cwd))] : files;
	if (all.length > 0) return all;
	throw new SubjectError(range === undefined ? 'Nothing is changed in the working tree' : 'There is no difference', {
		...(range === undefined ? {} : {value: range}),
		todo: 'Name a commit with --commit, or a range with --diff.',
	});
}

async function hasCommits(cwd: string): Promise<boolean> {
	await git(['rev-parse', '--git-dir'], cwd);
	return (await gitIn(cwd)(['rev-parse', '--verify', '--quiet', 'HEAD'])).ok;
}

async function untracked(cwd: string): Promise<DiffFile[]> {
	const names = (await git(['ls-files', '--others', '--exclude-standard', '-z'], cwd))
		.split('\0')
		// A folder is a repository of its own.
		.filter(name => name !== '' && !name.endsWith('/'));
	return names.map(name => readUntracked(name, cwd));
}

/** A link is shown as git would commit it, by its target's name: what it leads to may be outside of the repository. */
function readUntracked(name: string, cwd: string): DiffFile {
	const path = join(cwd, name);
	if (lstatSync(path).isSymbolicLink()) return wholeFile(name, readlinkSync(path));
	const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		return textOrBinary(name, readFileSync(descriptor));
	} finally {
		closeSync(descriptor);
	}
}

/** Output of git. Throws `SubjectError`; `value` is what the user gave. */
async function git(args: readonly string[], cwd: string, value?: string): Promise<string> {
	try {
		const {ok, out, message} = await gitIn(cwd)(args);
		if (ok) return out;
		throw gitError(message, cwd, value);
	} catch (error) {
		if (!(error instanceof GitNotRun)) throw error;
		throw new SubjectError('git was not found', {
			todo: 'Install git, or give the subject as --files or text.',
			cause: error,
		});
	}
}

function gitError(message: string, cwd: string, value: string | undefined): SubjectError {
	const given = value === undefined ? {} : {value};
	if (/not a git repository/iu.test(message))
		return new SubjectError('This folder is in no git repository', {
			value: cwd,
			todo: 'Go into one, or give the subject as --files, --review or text.',
		});
	if (
		/unknown revision|bad revision|ambiguous argument|Needed a single revision|bad object|invalid object/iu.test(
			message,
		)
	)
		return new SubjectError('git knows no such revision', {...given, todo: 'See "git log" for those there are.'});
	return new SubjectError(`git could not give the change: ${message.split('\n')[0]}`, {
		...given,
		todo: 'Try the same with git itself.',
	});
}

const PullRequest = z.object({title: z.string(), body: z.string().nullable(), number: z.int()});

async function readPullRequest(number: number, cwd: string): Promise<CodeSubject> {
	const about = PullRequest.parse(
		JSON.parse(await gh(['pr', 'view', String(number), '--json', 'title,body,number'], cwd, number)),
	);
	const files = parseDiff(await gh(['pr', 'diff', String(number), '--color', 'never'], cwd, number));
	if (files.length === 0)
		throw new SubjectError('This pull request changes nothing', {value: String(number), todo: 'Name another one.'});
	return {
		kind: 'pull-request',
		title: titleOf({kind: 'pull-request', number}, about.title),
		message: `${about.title}\n\n${about.body ?? ''}`.trim(),
		files,
	};
}

async function gh(args: readonly string[], cwd: string, number: number): Promise<string> {
	try {
		const {stdout} = await execa('gh', args, {
			cwd,
			stripFinalNewline: false,
			maxBuffer: 512 * 1024 * 1024,
			env: {GH_PROMPT_DISABLED: '1', NO_COLOR: '1'},
		});
		return stdout;
	} catch (error) {
		if (!(error instanceof ExecaError)) throw error;
		if (error.code === 'ENOENT')
			throw new SubjectError('Pull requests are read through gh, and gh was not found', {
				value: String(number),
				todo: 'Install it from https://cli.github.com and sign in, or check the branch out and use --diff.',
				cause: error,
			});
		throw new SubjectError(`gh could not give the pull request: ${error.shortMessage}`, {
			value: String(number),
			todo: 'Try "gh pr view" in this folder.',
			cause: error,
		});
	}
}

const shortPath = (path: string, cwd: string): string => {
	const inside = relative(cwd, resolve(cwd, path));
	return inside.startsWith('..') ? basename(path) : inside.replaceAll('\\', '/');
};

/** A file that the user named: a link is followed. */
function readFile(path: string, cwd: string): DiffFile {
	const found = statSync(resolve(cwd, path), {throwIfNoEntry: false});
	if (!found)
		throw new SubjectError('There is no such file', {value: path, todo: `Looked for it at ${join(cwd, path)}.`});
	if (!found.isFile())
		throw new SubjectError('This is no file', {value: path, todo: 'Name the files in it one by one.'});
	return textOrBinary(shortPath(path, cwd), readFileSync(resolve(cwd, path)));
}

/** Files with a NUL byte near their beginning are binary, as in git. */
const textOrBinary = (path: string, bytes: Buffer): DiffFile =>
	bytes.subarray(0, 8000).includes(0)
		? {path, was: undefined, change: 'binary', hunks: []}
		: wholeFile(path, bytes.toString('utf8'));
