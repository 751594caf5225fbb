/** Reads what is to be debated: from git, from GitHub through `gh`, or from files. Nothing of the user's is changed. */
import {closeSync, constants, existsSync, lstatSync, openSync, readFileSync, realpathSync, statSync} from 'node:fs';
import {basename, dirname, join, relative, resolve} from 'node:path';
import type {Environment} from '../../../debate/environment.ts';
import {gitIn} from '../../../engine/host/git.ts';
import {parseDiff, wholeFile, type DiffFile} from '../subject/diff.ts';
import {titleOf, type SubjectRequest} from '../subject/request.ts';
import {lastChanges, rangeMessage} from './git-history.ts';
import {readPullRequest} from './pull-request.ts';
import {git, SubjectError} from './subject-git.ts';
import {ranked} from '../subject/rank.ts';
import {wideContext, withSurroundings} from '../subject/surroundings.ts';
import type {CodeSubject} from '../subject/subject.ts';
import {isIn} from '../../../voices/sandbox/toolchains.ts';

/**
 * Reads a subject in the repository or folder `cwd`, code before what programs write. `gh` may find its token in
 * `variables`. Throws `SubjectError`.
 */
export async function readSubject(
	request: SubjectRequest,
	cwd: string,
	variables: Environment = {},
): Promise<CodeSubject> {
	const subject = await readPlain(request, cwd, variables);
	if (request.kind === 'text' || request.kind === 'review') return subject;
	// Files that the user has named stay in that order.
	const files = request.kind === 'files' ? subject.files : ranked(subject.files);
	if (request.review === undefined) return {...subject, files};
	const review = {...readFile(request.review, cwd), review: true as const};
	return {...subject, title: `${subject.title} (review ${review.path})`, files: [review, ...files]};
}

async function readPlain(request: SubjectRequest, cwd: string, variables: Environment): Promise<CodeSubject> {
	switch (request.kind) {
		case 'commit':
			return readCommit(request.revision, cwd);
		case 'diff':
			return {
				kind: 'diff',
				title: titleOf({...request, review: undefined}),
				message: await rangeMessage(request.range, cwd),
				files: await readDiff(request.range, cwd),
			};
		case 'pull-request':
			return readPullRequest(request.number, {cwd, variables});
		case 'files':
			return {
				kind: 'files',
				title: titleOf({...request, review: undefined}),
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

/** Diffs as we read them: no colours, renames found, three lines around each change. */
const diffForm = ['--no-color', '--find-renames', '--ignore-submodules=dirty', '--src-prefix=a/', '--dst-prefix=b/'];
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

async function readCommit(revision: string, cwd: string): Promise<CodeSubject> {
	const hash = (await git(['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`], cwd, revision)).trim();
	const message = (await git(['show', '--no-patch', '--format=%B', hash], cwd)).trim();
	const files = await surrounded(['show', '--format=', '--first-parent', '-m'], [hash], cwd);
	if (files.length === 0)
		throw new SubjectError('This commit changes nothing', {value: revision, todo: 'Name another one.'});
	return {
		kind: 'commit',
		title: titleOf({kind: 'commit', revision: hash.slice(0, 12)}, message.split('\n', 1)[0]),
		message: [message, await lastChanges(files, `${hash}^`, cwd)].filter(part => part !== '').join('\n\n'),
		files,
	};
}

/** A diff with whole functions around its changes, and short files whole. */
async function surrounded(
	command: readonly string[],
	range: readonly string[],
	cwd: string,
	value?: string,
): Promise<DiffFile[]> {
	const read = async (context: string): Promise<DiffFile[]> =>
		parseDiff(await git([...command, ...diffForm, context, ...range], cwd, value));
	const functions = await read('--function-context');
	return functions.length === 0 ? [] : withSurroundings(functions, await read(`--unified=${wideContext}`));
}

async function readDiff(range: string | undefined, cwd: string): Promise<DiffFile[]> {
	if (range?.startsWith('-'))
		throw new SubjectError('Not a range of revisions', {value: range, todo: 'Write one such as main...HEAD.'});
	const base = range ?? ((await hasCommits(cwd)) ? 'HEAD' : emptyTree);
	const files = (await surrounded(['diff'], [base, '--'], cwd, range)).filter(file => !isDebateFile(file));
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
		.filter(name => name !== '' && !name.endsWith('/') && !isInDebateFolder(join(cwd, name), cwd));
	return names.flatMap(name => readUntracked(name, cwd) ?? []).filter(file => !isDebateFile(file));
}

/** Links, whatever they lead to, and what is no regular file are left out. */
function readUntracked(name: string, cwd: string): DiffFile | undefined {
	const path = join(cwd, name);
	if (!lstatSync(path, {throwIfNoEntry: false})?.isFile()) return undefined;
	const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		return {...textOrBinary(name, readFileSync(descriptor)), shown: 'whole'};
	} finally {
		closeSync(descriptor);
	}
}

/** The debate's own file, or a journal: neither is what is debated. */
function isDebateFile({path, hunks}: DiffFile): boolean {
	const first = hunks[0]?.find(({sign}) => sign !== '-')?.text ?? '';
	return (
		/^\.?DEBATE\.md(?:\..*)?$/u.test(basename(path)) ||
		first.startsWith('# Code Debate:') ||
		/^\{.*"type":"debate-start"/u.test(first) ||
		/\.jsonl\.(?:lock|waiting)$/u.test(path)
	);
}

/** Whether a folder above it, up to `top`, is that of a debate. */
function isInDebateFolder(path: string, top: string): boolean {
	for (let folder = dirname(path); folder.length > resolve(top).length; folder = dirname(folder))
		if (existsSync(join(folder, 'debate.jsonl'))) return true;
	return false;
}

const shortPath = (path: string, cwd: string): string => {
	const inside = relative(cwd, resolve(cwd, path));
	return inside.startsWith('..') ? basename(path) : inside.replaceAll('\\', '/');
};

/** A file that the user named. A link is followed within the folder: the repository could lead it anywhere else. */
function readFile(path: string, cwd: string): DiffFile {
	const found = statSync(resolve(cwd, path), {throwIfNoEntry: false});
	if (!found)
		throw new SubjectError('There is no such file', {value: path, todo: `Looked for it at ${join(cwd, path)}.`});
	if (!found.isFile()) throw new SubjectError('Not a file', {value: path, todo: 'Name the files in it one by one.'});
	const real = realpathSync(resolve(cwd, path));
	if (isIn(resolve(cwd, path), cwd) && !isIn(real, realpathSync(cwd)))
		throw new SubjectError('This leads out of the folder by a link', {
			value: path,
			todo: `If that file is meant, name it itself: ${real}`,
		});
	return textOrBinary(shortPath(path, cwd), readFileSync(resolve(cwd, path)));
}

/** Files with a NUL byte near their beginning are binary, as in git. */
const textOrBinary = (path: string, bytes: Buffer): DiffFile =>
	bytes.subarray(0, 8000).includes(0)
		? {path, was: undefined, change: 'binary', hunks: []}
		: wholeFile(path, bytes.toString('utf8'));
