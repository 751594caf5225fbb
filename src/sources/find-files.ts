/** Which files the user named as sources: files, folders and globs, within the limits that are told in words. */
import {lstatSync, readdirSync, realpathSync, statSync, type Dirent} from 'node:fs';
import {basename, dirname, join, relative, sep} from 'node:path';
import {errorCode, UsageError} from '../debate/usage-error.ts';
import type {SourceDocument} from '../debate/sources.ts';
import {escapePattern} from '../debate/text/words.ts';
import {expandPath, isAddress} from '../engine/host/expand-path.ts';
import {gitIn, GitNotRun} from '../engine/host/git.ts';
import {kindName} from '../engine/host/regular-file.ts';
import {repositoryOver} from '../engine/host/repository-places.ts';

/** `name` is its path below what was named; `path` is where it is read. */
export type FoundFile = {readonly name: string; readonly path: string; readonly fetched?: Fetched};

export type Fetched = NonNullable<SourceDocument['fetched']>;
/** What stands at an address, as a file that was fetched. */
export type FetchedFile = Fetched & {readonly path: string};

/** Files, and those that were passed over with the reason. */
type FoundFiles = {readonly files: readonly FoundFile[]; readonly left: readonly string[]};

/** Files at most, and entries of folders that are looked at at most. */
const mostFiles = 2000;
const mostEntries = 50_000;

/** Throws `UsageError` for a path that is not there, an address that was not fetched, and more than the limits. */
export async function findFiles(
	named: readonly string[],
	cwd: string,
	fetched: readonly FetchedFile[] = [],
): Promise<FoundFiles> {
	const files = new Map<string, FoundFile>();
	const left: string[] = [];
	for (const written of named) {
		const found = isAddress(written) ? fetchedAt(written, fetched) : await filesOf(written, cwd);
		for (const file of found.files) if (!files.has(file.path)) files.set(file.path, file);
		left.push(...found.left);
		if (files.size > mostFiles) throw tooMany(written);
	}
	if (files.size === 0)
		throw new UsageError({
			what: 'There are no files to read',
			value: named.join(', '),
			from: '--sources',
			todo: 'Name a file, or a folder that holds some.',
		});
	return {files: [...files.values()], left};
}

const tooMany = (written: string): UsageError =>
	new UsageError({
		what: `There are more than ${mostFiles.toLocaleString('en')} files here`,
		value: written,
		from: '--sources',
		todo: 'Name a folder inside it, or a glob such as "docs/**/*.md".',
	});

function fetchedAt(written: string, fetched: readonly FetchedFile[]): FoundFiles {
	const found = fetched.find(({url}) => url === written);
	if (!found)
		throw new UsageError({
			what: 'A network address is fetched before a debate alone, and this one was not',
			value: written,
			from: '--sources',
			todo: 'Save the page as a file, and name that.',
		});
	const {path, ...of} = found;
	return {files: [{name: found.url, path, fetched: of}], left: []};
}

async function filesOf(written: string, cwd: string): Promise<FoundFiles> {
	const path = expandPath(cwd, written);
	const found = statSync(path, {throwIfNoEntry: false});
	if (found?.isDirectory()) return filesIn(path);
	if (found && !found.isFile())
		throw new UsageError({
			what: `A source is read from a file, and this is ${kindName(found)}`,
			value: written,
			from: '--sources',
			todo: 'Save what it gives as a file, and name that.',
		});
	if (found) return {files: [{name: basename(path), path}], left: []};
	if (/[*?{[]/u.test(written)) return filesMatching(path, written);
	throw new UsageError({
		what: 'There is no such file or folder',
		value: written,
		from: '--sources',
		todo: 'Check the path; a glob that contains * must stand in quotation marks.',
	});
}

/** By their paths. Of a repository, what git ignores is left out; elsewhere hidden files and installed packages are. */
async function filesIn(folder: string): Promise<FoundFiles> {
	const root = realpathSync(folder);
	const names = (await trackedIn(root)) ?? walk(root);
	if (names.length > mostFiles) throw tooMany(folder);
	return withinRoot(root, names.toSorted());
}

/** What git knows or does not ignore; undefined outside of a repository. */
async function trackedIn(root: string): Promise<readonly string[] | undefined> {
	if (repositoryOver(root) === undefined) return undefined;
	try {
		const {ok, out} = await gitIn(root)(['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', '.']);
		return ok ? [...new Set(out.split('\0').filter(name => name !== ''))] : undefined;
	} catch (error) {
		if (error instanceof GitNotRun) return undefined;
		throw error;
	}
}

function walk(root: string): readonly string[] {
	const names: string[] = [];
	const folders = [''];
	let entries = 0;
	for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
		for (const entry of readdirSync(join(root, folder), {withFileTypes: true})) {
			if (++entries > mostEntries || names.length > mostFiles) throw tooMany(root);
			if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
			const name = join(folder, entry.name);
			if (entry.isDirectory()) folders.push(name);
			else if (isFileOrLink(entry)) names.push(name);
		}
	}
	return names;
}

const isFileOrLink = (entry: Dirent): boolean => entry.isFile() || entry.isSymbolicLink();

/** Passes over links that lead out of the folder, and what is no file. */
function withinRoot(root: string, names: readonly string[]): FoundFiles {
	const files: FoundFile[] = [];
	const left: string[] = [];
	for (const name of names) {
		const path = join(root, name);
		const reason = refusal(root, path);
		if (reason === undefined) files.push({name: name.split(sep).join('/'), path: realpathSync(path)});
		else if (reason !== '') left.push(`${name}: ${reason}`);
	}
	return {files, left};
}

/** Why a file of a folder is not read; empty for what needs no word. */
function refusal(root: string, path: string): string | undefined {
	try {
		const real = realpathSync(path);
		if (relative(root, real).split(sep)[0] === '..' || relative(root, real).startsWith(sep))
			return 'it is a link that leads out of the folder';
		const found = statSync(real);
		if (found.isDirectory()) return lstatSync(path).isSymbolicLink() ? 'it is a link to a folder' : '';
		return found.isFile() ? undefined : 'it is no file';
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return 'it leads nowhere';
		throw error;
	}
}

/** `*` and `?` within a name, `**` over folders, `{one,other}`. */
async function filesMatching(path: string, written: string): Promise<FoundFiles> {
	const fixed = path.split(sep);
	const first = fixed.findIndex(part => /[*?{[]/u.test(part));
	const base = fixed.slice(0, first).join(sep) || sep;
	if (!statSync(base, {throwIfNoEntry: false})?.isDirectory())
		throw new UsageError({
			what: 'The folder of this pattern does not exist',
			value: written,
			from: '--sources',
			todo: `Check ${base === sep ? 'the pattern' : dirname(join(base, 'x'))}.`,
		});
	const pattern = patternOf(fixed.slice(first).join('/'));
	const root = realpathSync(base);
	const names = ((await trackedIn(root)) ?? walk(root)).filter(name => pattern.test(name.split(sep).join('/')));
	if (names.length > mostFiles) throw tooMany(written);
	if (names.length === 0)
		throw new UsageError({
			what: 'No file has such a name',
			value: written,
			from: '--sources',
			todo: 'Check the pattern: * stands for a part of a name, ** for folders.',
		});
	return withinRoot(root, names.toSorted());
}

/** A glob as an expression for whole paths, with slashes. */
export function patternOf(glob: string): RegExp {
	const source = glob.replaceAll(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{/gu, piece => {
		if (piece === '**/') return '(?:[^/]+/)*';
		if (piece === '**') return '.*';
		if (piece === '*') return '[^/]*';
		if (piece === '?') return '[^/]';
		if (/^\{.*\}$/u.test(piece)) return `(?:${piece.slice(1, -1).split(',').map(escapePattern).join('|')})`;
		return escapePattern(piece);
	});
	return new RegExp(`^${source}$`, 'u');
}
