/**
 * Where debates are kept: a folder each, named after its start and title; how one is found; and the folders that the
 * library knows.
 */
import {existsSync, lstatSync, mkdirSync, readdirSync, statSync, type Dirent, appendFileSync} from 'node:fs';
import {readdir, realpath, stat} from 'node:fs/promises';
import {basename, dirname, join, resolve, isAbsolute, relative} from 'node:path';
import {expandPath} from '../../engine/host/expand-path.ts';
import {syncFolder, makeFolder} from '../../engine/host/write-whole.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {packageRoot} from '../../engine/host/package-root.ts';
import {homeFiles} from '../../settings/home.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';

const longestSlug = 48;

/**
 * A readable, portable file name: letters and digits of any script in lower case, words joined by `-`, cut between
 * words.
 */
export function slug(title: string): string {
	const [first = 'debate', ...words] =
		title
			.normalize('NFKD')
			.replaceAll(/\p{M}/gu, '')
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? [];
	let name = new RegExp(`^.{0,${longestSlug}}`, 'u').exec(first)?.[0] ?? '';
	for (const word of words) {
		if (name.length + 1 + word.length > longestSlug) break;
		name += `-${word}`;
	}
	return name;
}

/** Local time as `yyyymmdd-hhmmss`. */
export function stampOf(date: Date): string {
	const two = (number: number): string => String(number).padStart(2, '0');
	return `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}

/**
 * The folder for debates: the one set, else `./transcripts` if debates of this user's were written there before, else
 * the one in ROSTRUM_HOME. One that came with a clone would take its place, and its debates pass for the user's.
 */
export function debatesFolder(out: string | undefined, home: string, cwd: string): string {
	if (out !== undefined) return expandPath(cwd, out);
	const {transcripts, folders} = homeFiles(home);
	const here = folderHere(cwd);
	return isDirectory(here) && rememberedFolders(folders).includes(here) ? here : transcripts;
}

/** `transcripts` in the current folder, whoever made it; for reading. */
export const folderHere = (cwd: string): string => join(cwd, 'transcripts');

/** Where a debate's sound goes, without an ending: its own folder, or the journal’s where an earlier sound is there. */
export function soundOf(journal: string): string {
	const folder = dirname(journal);
	const isBeside = ['audio', 'episode.transcript.json'].some(name => existsSync(join(folder, name)));
	return join(isBeside ? folder : join(folder, 'sound'), 'episode');
}

/** Where the spoken pieces of a sound are kept. */
export const soundsBeside = (sound: string): string => join(dirname(sound), 'audio');

/** A link to a folder is none. */
export const isDirectory = (path: string): boolean => lstatSync(path, {throwIfNoEntry: false})?.isDirectory() === true;

/** What is said where `./transcripts` is there and passed over; not of the recordings that come with Rostrum. */
export function passedOver(out: string | undefined, home: string, cwd: string): string[] {
	const [folder, here] = [debatesFolder(out, home, cwd), folderHere(cwd)];
	return out !== undefined || folder === here || here === folderHere(packageRoot) || !existsSync(here)
		? []
		: [`Kept in ${folder}: your Rostrum did not make ${here}. "--out transcripts" keeps debates there from now on.`];
}

/** Creates a new folder, never reusing one: two debates in the same second get `…-2`. Returns its path. */
export function makeDebateFolder(parent: string, title: string, date: Date): string {
	const name = join(parent, `${stampOf(date)}-${slug(title)}`);
	try {
		makeAll(parent);
		for (let number = 1; ; number++)
			if (makeNew(number === 1 ? name : `${name}-${number}`)) return number === 1 ? name : `${name}-${number}`;
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		throw new UsageError(
			{
				what: `The debate folder cannot be created: ${reasonOf(error)}`,
				value: parent,
				from: '--out, or where debates are kept',
				todo: 'Name another folder with --out.',
			},
			{cause: error},
		);
	}
}

/** Creates parent folders too. Node's `recursive` option can loop forever, for example in /proc. */
function makeAll(folder: string): void {
	if (existsSync(folder)) return;
	makeAll(dirname(folder));
	makeNew(folder);
}

function makeNew(folder: string): boolean {
	try {
		mkdirSync(folder, 0o700);
		syncFolder(dirname(folder));
		return true;
	} catch (error) {
		if (errorCode(error) === 'EEXIST') return false;
		throw error;
	}
}

// Finds the journal for what the user named: a debate's folder, its journal, or nothing.

export const journalName = 'debate.jsonl';
/** What the user calls a debate, beside its journal. */
export const nameFile = 'name.txt';

/** Where the recordings that come with Rostrum lie. */
export const shippedFolder: string = join(packageRoot, 'transcripts');
/** Whether a debate's folder is that of a recording that comes with Rostrum. */
export const isShipped = (folder: string): boolean =>
	dirname(folder) === shippedFolder && basename(folder).startsWith('sample-');

/** A recorded sample, by its name alone. */
const isSample = /^sample-[\w-]+$/u;

/**
 * The journal at a path, or `debate.jsonl` in that folder. Searches `cwd`, then the debates in `folder`, then the
 * samples that Rostrum brings. Throws `UsageError`.
 */
export function findJournal(named: string, cwd: string, folder?: string): string {
	const samples = isSample.test(named) ? [join(packageRoot, 'transcripts', named)] : [];
	const places = [
		...new Set([
			resolve(cwd, named),
			...(folder === undefined ? [] : [resolve(folder, named), resolve(folderHere(cwd), named)]),
			...samples,
		]),
	];
	const found = places
		.flatMap(place => [join(place, journalName), place])
		.find(place => statSync(place, {throwIfNoEntry: false})?.isFile());
	if (found !== undefined) return found;
	throw new UsageError({
		what: 'There is no debate here',
		value: named,
		from: 'what was named',
		todo: `Name a ${journalName}, or the folder that holds one; looked in ${places.join(' and ')}.`,
	});
}

/** The newest debate in a folder of debates; undefined if it has none or is itself a debate's folder. */
export const newestJournal = (folder: string): string | undefined =>
	statSync(folder, {throwIfNoEntry: false})?.isDirectory() && !existsSync(join(folder, journalName))
		? journalsUnder(folder)[0]
		: undefined;

const isFile = (entry: Dirent): boolean =>
	entry.isSymbolicLink()
		? statSync(join(entry.parentPath, entry.name), {throwIfNoEntry: false})?.isFile() === true
		: entry.isFile();

/** All journals below a folder, sorted by path, newest first. One without a line is no debate: a crash came first. */
export function journalsUnder(folder: string): string[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => entry.name === journalName && isFile(entry))
		.map(entry => join(entry.parentPath, entry.name))
		.filter(path => (statSync(path, {throwIfNoEntry: false})?.size ?? 0) > 0)
		.toSorted()
		.toReversed();
}

// Where the library looks for journals: the debates folder, and every other folder that debates were written to.

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
			? await stamped(
					join(place, journalName),
					entries.some(entry => entry.name === nameFile) ? [join(place, nameFile)] : [],
				)
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

async function stamped(path: string, beside: readonly string[] = []): Promise<Stamped[]> {
	try {
		const {size, mtimeNs, ctimeNs, ino} = await stat(path, {bigint: true});
		const names = await Promise.all(beside.map(async file => (await stat(file, {bigint: true})).mtimeNs));
		return [[path, [size, mtimeNs, ctimeNs, ino, ...names].join(' ')]];
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return [];
		throw error;
	}
}
