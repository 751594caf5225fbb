/** Judges an old Duelogic debate anew, and keeps the new scores beside the old ones. */
import {dirname, join} from 'node:path';
import {withUnknownConfig} from '../../debate/protocol.ts';
import {fold} from '../../debate/reduce.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import type {EvaluationEvent} from '../../debate/evaluation.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {duelogicConfig} from '../../formats/duelogic/config.ts';
import {duelogic} from '../../formats/duelogic/duelogic.ts';
import {rulesVersion} from '../../debate/rubric.ts';
import {RescoreConfig, rescoring} from '../../formats/duelogic/judge-check.ts';
import type {Configuration} from '../../settings/settings.ts';
import {eventsIn, noticeIn} from '../files/read-debate.ts';
import type {ReadyPlan} from '../plan/attach-voices.ts';
import {checkedPlan} from '../plan/start-check.ts';
import {refusePeople, timesAndMeans} from '../plan/resolve-plan.ts';
import {resolveParticipants} from '../voices/resolve-participants.ts';
import {runJudging, type JudgingRun} from './run-judging.ts';

/** A debate that is to be judged anew. */
export type PlannedRescore = {
	readonly journal: string;
	/** The debate as its journal recorded it, with its old scores. */
	readonly old: DebateState;
	readonly plan: ReadyPlan;
	/** ROSTRUM_HOME. */
	readonly home: string;
};

/** Reads the debate and resolves the judges. Throws `UsageError` where it cannot be judged. */
export async function planRescore(
	journal: string,
	configuration: Configuration,
	signal: AbortSignal,
): Promise<PlannedRescore> {
	const {settings} = configuration;
	if (settings.judges.length === 0)
		throw new UsageError({
			what: 'No judge was named',
			from: 'the command line',
			todo: 'Say who judges anew with --judge, such as --judge openrouter:openai/gpt-4o, or --judge rehearsal.',
		});
	const events = [...eventsIn(journal)];
	const notice = noticeIn(journal);
	const old = fold(events);
	const config = configOf(old, journal);
	const protocol = withUnknownConfig(rescoring(old, config));
	const filled = resolveParticipants(
		[{id: 'judge', role: 'judge'}],
		{judges: settings.judges, seats: {}},
		configuration,
	);
	const wanted: RescoreConfig = {
		rules: rulesVersion,
		debate: old.start?.debateId ?? '',
		upto: events.at(-1)?.hash ?? '',
		contextTokens: config.contextTokens,
	};
	refusePeople(filled, {protocol, config: wanted, interactive: false});
	const plan = await checkedPlan(
		{
			...filled,
			protocol,
			config: wanted,
			subject: old.start?.subject ?? {text: ''},
			title: `${old.start?.title ?? ''}, judged anew`,
			seed: settings.seed ?? old.start?.seed ?? 1,
			pace: 0,
			timeoutMs: settings.timeout,
			...timesAndMeans({...settings, closing: false}, false),
			exports: [],
			folder: join(dirname(journal), 'rescores'),
			remembered: undefined,
			notices: [...configuration.notices, ...filled.notices, ...(notice === undefined ? [] : [notice])],
		},
		configuration,
		{signal, anyway: true},
	);
	return {journal, old, plan, home: configuration.home};
}

/** The config of a Duelogic debate, of older versions too. Throws `UsageError`. */
function configOf({start}: DebateState, journal: string) {
	if (start?.protocol !== duelogic.id)
		throw new UsageError({
			what: 'Only Duelogic debates have scores that can be given anew',
			value: start?.protocol,
			from: journal,
			todo: 'Name a Duelogic debate; "rostrum library list --protocol duelogic" lists them.',
		});
	const read = duelogicConfig.safeParse(start.config);
	if (read.success) return read.data;
	throw new UsageError({
		what: `The debate’s config is no longer valid: ${read.error.issues.map(({path, message}) => `${path.join('.')}: ${message}`).join('; ')}`,
		from: journal,
		todo: 'It can be read, replayed and exported, but not judged anew.',
	});
}

/** A turn's score then and now; undefined where it was not judged. */
type RescoredTurn = {
	readonly turn: Turn;
	readonly before: EvaluationEvent | undefined;
	readonly now: EvaluationEvent | undefined;
};

export type RescoreReport = Omit<JudgingRun, 'evaluations'> & {readonly turns: readonly RescoredTurn[]};

/** Judges what an earlier run of the same judges has left. The debate's own journal is only read. */
export async function rescoreDebate(
	{old, plan, home}: PlannedRescore,
	options: {readonly signal: AbortSignal; readonly onProgress?: (done: number, all: number) => void},
): Promise<RescoreReport> {
	const replies = old.turns.filter(({kind, text}) => kind === 'reply' && text.trim() !== '');
	const {evaluations, ...run} = await runJudging(plan, {
		folder: plan.folder,
		home,
		signal: options.signal,
		onProgress: done => options.onProgress?.(done, replies.length),
	});
	const now = new Map(evaluations.map(evaluation => [evaluation.turnId, evaluation]));
	return {...run, turns: replies.map(turn => ({turn, before: turn.evaluation, now: now.get(turn.id)}))};
}
