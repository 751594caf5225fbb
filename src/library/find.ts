/** Questions to the index about single debates and what was said in them. */
import type {DatabaseSync} from 'node:sqlite';
import {z} from 'zod';
import {conditionOf, type Filter} from './filter.ts';
import {expressionOf, marksIn, termsOf, type Mark} from './query.ts';
import {debateColumns, DebateRow, passageColumns, PassageRow, seatColumns, SeatRow, type LibraryDebate, type LibraryPassage, type LibrarySeat} from './rows.ts';
import {passagesADebate} from './schema.ts';

/** A debate in which something was found: in how many of its passages, and the first of them by turn (none where that is the topic). */
export type Found = LibraryDebate & {readonly hits: number};

/** A passage with the places in its text (UTF-16) where something that was looked for stands. */
export type FoundPassage = LibraryPassage & {readonly marks: readonly Mark[]};

export type Finder = {
	/** Newest first; those that tell no time come last. */
	readonly debates: (filter: Filter) => LibraryDebate[];
	/** The debates in which every term stands together in one passage, newest first; none where the text holds neither letter nor digit. */
	readonly search: (text: string, filter: Filter) => Found[];
	/** The passages of a debate in their order; with a text, those that have its terms, at most so many. */
	readonly passages: (path: string, text?: string, most?: number) => FoundPassage[];
	/** The values that filters can take. */
	readonly choices: () => {readonly protocols: readonly string[]; readonly frameworks: readonly string[]; readonly models: readonly string[]};
};

const order = 'ORDER BY debates.started DESC NULLS LAST, debates.path DESC';
const hits = `SELECT rowid / ${passagesADebate} AS debate, count(*) AS hits FROM words WHERE words MATCH ? GROUP BY 1`;
const Named = z.object({name: z.string()});
const Hits = z.object({hits: z.number()});

export function finderOf(base: DatabaseSync): Finder {
	const seatsBy = ({sql, values}: ReturnType<typeof conditionOf>): Map<string, LibrarySeat[]> => {
		const rows = base.prepare(`SELECT ${seatColumns} FROM seats JOIN debates ON debates.id = seats.debate WHERE ${sql} ORDER BY seats.debate, seats.place`).all(...values);
		const seats = new Map<string, LibrarySeat[]>();
		for (const {path, ...seat} of z.array(SeatRow).parse(rows)) seats.set(path, [...(seats.get(path) ?? []), seat]);
		return seats;
	};
	const names = (sql: string): string[] => z.array(Named).parse(base.prepare(sql).all()).map(({name}) => name);

	return {
		debates(filter) {
			const condition = conditionOf(filter);
			const seats = seatsBy(condition);
			const rows = base.prepare(`SELECT ${debateColumns} FROM debates WHERE ${condition.sql} ${order}`).all(...condition.values);
			return rows.map(row => DebateRow.parse(row)).map(row => ({...row, seats: seats.get(row.path) ?? []}));
		},
		search(text, filter) {
			const terms = termsOf(text);
			if (terms.length === 0) return [];
			const condition = conditionOf(filter);
			const rows = base.prepare(`WITH found AS (${hits}) SELECT ${debateColumns}, found.hits FROM found JOIN debates ON debates.id = found.debate WHERE ${condition.sql} ${order}`).all(expressionOf(terms), ...condition.values);
			const seats = seatsBy(condition);
			return rows.map(row => ({...DebateRow.parse(row), ...Hits.parse(row)})).map(row => ({...row, seats: seats.get(row.path) ?? []}));
		},
		passages(path, text = '', most = Number.MAX_SAFE_INTEGER) {
			const id = base.prepare('SELECT id FROM debates WHERE path = ?').get(path)?.['id'];
			if (typeof id !== 'number') return [];
			const [from, to] = [id * passagesADebate, (id + 1) * passagesADebate - 1];
			const terms = termsOf(text);
			const asked = terms.length === 0 ? {sql: '', values: []} : {sql: 'id IN (SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ?) AND', values: [expressionOf(terms), from, to]};
			const rows = base.prepare(`SELECT id - ${from} AS place, ${passageColumns} FROM passages WHERE ${asked.sql} id BETWEEN ? AND ? ORDER BY id LIMIT ?`).all(...asked.values, from, to, most);
			return rows.map(row => PassageRow.parse(row)).map(row => ({...row, marks: marksIn(row.text, terms)}));
		},
		choices: () => ({
			protocols: names('SELECT DISTINCT protocol AS name FROM debates WHERE protocol IS NOT NULL ORDER BY 1'),
			frameworks: names('SELECT framework AS name FROM seats WHERE framework IS NOT NULL UNION SELECT persona FROM seats WHERE persona IS NOT NULL ORDER BY 1'),
			models: names('SELECT DISTINCT model AS name FROM seats ORDER BY 1'),
		}),
	};
}
