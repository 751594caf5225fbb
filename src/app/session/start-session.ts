/**
 * Holds a debate: its folder and journal, the running stage, and what is written when it has ended; given to the
 * screens as a session.
 */
import {randomUUID} from 'node:crypto';
import {dirname, join} from 'node:path';
import type {Outcome, UserAction} from '../../debate/events.ts';
import type {SessionEvent} from '../../debate/state.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {realClock} from '../../engine/context/clock.ts';
import {openJournal} from '../../engine/journal/journal.ts';
import {appendVote} from '../../engine/replay/late-vote.ts';
import {lockJournal} from '../../engine/replay/journal-lock.ts';
import type {JournaledEvents} from '../../engine/replay/journaled-events.ts';
import type {Resumed} from '../../engine/replay/resume.ts';
import {runDebate} from '../../engine/run.ts';
import {packageVersion} from '../../engine/host/package-root.ts';
import type {Session} from '../../ui/ports/port.ts';
import {makeDebateFolder} from '../files/debate-folder.ts';
import {editText} from '../files/edit-text.ts';
import {exportsOf, refreshExports, writeExports} from '../files/exports.ts';
import {openEffects} from '../../hosts/registry.ts';
import {journalName} from '../files/find-debate.ts';
import {rememberFolder} from '../files/library-folders.ts';
import {replaySession} from './replay-session.ts';
import type {Plan} from '../plan/attach-voices.ts';
import {shellQuote} from '../../engine/host/shell-quote.ts';
import {seatingFor} from '../plan/voice-options.ts';

export type RunningSession = {
	/** Its events begin with those of the journal so far. */
	readonly session: Session;
	/** What the journal held before. */
	readonly past: JournaledEvents;
	/** Without an outcome where it was suspended and can be resumed. */
	readonly done: Promise<{readonly outcome?: Outcome; readonly reason?: string}>;
};

/** `notice` is called with what the user should know beside the debate. */
type SessionOptions = {
	readonly signal: AbortSignal;
	readonly headless: boolean;
	readonly resumed?: Resumed & {
		/** Gives the journal back, which is locked while it is read. */ readonly unlock: () => void;
	};
	/** Where the journal is kept, if not in a folder of its own. */ readonly journalFile?: string;
	readonly notice?: (text: string) => void;
};

/** Begins, or goes on with, the debate that was planned. Where it cannot begin, nobody holds its journal. */
export async function startSession(
	plan: Plan,
	{signal, headless, resumed, journalFile, notice}: SessionOptions,
): Promise<RunningSession> {
	const now = new Date();
	const past: JournaledEvents = resumed?.past ?? [];
	const about = resumed?.start ?? {debateId: randomUUID(), startedAt: now.toISOString()};
	const file =
		resumed?.journal.file ?? journalFile ?? join(makeDebateFolder(plan.folder, plan.subject.text, now), journalName);
	const folder = dirname(file);
	const forgotten = plan.remembered === undefined ? undefined : rememberFolder(plan.remembered, plan.folder, file);
	if (forgotten !== undefined) notice?.(forgotten);
	const unlock = resumed?.unlock ?? (await lockJournal(file));
	const leaving = new AbortController();
	const begin = async () => {
		const desk = await openEffects(plan.protocol.id, {
			...plan,
			folder,
			debateId: about.debateId,
			resumed: resumed !== undefined,
		});
		const debate = () =>
			runDebate({
				...plan,
				journal: resumed?.journal ?? openJournal(file),
				past,
				headless,
				signal: AbortSignal.any([signal, leaving.signal]),
				effects: desk.effects,
				...(desk.realTime && {clock: realClock(past.at(past.length - 1)?.at ?? 0)}),
				appVersion: packageVersion(),
				debateId: about.debateId,
				startedAt: about.startedAt,
				findVoice: plan.findVoice,
			});
		try {
			return {desk, debate: debate()};
		} catch (error) {
			await desk.close({});
			throw error;
		}
	};
	const {desk, debate} = await begin().catch((error: unknown) => {
		unlock();
		throw error;
	});
	const done = debate.done
		.then(async ending => {
			const problem = await desk.close(ending);
			if (problem !== undefined) notice?.(problem);
			if (ending.outcome !== undefined) writeExports(file, plan.exports);
			return ending;
		})
		.finally(unlock);

	async function* untilWritten(): AsyncGenerator<SessionEvent> {
		yield* headless ? past : shown(past);
		yield* debate.events;
		const {outcome} = await done;
		// A signal to the program ends the screens too.
		if (outcome === undefined) signal.throwIfAborted();
	}

	const session: Session = {
		events: untilWritten(),
		act: action => void debate.act(cleaned(action)),
		notices: plan.notices,
		live: true,
		initialPace: plan.pace,
		folder,
		resumeWith: `rostrum resume ${shellQuote(folder)}`,
		replayWith: `rostrum replay ${shellQuote(folder)}`,
		async leave() {
			leaving.abort();
			await done;
		},
		async vote(vote) {
			const clean = {...vote, listener: cleanText(vote.listener)};
			if (debate.act(clean)) return undefined;
			await done;
			const event = await appendVote(file, clean);
			refreshExports(file);
			return event;
		},
		edit: text => editText(text, join(folder, 'edited.md')),
		exports: exportsOf(file),
		setup: async () => (await import('../screens/setup/setup-port.ts')).setupAgain(plan, {cwd: process.cwd(), signal}),
		...(headless ? {} : {seating: seatingFor(plan)}),
		again: async () => (await startSession(plan, {signal, headless, ...(notice && {notice})})).session,
		replay: async () => replaySession(file, {speed: 1, signal}),
	};
	return {session, past, done};
}

/** More events than any format takes: what it came to of so many is shown at once. */
const longPast = 20_000;

/**
 * What the screens are told of a past. Of a long one it is its beginning and what it came to, which then is in memory
 * once.
 */
export function* shown(past: JournaledEvents): Generator<SessionEvent> {
	const start = past.at(0);
	if (past.length > longPast && past.checkpoint && start) {
		yield start;
		yield {type: 'jump', state: past.checkpoint.state};
	} else yield* past;
}

/** What a user says is data like all that comes in. */
function cleaned(action: UserAction): UserAction {
	if (action.action === 'interject') return {...action, reason: cleanText(action.reason)};
	if (action.action === 'vote') return {...action, listener: cleanText(action.listener)};
	return action.action === 'barge-in' || action.action === 'say' ? {...action, text: cleanText(action.text)} : action;
}
