/** Reads journals leniently: everything before the first fault, with a notice about it. */
import {setImmediate as nextTurnOfTheLoop} from 'node:timers/promises';
import type {JournalEvent} from '../../debate/events.ts';
import {checkJournal, type Problem} from '../../engine/journal/journal.ts';
import {readRecording, type Recording} from '../../engine/replay/replay.ts';
import {UsageError} from '../../debate/usage-error.ts';
import type {DebateState} from '../../debate/state.ts';
import {stateFold} from '../../engine/journal/recorder.ts';
import type {Stepwise} from '../../exports/pieces.ts';

/**
 * What is wrong with a journal, where only a part of it counts; read line by line. Throws `UsageError` if there
 * are no events.
 */
export function noticeIn(file: string): string | undefined {
	let read = 0;
	for (const line of checkJournal(file)) {
		if ('what' in line && read === 0) throw noDebate(file, line);
		if ('what' in line) return noticeOf(file, line);
		read++;
	}
	return undefined;
}

/** The same events one at a time, without keeping them in memory. `told` is called with the notice, if there is one. */
export function* eventsIn(file: string, told?: (notice: string) => void): Generator<JournalEvent> {
	let read = 0;
	for (const line of checkJournal(file)) {
		if ('what' in line && read === 0) throw noDebate(file, line);
		if ('what' in line) {
			told?.(noticeOf(file, line));
			return;
		}
		read++;
		yield line.event;
	}
}

/** The same as a recording for replay, most of which stays on disk. */
export function openRecording(file: string): {readonly recording: Recording; readonly notice?: string} {
	const {recording, problem} = readRecording(file);
	if (!problem) return {recording};
	if (recording.length === 0) throw noDebate(file, problem);
	return {recording, notice: noticeOf(file, problem)};
}

const noDebate = (file: string, {line, what}: Problem): UsageError =>
	new UsageError({
		what: `Not a debate journal: line ${line} ${what}`,
		from: file,
		todo: 'Name a debate.jsonl, or the folder that holds one.',
	});

const noticeOf = (file: string, {line, what}: Problem): string =>
	`${file}: line ${line} ${what}; only what comes before it counts. "rostrum verify" lists every fault.`;

// Long work that lets signals in: `kill` and Ctrl-C end it within a moment.

/** Milliseconds of work between two looks. */
const stretch = 50;

/** To be awaited behind each step. Rejects with the signal's reason. */
export function breather(signal: AbortSignal | undefined): () => Promise<void> | undefined {
	let since = performance.now();
	async function breathe(): Promise<void> {
		await nextTurnOfTheLoop();
		signal?.throwIfAborted();
		since = performance.now();
	}
	return () => (performance.now() - since < stretch ? undefined : breathe());
}

/** The state that events come to. Rejects with the signal's reason. */
export async function foldPatiently(events: Iterable<JournalEvent>, signal?: AbortSignal): Promise<DebateState> {
	const folded = stateFold();
	const breathe = breather(signal);
	for (const event of events) {
		folded.apply(event);
		await breathe();
	}
	return folded.snapshot();
}

/** What step by step work comes to. Rejects with the signal's reason. */
export async function resultPatiently<T>(steps: Stepwise<T>, signal?: AbortSignal): Promise<T> {
	const breathe = breather(signal);
	for (;;) {
		const {done, value} = steps.next();
		if (done) return value;
		await breathe();
	}
}
