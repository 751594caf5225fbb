/** Adds debates to the index and removes them, each in one transaction. */
import type {DatabaseSync} from 'node:sqlite';
import type {Digest, JournalReading} from './digest.ts';
import {
	agreements,
	cuts,
	debates,
	inserter,
	partsOfDebates,
	passages,
	passagesPerDebate,
	reviews,
	seats,
	votes,
	wordsInserter,
} from './tables.ts';

export type Writer = {
	/** Replaces what the index has under this path. `stamps` returns the stamp again. */
	readonly put: (path: string, stamp: string, reading: JournalReading) => void;
	readonly drop: (path: string) => void;
};

export function writerOf(db: DatabaseSync): Writer {
	const remove = removerOf(db);
	const addDebate = inserter(db, debates);
	const addContents = contentsAdder(db);
	return {
		put: (path, stamp, reading) =>
			transaction(db, () => {
				remove(path);
				const id = addDebate({path, stamp, ...reading});
				if (reading.digest) addContents(id, reading.digest);
			}),
		drop: path => transaction(db, () => remove(path)),
	};
}

function removerOf(db: DatabaseSync): (path: string) => void {
	const idOf = db.prepare('SELECT id FROM debates WHERE path = ?');
	const removals = [
		'DELETE FROM debates WHERE id = ?',
		...partsOfDebates.map(name => `DELETE FROM ${name} WHERE debate = ?`),
	].map(sql => db.prepare(sql));
	const rangeRemovals = [
		'DELETE FROM words WHERE rowid BETWEEN ? AND ?',
		'DELETE FROM passages WHERE id BETWEEN ? AND ?',
	].map(sql => db.prepare(sql));
	return path => {
		const id = idOf.get(path)?.['id'];
		if (typeof id !== 'number') return;
		for (const removal of rangeRemovals) removal.run(id * passagesPerDebate, (id + 1) * passagesPerDebate - 1);
		for (const removal of removals) removal.run(id);
	};
}

/** Adds what a debate consists of, under the id of its own row. */
function contentsAdder(db: DatabaseSync): (debate: number, digest: Digest) => void {
	const [addSeat, addPassage, addCut, addVote] = [
		inserter(db, seats),
		inserter(db, passages),
		inserter(db, cuts),
		inserter(db, votes),
	];
	const [addAgreement, addReview, addWords] = [inserter(db, agreements), inserter(db, reviews), wordsInserter(db)];
	return (debate, digest) => {
		for (const [place, part] of digest.seats.entries()) addSeat({debate, place, part});
		for (const [place, part] of digest.passages.slice(0, passagesPerDebate).entries()) {
			addPassage({debate, place, part});
			addWords({debate, place, part});
		}
		for (const [place, part] of digest.cuts.entries()) addCut({debate, place, part});
		for (const [place, part] of digest.votes.entries()) addVote({debate, place, part});
		if (digest.agreement) addAgreement({debate, place: 0, part: digest.agreement});
		if (digest.review) addReview({debate, place: 0, part: digest.review});
	};
}

/** Runs a change in one transaction. Other processes wait to write, and read what was there before. */
export function transaction(db: DatabaseSync, change: () => void): void {
	db.exec('BEGIN IMMEDIATE');
	try {
		change();
		db.exec('COMMIT');
	} catch (error) {
		// SQLite may have rolled back already.
		if (db.isTransaction) db.exec('ROLLBACK');
		throw error;
	}
}
