/** The tables of the index: each is one list of columns, of which its SQL and what is inserted are made. */
import type {DatabaseSync} from 'node:sqlite';
import type {ListenerVote} from '../debate/views/judgements.ts';
import type {Digest, DigestCut, DigestPassage, DigestScore, DigestSeat, JournalReading} from './digest.ts';
import {indexText} from './search-words.ts';

/** A passage's id is its debate's id times this, plus its position, so that the debate follows from the id. */
export const passagesPerDebate = 1_000_000;

/** Undefined is stored as null, and what is so or not as 1 or 0. */
type Stored = string | number | boolean | null | undefined;
/** A column's name, its type in SQL, and what stands in it for one `T`. */
type IndexColumn<T> = readonly [name: string, type: string, valueOf: (of: T) => Stored];

type IndexTable<T> = {
	readonly name: string;
	readonly columns: readonly IndexColumn<T>[];
	/** What SQL says of the columns together. */
	readonly key?: string;
};

/** What belongs to a debate, `place` counted from 0. */
type PartOfDebate<T> = {readonly debate: number; readonly place: number; readonly part: T};

const debatePlace = [
	['debate', 'INTEGER NOT NULL', ({debate}) => debate],
	['place', 'INTEGER NOT NULL', ({place}) => place],
] as const satisfies readonly IndexColumn<PartOfDebate<unknown>>[];

/** A debate's own row; SQLite gives its id. */
export type StoredDebate = JournalReading & {readonly path: string; readonly stamp: string};

const ofDigest =
	(valueOf: (digest: Digest) => Stored): IndexColumn<StoredDebate>[2] =>
	({digest}) =>
		digest && valueOf(digest);

/**
 * `stamp` tells whether a journal has changed since it was read. A debate's `state` is `finished`, `unfinished`,
 * `damaged` (indexed up to the `fault`) or `unreadable`.
 */
export const debates: IndexTable<StoredDebate> = {
	name: 'debates',
	columns: [
		['id', 'INTEGER PRIMARY KEY', () => null],
		['path', 'TEXT NOT NULL UNIQUE', ({path}) => path],
		['stamp', 'TEXT NOT NULL', ({stamp}) => stamp],
		['state', 'TEXT NOT NULL', stateOf],
		['fault', 'TEXT', ({fault}) => fault],
		['debateId', 'TEXT', ofDigest(({debateId}) => debateId)],
		['protocol', 'TEXT', ofDigest(({protocol}) => protocol)],
		['title', 'TEXT', ofDigest(({title}) => title)],
		['topic', 'TEXT', ofDigest(({topic}) => topic)],
		['startedAt', 'INTEGER', ofDigest(({startedAt}) => startedAt)],
		['ms', 'REAL', ofDigest(({ms}) => ms)],
		['outcome', 'TEXT', ofDigest(({outcome}) => outcome)],
		['reason', 'TEXT', ofDigest(({reason}) => reason)],
		['turns', 'INTEGER', ofDigest(({turns}) => turns)],
		['words', 'INTEGER', ofDigest(({words}) => words)],
		['cost', 'REAL', ofDigest(({cost}) => cost)],
	],
};

function stateOf({digest, fault}: JournalReading): string {
	if (fault !== undefined) return digest ? 'damaged' : 'unreadable';
	return digest?.outcome === undefined ? 'unfinished' : 'finished';
}

/** Filters search in `findable_…`, which is normalized text. */
export const seats: IndexTable<PartOfDebate<DigestSeat>> = {
	name: 'seats',
	columns: [
		...debatePlace,
		['id', 'TEXT NOT NULL', ({part}) => part.id],
		['name', 'TEXT NOT NULL', ({part}) => part.name],
		['role', 'TEXT NOT NULL', ({part}) => part.role],
		['voice', 'TEXT NOT NULL', ({part}) => part.voice],
		['model', 'TEXT NOT NULL', ({part}) => part.model],
		['framework', 'TEXT', ({part}) => part.framework],
		['persona', 'TEXT', ({part}) => part.persona],
		['argues', 'INTEGER NOT NULL', ({part}) => part.argues],
		['findable_model', 'TEXT NOT NULL', ({part}) => indexText(part.findableNames)],
		['findable_framework', 'TEXT NOT NULL', ({part}) => indexText(`${part.framework ?? ''} ${part.persona ?? ''}`)],
	],
	key: 'PRIMARY KEY (debate, place)',
};

/** A dimension's value in thousandths, so that sums do not depend on the order of addition. */
const dimension =
	(
		name: Exclude<keyof DigestScore, 'score' | 'steelDone' | 'selfDone' | 'consistent'>,
	): IndexColumn<PartOfDebate<DigestPassage>>[2] =>
	({part}) => {
		const value = part.judged?.[name];
		return value === undefined ? null : Math.round(value * 1000);
	};

/** What was done or not is null where it was not due. */
export const passages: IndexTable<PartOfDebate<DigestPassage>> = {
	name: 'passages',
	columns: [
		['id', 'INTEGER PRIMARY KEY', passageId],
		['turn', 'TEXT', ({part}) => part.turn],
		['speaker', 'TEXT NOT NULL', ({part}) => part.speaker],
		['name', 'TEXT NOT NULL', ({part}) => part.name],
		['kind', 'TEXT NOT NULL', ({part}) => part.kind],
		['segment', 'TEXT NOT NULL', ({part}) => part.segment],
		['round', 'INTEGER', ({part}) => part.round],
		['text', 'TEXT NOT NULL', ({part}) => part.text],
		['model', 'TEXT NOT NULL', ({part}) => part.model],
		['framework', 'TEXT', ({part}) => part.framework],
		['judged', 'INTEGER NOT NULL', ({part}) => part.judged !== undefined],
		['score', 'INTEGER', ({part}) => part.judged?.score],
		['steel', 'INTEGER', dimension('steelManning')],
		['self', 'INTEGER', dimension('selfCritique')],
		['frame', 'INTEGER', dimension('frameworkConsistency')],
		['honest', 'INTEGER', dimension('intellectualHonesty')],
		['steel_done', 'INTEGER', ({part}) => part.judged?.steelDone],
		['self_done', 'INTEGER', ({part}) => part.judged?.selfDone],
		['consistent', 'INTEGER', ({part}) => part.judged?.consistent],
		['quoted', 'INTEGER', ({part}) => part.quotations?.quoted],
		['verified', 'INTEGER', ({part}) => part.quotations?.verified],
	],
};

function passageId({debate, place}: {readonly debate: number; readonly place: number}): number {
	return debate * passagesPerDebate + place;
}

export const cuts: IndexTable<PartOfDebate<DigestCut>> = {
	name: 'cuts',
	columns: [
		...debatePlace,
		['model', 'TEXT NOT NULL', ({part}) => part.model],
		['framework', 'TEXT', ({part}) => part.framework],
		['of_model', 'TEXT NOT NULL', ({part}) => part.ofModel],
		['of_framework', 'TEXT', ({part}) => part.ofFramework],
		['reason', 'TEXT NOT NULL', ({part}) => part.reason],
	],
	key: 'PRIMARY KEY (debate, place)',
};

export const votes: IndexTable<PartOfDebate<ListenerVote>> = {
	name: 'votes',
	columns: [
		['debate', 'INTEGER NOT NULL', ({debate}) => debate],
		['listener', 'TEXT NOT NULL', ({part}) => part.listener],
		['before', 'INTEGER', ({part}) => part.before],
		['after', 'INTEGER', ({part}) => part.after],
	],
	key: 'PRIMARY KEY (debate, listener)',
};

export const reviews: IndexTable<PartOfDebate<NonNullable<Digest['review']>>> = {
	name: 'reviews',
	columns: [
		['debate', 'INTEGER PRIMARY KEY', ({debate}) => debate],
		['model', 'TEXT NOT NULL', ({part}) => part.model],
		['true_positives', 'INTEGER NOT NULL', ({part}) => part.truePositives],
		['false_positives', 'INTEGER NOT NULL', ({part}) => part.falsePositives],
		['true_negatives', 'INTEGER NOT NULL', ({part}) => part.trueNegatives],
		['false_negatives', 'INTEGER NOT NULL', ({part}) => part.falseNegatives],
		['unknown', 'INTEGER NOT NULL', ({part}) => part.unknown],
	],
};

export const agreements: IndexTable<PartOfDebate<NonNullable<Digest['agreement']>>> = {
	name: 'agreements',
	columns: [
		['debate', 'INTEGER PRIMARY KEY', ({debate}) => debate],
		['same', 'INTEGER NOT NULL', ({part}) => part.same],
		['answers', 'INTEGER NOT NULL', ({part}) => part.answers],
	],
};

/** The words of a passage, under its id. */
const words = {
	name: 'words',
	sql: `CREATE VIRTUAL TABLE words USING fts5 (text, content = '', contentless_delete = 1, prefix = '1 2 3', tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'")`,
};

/** Tables whose rows belong to a debate by their column `debate`. */
export const partsOfDebates = [seats, cuts, votes, reviews, agreements].map(({name}) => name);
export const tableNames = ['debates', 'passages', ...partsOfDebates, words.name];

const sqlOf = <T>({name, columns, key}: IndexTable<T>): string =>
	`CREATE TABLE ${name} (${[...columns.map(([column, type]) => `${column} ${type}`), key].filter(Boolean).join(', ')})`;

/** SQL that makes all tables. */
export const tablesSql = [
	sqlOf(debates),
	sqlOf(seats),
	sqlOf(passages),
	sqlOf(cuts),
	sqlOf(votes),
	sqlOf(reviews),
	sqlOf(agreements),
	words.sql,
	'CREATE INDEX debates_by_time ON debates (startedAt)',
].join(';\n');

/** Gives a function that inserts one row, and returns its id. */
export function inserter<T>(db: DatabaseSync, {name, columns}: IndexTable<T>): (row: T) => number {
	const insert = db.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`);
	return row => Number(insert.run(...columns.map(([, , valueOf]) => stored(valueOf(row)))).lastInsertRowid);
}

const stored = (value: Stored): string | number | null =>
	typeof value === 'boolean' ? Number(value) : (value ?? null);

/** Gives a function that puts a passage's words into the index. */
export function wordsInserter(db: DatabaseSync): (part: PartOfDebate<DigestPassage>) => void {
	const insert = db.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)');
	return row => {
		insert.run(passageId(row), indexText(row.part.text));
	};
}
