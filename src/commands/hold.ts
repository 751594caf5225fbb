/** Holds a debate: its folder and journal, the running stage, and what is written when it has ended; given to the screens as a session. */
import {randomUUID} from 'node:crypto';
import {dirname, join} from 'node:path';
import type {JournalEvent, Outcome, RunEvent} from '../debate/events.ts';
import {openJournal, type Journal} from '../engine/journal.ts';
import {stage} from '../engine/run.ts';
import {packageVersion} from '../package-root.ts';
import type {Session} from '../ui/port.ts';
import {makeDebateFolder} from './debate-folder.ts';
import {exportFormats, writeExport, writeExports} from './exports.ts';
import {journalName} from './find-debate.ts';
import {playBack} from './play-back.ts';
import type {Plan} from './prepare.ts';
import {quoted} from './quoted.ts';

export type Held = {
	/** Its events begin with those of the journal so far. */
	readonly session: Session;
	/** What the journal held before. */
	readonly past: readonly JournalEvent[];
	/** Without an outcome where it was suspended and can be resumed. */
	readonly done: Promise<{readonly outcome?: Outcome; readonly reason?: string}>;
};

type Holding = {readonly signal: AbortSignal; readonly headless: boolean; readonly resumed?: {readonly past: readonly JournalEvent[]; readonly journal: Journal}};

/** Begins, or goes on with, the debate that was planned. */
export function hold(plan: Plan, {signal, headless, resumed}: Holding): Held {
	const now = new Date();
	const past = resumed?.past ?? [];
	const journal = resumed?.journal ?? openJournal(join(makeDebateFolder(plan.folder, plan.subject.text, now), journalName));
	const {file} = journal;
	const leaving = new AbortController();
	const staged = stage({
		...plan, journal, past, headless, signal: AbortSignal.any([signal, leaving.signal]),
		appVersion: packageVersion(), debateId: randomUUID(), startedAt: now.toISOString(), findVoice: spec => plan.findVoice(spec),
	});

	async function* untilWritten(): AsyncGenerator<RunEvent> {
		yield* past;
		yield* staged.events;
		const {outcome} = await staged.done;
		if (outcome !== undefined) writeExports(file, plan.exports);
		// A signal to the program ends the screens too.
		else signal.throwIfAborted();
	}

	const folder = dirname(file);
	const session: Session = {
		events: untilWritten(), act: staged.act, live: true, initialPace: plan.pace, folder,
		resumeWith: `rostrum resume ${quoted(folder)}`, replayWith: `rostrum replay ${quoted(folder)}`,
		async leave() {
			leaving.abort();
			await staged.done;
		},
		exports: {formats: exportFormats(), write: async format => writeExport(file, format)},
		again: async () => hold(plan, {signal, headless}).session,
		replay: async () => playBack(file, {speed: 1, signal}),
	};
	return {session, past, done: staged.done};
}
