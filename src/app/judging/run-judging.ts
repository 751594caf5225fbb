/**
 * Runs a script that only asks judges. Its journal is written as it goes, so that one that was stopped is gone on with:
 * what was answered and paid for is not asked again.
 */
import {randomUUID} from 'node:crypto';
import {mkdirSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {endingIn, addCall, totalSpending, type Spending} from '../../debate/state.ts';
import type {JournalEvent, Outcome, Participant} from '../../debate/events.ts';
import type {EvaluationEvent} from '../../debate/evaluation.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';
import type {FileLock} from '../../engine/host/append-lock.ts';
import {packageVersion} from '../../engine/host/package-root.ts';
import {openJournal, readJournal} from '../../engine/journal/journal.ts';
import {takeJournalLock, NotResumable, resume, type Resumed} from '../../engine/replay/resume.ts';
import {runDebate} from '../../engine/run.ts';
import {isOwn, openSeal} from '../files/origin.ts';
import {stampOf} from '../files/debate-folders.ts';
import type {ReadyPlan} from '../plan/attach-voices.ts';

export type JudgingRun = {
	/** Undefined where it was stopped: it can be resumed. */
	readonly outcome: Outcome | undefined;
	readonly reason: string | undefined;
	/** Those of an earlier run that this one went on with included. */
	readonly evaluations: readonly EvaluationEvent[];
	readonly spending: Spending;
	readonly file: string;
	/** How many evaluations were there before. */
	readonly before: number;
};

type JudgingOptions = {
	/** The folder of its journals. */
	readonly folder: string;
	readonly signal: AbortSignal;
	/** Called with the number of evaluations so far, those of an earlier run included. */
	readonly onProgress?: (done: number) => void;
	/** ROSTRUM_HOME: only what is marked as this user's is gone on with. */
	readonly home: string;
};

/** So many requests running that failed, and the server is taken to be gone. */
const mostFailed = 8;

/** Begins, or goes on with what the same plan left unfinished. Throws `UsageError`. */
export async function runJudging(plan: ReadyPlan, options: JudgingOptions): Promise<JudgingRun> {
	const {folder, home} = options;
	const unfinished = unfinishedOf(plan, folder, home);
	const seal = openSeal(home);
	const mark = 'line' in seal ? seal.line : undefined;
	const file = unfinished ?? newFile(folder);
	let lock: FileLock | undefined;
	try {
		mkdirSync(dirname(file), {recursive: true});
		lock = await takeJournalLock(file);
		const resumed = unfinished === undefined ? undefined : resume(file, () => plan.protocol, lock.isOurs, mark);
		return await run(plan, options, resumed ?? {journal: openJournal(file, '', lock.isOurs, mark)});
	} catch (error) {
		throw error instanceof NotResumable ? new UsageError(error.message, {cause: error}) : error;
	} finally {
		lock?.release();
	}
}

async function run(
	plan: ReadyPlan,
	{signal, onProgress}: JudgingOptions,
	{journal, past, start}: Pick<Resumed, 'journal'> & Partial<Resumed>,
): Promise<JudgingRun> {
	const evaluations: EvaluationEvent[] = [];
	const failures: string[] = [];
	const spending: Record<string, Spending> = {};
	const take = (event: JournalEvent): void => {
		if (event.type === 'evaluation') evaluations.push(event);
		if (event.type === 'voice-call') spending[event.participant] = addCall(spending[event.participant], event);
	};
	for (const event of past ?? []) take(event);
	const before = evaluations.length;
	const gone = new AbortController();
	const debate = runDebate({
		...plan,
		journal,
		...(past && {past}),
		headless: true,
		signal: AbortSignal.any([signal, gone.signal]),
		appVersion: packageVersion(),
		debateId: start?.debateId ?? randomUUID(),
		startedAt: start?.startedAt ?? new Date().toISOString(),
	});
	for await (const event of debate.events) {
		if (!('seq' in event)) continue;
		take(event);
		if (event.type === 'evaluation') onProgress?.(evaluations.length);
		if (event.type !== 'voice-call' || event.withdrawn !== undefined) continue;
		if (event.error === undefined) failures.length = 0;
		else failures.push(event.error);
		if (failures.length >= mostFailed) gone.abort();
	}
	const {outcome, reason, unfinished} = await debate.done;
	return {
		outcome,
		reason: gone.signal.aborted ? (failures.at(-1) ?? 'nothing was answered') : (reason ?? unfinished),
		evaluations,
		spending: totalSpending({spending}),
		file: journal.file,
		before,
	};
}

/** The newest journal in the folder that is not finished and asks the same of the same judges. */
function unfinishedOf(
	{protocol, config, participants, subject}: ReadyPlan,
	folder: string,
	home: string,
): string | undefined {
	return journalsIn(folder).find(file => {
		if (!isOwn(file, home)) return false;
		const {events} = readJournal(file);
		const [start] = events;
		return (
			start?.type === 'debate-start' &&
			!endingIn(events) &&
			start.protocol === protocol.id &&
			start.app.protocolVersion === protocol.version &&
			isDeepStrictEqual(start.config, JSON.parse(JSON.stringify(config))) &&
			start.subject.text === subject.text &&
			isDeepStrictEqual(start.participants.map(voiceOf), participants.map(voiceOf))
		);
	});
}

const voiceOf = ({id, voice}: Participant) => ({id, voice});

/** Newest first. */
function journalsIn(folder: string): string[] {
	try {
		return readdirSync(folder)
			.filter(name => name.endsWith('.jsonl'))
			.toSorted()
			.toReversed()
			.map(name => join(folder, name));
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return [];
		throw error;
	}
}

/** Named after the time; two in one second differ. */
function newFile(folder: string): string {
	const taken = new Set(journalsIn(folder));
	const name = join(folder, stampOf(new Date()));
	for (let number = 1; ; number++) {
		const file = number === 1 ? `${name}.jsonl` : `${name}-${number}.jsonl`;
		if (!taken.has(file)) return file;
	}
}
