/** The index on disk: one SQLite file, built from the journals alone, so it can be deleted at any time. */
import {mkdirSync, rmSync} from 'node:fs';
import {dirname} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';

/** Goes up with every change of the tables or of what is put into them: an index of another version is made anew. */
const version = 3;

/** Passages of a debate are numbered from its own number times this; so their debate is known without looking it up. */
export const passagesADebate = 1_000_000;

/**
 * `stamp` tells whether a journal has changed since it was read. A debate's `state` is `finished`, `unfinished`,
 * `damaged`
 * (what comes before the `fault` is kept) or `unreadable`. `findable_…` is what filters look into: folded, in one
 * text. Dimensions are thousandths, so that their sums are the same in whatever order they are added up.
 */
const tables = `
CREATE TABLE debates (
	id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL, state TEXT NOT NULL, fault TEXT,
	debate_id TEXT, protocol TEXT, title TEXT, topic TEXT, started INTEGER, ms REAL, outcome TEXT, reason TEXT, turns INTEGER, words INTEGER, cost REAL
);
CREATE INDEX debates_by_time ON debates (started);
CREATE TABLE seats (
	debate INTEGER NOT NULL, place INTEGER NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, role TEXT NOT NULL, voice TEXT NOT NULL, model TEXT NOT NULL,
	framework TEXT, persona TEXT, argues INTEGER NOT NULL, findable_model TEXT NOT NULL, findable_framework TEXT NOT NULL, PRIMARY KEY (debate, place)
);
CREATE TABLE passages (
	id INTEGER PRIMARY KEY, turn TEXT, speaker TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, segment TEXT NOT NULL, round INTEGER, text TEXT NOT NULL,
	model TEXT NOT NULL, framework TEXT, judged INTEGER NOT NULL, score INTEGER, steel INTEGER, self INTEGER, frame INTEGER, honest INTEGER
);
CREATE TABLE cuts (debate INTEGER NOT NULL, place INTEGER NOT NULL, model TEXT NOT NULL, framework TEXT, of_model TEXT NOT NULL, of_framework TEXT, reason TEXT NOT NULL, PRIMARY KEY (debate, place));
CREATE TABLE votes (debate INTEGER NOT NULL, listener TEXT NOT NULL, before INTEGER, after INTEGER, PRIMARY KEY (debate, listener));
CREATE TABLE reviews (debate INTEGER PRIMARY KEY, model TEXT NOT NULL, true_positives INTEGER NOT NULL, false_positives INTEGER NOT NULL, true_negatives INTEGER NOT NULL, false_negatives INTEGER NOT NULL, unknown INTEGER NOT NULL);
CREATE VIRTUAL TABLE words USING fts5 (text, content = '', contentless_delete = 1, prefix = '1 2 3', tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'");
PRAGMA user_version = ${version};
`;

export type OpenedIndex = {
	readonly base: DatabaseSync;
	/** What the user should know of it. */ readonly notice?: string;
};

/**
 * Opens the index, or makes it: anew where another version or a broken file is found, in memory where it cannot be
 * kept.
 */
export async function indexOpener(file: string): Promise<() => OpenedIndex> {
	const {DatabaseSync} = await import('node:sqlite');
	const open = (path: string): DatabaseSync => {
		const base = new DatabaseSync(path, {timeout: 5000});
		try {
			makeReady(base);
			return base;
		} catch (error) {
			base.close();
			throw error;
		}
	};
	return () => {
		try {
			mkdirSync(dirname(file), {recursive: true});
			return {base: open(file)};
		} catch (error) {
			if (!isUnusable(error))
				return {
					base: open(':memory:'),
					notice: `The library’s index cannot be kept in ${file} (${messageOf(error)}): it is made from the journals for this time only.`,
				};
			removeIndex(file);
			return {
				base: open(file),
				notice: `The library’s index was ${error instanceof Unusable ? error.message : damaged}: it is made anew from the journals.`,
			};
		}
	};
}

/** Takes the index away; the journals are what it is made of. */
export function removeIndex(file: string): void {
	for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, {force: true});
}

/** The file holds something else than this version would have put there. */
class Unusable extends Error {
	override readonly name = 'Unusable';
}

const damaged = 'damaged';
const otherVersion = 'made by another version of Rostrum';
const names = ['debates', 'seats', 'passages', 'cuts', 'votes', 'reviews', 'words'] as const;

function makeReady(base: DatabaseSync): void {
	base.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000');
	if (versionOf(base) !== version) makeTables(base);
	try {
		for (const name of names) base.prepare(`SELECT * FROM ${name} LIMIT 1`).get();
	} catch (error) {
		throw new Unusable(damaged, {cause: error});
	}
}

/** Of two processes that come at once the second finds it made. */
function makeTables(base: DatabaseSync): void {
	base.exec('BEGIN IMMEDIATE');
	const found = versionOf(base);
	if (found === 0) base.exec(tables);
	base.exec('COMMIT');
	if (found !== 0 && found !== version) throw new Unusable(otherVersion);
}

/** Empties the index by making its tables again; another process that reads meanwhile still sees the old ones. */
export function resetTables(base: DatabaseSync): void {
	base.exec(`${names.map(name => `DROP TABLE ${name};`).join('\n')}\n${tables}`);
}

const versionOf = (base: DatabaseSync): unknown => base.prepare('PRAGMA user_version').get()?.['user_version'];

/** Result codes of SQLite: https://sqlite.org/rescode.html, 11 and 26: the file is malformed, or is no database. */
const unusableCodes = new Set([11, 26]);

/** Whether an error means that the file is of no use any more. */
export const isUnusable = (error: unknown): boolean =>
	error instanceof Unusable ||
	(error instanceof Error &&
		'errcode' in error &&
		typeof error.errcode === 'number' &&
		unusableCodes.has(error.errcode & 0xff));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
