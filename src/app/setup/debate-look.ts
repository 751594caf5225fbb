/** A debate held before as the home screen shows it beside its list, and the debates that can be watched. */
import {existsSync, statSync} from 'node:fs';
import {join} from 'node:path';
import type {DebateState} from '../../debate/state.ts';
import {cardOf, type Card} from '../../exports/card.ts';
import {factsOf, type Facts} from '../../exports/facts.ts';
import {statisticsOf, type Statistics} from '../../exports/statistics.ts';
import {formatOf, isRead} from '../../formats/index.ts';
import {journalName, journalsUnder} from '../files/debate-folders.ts';
import {withEdition} from '../judging/edition-beside.ts';
import {foldPatiently, eventsIn, noticeIn} from '../files/read-debate.ts';
import {fold} from '../../debate/reduce.ts';
import {isPerson} from '../../debate/seats.ts';
import {isBeingWritten} from '../../engine/replay/resume.ts';
import {clock} from '../../languages/wording.ts';
import {isMarkedWaiting} from '../files/beside-journal.ts';
import {aboutJournal} from './recent-debates.ts';

/** What was read of a debate held before. `fault` is why a part is missing; `card` is there where it has ended. */
export type DebateDetails = {
	readonly state: DebateState;
	readonly statistics: Statistics;
	readonly facts: Facts;
	readonly card?: Card;
	readonly fault?: string;
};

/** Turns beyond which the best exchange is not looked for: that takes long, at once. */
const mostTurns = 300;

/** Rejects with the signal's reason, or with why the journal cannot be read. */
export async function readDetails(folder: string, signal: AbortSignal): Promise<DebateDetails> {
	const journal = join(folder, journalName);
	if (!existsSync(journal)) throw new Error('This debate is gone: its folder was moved or deleted.');
	let fault: string | undefined;
	const read = eventsIn(journal, notice => (fault = notice));
	const state = withEdition(await foldPatiently(read, signal), journal);
	const quoted = state.outcome !== undefined && state.turns.length <= mostTurns;
	return {
		state,
		statistics: statisticsOf(state),
		facts: factsOf(state, formatOf(state.start?.protocol)),
		...(quoted && {card: cardOf(state, formatOf(state.start?.protocol))}),
		...(fault !== undefined && {fault}),
	};
}

// The debates that run on this machine, or that lost their writer, as their journals and locks tell it.

/** A debate that is not over: one that runs in some process of this machine, or whose writer is gone. */
export type WatchableDebate = {
	readonly title: string;
	readonly format: string;
	readonly path: string;
	readonly running: boolean;
	/** How much has been said, as the stage writes it. */
	readonly spoken: string;
	/** What it does, in a few words. */
	readonly state: string;
};

/** Journals that are looked into, and milliseconds after which one without a writer is no news. */
const most = 50;
const newsMs = 7 * 86_400_000;
/** Milliseconds of silence after which a debate with a person in it waits for them. */
const silenceMs = 3000;

/** Those that run come first, then those whose writer is gone; each the newest first. */
export function runningDebates(folders: readonly string[], now: number = Date.now()): readonly WatchableDebate[] {
	const journals = [...new Set(folders.flatMap(folder => journalsUnder(folder).slice(0, most)))];
	const found = journals.flatMap(file => watchable(file, now) ?? []);
	return found.toSorted((one, other) => Number(other.running) - Number(one.running));
}

function watchable(file: string, now: number): WatchableDebate | undefined {
	const about = aboutJournal(file);
	if (!about || about.finished) return undefined;
	const running = isBeingWritten(file);
	const {mtimeMs} = statSync(file);
	if (!running && now - mtimeMs > newsMs) return undefined;
	const {title, format = '', path} = about;
	// What a crash tore is told when it is opened.
	const state = running || noticeIn(file) === undefined ? fold(eventsIn(file)) : undefined;
	const spoken = state === undefined || isRead(format) ? '' : `${clock(factsOf(state, formatOf(format)).length)} aloud`;
	const what = state && (isMarkedWaiting(file) ? forAnswer : doing(state, now - mtimeMs));
	return {title, format, path, running, spoken, state: (running && what) || 'stopped: its program has ended'};
}

const forAnswer = 'waiting for an answer';

function doing({paused, question, seats, open}: DebateState, silentMs: number): string {
	if (question) return forAnswer;
	if (paused) return 'paused';
	return seats.some(isPerson) && open.length === 0 && silentMs > silenceMs ? 'waiting for a person' : 'running';
}
