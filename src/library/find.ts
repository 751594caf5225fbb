/** Queries about single debates and what was said in them. */
import type {DatabaseSync} from 'node:sqlite';
import {z} from 'zod';
import {conditionOf, type Filter} from './filter.ts';
import {expressionOf, marksIn, termsOf, type Mark, type Term} from './query.ts';
import {
	debateColumns,
	DebateRow,
	passageColumns,
	PassageRow,
	seatColumns,
	SeatRow,
	type LibraryDebate,
	type IndexedPassage,
	type LibrarySeat,
} from './rows.ts';
import {passagesPerDebate} from './schema.ts';

/** A debate with search hits, and how many of its passages have one. */
export type FoundDebate = LibraryDebate & {readonly hits: number};

/** A passage with the ranges of its text (UTF-16) that match the search. */
export type FoundPassage = IndexedPassage & {readonly marks: readonly Mark[]};

export type Finder = {
	/** Newest first; debates without a start time come last. */
	readonly debates: (filter: Filter) => LibraryDebate[];
	/** Debates with a passage that contains every term, newest first; none if the text has no letter or digit. */
	readonly search: (text: string, filter: Filter) => FoundDebate[];
	/** The first `most` passages of a debate, in order; with a text, only those that contain all its terms. */
	readonly passages: (path: string, text?: string, most?: number) => FoundPassage[];
	/** The number of debates. */
	readonly count: () => number;
	/** The values that filters can take. */
	readonly choices: () => {
		readonly protocols: readonly string[];
		readonly frameworks: readonly string[];
		readonly models: readonly string[];
	};
};

const order = 'ORDER BY debates.started DESC NULLS LAST, debates.path DESC';
const hits = `SELECT rowid / ${passagesPerDebate} AS debate, count(*) AS hits FROM words WHERE words MATCH ? GROUP BY 1`;
const Named = z.object({name: z.string()});
const HitRow = DebateRow.extend({hits: z.number()});

export const finderOf = (db: DatabaseSync): Finder => ({
	debates(filter) {
		const {sql, values} = conditionOf(filter);
		const rows = db.prepare(`SELECT ${debateColumns} FROM debates WHERE ${sql} ${order}`).all(...values);
		return withSeats(
			db,
			rows.map(row => DebateRow.parse(row)),
		);
	},
	search(text, filter) {
		const terms = termsOf(text);
		if (terms.length === 0) return [];
		const {sql, values} = conditionOf(filter);
		const rows = db
			.prepare(
				`WITH found AS (${hits}) SELECT ${debateColumns}, found.hits FROM found JOIN debates ON debates.id = found.debate WHERE ${sql} ${order}`,
			)
			.all(expressionOf(terms), ...values);
		return withSeats(
			db,
			rows.map(row => HitRow.parse(row)),
		);
	},
	count: () => Number(db.prepare('SELECT count(*) AS count FROM debates').get()?.['count'] ?? 0),
	passages: (path, text = '', most = Number.MAX_SAFE_INTEGER) => passagesOf(db, path, termsOf(text), most),
	choices: () => ({
		protocols: namesIn(db, 'SELECT DISTINCT protocol AS name FROM debates WHERE protocol IS NOT NULL ORDER BY 1'),
		frameworks: namesIn(
			db,
			'SELECT framework AS name FROM seats WHERE framework IS NOT NULL UNION SELECT persona FROM seats WHERE persona IS NOT NULL ORDER BY 1',
		),
		models: namesIn(db, 'SELECT DISTINCT model AS name FROM seats ORDER BY 1'),
	}),
});

function passagesOf(db: DatabaseSync, path: string, terms: readonly Term[], most: number): FoundPassage[] {
	const id = db.prepare('SELECT id FROM debates WHERE path = ?').get(path)?.['id'];
	if (typeof id !== 'number') return [];
	const [from, to] = [id * passagesPerDebate, (id + 1) * passagesPerDebate - 1];
	const match =
		terms.length === 0
			? {sql: '', values: []}
			: {
					sql: 'id IN (SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ?) AND',
					values: [expressionOf(terms), from, to],
				};
	const rows = db
		.prepare(
			`SELECT id - ${from} AS place, ${passageColumns} FROM passages WHERE ${match.sql} id BETWEEN ? AND ? ORDER BY id LIMIT ?`,
		)
		.all(...match.values, from, to, most);
	return rows.map(row => PassageRow.parse(row)).map(row => ({...row, marks: marksIn(row.text, terms)}));
}

const namesIn = (db: DatabaseSync, sql: string): string[] =>
	z
		.array(Named)
		.parse(db.prepare(sql).all())
		.map(({name}) => name);

function withSeats<T extends {readonly id: number}>(
	db: DatabaseSync,
	rows: readonly T[],
): (Omit<T, 'id'> & {seats: readonly LibrarySeat[]})[] {
	const seats = seatsByDebate(
		db,
		rows.map(({id}) => id),
	);
	return rows.map(({id, ...row}) => ({...row, seats: seats.get(id) ?? []}));
}

function seatsByDebate(db: DatabaseSync, ids: readonly number[]): Map<number, LibrarySeat[]> {
	const rows = db
		.prepare(`SELECT ${seatColumns} FROM seats WHERE debate IN (SELECT value FROM json_each(?)) ORDER BY debate, place`)
		.all(JSON.stringify(ids));
	const seats = new Map<number, LibrarySeat[]>();
	for (const {debate, ...seat} of rows.map(row => SeatRow.parse(row)))
		seats.set(debate, [...(seats.get(debate) ?? []), seat]);
	return seats;
}
