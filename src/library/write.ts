/** Adds debates to the index and removes them, each in one transaction. */
import type {DatabaseSync} from 'node:sqlite';
import type {Digest, DigestPassage, DigestScore, DigestSeat} from './digest.ts';
import {passagesPerDebate} from './schema.ts';
import {indexText} from './words.ts';

/** What could be read of a journal, and the fault at which reading stopped, if any. */
export type JournalReading = {readonly digest?: Digest | undefined; readonly fault?: string | undefined};

export type Writer = {
	/** Replaces what the index has under this path. `stamps` returns the stamp again. */
	readonly put: (path: string, stamp: string, reading: JournalReading) => void;
	readonly drop: (path: string) => void;
};

export function writerOf(db: DatabaseSync): Writer {
	const remove = removerOf(db);
	const addDebate = debateAdder(db);
	const addContents = contentsAdder(db);
	return {
		put: (path, stamp, reading) =>
			transaction(db, () => {
				remove(path);
				const id = addDebate(path, stamp, reading);
				if (reading.digest) addContents(id, reading.digest);
			}),
		drop: path => transaction(db, () => remove(path)),
	};
}

function removerOf(db: DatabaseSync): (path: string) => void {
	const idOf = db.prepare('SELECT id FROM debates WHERE path = ?');
	const removals = [
		'DELETE FROM debates WHERE id = ?',
		'DELETE FROM seats WHERE debate = ?',
		'DELETE FROM cuts WHERE debate = ?',
		'DELETE FROM votes WHERE debate = ?',
		'DELETE FROM reviews WHERE debate = ?',
		'DELETE FROM agreements WHERE debate = ?',
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

/** Adds the debate's own row and gives its id. */
function debateAdder(db: DatabaseSync): (path: string, stamp: string, reading: JournalReading) => number {
	const insert = db.prepare(
		'INSERT INTO debates (path, stamp, state, fault, debate_id, protocol, title, topic, started, ms, outcome, reason, turns, words, cost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
	);
	return (path, stamp, reading) => {
		const {digest, fault} = reading;
		const {lastInsertRowid} = insert.run(
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
		return Number(lastInsertRowid);
	};
}

function contentsAdder(db: DatabaseSync): (debate: number, digest: Digest) => void {
	const addSeat = seatAdder(db);
	const addPassage = passageAdder(db);
	const addCut = db.prepare('INSERT INTO cuts VALUES (?, ?, ?, ?, ?, ?, ?)');
	const addVote = db.prepare('INSERT INTO votes VALUES (?, ?, ?, ?)');
	const addAgreement = db.prepare('INSERT INTO agreements VALUES (?, ?, ?)');
	const addReview = db.prepare('INSERT INTO reviews VALUES (?, ?, ?, ?, ?, ?, ?)');
	return (debate, {seats, passages, cuts, votes, agreement, review}) => {
		for (const [place, seat] of seats.entries()) addSeat(debate, place, seat);
		for (const [place, passage] of passages.slice(0, passagesPerDebate).entries())
			addPassage(debate * passagesPerDebate + place, passage);
		for (const [place, {model, framework, ofModel, ofFramework, reason}] of cuts.entries())
			addCut.run(debate, place, model, framework ?? null, ofModel, ofFramework ?? null, reason);
		for (const {listener, before, after} of votes) addVote.run(debate, listener, before ?? null, after ?? null);
		if (agreement) addAgreement.run(debate, agreement.same, agreement.answers);
		if (!review) return;
		const {model, truePositives, falsePositives, trueNegatives, falseNegatives, unknown} = review;
		addReview.run(debate, model, truePositives, falsePositives, trueNegatives, falseNegatives, unknown);
	};
}

function seatAdder(db: DatabaseSync): (debate: number, place: number, seat: DigestSeat) => void {
	const insert = db.prepare('INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
	return (debate, place, {id, name, role, voice, model, framework, persona, argues, findableNames}) => {
		insert.run(
			debate,
			place,
			id,
			name,
			role,
			voice,
			model,
			framework ?? null,
			persona ?? null,
			argues ? 1 : 0,
			indexText(findableNames),
			indexText(`${framework ?? ''} ${persona ?? ''}`),
		);
	};
}

function passageAdder(db: DatabaseSync): (id: number, passage: DigestPassage) => void {
	const insert = db.prepare('INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
	const insertWords = db.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)');
	return (id, {turn, speaker, name, kind, segment, round, text, model, framework, judged}) => {
		insert.run(
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
			...scoreColumns(judged),
		);
		insertWords.run(id, indexText(text));
	};
}

const stateOf = ({digest, fault}: JournalReading): string =>
	fault === undefined ? (digest?.outcome === undefined ? 'unfinished' : 'finished') : digest ? 'damaged' : 'unreadable';

/** The score, the four dimensions in thousandths, and what was done of what was due. */
const scoreColumns = (judged: DigestScore | undefined): (number | null)[] => [
	judged?.score ?? null,
	...[judged?.steelManning, judged?.selfCritique, judged?.frameworkConsistency, judged?.intellectualHonesty].map(
		value => (value === undefined ? null : Math.round(value * 1000)),
	),
	...[judged?.steelDone, judged?.selfDone, judged?.consistent].map(done => (done === undefined ? null : Number(done))),
];

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
