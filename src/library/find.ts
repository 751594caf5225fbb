/** Queries about single debates and what was said in them. */
import type {DatabaseSync} from 'node:sqlite';
import {z} from 'zod';
import {Outcome} from '../debate/events.ts';
import {indexText, isUnspaced, wordsIn} from './search-words.ts';
import {passagesPerDebate} from './tables.ts';

// Which debates a query covers, as given by the user and as SQL.

/**
 * All conditions must hold. `framework` also matches personas; `framework` and `model` match any part of a name. Times
 * are Unix milliseconds; `until` is exclusive.
 */
export type Filter = {
	readonly protocol?: string | undefined;
	readonly framework?: string | undefined;
	readonly model?: string | undefined;
	readonly since?: number | undefined;
	readonly until?: number | undefined;
	readonly unfinished?: boolean | undefined;
};

/** A WHERE condition on the table `debates`, and the values of its placeholders. */
type Condition = {readonly sql: string; readonly values: readonly (string | number)[]};

const hasSeatWith = (column: string): string =>
	`EXISTS (SELECT 1 FROM seats WHERE seats.debate = debates.id AND instr(seats.${column}, ?) > 0)`;

export function conditionOf({protocol, framework, model, since, until, unfinished}: Filter): Condition {
	const parts: readonly (readonly [string, string | number | undefined])[] = [
		['debates.protocol = ?', protocol],
		[hasSeatWith('findable_framework'), indexed(framework)],
		[hasSeatWith('findable_model'), indexed(model)],
		['debates.startedAt >= ?', since],
		['debates.startedAt < ?', until],
	];
	const asked = parts.flatMap(([sql, value]) => (value === undefined ? [] : [{sql, value}]));
	const sql = [...asked.map(part => part.sql), ...(unfinished ? [`debates.state = 'unfinished'`] : [])].join(' AND ');
	return {sql: sql === '' ? 'TRUE' : sql, values: asked.map(({value}) => value)};
}

/** A name as it is stored in the index; undefined if it has no letter or digit. */
const indexed = (name: string | undefined): string | undefined =>
	name === undefined ? undefined : indexText(name) || undefined;

// Search terms: word prefixes and quoted phrases, all of which must occur in one passage. Pure.

/** Consecutive words; with `prefix`, the last one also matches longer words. */
type Term = {readonly words: readonly string[]; readonly prefix: boolean};

/** Splits a search text into terms; none if it has no letter or digit. An unclosed quotation runs to the end. */
export function termsOf(text: string): Term[] {
	return [...text.matchAll(/["“„](?<quoted>[^"“”„]*)(?<closed>["”“])?|(?<bare>[^\s"“”„]+)/gu)].flatMap(
		({groups = {}}) => {
			const {quoted, closed, bare} = groups;
			const words = wordsIn(quoted ?? bare ?? '').map(({word}) => word);
			const last = words.at(-1);
			return last === undefined ? [] : [{words, prefix: closed === undefined && !isUnspaced(last)}];
		},
	);
}

/** The terms as an FTS5 expression. Every word is quoted, so that none is read as an operator. */
export const expressionOf = (terms: readonly Term[]): string =>
	terms.map(({words, prefix}) => `"${words.join(' ').replaceAll('"', '""')}"${prefix ? ' *' : ''}`).join(' AND ');

/** A range of a text that matches, in UTF-16 units. */
type Mark = readonly [start: number, end: number];

/** Where the terms occur in a text, in order, without overlaps. */
export function marksIn(text: string, terms: readonly Term[]): Mark[] {
	const words = wordsIn(text);
	const marks: Mark[] = [];
	for (let place = 0; place < words.length; place++) {
		const longest = Math.max(0, ...terms.filter(term => matchesAt(term, words, place)).map(term => term.words.length));
		const [first, last] = [words[place], words[place + longest - 1]];
		if (longest === 0 || !first || !last) continue;
		marks.push([first.start, last.end]);
		place += longest - 1;
	}
	return marks;
}

const matchesAt = ({words: wanted, prefix}: Term, words: readonly {readonly word: string}[], place: number): boolean =>
	wanted.every((word, index) => {
		const here = words[place + index]?.word;
		return prefix && index === wanted.length - 1 ? here?.startsWith(word) === true : here === word;
	});

// Rows that queries return, parsed.

/** SQLite has null instead of undefined. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullable().transform(value => value ?? undefined);

/** A debate as lists show it. Fields that could not be read are undefined. `cost` is US dollars; null if unknown. */
const DebateRow = z.object({
	id: z.number(),
	path: z.string(),
	state: z.enum(['finished', 'unfinished', 'damaged', 'unreadable']),
	fault: optional(z.string()),
	debateId: optional(z.string()),
	protocol: optional(z.string()),
	title: optional(z.string()),
	topic: optional(z.string()),
	startedAt: optional(z.number()),
	ms: optional(z.number()),
	outcome: optional(Outcome),
	reason: optional(z.string()),
	turns: optional(z.number()),
	words: optional(z.number()),
	cost: z.number().nullable(),
});

const SeatRow = z.object({
	debate: z.number(),
	id: z.string(),
	name: z.string(),
	role: z.string(),
	voice: z.string(),
	model: z.string(),
	framework: optional(z.string()),
	persona: optional(z.string()),
	argues: z.number().transform(Boolean),
});
type SeatRow = z.infer<typeof SeatRow>;
type LibrarySeat = Omit<SeatRow, 'debate'>;

export type LibraryDebate = Omit<z.infer<typeof DebateRow>, 'id'> & {readonly seats: readonly LibrarySeat[]};

/**
 * A turn's words, or without a turn, the debate's topic. `place` counts from 0. `score` is null if the judgement was
 * unusable, and undefined if the turn was not judged.
 */
const PassageRow = z
	.object({
		place: z.number(),
		turn: optional(z.string()),
		speaker: z.string(),
		name: z.string(),
		kind: z.string(),
		segment: z.string(),
		round: optional(z.number()),
		text: z.string(),
		judged: z.number(),
		score: z.number().nullable(),
	})
	.transform(({judged, score, ...rest}) => ({...rest, score: judged === 0 ? undefined : score}));
type IndexedPassage = z.infer<typeof PassageRow>;

const columnsOf = (row: {readonly shape: object}, table: string): string =>
	Object.keys(row.shape)
		.map(column => `${table}.${column}`)
		.join(', ');
const debateColumns = columnsOf(DebateRow, 'debates');
const seatColumns = columnsOf(SeatRow, 'seats');
const passageColumns = 'turn, speaker, name, kind, segment, round, text, judged, score';

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

const order = 'ORDER BY debates.startedAt DESC NULLS LAST, debates.path DESC';
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
