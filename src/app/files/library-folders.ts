/**
 * Where the library looks for journals: the folders that hold debates, and those that debates were written to before.
 */
import {appendFileSync, existsSync, mkdirSync, readFileSync} from 'node:fs';
import {readdir, realpath, stat} from 'node:fs/promises';
import {dirname, isAbsolute, join, relative} from 'node:path';
import {journalName} from './find-debate.ts';
import {errorCode} from '../../debate/usage-error.ts';

/** A debate's folder lies in the folder of debates; one that somebody sorted away lies a little deeper. */
const deepest = 3;

/**
 * Writes down where a journal is kept, in a file with one path a line (as JSON), so that the library finds it from
 * everywhere. Gives what went wrong, in words for the user: a debate does not depend on it.
 */
export function rememberFolder(file: string, folder: string, journal: string): string | undefined {
	const within = relative(folder, journal);
	// A journal that was put elsewhere by name is looked for there, and nothing around it.
	const place = within.startsWith('..') || isAbsolute(within) ? journal : folder;
	try {
		if (rememberedFolders(file).includes(place)) return undefined;
		mkdirSync(dirname(file), {recursive: true});
		appendFileSync(file, `${JSON.stringify(place)}\n`);
		return undefined;
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return `The library will not find this debate by itself: ${error instanceof Error ? error.message : ''}`;
	}
}

/** What was written down; a line that is none of ours says nothing. */
export function rememberedFolders(file: string): string[] {
	if (!existsSync(file)) return [];
	return readFileSync(file, 'utf8')
		.split('\n')
		.flatMap(line => (/^"(?:[^"\\]|\\.)*"$/u.test(line) ? [String(JSON.parse(line))] : []));
}

/** Every journal in these folders with a stamp that changes whenever it does. A folder that is not there holds none. */
export async function findJournals(folders: readonly string[]): Promise<Map<string, string>> {
	const found = await Promise.all(folders.map(async folder => look(await real(folder), 0)));
	return new Map(found.flat());
}

/** One folder may be named in several ways. */
async function real(path: string): Promise<string> {
	try {
		return await realpath(path);
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return path;
	}
}

type Stamped = readonly [path: string, stamp: string];

/** What lies inside a debate's folder (the builder's place of work, say) is its own business. */
async function look(place: string, depth: number): Promise<Stamped[]> {
	try {
		const entries = await readdir(place, {withFileTypes: true});
		const here = entries.some(entry => entry.name === journalName && entry.isFile())
			? await stamped(join(place, journalName))
			: [];
		if (depth === deepest || (here.length > 0 && depth > 0)) return here;
		const inside = entries.filter(
			entry => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules',
		);
		return [...here, ...(await Promise.all(inside.map(entry => look(join(place, entry.name), depth + 1)))).flat()];
	} catch (error) {
		if (errorCode(error) === 'ENOTDIR') return depth === 0 ? stamped(place) : [];
		// Gone, or not ours to look into.
		if (errorCode(error) === undefined) throw error;
		return [];
	}
}

async function stamped(path: string): Promise<Stamped[]> {
	try {
		const {size, mtimeNs, ctimeNs, ino} = await stat(path, {bigint: true});
		return [[path, [size, mtimeNs, ctimeNs, ino].join(' ')]];
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return [];
		throw error;
	}
}
