/**
 * Which files a client may name: those within the folders that the server was given, by their real paths; and what it
 * calls a debate.
 */
import {existsSync, realpathSync} from 'node:fs';
import {basename, dirname, isAbsolute, relative, resolve} from 'node:path';
import {UsageError} from '../../debate/usage-error.ts';

/** Whether a real path is a folder's or lies in it. */
function isWithin(path: string, folder: string): boolean {
	const from = relative(folder, path);
	return from === '' || (!from.startsWith('..') && !isAbsolute(from));
}

/** The real path of what a client names; links are followed before it is checked. Throws `UsageError`. */
export function placeWithin(named: string, roots: readonly string[]): string {
	const refuse = (what: string): never => {
		throw new UsageError({
			what,
			value: named,
			from: 'the client',
			todo: `Name a path within ${roots.join(' or ')}; "rostrum mcp --root DIR" allows others.`,
		});
	};
	const path = resolve(roots[0] ?? '.', named);
	if (!existsSync(path)) return refuse('There is nothing at this path');
	const real = realpathSync(path);
	return roots.some(root => existsSync(root) && isWithin(real, realpathSync(root)))
		? real
		: refuse('This path is outside the folders that this server may read');
}

/** The user's folders, narrowed to those that a client works in where it says which; a client adds none. */
export const narrowed = (roots: readonly string[], wanted: readonly string[]): readonly string[] => {
	const real = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : resolve(folder));
	const inner = wanted.map(real).filter(folder => roots.some(root => isWithin(folder, real(root))));
	const outer = roots.filter(root => wanted.some(folder => isWithin(real(root), real(folder))));
	return wanted.length === 0 ? roots : [...new Set([...inner, ...outer])];
};

/** What a client calls a debate by: the name of the folder that its journal lies in. */
export const handleOf = (journal: string): string => basename(dirname(journal));
