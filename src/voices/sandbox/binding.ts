/**
 * Which place may be shown behind a wall for the sake of tools. A repository can bring links that are called like a
 * folder of packages or lie in PATH: what they lead to was chosen by whoever wrote it, not by the user.
 */
import {existsSync, realpathSync, statSync} from 'node:fs';
import {basename, dirname, isAbsolute, join, relative, sep} from 'node:path';

/** Whether `path` is `folder` or lies in it. */
export const isIn = (path: string, folder: string): boolean => relative(folder, path).split(sep)[0] !== '..';

export const parentsOf = (path: string): string[] =>
	dirname(path) === path ? [] : [dirname(path), ...parentsOf(dirname(path))];

/** Where homes lie, beside the user's own. */
const homes = ['/home', '/Users', '/root', '/var/root'];

/**
 * The real path of what may be bound at `path` for tools: a folder or file, never `/`, a home, what holds one, or what
 * a link of a repository leads to. Undefined where nothing may, or nothing is there.
 */
export function placeToBind(path: string, home: string): string | undefined {
	const real = isAbsolute(path) ? realOf(path) : undefined;
	if (real === undefined || isHome(real, home) || wasChosenByRepository(path, real, home)) return undefined;
	const there = statSync(real, {throwIfNoEntry: false});
	return there?.isDirectory() || there?.isFile() ? real : undefined;
}

/** A folder of packages above the work: itself, wherever it lies; a link in its place is not followed. */
export function packagesToBind(path: string, home: string): string | undefined {
	const real = placeToBind(path, home);
	const parent = realOf(dirname(path));
	return parent !== undefined && real === join(parent, basename(path)) ? real : undefined;
}

/** Undefined where it is not there, or not ours to look at. */
export function realOf(path: string): string | undefined {
	try {
		return realpathSync(path);
	} catch (error) {
		if (error instanceof Error && 'code' in error) return undefined;
		throw error;
	}
}

const isHome = (real: string, home: string): boolean =>
	[home, realOf(home) ?? home, ...homes].some(each => isIn(each, real)) || ['/home', '/Users'].includes(dirname(real));

/**
 * Whether a link in a repository was followed on the way. The outermost repository counts: a link may lead to one of
 * its own. Installers such as nvm are repositories in the home whose links may stay among themselves.
 */
function wasChosenByRepository(path: string, real: string, home: string): boolean {
	const top = [path, ...parentsOf(path)].findLast(
		folder => !isHome(realOf(folder) ?? folder, home) && existsSync(join(folder, '.git')),
	);
	const realTop = top === undefined ? undefined : realOf(top);
	if (top === undefined || realTop === undefined) return false;
	const isInstaller = basename(top).startsWith('.') && dirname(top) === home;
	return isInstaller ? !isIn(real, realTop) : real !== join(realTop, relative(top, path));
}
