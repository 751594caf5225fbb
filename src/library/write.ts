/** Adds debates to the index and removes them, each in one transaction. */
import type {DatabaseSync} from 'node:sqlite';
import type {Digest, DigestScore, DigestPassage} from './digest.ts';
import {passagesADebate} from './schema.ts';
import {indexText} from './words.ts';

/**
 * What reading a journal came to: its debate as far as it could be read, and the fault that it could not be read
 * beyond.
 */
export type JournalReading = {readonly digest?: Digest | undefined; readonly fault?: string | undefined};

export type Writer = {
	/** Takes the place of what was there under this path. `stamp` is given back by `stamps`. */
	readonly put: (path: string, stamp: string, reading: JournalReading) => void;
	readonly drop: (path: string) => void;
};

export function writerOf(base: DatabaseSync): Writer {
	const idOf = base.prepare('SELECT id FROM debates WHERE path = ?');
	const debate = base.prepare(
		'INSERT INTO debates (path, stamp, state, fault, debate_id, protocol, title, topic, started, ms, outcome, reason, turns, words, cost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
	);
	const seat = base.prepare('INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
	const passage = base.prepare('INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
	const words = base.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)');
	const cut = base.prepare('INSERT INTO cuts VALUES (?, ?, ?, ?, ?, ?, ?)');
	const vote = base.prepare('INSERT INTO votes VALUES (?, ?, ?, ?)');
	const review = base.prepare('INSERT INTO reviews VALUES (?, ?, ?, ?, ?, ?, ?)');
	const removals = [
		'DELETE FROM debates WHERE id = ?',
		'DELETE FROM seats WHERE debate = ?',
		'DELETE FROM cuts WHERE debate = ?',
		'DELETE FROM votes WHERE debate = ?',
		'DELETE FROM reviews WHERE debate = ?',
	].map(sql => base.prepare(sql));
	const rangeRemovals = [
		'DELETE FROM words WHERE rowid BETWEEN ? AND ?',
		'DELETE FROM passages WHERE id BETWEEN ? AND ?',
	].map(sql => base.prepare(sql));

	const remove = (path: string): void => {
		const id = idOf.get(path)?.['id'];
		if (typeof id !== 'number') return;
		for (const removal of rangeRemovals) removal.run(id * passagesADebate, (id + 1) * passagesADebate - 1);
		for (const removal of removals) removal.run(id);
	};
	const addPassage = (
		id: number,
		{turn, speaker, name, kind, segment, round, text, model, framework, judged}: DigestPassage,
	): void => {
		passage.run(
			id,
			turn ?? null,
			speaker,
			name,
			kind,
			segment,
			round ?? null,
			text,
			model,
			framework ?? null,
			judged ? 1 : 0,
			...figuresOf(judged),
		);
		words.run(id, indexText(text));
	};
	const addContents = (id: number, {seats, passages, cuts, votes, review: reviewed}: Digest): void => {
		for (const [place, one] of seats.entries())
			seat.run(
				id,
				place,
				one.id,
				one.name,
				one.role,
				one.voice,
				one.model,
				one.framework ?? null,
				one.persona ?? null,
				one.argues ? 1 : 0,
				indexText(one.findableNames),
				indexText(`${one.framework ?? ''} ${one.persona ?? ''}`),
			);
		for (const [place, one] of passages.slice(0, passagesADebate).entries())
			addPassage(id * passagesADebate + place, one);
		for (const [place, one] of cuts.entries())
			cut.run(id, place, one.model, one.framework ?? null, one.ofModel, one.ofFramework ?? null, one.reason);
		for (const {listener, before, after} of votes) vote.run(id, listener, before ?? null, after ?? null);
		if (reviewed)
			review.run(
				id,
				reviewed.model,
				reviewed.truePositives,
				reviewed.falsePositives,
				reviewed.trueNegatives,
				reviewed.falseNegatives,
				reviewed.unknown,
			);
	};
	return {
		put: (path, stamp, reading) =>
			transaction(base, () => {
				remove(path);
				const {digest, fault} = reading;
				const {lastInsertRowid} = debate.run(
					path,
					stamp,
					stateOf(reading),
					fault ?? null,
					digest?.debateId ?? null,
					digest?.protocol ?? null,
					digest?.title ?? null,
					digest?.topic ?? null,
					digest?.startedAt ?? null,
					digest?.ms ?? null,
					digest?.outcome ?? null,
					digest?.reason ?? null,
					digest?.turns ?? null,
					digest?.words ?? null,
					digest?.cost ?? null,
				);
				if (digest) addContents(Number(lastInsertRowid), digest);
			}),
		drop: path => transaction(base, () => remove(path)),
	};
}

const stateOf = ({digest, fault}: JournalReading): string =>
	fault === undefined ? (digest?.outcome === undefined ? 'unfinished' : 'finished') : digest ? 'damaged' : 'unreadable';

const figuresOf = (judged: DigestScore | undefined): (number | null)[] => [
	judged?.score ?? null,
	...[judged?.steelManning, judged?.selfCritique, judged?.frameworkConsistency, judged?.intellectualHonesty].map(
		value => (value === undefined ? null : Math.round(value * 1000)),
	),
];

/** Runs a change in one transaction; other processes wait, and read what was there before. */
export function transaction(base: DatabaseSync, change: () => void): void {
	base.exec('BEGIN IMMEDIATE');
	try {
		change();
		base.exec('COMMIT');
	} catch (error) {
		// SQLite may have done so itself.
		if (base.isTransaction) base.exec('ROLLBACK');
		throw error;
	}
}
