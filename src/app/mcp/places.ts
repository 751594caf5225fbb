/**
 * Which files a client may name: those within the folders that the server was given, by their real paths; and what it
 * calls a debate.
 */
import {existsSync, realpathSync} from 'node:fs';
import {basename, dirname, isAbsolute, relative, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {UsageError} from '../../debate/usage-error.ts';
import {repositoryOver} from '../../engine/host/repository-places.ts';

/** Whether a real path is a folder's or lies in it. */
function isWithin(path: string, folder: string): boolean {
	const from = relative(folder, path);
	return from === '' || (!from.startsWith('..') && !isAbsolute(from));
}

/** The real path of what a client names; links are followed before it is checked. Throws `UsageError`. */
export function placeWithin(named: string, roots: readonly string[]): string {
	const refuse = (what: string): never => {
		throw new UsageError({what, value: named, from: 'the client', todo: nameWithin(roots)});
	};
	const path = resolve(roots[0] ?? '.', named);
	if (!existsSync(path)) return refuse('There is nothing at this path');
	const real = realpathSync(path);
	return isInRoots(real, roots) ? real : refuse('This path is outside the folders that this server may read');
}

const isInRoots = (real: string, roots: readonly string[]): boolean =>
	roots.some(root => existsSync(root) && isWithin(real, realpathSync(root)));

const nameWithin = (roots: readonly string[]): string =>
	roots.length === 0
		? 'The client works in no folder that this server may read; "rostrum mcp --root DIR" allows one.'
		: `Name a path within ${roots.join(' or ')}; "rostrum mcp --root DIR" allows others.`;

/**
 * Git reads all that a repository says is its own: its top, its git directory and the one that it shares, objects
 * that it borrows, and what its files are links to. All of it must lie in the folders. Throws `UsageError`.
 */
export function assertRepositoryWithin(folder: string, roots: readonly string[]): void {
	const found = repositoryOver(folder);
	if (!found) return;
	const {top, gitDir, commonDir, stores, linked} = found;
	const outside = [top, gitDir, commonDir, ...stores, ...linked].find(place => !isInRoots(place, roots));
	if (outside === undefined) return;
	throw new UsageError({
		what: 'This repository reads from outside the folders that this server may read',
		value: outside,
		from: `the repository ${top}`,
		todo: nameWithin(roots),
	});
}

/** The folders among a client's roots: what lies on another machine, or is no path here, is passed over. */
export const foldersOf = (uris: readonly string[]): string[] => uris.flatMap(folderOf);

function folderOf(uri: string): string[] {
	if (!URL.canParse(uri) || new URL(uri).protocol !== 'file:') return [];
	try {
		return [fileURLToPath(uri)];
	} catch (error) {
		// Hosts other than this one, and slashes written as percent signs.
		if (error instanceof TypeError) return [];
		throw error;
	}
}

/** The user's folders, narrowed to those that a client works in where it says which; a client adds none. */
export const narrowed = (roots: readonly string[], wanted: readonly string[] | undefined): readonly string[] => {
	if (wanted === undefined) return roots;
	const real = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : resolve(folder));
	const inner = wanted.map(real).filter(folder => roots.some(root => isWithin(folder, real(root))));
	const outer = roots.filter(root => wanted.some(folder => isWithin(real(root), real(folder))));
	return [...new Set([...inner, ...outer])];
};

/** What a client calls a debate by: the name of the folder that its journal lies in. */
export const handleOf = (journal: string): string => basename(dirname(journal));
