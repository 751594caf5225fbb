/** Where the library looks for journals: the debates folder, and every other folder that debates were written to. */
import {appendFileSync, existsSync} from 'node:fs';
import {readdir, realpath, stat} from 'node:fs/promises';
import {dirname, isAbsolute, join, relative} from 'node:path';
import {makeFolder} from '../../engine/host/write-whole.ts';
import {journalName} from './find-debate.ts';
import {errorCode} from '../../debate/usage-error.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';

/**
 * How deep to search for journals: debates lie directly in the debates folder, or slightly deeper if the user has
 * sorted them.
 */
const deepest = 3;

/**
 * Remembers where a journal is, in a file with one JSON-encoded path per line, so that the library finds it from
 * anywhere. Returns an error message instead of throwing, since a debate does not depend on it.
 */
export function rememberFolder(file: string, folder: string, journal: string): string | undefined {
	const within = relative(folder, journal);
	// For a journal outside the debates folder, only the file itself is remembered.
	const place = within.startsWith('..') || isAbsolute(within) ? journal : folder;
	try {
		if (rememberedFolders(file).includes(place)) return undefined;
		makeFolder(dirname(file));
		appendFileSync(file, `${JSON.stringify(place)}\n`, {mode: 0o600});
		return undefined;
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return `The library will not find this debate by itself: ${reasonOf(error)}`;
	}
}

/** The remembered paths; malformed lines are skipped. */
export function rememberedFolders(file: string): string[] {
	if (!existsSync(file)) return [];
	return readRegularFile(file)
		.split('\n')
		.flatMap(line => (/^"(?:[^"\\]|\\.)*"$/u.test(line) ? [String(JSON.parse(line))] : []));
}

/** All journals in these folders, each with a stamp that changes with the file. A missing folder has none. */
export async function findJournals(folders: readonly string[]): Promise<Map<string, string>> {
	const found = await Promise.all(folders.map(async folder => look(await real(folder), 0)));
	return new Map(found.flat());
}

/** Resolves symlinks, since one folder may be given in several ways. */
async function real(path: string): Promise<string> {
	try {
		return await realpath(path);
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return path;
	}
}

type Stamped = readonly [path: string, stamp: string];

/** Does not descend into a debate's folder, such as into a builder's workplace. */
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
		// Deleted meanwhile, or not readable.
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
