/** Each agent's rate limit and circuit breaker. In a resumed debate they are in the state that its journal left. */
import type {JournalEvent} from '../../../debate/events.ts';
import {RecordedAnswer} from '../../../engine/calls/ask-voice.ts';
import {breaker, type Breaker} from './breaker.ts';
import {tokenBucket, type Bucket} from '../../../engine/calls/rate-limit.ts';

export type QueryGate = {readonly bucket: Bucket; readonly breaker: Breaker};
type QueryGateOptions = {
	/** Queries a second, after a first burst of ten. */
	readonly rate: number;
	/** How long a breaker stays open, in milliseconds. */
	readonly openMs: number;
	/** The journal so far. */
	readonly past: readonly JournalEvent[];
};

const burst = 10;
/** Failures in a row that open an agent's breaker. */
export const maxFailures = 3;

/** The gate of an agent. Time is the debate's own: what passed between a crash and its resumption does not count. */
export function gates({rate, openMs, past}: QueryGateOptions): (agent: string) => QueryGate {
	const began = performance.now() - (past.at(-1)?.at ?? 0);
	const made = new Map<string, QueryGate>();
	return agent => {
		const gate = made.get(agent) ?? gateOf(agent);
		made.set(agent, gate);
		return gate;
	};

	function gateOf(agent: string): QueryGate {
		let told: number | undefined;
		const circuit = breaker({failures: maxFailures, openMs}, () => told ?? performance.now() - began);
		for (const {at, ok} of past.flatMap(event => outcomeOf(event, agent) ?? [])) {
			told = at;
			circuit.report(ok);
		}
		told = undefined;
		const asked = past.flatMap(event =>
			event.type === 'spec-query' && event.agent === agent && event.state === 'asked' ? event.at : [],
		);
		return {
			breaker: circuit,
			bucket: tokenBucket({capacity: burst, perSecond: rate, taken: asked.map(at => at + began)}),
		};
	}
}

/** Whether a query to the agent succeeded, if this event is its answer. */
function outcomeOf(event: JournalEvent, agent: string): {readonly at: number; readonly ok: boolean} | undefined {
	if (event.type !== 'step-end' || !event.step?.endsWith(` ask ${agent}`)) return undefined;
	const answer = RecordedAnswer.safeParse(event.value);
	return answer.success ? {at: event.at, ok: answer.data.ok} : undefined;
}
