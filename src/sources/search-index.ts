/**
 * The index over all passages: SQLite's full-text search in memory, made anew from the documents. Words for languages
 * that set spaces; for scripts without, three characters in a row, and two by comparison.
 */
import {DatabaseSync, type StatementSync} from 'node:sqlite';
import type {SearchedDocument} from '../debate/citations/standing.ts';
import {wordsIn} from '../debate/citations/tokens.ts';

type Hit = {readonly document: number; readonly place: number};

type SearchIndex = {
	/** The passages that have most of these words, the rarer the better; best first. */
	readonly best: (query: string, most: number) => readonly Hit[];
	readonly add: (documents: readonly SearchedDocument[]) => void;
};

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const unspacedRuns = new RegExp(`${unspaced.source}+`, 'gu');

/** A word that stands in more than this share of all passages leads to none of them, unless it is all there is. */
const commonShare = 0.2;
/** Words of a query that are looked for: the rarest. */
const mostWords = 8;

export function searchIndex(documents: readonly SearchedDocument[]): SearchIndex {
	const base = new DatabaseSync(':memory:');
	base.exec(`
		CREATE TABLE hits (id INTEGER PRIMARY KEY, document INTEGER, place INTEGER);
		CREATE VIRTUAL TABLE words USING fts5(text, heading, content='', tokenize='porter unicode61 remove_diacritics 2');
		CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, 'row');
		CREATE VIRTUAL TABLE grams USING fts5(text, tokenize='trigram');
	`);
	const addHit = base.prepare('INSERT INTO hits VALUES (?, ?, ?)');
	const addWords = base.prepare('INSERT INTO words (rowid, text, heading) VALUES (?, ?, ?)');
	const addGrams = base.prepare('INSERT INTO grams (rowid, text) VALUES (?, ?)');
	let id = 0;
	let hasGrams = false;
	function add(more: readonly SearchedDocument[]): void {
		base.exec('BEGIN');
		for (const {number, passages} of more)
			for (const [place, passage] of passages.entries()) {
				id++;
				if (isBibliography(passage.text)) continue;
				addHit.run(id, number, place);
				addWords.run(id, passage.text, passage.place);
				if (!unspaced.test(passage.text)) continue;
				addGrams.run(id, passage.text);
				hasGrams = true;
			}
		base.exec('COMMIT');
	}
	add(documents);
	const byWords = base.prepare(
		'SELECT document, place FROM words JOIN hits ON hits.id = words.rowid WHERE words MATCH ? ORDER BY bm25(words, 1.0, 0.5), words.rowid LIMIT ?',
	);
	const byGrams = base.prepare(
		'SELECT document, place FROM grams JOIN hits ON hits.id = grams.rowid WHERE grams MATCH ? ORDER BY rank, grams.rowid LIMIT ?',
	);
	const byPart = base.prepare(
		"SELECT document, place FROM grams JOIN hits ON hits.id = grams.rowid WHERE text LIKE '%' || ? || '%' ORDER BY grams.rowid LIMIT ?",
	);
	const count = base.prepare('SELECT sum(doc) AS n FROM (SELECT doc FROM vocabulary WHERE term = ?)');
	const frequency = counted(count);

	return {
		add,
		best(query, most) {
			const runs = hasGrams ? (query.match(unspacedRuns) ?? []) : [];
			const words = [
				...new Set(wordsIn(query.replaceAll(unspacedRuns, ' ')).filter(word => /[\p{L}\p{N}]/u.test(word))),
			];
			const rare = words
				.map(word => ({word, found: frequency(word)}))
				.toSorted((one, other) => one.found - other.found)
				.filter(({found}, _, all) => found <= Math.max(id * commonShare, all.find(each => each.found > 0)?.found ?? 0))
				.slice(0, mostWords);
			const spaced = rare.length === 0 ? [] : hitsOf(byWords, rare.map(({word}) => quoted(word)).join(' OR '), most);
			const grams = runs.flatMap(run => threes(run));
			const longer = grams.length === 0 ? [] : hitsOf(byGrams, grams.slice(0, 40).map(quoted).join(' OR '), most);
			const shorter = runs.filter(run => Array.from(run).length < 3).flatMap(run => hitsOf(byPart, run, most));
			return distinct([...longer, ...shorter, ...spaced]).slice(0, most);
		},
	};
}

/** Entries that name other works, each behind its number or label: nobody can argue from them. */
const isBibliography = (text: string): boolean => {
	const entries = text.split(/\n\s*\n/u).filter(entry => entry.trim() !== '');
	return entries.every(entry => /^\s*\[[\p{L}\d+]{1,8}\]\s+\p{Lu}/u.test(entry) && /\b(?:1[89]|20)\d\d\b/u.test(entry));
};

/** How many passages have a word as it stands; a stem of it may have more. */
const counted =
	(count: StatementSync) =>
	(word: string): number =>
		Number(count.get(word)?.['n'] ?? 0);

const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`;

const threes = (run: string): readonly string[] => {
	const signs = Array.from(run);
	return signs.slice(0, Math.max(0, signs.length - 2)).map((_, at) => signs.slice(at, at + 3).join(''));
};

const hitsOf = (statement: StatementSync, query: string, most: number): readonly Hit[] =>
	statement.all(query, most).map(row => ({document: Number(row['document']), place: Number(row['place'])}));

const distinct = (hits: readonly Hit[]): readonly Hit[] => [
	...new Map(hits.map(hit => [`${hit.document}.${hit.place}`, hit])).values(),
];
