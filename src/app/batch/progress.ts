/** How far a batch is, for whoever shows it: fed by those who hold its debates. */
import type {Budget} from '../../debate/events.ts';
import type {SideJudgement} from '../../ratings/results.ts';
import {leastMatchups, rank} from '../../ratings/rank.ts';
import {type Amount, sumOf, type ItemStatus} from './item-status.ts';
import type {JudgementRow} from '../../debate/views/judgements.ts';
import {judgementsOf, pairedJudgements} from '../judging/judgements.ts';
import type {BatchWatch} from './hold-batch.ts';
import type {BatchDebater, BatchItem} from './batch-file.ts';

/** A debate that is being held; `since` is the wall clock in milliseconds. */
export type BatchRunning = {
	readonly topic: string;
	readonly pro: string;
	readonly con: string;
	readonly seed: number;
	readonly turns: number;
	readonly since: number;
	/** The machine and process that hold it, if not this one. */
	readonly worker: string | undefined;
};

/** A debater's rating so far with its 95 % interval. */
export type BatchStanding = {
	readonly rank: number;
	readonly name: string;
	readonly rating: number;
	readonly low: number;
	readonly high: number;
	readonly wins: number;
	readonly ties: number;
	readonly losses: number;
	/** It had so few matchups that its interval is too narrow to go by. */
	readonly tooFew: boolean;
	/** Whether it is told apart from the next one; undefined for the last. */
	readonly apart: boolean | undefined;
};

export type BatchProgress = {
	readonly name: string;
	readonly total: number;
	readonly done: number;
	/** Of those that are done, how many failed or went on without a seat. */
	readonly unwell: number;
	readonly running: readonly BatchRunning[];
	readonly spent: Amount;
	/** What the debates that are not done are expected to take. */
	readonly expected: Amount;
	readonly budget: Budget | undefined;
	/** Milliseconds since this command began, and those it will take at this pace, if that can be said. */
	readonly elapsedMs: number;
	readonly leftMs: number | undefined;
	readonly standings: readonly BatchStanding[];
	/** What was told last, the newest last. */
	readonly notices: readonly string[];
};

/** Standings are drawn anew at most so often, in milliseconds, and from so many resamples: they are only a glance. */
const [restMs, resamples] = [2000, 200];
const mostNotices = 5;

/** How a debater is called: its voice, and its persona where it has one. */
export const debaterName = ({voice, persona}: BatchDebater): string =>
	persona === undefined ? voice : `${voice} (${persona})`;

type Tracked = {
	readonly name: string;
	readonly statuses: readonly ItemStatus[];
	/** By the debates' folders. */
	readonly expected: ReadonlyMap<string, Amount>;
	readonly budget: Budget | undefined;
	/** Called after each change. */
	readonly onEnd?: (status: ItemStatus, progress: () => BatchProgress) => void;
	readonly onTold?: (text: string) => void;
};

export type BatchTracker = {
	readonly watch: BatchWatch;
	readonly progress: () => BatchProgress;
	/** The verdicts of all debates that are over. */
	readonly judgements: () => readonly SideJudgement[];
};

export function batchTracker({name, statuses, expected, budget, onEnd, onTold}: Tracked): BatchTracker {
	const begunAt = Date.now();
	const known = new Map(statuses.map(status => [status.item.folder, status]));
	const before = statuses.filter(({outcome}) => outcome !== undefined).length;
	const running = new Map<string, BatchRunning>();
	const notices: string[] = [];
	const standings = standingsOf(statuses);

	const watch: BatchWatch = {
		began(item, worker) {
			const before = running.get(item.folder);
			if (!before || before.worker !== worker) running.set(item.folder, begunNow(item, worker));
		},
		heard({folder}, turns) {
			const one = running.get(folder);
			if (one) running.set(folder, {...one, turns});
		},
		left: ({folder}) => void running.delete(folder),
		ended(status) {
			known.set(status.item.folder, status);
			running.delete(status.item.folder);
			standings.add(status);
			onEnd?.(status, progress);
		},
		told(text) {
			notices.push(text);
			if (notices.length > mostNotices) notices.shift();
			onTold?.(text);
		},
	};

	function progress(): BatchProgress {
		const done = [...known.values()].filter(({outcome}) => outcome !== undefined);
		const elapsedMs = Date.now() - begunAt;
		const [here, open] = [done.length - before, known.size - done.length];
		return {
			name,
			total: known.size,
			done: done.length,
			unwell: done.filter(({outcome}) => outcome === 'failed' || outcome === 'degraded').length,
			running: [...running.values()],
			spent: sumOf([...known.values()].map(({spent}) => spent)),
			expected: sumOf([...known.values()].flatMap(one => (one.outcome ? [] : (expected.get(one.item.folder) ?? [])))),
			budget,
			elapsedMs,
			leftMs: here === 0 ? undefined : (elapsedMs / here) * open,
			standings: standings.now(),
			notices: [...notices],
		};
	}

	return {watch, progress, judgements: standings.judgements};
}

const begunNow = (item: BatchItem, worker: string | undefined): BatchRunning => ({
	topic: item.topic,
	pro: debaterName(item.one),
	con: debaterName(item.other),
	seed: item.seed,
	turns: 0,
	since: Date.now(),
	worker,
});

/** Who leads: each journal is read once, and the ranking drawn anew when it is asked for and has rested. */
function standingsOf(statuses: readonly ItemStatus[]): {
	readonly add: (status: ItemStatus) => void;
	readonly now: () => readonly BatchStanding[];
	readonly judgements: () => readonly SideJudgement[];
} {
	const rows = new Map<string, readonly JudgementRow[]>(
		statuses.map(({item, outcome, journal}) => [item.folder, outcome ? judgementsOf(journal) : []]),
	);
	let [drawnAt, fresh] = [0, false];
	let drawn: readonly BatchStanding[] = [];
	const judgements = () => pairedJudgements([...rows.values()].flat());
	return {
		judgements,
		add(status) {
			rows.set(status.item.folder, judgementsOf(status.journal));
			fresh = false;
		},
		now() {
			// While nobody is ranked, there is nothing to rest on.
			if (fresh || (drawn.length > 0 && Date.now() - drawnAt < restMs)) return drawn;
			drawn = standingRows(judgements());
			[drawnAt, fresh] = [Date.now(), true];
			return drawn;
		},
	};
}

const standingRows = (judgements: readonly SideJudgement[]): readonly BatchStanding[] =>
	rank(judgements, {resamples}).names.map(
		({rank: place, name, rating, interval, matchups, wins, ties, losses, apartFromNext}) => ({
			rank: place,
			name,
			rating,
			low: interval.low,
			high: interval.high,
			wins,
			ties,
			losses,
			tooFew: matchups < leastMatchups,
			apart: apartFromNext,
		}),
	);
