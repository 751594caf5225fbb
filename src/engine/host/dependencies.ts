/**
 * Installed dependencies of a repository, lent to a copy of it: a folder of links to packages that stay where they are,
 * for commands in a sandbox, which can read and not write them.
 */
import {existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, realpathSync} from 'node:fs';
import {rm, symlink} from 'node:fs/promises';
import {dirname, join, relative, resolve} from 'node:path';
import {isIn} from '../../voices/sandbox/toolchains.ts';

/** Folders of installed dependencies at the top of a repository, beside those named `node_modules`. */
const dependencyFolders = ['.venv', 'venv', 'vendor'];

/** Paths of folders that are there in `source`, for the packages that `tree` has. No link is followed. */
export function dependenciesIn(source: string, tree: string): string[] {
	const packages = packagesIn(tree, '');
	const top = realpathSync(source);
	return [...packages.map(path => join(path, 'node_modules')), ...dependencyFolders].filter(path => {
		const place = join(top, path);
		const isThere = lstatSync(place, {throwIfNoEntry: false})?.isDirectory() && realpathSync(place) === place;
		// What was committed is part of the code.
		return isThere && (source === tree || !existsSync(join(tree, path)));
	});
}

const mostDeep = 4;

/** The top, and folders in it with a `package.json`. */
function packagesIn(tree: string, path: string, depth = 0): string[] {
	const entries = readdirSync(join(tree, path), {withFileTypes: true});
	const own = depth === 0 || entries.some(entry => entry.name === 'package.json' && entry.isFile()) ? [path] : [];
	if (depth === mostDeep) return own;
	return [
		...own,
		...entries
			.filter(entry => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
			.flatMap(({name}) => packagesIn(tree, join(path, name), depth + 1)),
	];
}

/** What tools keep in a folder of packages for themselves, and write anew. */
const kept = new Set(['.cache', '.vite', '.vite-temp', '.vitest']);

/**
 * A folder of one's own with links to what is in another one, which the run can read and not write. A link to a package
 * of the repository's own stays what it is, and so leads to the copy.
 */
async function linkFolder(from: string, to: string, source: string): Promise<void> {
	mkdirSync(to, {recursive: true});
	for (const entry of readdirSync(from, {withFileTypes: true})) {
		if (kept.has(entry.name)) continue;
		const [there, here] = [join(from, entry.name), join(to, entry.name)];
		if (entry.isDirectory() && entry.name.startsWith('@')) await linkFolder(there, here, source);
		else await symlink(entry.isSymbolicLink() ? (ownPackage(there, source) ?? there) : there, here);
	}
}

/** What a link says, where it leads to a part of the repository that is no dependency. */
function ownPackage(link: string, source: string): string | undefined {
	const target = resolve(dirname(link), readlinkSync(link));
	return isIn(target, source) && !/(?:^|\/)node_modules(?:\/|$)/u.test(relative(source, target))
		? relative(dirname(link), target)
		: undefined;
}

/**
 * Lends the dependencies of `source` to `tree` while `use` runs, which is given the folders that it must be able to
 * read. What `tree` has of its own is left alone.
 */
export async function withDependencies<T>(
	source: string,
	tree: string,
	use: (readable: readonly string[]) => Promise<T>,
): Promise<T> {
	const lent = dependenciesIn(source, tree).filter(path => existsSync(dirname(join(tree, path))));
	try {
		for (const path of lent) await linkFolder(join(source, path), join(tree, path), source);
		return await use(lent.map(path => join(source, path)));
	} finally {
		for (const path of lent) await rm(join(tree, path), {recursive: true, force: true});
	}
}
