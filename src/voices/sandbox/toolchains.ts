/** What of a home a program may read in a sandbox: languages, their packages and tools, but no login and no key. */
import {existsSync, realpathSync} from 'node:fs';
import {basename, dirname, join, relative, sep} from 'node:path';

/** Folders in a home, as installers of languages make them; only parts of one that holds a login too. */
const inHome = [
	'.nvm .volta .fnm .asdf .proto .bun .deno .npm-global .yarn .config/yarn/global',
	'.pyenv .conda miniconda3 anaconda3 .pixi .rbenv .rvm .gem/ruby',
	'.cargo/bin .cargo/registry .cargo/git .cargo/env .rustup go .dotnet .ghcup .opam',
	'.sdkman .jenv .m2/repository .m2/wrapper .gradle/wrapper .gradle/caches .juliaup .julia',
	'.local/bin .local/lib .local/share/fnm .local/share/mise .local/share/uv .local/share/pnpm',
	'.nix-profile .local/state/nix .linuxbrew Library/pnpm',
].flatMap(line => line.split(' '));

type SearchPlace = {readonly home: string; readonly programs: readonly string[]; readonly folder: string};

/** Paths that exist, outer ones first: toolchains, where programs lie, and packages in folders above the work. */
export function toolPaths({home, programs, folder}: SearchPlace): string[] {
	const above = parentsOf(folder).flatMap(parent => ['node_modules', '.venv'].map(name => join(parent, name)));
	const paths = [...inHome.map(path => join(home, path)), ...programs.flatMap(path => rootOf(path, home)), ...above];
	return [...new Set(paths)].filter(path => existsSync(path)).toSorted((one, other) => one.length - other.length);
}

/** What a folder of programs needs around it: its packages, or its installation where that is not the home itself. */
function rootOf(programs: string, home: string): string[] {
	const parent = dirname(programs);
	if (basename(programs) === '.bin') return [parent];
	if (existsSync(join(parent, 'pyvenv.cfg'))) return [parent];
	const isTool =
		['bin', 'sbin', 'shims'].includes(basename(programs)) && !isIn(home, parent) && dirname(parent) !== parent;
	return [isTool && !isIn(parent, home) ? parent : programs];
}

/** Whether `path` is `folder` or lies in it. */
export const isIn = (path: string, folder: string): boolean => relative(folder, path).split(sep)[0] !== '..';

const parentsOf = (path: string): string[] =>
	dirname(path) === path ? [] : [dirname(path), ...parentsOf(dirname(path))];

/** A path with its links resolved, if it is there. */
export const realPaths = (paths: readonly string[]): string[] =>
	paths.filter(path => existsSync(path)).map(path => realpathSync(path));
