/** Reads what is to be debated: from git, from GitHub through `gh`, or from files. Nothing of the user's is changed. */
import {
	closeSync,
	constants,
	existsSync,
	lstatSync,
	openSync,
	readFileSync,
	realpathSync,
	statSync,
	mkdirSync,
	mkdtempSync,
	renameSync,
	rmSync,
} from 'node:fs';
import {basename, dirname, join, relative, resolve} from 'node:path';
import {tmpdir} from 'node:os';
import {execa, ExecaError} from 'execa';
import {z} from 'zod';
import {textOfBytes} from '../../../debate/text/hidden.ts';
import {cleanText} from '../../../debate/text/intake.ts';
import {redact} from '../../../debate/text/redact.ts';
import {decodeText} from '../../../debate/text/text-file.ts';
import {gitIn, GitNotRun, must, type Git} from '../../../engine/host/git.ts';
import {readAround, type ChangeToRead} from './git-around.ts';
import {titleOf, type CodeSubject, type SubjectRequest} from '../subject.ts';
import {
	type DiffFile,
	isChange,
	ranked,
	rankOf,
	parseDiff,
	wholeFile,
	wideContext,
	withSurroundings,
} from '../diff-files.ts';
import {remedyFor} from '../../../engine/host/git-remedies.ts';
import type {Environment} from '../../../debate/protocol.ts';
import {closedVariables} from '../../../engine/host/git-options.ts';
import {isIn} from '../../../voices/sandbox/toolchains.ts';
import {repositoryOver} from '../../../engine/host/repository-places.ts';
import {copyRegular, readRegularBytes} from '../../../engine/host/regular-file.ts';

// Git as subjects are read with it: what it refuses is said in words for the user.

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

/** Output of git. Throws `SubjectError`; `value` is what the user gave. */
async function git(args: readonly string[], cwd: string, value?: string): Promise<string> {
	try {
		const {ok, out, message} = await gitIn(cwd)(args, {bytes: true, functions: args.includes('--function-context')});
		if (ok) return textOfBytes(Buffer.from(out, 'latin1'));
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
	const remedy = remedyFor(message);
	if (remedy) return new SubjectError(remedy.what, {value: value ?? cwd, todo: remedy.todo});
	return new SubjectError(`git could not give the change: ${message.split('\n')[0]}`, {
		...given,
		todo: 'Try the same with git itself.',
	});
}

// What is known of a change besides its lines: what its commits say, and where the lines come from that it touches.

/** Changes whose lines' history is looked up. */
const mostBlamed = 8;

/** Which commit had last touched what is changed now, a line for each change; empty where there is no such history. */
async function lastChanges(files: readonly DiffFile[], base: string, cwd: string): Promise<string> {
	const changes = ranked(files)
		.filter(file => file.change !== 'added' && !rankOf(file).machine)
		.flatMap(({path, was, hunks}) =>
			hunks.flatMap(hunk => {
				const removed = hunk.filter(({sign}) => sign === '-').map(({number}) => number);
				return removed.length === 0 ? [] : [{path: was ?? path, from: Math.min(...removed), to: Math.max(...removed)}];
			}),
		)
		.slice(0, mostBlamed);
	if (changes.length === 0) return '';
	const top = await topOf(cwd);
	const told = await Promise.all(changes.map(change => lastChange(change, base, top)));
	const lines = told.filter(line => line !== undefined);
	return lines.length === 0 ? '' : `Where the changed lines come from:\n${lines.join('\n')}`;
}

async function lastChange(
	{path, from, to}: {readonly path: string; readonly from: number; readonly to: number},
	base: string,
	top: string,
): Promise<string | undefined> {
	const {ok, out} = await gitIn(top)(['blame', '--porcelain', `-L${from},${to}`, base, '--', path]);
	if (!ok) return undefined;
	const commits = [
		...out.matchAll(
			/^(?<hash>[0-9a-f]{40}) \d+ \d+ \d+$[\s\S]*?^author-time (?<time>\d+)$[\s\S]*?^summary (?<summary>.*)$/gmu,
		),
	];
	const newest = commits.toSorted((one, other) => Number(other.groups?.['time']) - Number(one.groups?.['time']))[0]
		?.groups;
	if (!newest) return undefined;
	const day = new Date(Number(newest['time']) * 1000).toISOString().slice(0, 10);
	return `- ${path}:${from}${to > from ? `-${to}` : ''} was last changed in ${newest['hash']?.slice(0, 8)} (${day}): ${newest['summary']}`;
}

/** Paths of a diff are from there. */
const topOf = async (cwd: string): Promise<string> =>
	(await git(['rev-parse', '--show-toplevel'], cwd)).replace(/\n$/u, '') || cwd;

/** What the commits of a range say, and where the lines that they change come from. */
async function rangeMessage(range: string | undefined, cwd: string): Promise<string> {
	const {from, dots, to} = /^(?<from>[^.].*?)?(?<dots>\.{2,3})(?<to>.*)$/u.exec(range ?? '')?.groups ?? {};
	if (range === undefined || dots === undefined) return '';
	const own = `${from || 'HEAD'}..${to || 'HEAD'}`;
	const {ok, out} = await gitIn(cwd)([
		'log',
		'--reverse',
		'--no-merges',
		'--max-count=30',
		'--format=%h %B',
		'--end-of-options',
		own,
		'--',
	]);
	return ok && out.trim() !== '' ? `The commits of this range:\n\n${out.trim().replaceAll(/\n{3,}/gu, '\n\n')}` : '';
}

/** Both ends of a range, three dots being from where they parted; of changes in the working tree, their commit. */
async function rangeRevisions(range: string | undefined, cwd: string): Promise<CodeSubject['revisions']> {
	const {from = range, dots, to} = /^(?<from>[^.].*?)?(?<dots>\.{2,3})(?<to>.*)$/u.exec(range ?? '')?.groups ?? {};
	const hashOf = async (name: string): Promise<string | undefined> => {
		const {ok, out} = await gitIn(cwd)(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
		return ok ? out.trim() : undefined;
	};
	const base = await hashOf(from || 'HEAD');
	const commit = dots === undefined ? undefined : await hashOf(to || 'HEAD');
	if (dots !== '...' || base === undefined || commit === undefined) return revisionsOf(commit, base);
	const {ok, out} = await gitIn(cwd)(['merge-base', base, commit]);
	return revisionsOf(commit, ok ? out.trim() : base);
}

// A pull request, read through `gh`.

const PullRequest = z.object({
	title: z.string(),
	body: z.string().nullable(),
	number: z.int(),
	headRefOid: z.string().optional(),
	baseRefName: z.string().optional(),
});

/** Where `gh` runs, and what it gets of the environment besides: its token may be there. */
type GhPlace = {readonly cwd: string; readonly variables: Environment};

/** Throws `SubjectError`. */
async function readPullRequest(number: number, place: GhPlace): Promise<CodeSubject> {
	const about = PullRequest.parse(
		JSON.parse(
			await gh(['pr', 'view', String(number), '--json', 'title,body,number,headRefOid,baseRefName'], place, number),
		),
	);
	const diff = await gh(['pr', 'diff', String(number), '--color', 'never'], place, number);
	const files = parseDiff(diff);
	if (files.length === 0)
		throw new SubjectError('This pull request changes nothing', {value: String(number), todo: 'Name another one.'});
	const local = await localChange(about, files, place.cwd);
	return {
		kind: 'pull-request',
		title: titleOf({kind: 'pull-request', number}, about.title),
		message: `${about.title}\n\n${about.body ?? ''}`.trim(),
		...(await withAround(local?.files ?? files, {
			diff: local ? ['diff', local.base, local.revision, '--'] : diff,
			revision: local?.revision ?? (await commitWith(about.headRefOid, place.cwd)),
			cwd: place.cwd,
			bring: `git fetch origin pull/${number}/head`,
		})),
		revisions: revisionsOf(about.headRefOid, local?.base ?? about.baseRefName),
	};
}

type LocalChange = {readonly files: DiffFile[]; readonly revision: string; readonly base: string};

/**
 * The same change from this repository, which has whole functions around its lines; undefined where its commits are not
 * here, or differ from what was asked for in any line.
 */
async function localChange(
	{headRefOid, baseRefName}: z.infer<typeof PullRequest>,
	asked: readonly DiffFile[],
	cwd: string,
): Promise<LocalChange | undefined> {
	if (headRefOid === undefined || !(await isHere(headRefOid, cwd))) return undefined;
	const run = gitIn(cwd);
	const listed = await run(['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes']);
	const branches = listed.out.split('\n').filter(name => baseRefName && name.endsWith(`/${baseRefName}`));
	const bases = await Promise.all(branches.map(branch => run(['merge-base', branch, headRefOid])));
	// A workflow has the commit that merges it, and perhaps nothing of the base branch besides.
	const merged = await run(['rev-parse', '--verify', '--quiet', 'HEAD^2']);
	const ends = [
		...new Set(bases.flatMap(({ok, out}) => (ok ? [out.trim()] : [])))
			.values()
			.map(base => [base, headRefOid] as const),
		...(merged.out.trim() === headRefOid ? [['HEAD^1', 'HEAD'] as const] : []),
	];
	for (const [from, to] of ends) {
		const [base, revision] = await Promise.all([from, to].map(end => run(['rev-parse', '--verify', '--quiet', end])));
		if (!base?.ok || !revision?.ok) continue;
		const files = await surrounded(['diff'], [base.out.trim(), revision.out.trim(), '--'], cwd);
		if (changesIn(files) === changesIn(asked)) return {files, revision: revision.out.trim(), base: base.out.trim()};
	}
	return undefined;
}

const isHere = async (commit: string, cwd: string): Promise<boolean> =>
	(await gitIn(cwd)(['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`])).ok;

/** The commit with the files of a pull request's head: itself, or the one that merges it, as a workflow has it. */
async function commitWith(head: string | undefined, cwd: string): Promise<string | undefined> {
	if (head === undefined) return undefined;
	if (await isHere(head, cwd)) return head;
	const {ok, out} = await gitIn(cwd)(['cat-file', 'commit', 'HEAD']);
	if (!ok || !out.split('\n\n', 1)[0]?.includes(`\nparent ${head}`)) return undefined;
	return (await gitIn(cwd)(['rev-parse', 'HEAD'])).out.trim();
}

/** Every line that is added or removed, and where, however much stands around it. */
const changesIn = (files: readonly DiffFile[]): string =>
	files
		.map(({path, hunks}) =>
			[
				path,
				...hunks.flatMap(hunk => hunk.filter(isChange).map(({sign, number, text}) => `${sign}${number} ${text}`)),
			].join('\n'),
		)
		.toSorted()
		.join('\n\n');

/** Those that are known. */
const revisionsOf = (commit: string | undefined, base: string | undefined): CodeSubject['revisions'] => ({
	...(commit !== undefined && {commit}),
	...(base !== undefined && {base}),
});

async function gh(args: readonly string[], {cwd, variables}: GhPlace, number: number): Promise<string> {
	try {
		const {stdout} = await execa('gh', args, {
			cwd,
			encoding: 'buffer',
			stripFinalNewline: false,
			maxBuffer: 512 * 1024 * 1024,
			// It runs git in the repository: none of its configuration's programs, as with our own.
			env: {...variables, ...closedVariables, GH_PROMPT_DISABLED: '1', NO_COLOR: '1'},
		});
		return textOfBytes(stdout);
	} catch (error) {
		if (!(error instanceof ExecaError)) throw error;
		if (error.code === 'ENOENT')
			throw new SubjectError('Pull requests are read through gh, and gh was not found', {
				value: String(number),
				todo: 'Install it from https://cli.github.com and sign in, or check the branch out and use --diff.',
				cause: error,
			});
		// What it says names the token, the permission or the limit.
		const {stderr}: {readonly stderr?: unknown} = error;
		const said = stderr instanceof Uint8Array ? cleanText(redact(textOfBytes(stderr))).trim() : '';
		throw new SubjectError(`gh could not give the pull request: ${said === '' ? error.shortMessage : said}`, {
			value: String(number),
			todo: 'Try "gh pr view" in this folder.',
			cause: error,
		});
	}
}

/**
 * Reads a subject in the repository or folder `cwd`, code before what programs write. `gh` may find its token in
 * `variables`. Throws `SubjectError`.
 */
export async function readSubject(
	request: SubjectRequest,
	cwd: string,
	variables: Environment = {},
): Promise<CodeSubject> {
	const plain = await readPlain(request, cwd, variables);
	if (request.kind === 'text' || request.kind === 'review') return plain;
	const subject = request.kind === 'files' ? plain : {...plain, files: await markedBefore(plain, cwd)};
	// Files that the user has named stay in that order.
	const files = request.kind === 'files' ? subject.files : ranked(subject.files);
	if (request.review === undefined) return {...subject, files};
	const review = {...readFile(request.review, cwd), review: true as const};
	return {...subject, title: `${subject.title} (review ${review.path})`, files: [review, ...files]};
}

const linguist = {
	'linguist-generated': 'generated, by .gitattributes',
	'linguist-vendored': 'vendored, by .gitattributes',
};

/**
 * Files with what the attributes of the commit before the change say of them: a change cannot take itself out of what
 * is read. In an index of its own, so that the user's stays as it is.
 */
async function markedBefore({files, revisions}: CodeSubject, cwd: string): Promise<readonly DiffFile[]> {
	const base = revisions?.base;
	if (base === undefined || !/^[\da-f]{40,64}$/u.test(base)) return files;
	const place = mkdtempSync(join(tmpdir(), 'rostrum-index-'));
	try {
		const run = gitIn(await topOf(cwd));
		const indexFile = join(place, 'index');
		if (!(await run(['read-tree', base], {indexFile})).ok) return files;
		const input = files.map(({path}) => path).join('\0');
		const args = ['check-attr', '--cached', '-z', '--stdin', ...Object.keys(linguist)];
		const {ok, out} = await run(args, {indexFile, input});
		return ok ? withMarks(files, out.split('\0')) : files;
	} finally {
		rmSync(place, {recursive: true, force: true});
	}
}

/** `cells` are path, attribute and value, one after the other. */
function withMarks(files: readonly DiffFile[], cells: readonly string[]): readonly DiffFile[] {
	const marks = new Map<string, string | null>();
	for (let at = 0; at + 2 < cells.length; at += 3) {
		const [path = '', name = '', value] = cells.slice(at, at + 3);
		if (value === 'set' || value === 'true')
			marks.set(path, linguist[name === 'linguist-generated' ? name : 'linguist-vendored']);
		else if ((value === 'unset' || value === 'false') && !marks.has(path)) marks.set(path, null);
	}
	return files.map(file => {
		const unread = file.change === 'unchanged' ? undefined : marks.get(file.path);
		return unread === undefined ? file : {...file, unread};
	});
}

async function readPlain(request: SubjectRequest, cwd: string, variables: Environment): Promise<CodeSubject> {
	switch (request.kind) {
		case 'commit':
			return readCommit(request.revision, cwd);
		case 'diff': {
			const files = await readDiff(request.range, cwd);
			const revision = await commitIn(gitIn(cwd), request);
			return {
				kind: 'diff',
				title: titleOf({...request, review: undefined}),
				message: await rangeMessage(request.range, cwd),
				revisions: await rangeRevisions(request.range, cwd),
				...(await withAround(files, {diff: ['diff', await diffEnd(request.range, cwd), '--'], revision, cwd})),
			};
		}
		case 'pull-request':
			return readPullRequest(request.number, {cwd, variables});
		case 'files':
			return {
				kind: 'files',
				title: titleOf({...request, review: undefined}),
				message: '',
				files: readNamed(request.paths, cwd),
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

const showing = ['show', '--format=', '--first-parent', '-m'];

async function readCommit(revision: string, cwd: string): Promise<CodeSubject> {
	const hash = (await git(['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`], cwd, revision)).trim();
	if (await lacksParent(hash, cwd))
		throw new SubjectError('This shallow clone lacks the commit before it, so all of its files would look new', {
			value: revision,
			todo: 'Bring it with: git fetch --deepen=1 (on GitHub Actions, fetch-depth: 2 or 0 at the checkout).',
		});
	const message = (await git(['show', '--no-patch', '--format=%B', hash], cwd)).trim();
	const files = await surrounded(showing, [hash], cwd);
	if (files.length === 0)
		throw new SubjectError('This commit changes nothing', {value: revision, todo: 'Name another one.'});
	return {
		kind: 'commit',
		title: titleOf({kind: 'commit', revision: hash.slice(0, 12)}, message.split('\n', 1)[0]),
		message: [message, await lastChanges(files, `${hash}^`, cwd)].filter(part => part !== '').join('\n\n'),
		...(await withAround(files, {diff: [...showing, hash], revision: hash, cwd})),
		revisions: {...(await rangeRevisions(`${hash}^`, cwd)), commit: hash},
	};
}

/** Whether the history was cut off right before a commit, which names a parent that is not here. */
async function lacksParent(hash: string, cwd: string): Promise<boolean> {
	const [head = ''] = (await git(['cat-file', 'commit', hash], cwd)).split('\n\n', 1);
	if (!/^parent /mu.test(head)) return false;
	return !(await gitIn(cwd)(['rev-parse', '--verify', '--quiet', `${hash}^`])).ok;
}

/** Files with what stands around the change in others; of a change that is not in this repository, why nothing is. */
async function withAround(
	files: readonly DiffFile[],
	{bring, ...change}: ChangeToRead & {readonly bring?: string},
): Promise<Pick<CodeSubject, 'files' | 'bare'>> {
	if (bring !== undefined && change.revision === undefined)
		return {
			files,
			bare: `Only the changed lines are shown, with three around each, for the commit is not in this repository: callers and declarations are not known. With a clone of it, bring it by: ${bring}`,
		};
	return {files: [...files, ...(await readAround(files, change))]};
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
	const files = (await surrounded(['diff'], [await diffEnd(range, cwd), '--'], cwd, range)).filter(
		file => !isDebateFile(file),
	);
	const all = range === undefined ? [...files, ...(await untracked(cwd))] : files;
	if (all.length > 0) return all;
	throw new SubjectError(range === undefined ? 'Nothing is changed in the working tree' : 'There is no difference', {
		...(range === undefined ? {} : {value: range}),
		todo: 'Name a commit with --commit, or a range with --diff.',
	});
}

/** What the working tree is compared with, or a range itself. */
const diffEnd = async (range: string | undefined, cwd: string): Promise<string> =>
	range ?? ((await hasCommits(cwd)) ? 'HEAD' : await emptyTree(cwd));

/** Its name differs with the repository's hash function. */
const emptyTree = async (cwd: string): Promise<string> =>
	(await git(['hash-object', '-t', 'tree', '--stdin'], cwd)).trim();

async function hasCommits(cwd: string): Promise<boolean> {
	await git(['rev-parse', '--git-dir'], cwd);
	return (await gitIn(cwd)(['rev-parse', '--verify', '--quiet', 'HEAD'])).ok;
}

/** In the whole repository, wherever in it one stands. */
async function untracked(cwd: string): Promise<DiffFile[]> {
	const top = await topOf(cwd);
	const names = (await git(['ls-files', '--others', '--exclude-standard', '-z'], top))
		.split('\0')
		// A folder is a repository of its own.
		.filter(name => name !== '' && !name.endsWith('/') && !isInDebateFolder(join(top, name), top));
	return names.flatMap(name => readUntracked(name, top) ?? []).filter(file => !isDebateFile(file));
}

/** Links, whatever they lead to, and what is no regular file are left out. */
function readUntracked(name: string, cwd: string): DiffFile | undefined {
	const path = join(cwd, name);
	if (!lstatSync(path, {throwIfNoEntry: false})?.isFile()) return undefined;
	const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	try {
		return {...textOrBinary(name, readFileSync(descriptor)), shown: 'whole', untracked: true};
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

/** In a repository, named from its top as git names them. */
function readNamed(paths: readonly string[], cwd: string): DiffFile[] {
	const {top} = repositoryOver(cwd) ?? {};
	return paths.map(path => {
		const file = readFile(path, cwd);
		const place = resolve(realpathSync(cwd), path);
		return top !== undefined && isIn(place, top) ? {...file, path: shortPath(place, top)} : file;
	});
}

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
	return textOrBinary(shortPath(path, cwd), readRegularBytes(resolve(cwd, path)));
}

/** Files with a NUL byte near their beginning are binary, as in git. */
const textOrBinary = (path: string, bytes: Buffer): DiffFile =>
	bytes.subarray(0, 8000).includes(0) && !isMarked(bytes)
		? {path, was: undefined, change: 'binary', hunks: []}
		: wholeFile(path, isMarked(bytes) ? decodeText(bytes).text : textOfBytes(bytes));

/** Whether a file begins with a byte order mark, which says how its text is to be read. */
const isMarked = (bytes: Buffer): boolean => /^(?:ÿþ|þÿ|ï»¿)/u.test(bytes.toString('latin1', 0, 3));

// Copies the files that a subject is about into a folder of their own, for agents that may read them.

/** A repository's top, and the commit meant; without one, its files as they are now. */
export type Reads = {readonly repo: string; readonly revision?: string | undefined};

/** More files than this are not copied. */
const mostFiles = 20_000;

/** What there is to be read for a subject; nothing for texts, or outside of repositories. */
export async function readsFor(
	request: SubjectRequest,
	cwd: string,
	revisions: CodeSubject['revisions'] = {},
): Promise<Reads | undefined> {
	const git = gitIn(cwd);
	const top = await git(['rev-parse', '--show-toplevel']);
	const repo = top.out.trim();
	if (!top.ok || repo === '' || request.kind === 'text') return undefined;
	const isPull = request.kind === 'pull-request';
	const revision = isPull ? await commitWith(revisions.commit, cwd) : await commitIn(git, request);
	if (isPull && revision === undefined) return undefined;
	const list = await git([
		...(revision === undefined ? ['ls-files'] : ['ls-tree', '-r', '--name-only', revision]),
		'-z',
	]);
	return list.ok && list.out.split('\0').length <= mostFiles
		? {repo, ...(revision === undefined ? {} : {revision})}
		: undefined;
}

/** The same for what is run, with the commit before the change; of a pull request, where its commit is here. */
export async function triedFor(
	request: SubjectRequest,
	cwd: string,
	revisions: CodeSubject['revisions'] = {},
): Promise<(Reads & {readonly base?: string}) | undefined> {
	const reads = await readsFor(request, cwd, revisions);
	const {base} = revisions;
	return reads && {...reads, ...(base !== undefined && /^[\da-f]{40,64}$/u.test(base) && {base})};
}

/** The newer side of a range, or a commit itself. */
async function commitIn(git: Git, request: SubjectRequest): Promise<string | undefined> {
	const named =
		request.kind === 'commit'
			? request.revision
			: request.kind === 'diff'
				? /\.{2,3}(?<newer>.*)$/u.exec(request.range ?? '')?.groups?.['newer']
				: undefined;
	if (named === undefined) return undefined;
	const found = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${named || 'HEAD'}^{commit}`]);
	return found.ok ? found.out.trim() : undefined;
}

/** Makes the folder, whole or not at all; an existing one is left as it is. */
export async function copyFiles({repo, revision}: Reads, folder: string): Promise<void> {
	if (existsSync(folder)) return;
	const half = `${folder}.half`;
	rmSync(half, {recursive: true, force: true});
	mkdirSync(half, {recursive: true});
	const git = gitIn(repo);
	if (revision === undefined) await copyNow(git, repo, half);
	else await checkOut(git, revision, half);
	renameSync(half, folder);
}

/** With an index of its own, so that the user's stays as it is. */
async function checkOut(git: Git, revision: string, folder: string): Promise<void> {
	const indexFile = `${folder}.index`;
	try {
		await must(git, ['read-tree', revision], {indexFile});
		// A link is a text with its target's path: it could lead anywhere.
		const args = ['-c', 'core.symlinks=false', 'checkout-index', '--all', '--force', `--prefix=${folder}/`];
		await must(git, args, {indexFile, writable: folder});
	} finally {
		rmSync(indexFile, {force: true});
	}
}

async function copyNow(git: Git, repo: string, folder: string): Promise<void> {
	const paths = (await must(git, ['ls-files', '--cached', '--others', '--exclude-standard', '-z']))
		.split('\0')
		.filter(path => path !== '');
	const top = realpathSync(repo);
	for (const path of paths) {
		// Links could lead anywhere, and so could a link in the place of a folder above.
		const file = join(top, path);
		if (!lstatSync(file, {throwIfNoEntry: false})?.isFile() || realpathSync(file) !== file) continue;
		mkdirSync(dirname(join(folder, path)), {recursive: true});
		copyRegular(file, join(folder, path));
	}
}
