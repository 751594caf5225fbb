/** The order of a run's messages as a fold: what may come next, from whom, and what is wrong with a message. */
import type {BuildMessage, MessageOf, MessageType} from '../../../debate/formats/builder-reviewer/events.ts';

export type Lifecycle = {
	/** What the run is waiting for. */
	readonly stage: 'start' | 'ack' | 'plan' | 'feedback' | 'answer' | 'execution' | 'review' | 'end' | 'over';
	readonly cycle: number;
	readonly maxCycles: number;
	/** Ids of the plan's steps; undefined while there is none, empty where the plan names none. */
	readonly steps: readonly string[];
	readonly reported: readonly string[];
	/** The reviewer sent a critical alert. */
	readonly halted: boolean;
	readonly decision: MessageOf<'review.decision'>['body']['decision'] | undefined;
};

/** The rule that a message breaks, and how. */
export type MessageFault = {readonly rule: string; readonly what: string};

export const defaultMaxCycles = 3;
export const initialLifecycle: Lifecycle = {
	stage: 'start',
	cycle: 1,
	maxCycles: defaultMaxCycles,
	steps: [],
	reported: [],
	halted: false,
	decision: undefined,
};

const expectedTypes: Readonly<Record<Lifecycle['stage'], MessageType | undefined>> = {
	start: 'session.start',
	ack: 'session.ack',
	plan: 'plan.proposed',
	feedback: 'plan.feedback',
	answer: 'plan.proposed',
	execution: 'execution.update',
	review: 'review.decision',
	end: 'session.end',
	over: undefined,
};

/** What is wrong with a message at this point; undefined if it may come. */
export function faultOf(now: Lifecycle, message: BuildMessage): MessageFault | undefined {
	const {message_type: type} = message;
	if (now.stage === 'over') return {rule: 'closed', what: `${type} after session.end`};
	if (now.stage === 'start')
		return type === 'session.start' ? undefined : {rule: 'start', what: `${type} before session.start`};
	if (type === 'execution.alert') return vetoFault(message);
	if (type === 'session.end') return endFault(now, message.body);
	if (now.halted && !personOf(message) && !(type === 'review.decision' && message.body.decision === 'abort'))
		return {rule: 'halt', what: `${type} after a critical alert, which only an end or an abort may follow`};
	if (type !== expectedTypes[now.stage] && !isSentBack(now, message))
		return {
			rule: 'order',
			what: `${type} where ${expectedTypes[now.stage] ?? 'nothing'} is due${now.stage === 'answer' ? ', to answer the alternative' : ''}`,
		};
	return cycleFault(now, message) ?? contentFault(now, message) ?? vetoFault(message);
}

/** Where several have reviewed, one critical finding rules an acceptance out, and makes an alert critical. */
export function vetoFault({message_type: type, body}: BuildMessage): MessageFault | undefined {
	if (type === 'review.decision' && body.decision === 'accept') {
		const veto = body.votes?.find(({critical}) => critical !== undefined);
		return veto && {rule: 'veto', what: `accepts against a critical finding of ${veto.reviewer}`};
	}
	if (type === 'execution.alert' && body.severity !== 'critical') {
		const veto = body.votes?.find(({severity}) => severity === 'critical');
		return veto && {rule: 'veto', what: `is ${body.severity}, and ${veto.reviewer} finds it critical`};
	}
	return undefined;
}

const personOf = ({body}: BuildMessage) => ('person' in body ? body.person : undefined);

/** A person may send a plan back before anything was done, a halted run, and work that the reviewer has accepted. */
const isSentBack = (now: Lifecycle, message: BuildMessage): boolean =>
	message.message_type === 'plan.proposed' &&
	personOf(message)?.decision === 'send back' &&
	(now.stage === 'execution' || (now.stage === 'end' && now.decision === 'accept'));

function cycleFault(now: Lifecycle, {message_type: type, body}: BuildMessage): MessageFault | undefined {
	if (!('cycle' in body) || body.cycle === undefined || type === 'execution.alert' || body.cycle === now.cycle)
		return undefined;
	if (now.stage === 'end' && body.cycle === now.cycle + 1) return undefined;
	return {rule: 'cycle', what: `${type} of cycle ${body.cycle} in cycle ${now.cycle}`};
}

function contentFault(now: Lifecycle, message: BuildMessage): MessageFault | undefined {
	const {message_type: type, body} = message;
	if (type === 'plan.proposed') {
		if (now.stage === 'answer' && !body.alternative)
			return {rule: 'alternative', what: 'the alternative plan is neither taken over nor declined with a reason'};
		if (now.stage !== 'answer' && body.alternative)
			return {rule: 'alternative', what: 'answers an alternative that was not proposed'};
	}
	if (type === 'execution.update' && body.step !== undefined) {
		if (now.steps.length > 0 && !now.steps.includes(body.step))
			return {rule: 'step', what: `step "${body.step}" is not in the plan, which has ${now.steps.join(', ')}`};
		if (now.reported.includes(body.step))
			return {rule: 'step', what: `step "${body.step}" was reported before in this cycle`};
	}
	return undefined;
}

function endFault(
	{stage, decision, cycle, maxCycles, halted}: Lifecycle,
	{status}: MessageOf<'session.end'>['body'],
): MessageFault | undefined {
	const wrong = (why: string): MessageFault => ({rule: 'status', what: `session.end says "${status}" ${why}`});
	if (status === 'accepted' && decision !== 'accept')
		return wrong(decision === undefined ? 'and nothing was decided' : `and the decision is ${decision}`);
	if (status === 'aborted' && decision !== 'abort') return wrong('without an abort');
	if (status === 'halted' && !halted) return wrong('without a critical alert');
	if (status === 'deadlock' && !(decision === 'revise' && stage === 'end'))
		return wrong(`in cycle ${cycle} of ${maxCycles}`);
	if ((status === 'failed' || status === 'stopped') && decision === 'accept' && stage === 'end')
		return wrong('although the work was accepted');
	return undefined;
}

/**
 * The lifecycle after a message, valid or not: after a fault, later messages are judged by what was really sent, so
 * that each fault is reported once.
 */
export function lifecycleAfter(before: Lifecycle, {message_type: type, body}: BuildMessage): Lifecycle {
	const goesOn = type === 'plan.proposed' || type === 'plan.feedback' || type === 'execution.update';
	const now = goesOn ? {...before, halted: false} : before;
	switch (type) {
		case 'session.start':
			return {...now, stage: 'ack', maxCycles: body.max_cycles ?? now.maxCycles};
		case 'session.ack':
			return {...now, stage: 'plan'};
		case 'plan.proposed':
			return {
				...now,
				stage: body.alternative ? 'execution' : 'feedback',
				cycle: body.cycle,
				steps: body.steps.map(({id}) => id),
				reported: [],
				decision: undefined,
			};
		case 'plan.feedback':
			return {...now, stage: body.alternative ? 'answer' : 'execution'};
		case 'execution.update':
			return {
				...now,
				stage: body.final ? 'review' : 'execution',
				cycle: body.cycle,
				reported: body.step === undefined ? now.reported : [...now.reported, body.step],
			};
		case 'execution.alert':
			return {...now, halted: now.halted || body.severity === 'critical'};
		case 'review.decision':
			return afterDecision(now, body.decision);
		case 'session.end':
			return {...now, stage: 'over'};
		default:
			return type satisfies never;
	}
}

function afterDecision(now: Lifecycle, decision: NonNullable<Lifecycle['decision']>): Lifecycle {
	const again = decision === 'revise' && now.cycle < now.maxCycles;
	return {...now, decision, stage: again ? 'plan' : 'end', cycle: again ? now.cycle + 1 : now.cycle};
}

export const lifecycleOf = (messages: Iterable<BuildMessage>, from: Lifecycle = initialLifecycle): Lifecycle => {
	let now = from;
	for (const message of messages) now = lifecycleAfter(now, message);
	return now;
};
