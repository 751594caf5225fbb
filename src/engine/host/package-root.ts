/** Where the package lies, with the files beside the code, for the sources and the bundle alike. */
import {existsSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

/** The nearest folder above this file that holds a `package.json`: one up from `src/` and from `dist/`. */
function findRoot(folder: string): string {
	if (existsSync(join(folder, 'package.json'))) return folder;
	const parent = dirname(folder);
	if (parent === folder)
		throw new Error(`No package.json was found above ${fileURLToPath(import.meta.url)}: the installation is broken.`);
	return findRoot(parent);
}

export const packageRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));

/** The version in `package.json`. Free of every import that takes time: `rostrum --version` runs nothing else. */
export function packageVersion(): string {
	const manifest: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
	if (
		typeof manifest === 'object' &&
		manifest !== null &&
		'version' in manifest &&
		typeof manifest.version === 'string'
	)
		return manifest.version;
	throw new Error(`${join(packageRoot, 'package.json')} names no version: the installation is broken.`);
}
