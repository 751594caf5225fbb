/** The index on disk: one SQLite file, built from the journals alone, so it can be deleted at any time. */
import {closeSync, mkdirSync, openSync, rmSync} from 'node:fs';
import {dirname} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {z} from 'zod';
import {reasonOf} from '../debate/text/words.ts';
import {tableNames, tablesSql} from './tables.ts';

/** Raised with every change to the tables or their contents; an index of another version is rebuilt. */
const version = 6;

const tables = `${tablesSql};\nPRAGMA user_version = ${version};`;

export type OpenedIndex = {
	readonly db: DatabaseSync;
	/** What the user should know about it. */
	readonly notice?: string;
};

/**
 * Loads SQLite and gives a function that opens or creates the index: rebuilt if the file is of another version or
 * damaged, in memory if it cannot be written, or was `refused` by the disk before.
 */
export async function indexOpener(file: string, waitMs: number): Promise<(refused?: unknown) => OpenedIndex> {
	const {DatabaseSync} = await import('node:sqlite');
	const open = (path: string): DatabaseSync => {
		const db = new DatabaseSync(path, {timeout: waitMs});
		try {
			prepareTables(db);
			return db;
		} catch (error) {
			db.close();
			throw error;
		}
	};
	const inMemory = (why: unknown): OpenedIndex => ({
		db: open(':memory:'),
		notice: `The library’s index cannot be stored in ${file} (${reasonOf(why)}). It is being built from the journals for this run only.`,
	});
	const onDisk = (): DatabaseSync => {
		mkdirSync(dirname(file), {recursive: true, mode: 0o700});
		// SQLite makes its files for everybody to read, and those beside this one as this one is.
		if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
		return open(file);
	};
	const anew = (why: string): OpenedIndex => {
		try {
			removeIndex(file);
			return {db: onDisk(), notice: `The library’s index was ${why}. It is being rebuilt from the journals.`};
		} catch (error) {
			return inMemory(error);
		}
	};
	return refused => {
		if (refused !== undefined) return inMemory(refused);
		try {
			return {db: onDisk()};
		} catch (error) {
			if (!isUnusable(error)) return inMemory(error);
			return anew(error instanceof UnusableIndexError ? error.message : damaged);
		}
	};
}

/** Deletes the index; it can be rebuilt from the journals. */
export function removeIndex(file: string): void {
	for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, {force: true});
}

/** The file is damaged, or was made by another version. */
class UnusableIndexError extends Error {
	override readonly name = 'UnusableIndexError';
}

const damaged = 'damaged';
const otherVersion = 'made by another version of Rostrum';

function prepareTables(db: DatabaseSync): void {
	db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000');
	if (versionOf(db) !== version) makeTables(db);
	try {
		for (const name of tableNames) db.prepare(`SELECT * FROM ${name} LIMIT 1`).get();
	} catch (error) {
		throw new UnusableIndexError(damaged, {cause: error});
	}
}

/** If two processes get here at once, the second finds the tables made. */
function makeTables(db: DatabaseSync): void {
	db.exec('BEGIN IMMEDIATE');
	const found = versionOf(db);
	if (found === 0) db.exec(tables);
	db.exec('COMMIT');
	if (found !== 0 && found !== version) throw new UnusableIndexError(otherVersion);
}

/** Empties the index by recreating its tables; another process that is reading still sees the old ones. */
export function resetTables(db: DatabaseSync): void {
	db.exec(`${tableNames.map(name => `DROP TABLE ${name};`).join('\n')}\n${tables}`);
}

const versionOf = (db: DatabaseSync): unknown => db.prepare('PRAGMA user_version').get()?.['user_version'];

/** SQLITE_CORRUPT and SQLITE_NOTADB, see https://sqlite.org/rescode.html. */
const unusableCodes = new Set([11, 26]);
/** SQLITE_BUSY, _READONLY, _IOERR, _FULL and _CANTOPEN. */
const refusalCodes = new Set([5, 8, 10, 13, 14]);

/** Whether an error means that the index must be rebuilt: SQLite says so, or a row is not what was put in. */
export const isUnusable = (error: unknown): boolean =>
	error instanceof UnusableIndexError || error instanceof z.ZodError || unusableCodes.has(resultCode(error));

/** Whether an error means that the index cannot be kept on this disk, or not now. */
export const isRefused = (error: unknown): boolean => refusalCodes.has(resultCode(error));

const resultCode = (error: unknown): number =>
	error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
