/** Holds the debates of a batch in this process, some at once, and goes on with those that were cut off. */
import {rmSync} from 'node:fs';
import {dirname} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import type {Budget} from '../../debate/events.ts';
import {fold} from '../../debate/reduce.ts';
import {voiceLimiter, type VoiceLimiter} from '../../engine/calls/voice-limiter.ts';
import {realClock} from '../../engine/clock.ts';
import {statusOf, sumOf, type ItemStatus, amountOf, leftOf, shareOf, type Amount} from './item-status.ts';
import type {BatchItem} from './batch-file.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {makeFolder} from '../../engine/host/write-whole.ts';
import type {Configuration} from '../../settings/settings.ts';
import type {CliContext} from '../context.ts';
import {planWithVoices, type ReadyPlan} from '../plan/attach-voices.ts';
import {estimate} from '../plan/estimate.ts';
import {normalizeInput} from '../plan/normalize-input.ts';
import {eventsIn} from '../files/read-debate.ts';
import {resumeSession} from '../session/resume.ts';
import {refuseLink, type Trusted} from '../session/trust.ts';
import {startSession, type RunningSession} from '../session/start-session.ts';
import {priceFinder} from '../voices/model-facts.ts';

/** Called as debates begin, go on and end. */
export type BatchWatch = {
	/** `worker` holds it, if not this process. */
	readonly began: (item: BatchItem, worker?: string) => void;
	readonly heard: (item: BatchItem, turns: number) => void;
	readonly ended: (status: ItemStatus) => void;
	/** It was cut off, and waits to be gone on with. */
	readonly left: (item: BatchItem) => void;
	readonly told: (text: string) => void;
};

export type BatchRun = BatchPlace & {
	readonly atOnce: number;
	readonly budget: Budget | undefined;
	readonly watch: BatchWatch;
};

export type BatchEnd = {
	readonly statuses: readonly ItemStatus[];
	readonly why: 'done' | 'interrupted' | 'budget';
	/** Debates that could not be held to their end, and why. */
	readonly given?: readonly {readonly item: BatchItem; readonly reason: string}[];
};

export async function holdBatch(known: readonly ItemStatus[], run: BatchRun): Promise<BatchEnd> {
	const statuses = new Map(known.map(status => [status.item, status]));
	const open = known.filter(({outcome}) => outcome === undefined);
	const reserved = new Map<BatchItem, Amount>();
	const {signal} = run.context;
	const limiter = voiceLimiter(realClock());
	const given: {readonly item: BatchItem; readonly reason: string}[] = [];
	let why: BatchEnd['why'] = 'done';

	const used = (): Amount =>
		sumOf([
			...[...statuses.values()].filter(({item}) => !reserved.has(item)).map(({spent}) => spent),
			...reserved.values(),
		]);

	async function worker(): Promise<void> {
		for (let next = open.shift(); next && !signal.aborted && why === 'done'; next = open.shift()) {
			const {item} = next;
			const plan = planItem(item, run);
			const share = shareOf(leftOf(run.budget, used()), expectedOf(plan, run.configuration), next.spent);
			if (share === 'none') {
				why = 'budget';
				return;
			}
			reserved.set(item, amountOf(share));
			run.watch.began(item);
			const heard = (turns: number): void => run.watch.heard(item, turns);
			const {unfinished} = await holdItem(plan, next, {...run, limiter, budget: share, heard});
			reserved.delete(item);
			const after = statusOf(item, run.folder);
			statuses.set(item, after);
			if (after.outcome !== undefined) run.watch.ended(after);
			else run.watch.left(item);
			if (unfinished !== undefined) given.push({item, reason: unfinished});
		}
	}

	await Promise.all(Array.from({length: Math.min(run.atOnce, open.length)}, worker));
	return {statuses: [...statuses.values()], why: signal.aborted ? 'interrupted' : why, given};
}

// Holds one debate of a batch, or goes on with it.

/** Where a batch is held, and by what settings. */
export type BatchPlace = {
	readonly folder: string;
	readonly configuration: Configuration;
	readonly context: Pick<CliContext, 'cwd' | 'signal' | 'recorder'> & {readonly notice: (text: string) => void};
};

/** The plan of a debate, as `rostrum run` would make it. Throws `UsageError`. */
export function planItem(item: BatchItem, {configuration, context, folder}: BatchPlace): ReadyPlan {
	const {home, settings} = configuration;
	const {arbiter, judge, keeper} = item.input.options;
	const own: Configuration = {
		...configuration,
		settings: {
			...settings,
			pace: 'instant',
			seed: item.seed,
			budget: undefined,
			...(typeof arbiter === 'string' && {arbiter}),
			...(typeof keeper === 'string' && {keeper}),
			...(Array.isArray(judge) && {judges: judge.map(String)}),
		},
	};
	const plan = planWithVoices(normalizeInput(item.input, home, context.cwd), own, {
		cwd: context.cwd,
		interactive: false,
	});
	return {...plan, folder};
}

/** What a debate is expected to spend; nothing is known of voices without a price. */
export function expectedOf(plan: ReadyPlan, configuration: Configuration): Amount {
	const {cost, tokens} = estimate(plan, priceFinder(configuration));
	return {usd: cost ?? 0, tokens};
}

type Holding = BatchPlace & {
	readonly limiter: VoiceLimiter;
	readonly budget: Budget | undefined;
	/** Called with the number of turns that were heard since it began here. */
	readonly heard: (turns: number) => void;
};

/** Resolves when the debate is over or cut off, which its journal tells; `unfinished` says what it lacks. */
export async function holdItem(
	plan: ReadyPlan,
	status: ItemStatus,
	holding: Holding,
): Promise<{readonly unfinished?: string}> {
	const {signal} = holding.context;
	const running = await begin(plan, status, holding);
	let turns = 0;
	for await (const {type} of running.session.events) {
		if (type === 'turn-end') holding.heard(++turns);
		if (type === 'debate-end' || signal.aborted) break;
	}
	return running.done;
}

/** A journal that holds nothing yet is begun anew. */
async function begin(plan: ReadyPlan, status: ItemStatus, holding: Holding): Promise<RunningSession> {
	const {configuration, context, folder, limiter, budget} = holding;
	const options = {
		cwd: context.cwd,
		signal: context.signal,
		recorder: context.recorder,
		limiter,
		headless: true,
		configuration,
		notice: context.notice,
	};
	const accepted = status.begun ? refuseOther(status.journal, plan) : undefined;
	const {sourcesNamed = []} = plan;
	if (status.begun)
		return (await resumeSession(status.journal, {...options, accepted, folder, sourcesNamed, waits: true})).running;
	makeFolder(dirname(status.journal));
	rmSync(status.journal, {force: true});
	return startSession(
		{...plan, ...(budget && Object.keys(budget).length > 0 && {budget})},
		{...options, journalFile: status.journal},
	);
}

/**
 * A journal may come from a queue: one of another format would run what its config says. One that has the config and
 * the voices of this very batch does nothing else than it, whoever wrote it. Throws `UsageError`.
 */
function refuseOther(journal: string, {protocol, config, subject, participants}: ReadyPlan): Trusted | undefined {
	const events = [...eventsIn(journal)];
	const [start] = events;
	if (start?.type === 'debate-start' && start.protocol === protocol.id) {
		refuseLink(journal);
		const voices = new Map(participants.map(({id, voice}) => [id, voice]));
		const isSame =
			isDeepStrictEqual(start.config, JSON.parse(JSON.stringify(config))) &&
			start.subject.text === subject.text &&
			start.subject.source === subject.source &&
			fold(events).seats.every(({id, voice}) => voices.get(id) === voice);
		return isSame ? {own: true, head: events.at(-1)?.hash ?? ''} : undefined;
	}
	throw new UsageError({
		what: `This journal is not of a debate of the format ${protocol.id}`,
		value: start?.type === 'debate-start' ? start.protocol : start?.type,
		from: journal,
		todo: 'Remove the file to have the debate held anew.',
	});
}
