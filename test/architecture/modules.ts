/** The source files as the architecture test and `npm run house` see them. */
import {readdirSync, readFileSync} from 'node:fs';
import {join, posix} from 'node:path';
import {packageRoot} from '../../src/engine/host/package-root.ts';
import {importsOf, withoutComments, type Import} from './imports.ts';

export type Module = {
	/** Relative to `src`, with forward slashes. */
	readonly path: string;
	readonly source: string;
	/** The source without its comments. */
	readonly code: string;
	readonly imports: readonly Import[];
};

export function readModules(folder: string = join(packageRoot, 'src')): readonly Module[] {
	return readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.filter(name => /\.tsx?$/u.test(name))
		.map(name => {
			const source = readFileSync(join(folder, name), 'utf8');
			return {path: name.replaceAll('\\', '/'), source, code: withoutComments(source), imports: importsOf(source)};
		})
		.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

export const folderOf = (path: string): string => posix.dirname(path);

type Resolved = Import & {readonly path: string};

const resolved = ({path, imports}: Module): readonly Resolved[] =>
	imports
		.filter(({target}) => target.startsWith('.'))
		.map(one => ({...one, path: posix.join(folderOf(path), one.target)}));

const isTable = ({path}: Resolved): boolean => path.endsWith('.json');

/** The imports of our own files, as paths relative to `src`. */
export const ownImports = (module: Module): readonly Resolved[] => resolved(module).filter(one => !isTable(one));

/** The tables of data that it imports, as paths relative to `src`. */
export const importedTables = (module: Module): readonly string[] =>
	resolved(module)
		.filter(isTable)
		.map(({path}) => path);
