/** Queries about single debates and what was said in them. */
import type {DatabaseSync} from 'node:sqlite';
import {z} from 'zod';
import {conditionOf, type Filter} from './filter.ts';
import {expressionOf, marksIn, termsOf, type Mark} from './query.ts';
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
import {passagesADebate} from './schema.ts';

/**
 * A debate in which something was found: in how many of its passages, and the first of them by turn (none where that is
 * the topic).
 */
export type FoundDebate = LibraryDebate & {readonly hits: number};

/** A passage with the places in its text (UTF-16) where something that was looked for stands. */
export type FoundPassage = IndexedPassage & {readonly marks: readonly Mark[]};

export type Finder = {
	/** Newest first; those that tell no time come last. */
	readonly debates: (filter: Filter) => LibraryDebate[];
	/**
	 * The debates in which every term stands together in one passage, newest first; none where the text holds neither
	 * letter nor digit.
	 */
	readonly search: (text: string, filter: Filter) => FoundDebate[];
	/** The passages of a debate in their order; with a text, those that have its terms, at most so many. */
	readonly passages: (path: string, text?: string, most?: number) => FoundPassage[];
	/** How many debates there are. */
	readonly count: () => number;
	/** The values that filters can take. */
	readonly choices: () => {
		readonly protocols: readonly string[];
		readonly frameworks: readonly string[];
		readonly models: readonly string[];
	};
};

const order = 'ORDER BY debates.started DESC NULLS LAST, debates.path DESC';
const hits = `SELECT rowid / ${passagesADebate} AS debate, count(*) AS hits FROM words WHERE words MATCH ? GROUP BY 1`;
const Named = z.object({name: z.string()});
const HitRow = DebateRow.extend({hits: z.number()});

export function finderOf(base: DatabaseSync): Finder {
	const names = (sql: string): string[] =>
		z
			.array(Named)
			.parse(base.prepare(sql).all())
			.map(({name}) => name);
	/** Those who took part in these debates, by the debate's number. */
	const seatsOf = (ids: readonly number[]): Map<number, LibrarySeat[]> => {
		const seats = new Map<number, LibrarySeat[]>();
		for (const {debate, ...seat} of base
			.prepare(
				`SELECT ${seatColumns} FROM seats WHERE debate IN (SELECT value FROM json_each(?)) ORDER BY debate, place`,
			)
			.all(JSON.stringify(ids))
			.map(row => SeatRow.parse(row)))
			seats.set(debate, [...(seats.get(debate) ?? []), seat]);
		return seats;
	};
	const seated = <T extends {readonly id: number}>(
		rows: readonly T[],
	): (Omit<T, 'id'> & {seats: readonly LibrarySeat[]})[] => {
		const seats = seatsOf(rows.map(({id}) => id));
		return rows.map(({id, ...row}) => ({...row, seats: seats.get(id) ?? []}));
	};

	return {
		debates(filter) {
			const {sql, values} = conditionOf(filter);
			return seated(
				base
					.prepare(`SELECT ${debateColumns} FROM debates WHERE ${sql} ${order}`)
					.all(...values)
					.map(row => DebateRow.parse(row)),
			);
		},
		search(text, filter) {
			const terms = termsOf(text);
			if (terms.length === 0) return [];
			const {sql, values} = conditionOf(filter);
			const rows = base
				.prepare(
					`WITH found AS (${hits}) SELECT ${debateColumns}, found.hits FROM found JOIN debates ON debates.id = found.debate WHERE ${sql} ${order}`,
				)
				.all(expressionOf(terms), ...values);
			return seated(rows.map(row => HitRow.parse(row)));
		},
		count: () => Number(base.prepare('SELECT count(*) AS count FROM debates').get()?.['count'] ?? 0),
		passages(path, text = '', most = Number.MAX_SAFE_INTEGER) {
			const id = base.prepare('SELECT id FROM debates WHERE path = ?').get(path)?.['id'];
			if (typeof id !== 'number') return [];
			const [from, to] = [id * passagesADebate, (id + 1) * passagesADebate - 1];
			const terms = termsOf(text);
			const asked =
				terms.length === 0
					? {sql: '', values: []}
					: {
							sql: 'id IN (SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ?) AND',
							values: [expressionOf(terms), from, to],
						};
			const rows = base
				.prepare(
					`SELECT id - ${from} AS place, ${passageColumns} FROM passages WHERE ${asked.sql} id BETWEEN ? AND ? ORDER BY id LIMIT ?`,
				)
				.all(...asked.values, from, to, most);
			return rows.map(row => PassageRow.parse(row)).map(row => ({...row, marks: marksIn(row.text, terms)}));
		},
		choices: () => ({
			protocols: names('SELECT DISTINCT protocol AS name FROM debates WHERE protocol IS NOT NULL ORDER BY 1'),
			frameworks: names(
				'SELECT framework AS name FROM seats WHERE framework IS NOT NULL UNION SELECT persona FROM seats WHERE persona IS NOT NULL ORDER BY 1',
			),
			models: names('SELECT DISTINCT model AS name FROM seats ORDER BY 1'),
		}),
	};
}
