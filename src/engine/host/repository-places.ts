/**
 * Where a repository lies, found by reading files alone: no git command has run when this is known. A repository may
 * name places outside of itself, and whoever decides what may be read has to see them all.
 */
import {lstatSync, readdirSync, readlinkSync, realpathSync, statSync, type Dirent} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {unquoted} from '../../debate/text/unified-diff.ts';
import {readRegularFile} from './regular-file.ts';

export type RepositoryPlaces = {
	/** The folder whose files are compared; of a bare repository, its git directory. */
	readonly top: string;
	/** As its `.git` says; it may not exist. */
	readonly gitDir: string;
	readonly commonDir: string;
	/** Its objects, and those that it borrows from others through `alternates`, by their real paths. */
	readonly stores: readonly string[];
	/** Where links among git's own files lead, by their real paths. */
	readonly linked: readonly string[];
	/** What is neither a file, a folder nor a link: git would wait for it without end. */
	readonly strange: readonly string[];
};

/** More links to other stores than this are not followed: git itself follows five. */
const mostStores = 100;
/** More of git's own files than this are not looked at. */
const mostEntries = 200_000;

/** The repository that git takes for a folder: its own, or the nearest one above. */
export function repositoryOver(folder: string): RepositoryPlaces | undefined {
	const start = realPath(folder);
	return start === undefined ? undefined : searchUp(start);
}

function searchUp(folder: string): RepositoryPlaces | undefined {
	const link = join(folder, '.git');
	const found = statSync(link, {throwIfNoEntry: false});
	// Git looks no further above a file that names a git directory, also where that is not there.
	const named = found?.isFile() ? /^gitdir: (?<path>.+)$/mu.exec(readRegularFile(link, smallFile))?.groups : undefined;
	if (named?.['path'] !== undefined) return placesOf(folder, resolve(folder, named['path']));
	if (found?.isDirectory() && isGitDirectory(link)) return placesOf(folder, link);
	if (isGitDirectory(folder)) return placesOf(folder, folder);
	const above = dirname(folder);
	return above === folder ? undefined : searchUp(above);
}

/** A git directory has these; a folder without them is none, whatever its name. */
export const isGitDirectory = (folder: string): boolean =>
	isThere(join(folder, 'HEAD')) &&
	['objects', 'refs'].every(name => isThere(join(commonOf(folder), name)) || isThere(join(folder, name)));

const isThere = (path: string): boolean => lstatSync(path, {throwIfNoEntry: false}) !== undefined;
const smallFile = 64 * 1024;

/** A linked worktree shares the directory that its git directory names. */
function commonOf(gitDir: string): string {
	const file = join(gitDir, 'commondir');
	return statSync(file, {throwIfNoEntry: false})?.isFile()
		? resolve(gitDir, readRegularFile(file, smallFile).trim())
		: gitDir;
}

/** All the places of a repository whose top and git directory are known. */
export function placesOf(top: string, named: string): RepositoryPlaces {
	const gitDir = realPath(named) ?? named;
	const common = commonOf(gitDir);
	const commonDir = realPath(common) ?? common;
	const found = [...new Set([gitDir, commonDir])].map(ownFilesOf);
	return {
		top,
		gitDir,
		commonDir,
		stores: storesOf(join(commonDir, 'objects')),
		linked: [...new Set(found.flatMap(({linked}) => linked))],
		strange: found.flatMap(({strange}) => strange),
	};
}

/** This store and, in turn, those that it borrows from; one that does not exist is named as it is written. */
function storesOf(first: string): string[] {
	const seen = new Set<string>();
	const waiting = [first];
	while (waiting.length > 0 && seen.size < mostStores) {
		const named = waiting.shift() ?? '';
		const store = realPath(named) ?? named;
		if (seen.has(store)) continue;
		seen.add(store);
		const list = join(store, 'info', 'alternates');
		if (!statSync(list, {throwIfNoEntry: false})?.isFile()) continue;
		for (const line of readRegularFile(list, 1024 * 1024).split('\n'))
			if (line !== '' && !line.startsWith('#')) waiting.push(resolve(store, unquoted(line)));
	}
	return [...seen];
}

/** Git's files in a directory of it; the repositories of submodules are their own. */
function ownFilesOf(gitDir: string): Pick<RepositoryPlaces, 'linked' | 'strange'> {
	const [linked, strange]: [string[], string[]] = [[], []];
	const waiting = [gitDir];
	let seen = 0;
	while (waiting.length > 0 && seen < mostEntries) {
		const folder = waiting.pop() ?? '';
		for (const entry of entriesOf(folder)) {
			seen++;
			const path = join(folder, entry.name);
			if (entry.isDirectory()) {
				if (folder !== gitDir || entry.name !== 'modules') waiting.push(path);
			} else if (entry.isSymbolicLink()) linked.push(realPath(path) ?? resolve(folder, readlinkSync(path)));
			else if (!entry.isFile() && !isFsmonitorSocket(path)) strange.push(path);
		}
	}
	return {linked, strange};
}

/** The user's own file system monitor listens there; with it switched off, git does not look at it. */
const isFsmonitorSocket = (path: string): boolean => path.endsWith('fsmonitor--daemon.ipc');

function entriesOf(folder: string): Dirent[] {
	if (!statSync(folder, {throwIfNoEntry: false})?.isDirectory()) return [];
	return readdirSync(folder, {withFileTypes: true});
}

function realPath(path: string): string | undefined {
	return isReal(path) ? realpathSync(path) : undefined;
}

/** Also false for links that lead to themselves. */
function isReal(path: string): boolean {
	try {
		return statSync(path, {throwIfNoEntry: false}) !== undefined;
	} catch (error) {
		if (error instanceof Error && 'code' in error && ['ELOOP', 'ENOTDIR', 'EACCES'].includes(String(error.code)))
			return false;
		throw error;
	}
}
