/** Holds one debate of a batch, or goes on with it. */
import {rmSync} from 'node:fs';
import {dirname} from 'node:path';
import type {Budget} from '../../debate/events.ts';
import {UsageError} from '../../debate/usage-error.ts';
import type {VoiceLimiter} from '../../engine/calls/voice-limiter.ts';
import {makeFolder} from '../../engine/host/write-whole.ts';
import type {Configuration} from '../../settings/settings.ts';
import type {Amount} from './share.ts';
import type {CliContext} from '../context.ts';
import {planWithVoices, type ReadyPlan} from '../plan/attach-voices.ts';
import {estimate} from '../plan/estimate.ts';
import {normalizeInput} from '../plan/normalize-input.ts';
import {eventsIn} from '../files/read-debate.ts';
import {resumeSession} from '../session/resume.ts';
import {startSession, type RunningSession} from '../session/start-session.ts';
import {priceFinder} from '../voices/model-facts.ts';
import type {ItemStatus} from './item-status.ts';
import type {BatchItem} from './matrix.ts';

/** Where a batch is held, and by what settings. */
export type BatchPlace = {
	readonly folder: string;
	readonly configuration: Configuration;
	readonly context: Pick<CliContext, 'cwd' | 'signal' | 'recorder'> & {readonly notice: (text: string) => void};
};

/** The plan of a debate, as `rostrum run` would make it. Throws `UsageError`. */
export function planItem(item: BatchItem, {configuration, context, folder}: BatchPlace): ReadyPlan {
	const {home, settings} = configuration;
	const {arbiter, judge} = item.input.options;
	const own: Configuration = {
		...configuration,
		settings: {
			...settings,
			pace: 'instant',
			seed: item.seed,
			budget: undefined,
			...(typeof arbiter === 'string' && {arbiter}),
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

export type Holding = BatchPlace & {
	readonly limiter: VoiceLimiter;
	readonly budget: Budget | undefined;
	/** Called with the number of turns that were heard since it began here. */
	readonly heard: (turns: number) => void;
};

/** Resolves when the debate is over or cut off, which its journal tells. */
export async function holdItem(plan: ReadyPlan, status: ItemStatus, holding: Holding): Promise<void> {
	const {signal} = holding.context;
	const running = await begin(plan, status, holding);
	let turns = 0;
	for await (const {type} of running.session.events) {
		if (type === 'turn-end') holding.heard(++turns);
		if (type === 'debate-end' || signal.aborted) break;
	}
	await running.done;
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
	if (status.begun) refuseOther(status.journal, plan);
	if (status.begun) return (await resumeSession(status.journal, {...options, folder})).running;
	makeFolder(dirname(status.journal));
	rmSync(status.journal, {force: true});
	return startSession(
		{...plan, ...(budget && Object.keys(budget).length > 0 && {budget})},
		{...options, journalFile: status.journal},
	);
}

/** A journal may come from a queue: one of another format would run what its config says. Throws `UsageError`. */
function refuseOther(journal: string, {protocol}: Pick<ReadyPlan, 'protocol'>): void {
	const [start] = eventsIn(journal);
	if (start?.type === 'debate-start' && start.protocol === protocol.id) return;
	throw new UsageError({
		what: `This journal is not of a debate of the format ${protocol.id}`,
		value: start?.type === 'debate-start' ? start.protocol : start?.type,
		from: journal,
		todo: 'Remove the file to have the debate held anew.',
	});
}
