/** A query to an agent: rate limit, circuit breaker, answer cache, and what happens when it fails. */
import type {z} from 'zod';
import type {Floor, Prompt} from '../../../debate/protocol.ts';
import {requestAdmission, reportQueryOutcome} from './effects.ts';
import {maxCritiqueBytes} from '../document/lines.ts';
import {isOut, type SpecState} from '../state/spec-state.ts';

export type Query<T> = {
	readonly agent: string;
	readonly persona: string;
	readonly purpose: string;
	readonly round: number;
	readonly prompt: Prompt;
	readonly schema: z.ZodType<T>;
};
/** `cached`: the answer came from the cache. */
export type QueryReply<T> =
	{readonly ok: true; readonly value: T; readonly cached?: true} | {readonly ok: false; readonly reason: string};

/** Asks an agent. Never rejects because the agent failed: the reply says why. */
export async function query<T>(
	state: SpecState,
	floor: Floor,
	{agent, persona, purpose, round, prompt, schema}: Query<T>,
): Promise<QueryReply<T>> {
	const {agentQueryTimeout, agentQueryRetries} = state.config;
	const about = {type: 'spec-query' as const, agent, round, purpose};
	await floor.record({...about, state: 'waiting'});
	const parameters = {
		...(prompt.maxTokens === undefined ? {} : {maxTokens: prompt.maxTokens}),
		...(prompt.temperature === undefined ? {} : {temperature: prompt.temperature}),
	};
	const admitted = await requestAdmission(floor, {
		agent,
		persona,
		purpose,
		text: state.text,
		version: versionOf(floor, agent),
		messages: prompt.messages,
		parameters,
	});
	if (admitted.how === 'refused') return {ok: false, reason: admitted.reason};
	if (admitted.how === 'kept') {
		const kept = schema.safeParse(admitted.value);
		if (kept.success) {
			await floor.record({...about, state: 'kept'});
			return {ok: true, value: kept.data, cached: true};
		}
	}
	await floor.record({...about, state: 'asked', waitedMs: admitted.how === 'go' ? admitted.waitedMs : 0});
	const answer = await floor.ask(agent, prompt, schema, {
		purpose,
		limitMs: agentQueryTimeout,
		patience: {timeoutMs: agentQueryTimeout, retries: agentQueryRetries},
		mostBytes: maxCritiqueBytes,
	});
	await reportQueryOutcome(floor, {
		agent,
		...(admitted.how === 'go' && admitted.key !== undefined ? {key: admitted.key} : {}),
		ok: answer.ok,
		...(answer.ok ? {value: answer.value} : {}),
	});
	if (answer.ok) return answer;
	return {
		ok: false,
		reason: answer.timedOut
			? `Agent ${agent} timed out after ${agentQueryTimeout}ms and has been excluded from this round.`
			: `Agent ${agent} failed and has been excluded from this round: ${answer.reason}`,
	};
}

const versionOf = (floor: Floor, agent: string): string => {
	const seat = floor.heard.seats.find(({id}) => id === agent);
	return `${seat?.voice ?? ''} ${seat?.model ?? ''}`;
};

/** Asks an agent; without an answer, the agent is out for the rest of the round. */
export async function askAgent<T>(state: SpecState, floor: Floor, wish: Query<T>): Promise<QueryReply<T>> {
	const reply = await query(state, floor, wish);
	if (reply.ok) return reply;
	if (isOut(floor, wish.agent)) state.unusableAgents.add(wish.agent);
	else await floor.record({type: 'participant-out', participant: wish.agent, reason: reply.reason});
	await floor.record({type: 'notice', level: 'error', participant: wish.agent, text: reply.reason});
	return reply;
}

/** Readmits agents that were out in the last round, unless their voice cannot be used at all. */
export async function readmitAgents(state: SpecState, floor: Floor): Promise<void> {
	for (const {id} of state.agents)
		if (isOut(floor, id) && !state.unusableAgents.has(id))
			await floor.record({type: 'participant-back', participant: id, reason: 'asked again in the next round'});
}
