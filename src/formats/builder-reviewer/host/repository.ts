/**
 * A git directory of the builder's own: what its git does to branches, stash, hooks or configuration is done there. The
 * user's objects are read where they are, and nothing is written to the user's repository.
 */
import {
	appendFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	realpathSync,
	statSync,
	writeFileSync,
	lstatSync,
} from 'node:fs';
import {join, dirname, resolve, sep} from 'node:path';
import {z} from 'zod';
import type {RecordFile} from '../../contract.ts';
import {parseJsonIfValid} from '../../../debate/text/json.ts';
import {UsageError} from '../../../debate/usage-error.ts';
import {gitAt, gitIn, must, type RepositoryPaths, GitFailed, type Git} from '../../../engine/host/git.ts';
import {syncFile, syncFolder, writeWhole} from '../../../engine/host/write-whole.ts';
import type {Effects} from '../../../engine/floor.ts';
import type {EndedRun} from '../effects.ts';
import {copyRegular, readRegularFile} from '../../../engine/host/regular-file.ts';

/** How the user's files are written and which are ignored: the builder's are too. */
const taken = {
	keys: String.raw`^core\.(autocrlf|eol|filemode|symlinks|excludesfile|attributesfile)$`,
	files: ['shallow', 'info/exclude', 'info/attributes'],
	/** Of this very worktree of the user's: which files are checked out. */
	sparse: {keys: String.raw`^core\.sparsecheckout(cone)?$`, file: 'info/sparse-checkout'},
};

/** The git directory that belongs to a worktree: beside it, so that a check in its sandbox cannot write it. */
export const ownGitDir = (workTree: string): string => `${workTree}.git`;

/** Makes worktree and git directory, with the files of the commit `base` checked out on no branch. */
export async function makeOwnRepository(
	user: RepositoryPaths,
	workTree: string,
	{base, objectFormat}: {readonly base: string; readonly objectFormat: string},
): Promise<RepositoryPaths> {
	const from = gitAt(user);
	const gitDir = ownGitDir(workTree);
	mkdirSync(workTree, {recursive: true});
	await must(gitIn(workTree), [
		'init',
		'--quiet',
		'--template=',
		`--object-format=${objectFormat}`,
		`--separate-git-dir=${gitDir}`,
	]);
	const work = {workTree: realpathSync(workTree), gitDir: realpathSync(gitDir), commonDir: realpathSync(gitDir)};
	const git = gitAt(work);
	mkdirSync(join(gitDir, 'info'), {recursive: true});
	for (const name of taken.files) {
		const file = join(user.commonDir, name);
		if (existsSync(file)) copyRegular(file, join(gitDir, name));
	}
	const sparse = await sparseRules(user, gitDir);
	writeWhole(join(gitDir, 'objects', 'info', 'alternates'), `${join(user.commonDir, 'objects')}\n`);
	const {out: settings} = await from(['config', '--local', '--null', '--get-regexp', taken.keys]);
	const lines = [...`${settings}${sparse}`.matchAll(/core\.([^\n\0]+)\n([^\0]*)\0/gu)].map(
		([, key = '', value = '']) => `\t${key} = ${configValue(value)}\n`,
	);
	appendFileSync(join(gitDir, 'config'), `[core]\n${lines.join('')}`);
	// Versions, and what a check compares with, are found by names.
	const names = ['refs/heads', 'refs/tags', 'refs/remotes'];
	const refs = await must(from, ['for-each-ref', '--format=%(objectname) %(refname)', ...names]);
	writeFileSync(join(gitDir, 'packed-refs'), refs);
	writeFileSync(join(gitDir, 'HEAD'), `${base}\n`);
	await must(git, ['reset', '--quiet', '--hard', base]);
	for (const name of ['HEAD', 'config', 'packed-refs', ...taken.files, taken.sparse.file])
		if (existsSync(join(gitDir, name))) syncFile(join(gitDir, name));
	for (const place of ['info', 'objects/info', '.', '..']) syncFolder(join(gitDir, place));
	return work;
}

/** Takes the user's rules of what is checked out over, where they have any; gives the settings that go with them. */
async function sparseRules(user: RepositoryPaths, gitDir: string): Promise<string> {
	const {keys, file} = taken.sparse;
	const {out} = await gitAt(user)(['config', '--null', '--get-regexp', keys]);
	const rules = join(user.gitDir, file);
	if (!/^core\.sparsecheckout\ntrue\0/mu.test(out) || !existsSync(rules)) return '';
	copyRegular(rules, join(gitDir, file));
	return out;
}

/** A value as a configuration file quotes it. */
const configValue = (value: string): string =>
	`"${value.replaceAll(/["\\]/gu, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`;

/** Brings the commits of the builder's own repository up to `tip` into the user's, as objects without a name. */
export async function copyCommits(
	work: RepositoryPaths,
	user: RepositoryPaths,
	{tip, base}: {readonly tip: string; readonly base: string},
): Promise<void> {
	const pack = join(work.gitDir, 'handed-over');
	const name = await must(gitAt(work), ['pack-objects', '--quiet', '--revs', pack], {input: `${tip}\n^${base}\n`});
	await must(gitAt(user), ['unpack-objects', '-q'], {inputFile: `${pack}-${name.trim()}.pack`});
}

/**
 * Objects and our branches survive a power loss from here on. Git is told to sync their files, but it syncs none of the
 * folders that name them.
 */
export function syncNames({commonDir}: RepositoryPaths): void {
	for (const place of ['refs/heads', 'refs/heads/rostrum', 'reftable', 'objects'])
		if (statSync(join(commonDir, place), {throwIfNoEntry: false})?.isDirectory()) syncFolder(join(commonDir, place));
	for (const entry of readdirSync(join(commonDir, 'objects'), {withFileTypes: true}))
		if (entry.isDirectory()) syncFolder(join(entry.parentPath, entry.name));
}

// Whether a repository still is the one that was opened. A builder, or a check that runs its code, can delete, redirect
// or remake `.git`; git would then work in another repository, such as the user's.

/** A worktree, or the user's repository, was changed from outside. The message says how. */
export class RepositoryChanged extends Error {
	override readonly name = 'RepositoryChanged';
}

/** The repository that a folder lies in, or git's message where it lies in none with files. */
export async function repositoryAround(
	folder: string,
): Promise<{readonly user: RepositoryPaths; readonly objectFormat: string} | {readonly problem: string}> {
	const wanted = ['--show-toplevel', '--absolute-git-dir', '--git-common-dir', '--show-object-format'];
	const {ok, out, message} = await gitIn(folder)(['rev-parse', '--path-format=absolute', ...wanted]);
	const [workTree = '', gitDir = '', commonDir = '', objectFormat = ''] = out.split('\n');
	if (!ok || workTree === '') return {problem: message};
	const user = {
		workTree: realpathSync(workTree),
		gitDir: realpathSync(gitDir),
		commonDir: realpathSync(commonDir),
	};
	return {user, objectFormat};
}

/** The repository of exactly this folder. Throws `RepositoryChanged` where the folder only lies in another one. */
export async function pathsOf(folder: string): Promise<RepositoryPaths> {
	const found = await repositoryAround(folder);
	if ('problem' in found) throw new GitFailed(`git rev-parse failed: ${found.problem}`);
	if (found.user.workTree === realPath(folder)) return found.user;
	throw new RepositoryChanged(`${join(folder, '.git')} is gone or leads elsewhere`);
}

/** Git in a repository, which is looked at before each command. Throws `RepositoryChanged`. */
export const guardedGit =
	(paths: RepositoryPaths, findChange: (paths: RepositoryPaths) => string | undefined): Git =>
	async (args, options) => {
		const change = findChange(paths);
		if (change !== undefined) throw new RepositoryChanged(change);
		return gitAt(paths)(args, options);
	};

/** What is wrong with the user's repository, if anything is. */
export function changeInRepository({workTree, gitDir}: RepositoryPaths): string | undefined {
	const link = join(workTree, '.git');
	if (realPath(workTree) !== workTree) return `${workTree} is not the folder that it was when the run began`;
	return pointsTo(link, gitDir) ? undefined : `${link} does not lead to ${gitDir} any more`;
}

/** What is wrong with the builder's worktree, if anything is. */
export function changeInWorktree(paths: RepositoryPaths): string | undefined {
	const {workTree, gitDir} = paths;
	const link = join(workTree, '.git');
	if (!lstatSync(workTree, {throwIfNoEntry: false})?.isDirectory()) return `the folder ${workTree} is gone`;
	if (realPath(workTree) !== workTree) return `${workTree} leads to ${realPath(workTree) ?? 'nothing'}`;
	const found = lstatSync(link, {throwIfNoEntry: false});
	if (!found) return `${link} was deleted`;
	if (found.isSymbolicLink()) return `${link} was replaced by a symbolic link`;
	const isBeside = gitDir !== link;
	if (isBeside ? !found.isFile() : !found.isDirectory()) return `${link} was made anew`;
	if (!pointsTo(link, gitDir)) return `${link} does not lead to ${gitDir} any more`;
	return wrongInOwn(gitDir) ?? linkIn(gitDir);
}

/** A repository of the builder's own shares no names with another one. */
const wrongInOwn = (gitDir: string): string | undefined =>
	lstatSync(join(gitDir, 'commondir'), {throwIfNoEntry: false})
		? `${join(gitDir, 'commondir')} was added, which leads to another repository`
		: undefined;

/** Git follows links when it writes HEAD, names, objects or the index, and appends to its logs whatever they are. */
function linkIn(gitDir: string): string | undefined {
	for (const entry of readdirSync(gitDir, {withFileTypes: true, recursive: true})) {
		const file = join(entry.parentPath, entry.name);
		if (entry.isSymbolicLink()) return `${file} was replaced by a symbolic link`;
		if (entry.isFile() && isLog(file, gitDir) && lstatSync(file).nlink > 1)
			return `${file} was replaced by a link to another file`;
	}
	return undefined;
}

const isLog = (file: string, gitDir: string): boolean => file.startsWith(join(gitDir, 'logs', sep));

/** Whether `.git`, a folder or a file with a path in it, leads to this git directory. */
function pointsTo(link: string, gitDir: string): boolean {
	const real = realPath(link);
	if (real === undefined || real === gitDir) return real === gitDir;
	const path = firstLine(real)?.match(/^gitdir: (?<path>.+)$/u)?.groups?.['path'];
	return path !== undefined && realPath(resolve(dirname(link), path)) === gitDir;
}

function realPath(path: string): string | undefined {
	try {
		return realpathSync(path);
	} catch {
		return undefined;
	}
}

/** The text of a small file without its last line end; nothing where it is not a file. */
export const firstLine = (file: string): string | undefined =>
	lstatSync(file, {throwIfNoEntry: false})?.isFile() ? readRegularFile(file).replace(/\r?\n$/u, '') : undefined;

/**
 * A worktree that was changed, and what git refuses there, end the run as failed. The words are the effect's result, so
 * that a run which is cut off on its way to its end is resumed to the same one.
 */
export const endingInWords = (effects: Effects): Effects =>
	Object.fromEntries(
		Object.entries(effects).map(([name, perform]) => [
			name,
			async (...given: Parameters<typeof perform>) => {
				try {
					return await perform(...given);
				} catch (error) {
					const words = inWords(error);
					if (words === undefined) throw error;
					return {ended: words} satisfies EndedRun;
				}
			},
		]),
	);

/** Undefined for what is a bug. */
export function inWords(error: unknown): string | undefined {
	if (error instanceof RepositoryChanged)
		return `${error.message}; Rostrum ran no git command after that, so that it changes nothing of yours`;
	return error instanceof GitFailed ? error.message : undefined;
}

// `work.json` in a run's folder: where the builder works, and the steps that were committed there.

const Paths = z.object({workTree: z.string(), gitDir: z.string(), commonDir: z.string()});

/** A step that was committed, with the key that the script has for it. */
const StepCommit = z.object({key: z.string(), commit: z.string()});
export type StepCommit = z.infer<typeof StepCommit>;

const WorkRecord = z.object({
	path: z.string(),
	/** The commit that the work starts from. */
	base: z.string(),
	/** The top of the user's repository; absent for a scratch repository. */
	top: z.string().optional(),
	uncommitted: z.int().default(0),
	work: Paths,
	/** The user's repository, as it was when the run began; absent for a scratch repository. */
	user: Paths.optional(),
	steps: z.array(StepCommit),
	/** The worktree was set up, and submodules that the user has were copied into it. */
	setUp: z.boolean().optional(),
	filled: z.boolean().optional(),
	/**
	 * How the check was started when it was tried before the builder came. Only settings and whoever is at the keyboard
	 * let it out again.
	 */
	check: z.enum(['confined', 'isolated', 'open']).optional(),
});
export type WorkRecord = z.infer<typeof WorkRecord>;

const recordFile = (folder: string): string => join(folder, 'work.json');
/** Stands in the folder while the worktree is made: what is at its path then is ours to remove. */
export const makingFile = (folder: string): string => join(folder, 'work.making');

/** The record in a run's folder, if a worktree was made there. */
export const readRecord = (folder: string): WorkRecord | undefined =>
	existsSync(recordFile(folder)) ? parsedRecord(recordFile(folder)) : undefined;

function parsedRecord(file: string): WorkRecord {
	const parsed = WorkRecord.safeParse(parseJsonIfValid(readRegularFile(file)));
	if (parsed.success) return parsed.data;
	throw new UsageError({
		what: 'This record of a run cannot be read',
		from: file,
		todo: 'Put it back as it was, or start the debate anew with "rostrum run".',
	});
}

/** Marks a text as this user's own. */
export type SealRecord = ((text: string) => string) | undefined;

/** What was written in a folder that was cloned or changed is told by its mark, which is the last field. */
export function writeRecord(folder: string, record: WorkRecord, seal: SealRecord): void {
	const marked = seal ? {...record, mark: seal(JSON.stringify(record))} : record;
	writeWhole(recordFile(folder), `${JSON.stringify(marked, undefined, '\t')}\n`);
}

/** The record in a run's folder, with the folders that it has git work in and all that it names. */
export function recordIn(folder: string): RecordFile | undefined {
	const record = readRecord(folder);
	if (!record) return undefined;
	const {path, top, work, user} = record;
	const writes = [path, work.workTree, work.gitDir, work.commonDir];
	const names = [...writes, top, user?.workTree, user?.gitDir, user?.commonDir].filter(each => each !== undefined);
	return {file: recordFile(folder), writes: [...new Set(writes)], names: [...new Set(names)]};
}
