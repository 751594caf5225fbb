/**
 * Exports a debate through OpenTelemetry: metrics and spans derived from its journal, as OTLP in JSON over HTTP
 * (https://opentelemetry.io/docs/specs/otlp/).
 */
import {reasonOf} from '../../../debate/text/words.ts';
import type {Collector} from '../../contract.ts';
import type {EventOf, JournalEvent} from '../../../debate/events.ts';
import {sha256} from '../../../engine/host/hash.ts';

/** `endpoint` is the collector's base address, such as `http://127.0.0.1:4318`. */

type SpanAttributes = Readonly<Record<string, string | number>>;
const attributes = (all: SpanAttributes) =>
	Object.entries(all).map(([key, value]) => ({
		key,
		value: typeof value === 'number' ? {doubleValue: value} : {stringValue: value},
	}));

/** Upper bounds of the buckets of a histogram, in milliseconds. */
const bounds = [10, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 120_000];

type SpanClock = {readonly of: (ms: number) => string; readonly start: string; readonly end: string};

function clockOf(events: readonly JournalEvent[], {startedAt}: EventOf<'debate-start'>): SpanClock {
	const origin = Date.parse(startedAt);
	const of = (ms: number): string => `${Math.round(origin + ms)}000000`;
	return {of, start: of(0), end: of(events.at(-1)?.at ?? 0)};
}

function histogram(
	name: string,
	points: readonly {readonly of: SpanAttributes; readonly values: readonly number[]}[],
	{start, end}: SpanClock,
) {
	const dataPoints = points.map(({of, values}) => ({
		attributes: attributes(of),
		startTimeUnixNano: start,
		timeUnixNano: end,
		count: String(values.length),
		sum: values.reduce((sum, value) => sum + value, 0),
		explicitBounds: bounds,
		bucketCounts: [...bounds, Infinity].map((bound, place) =>
			String(values.filter(value => value <= bound && value > (bounds[place - 1] ?? -1)).length),
		),
	}));
	return {name, unit: 'ms', histogram: {aggregationTemporality: 1, dataPoints}};
}

function count(
	name: string,
	points: readonly {readonly of: SpanAttributes; readonly value: number}[],
	{start, end}: SpanClock,
) {
	const dataPoints = points.map(({of, value}) => ({
		attributes: attributes(of),
		startTimeUnixNano: start,
		timeUnixNano: end,
		asInt: String(value),
	}));
	return {name, unit: '1', sum: {aggregationTemporality: 1, isMonotonic: true, dataPoints}};
}

const resource = ({app, protocol}: EventOf<'debate-start'>) => ({
	attributes: attributes({'service.name': app.name, 'service.version': app.version, 'rostrum.protocol': protocol}),
});
const scope = {name: 'rostrum'};

/** All metrics as an OTLP request; undefined for a journal without a start. */
export function metricsOf(events: readonly JournalEvent[]): object | undefined {
	const start = events.find(event => event.type === 'debate-start');
	if (!start) return undefined;
	const clock = clockOf(events, start);
	const metrics = [...agentMetrics(events, clock), ...debateMetrics(events, clock)];
	return {resourceMetrics: [{resource: resource(start), scopeMetrics: [{scope, metrics}]}]};
}

/** Latency and errors of each agent, and how long its queries waited. */
function agentMetrics(events: readonly JournalEvent[], clock: SpanClock) {
	const calls = Map.groupBy(
		events.filter(event => event.type === 'voice-call'),
		({participant}) => participant,
	);
	const waits = Map.groupBy(
		events
			.filter(event => event.type === 'spec-query' && event.waitedMs !== undefined)
			.flatMap(event => (event.type === 'spec-query' ? [event] : [])),
		({agent}) => agent,
	);
	const byAgent = <T, V>(groups: ReadonlyMap<string, readonly T[]>, made: (all: readonly T[]) => V) =>
		[...groups].map(([agent, all]) => ({of: {agent}, ...made(all)}));
	return [
		histogram(
			'rostrum.agent.query.latency',
			byAgent(calls, all => ({values: all.map(({ms}) => ms)})),
			clock,
		),
		count(
			'rostrum.agent.query.errors',
			byAgent(calls, all => ({value: all.filter(({error}) => error !== undefined).length})),
			clock,
		),
		histogram(
			'rostrum.agent.queue.wait',
			byAgent(waits, all => ({values: all.map(({waitedMs = 0}) => waitedMs)})),
			clock,
		),
	];
}

/** How long the debate took, and whether consensus or validation failed. */
function debateMetrics(events: readonly JournalEvent[], clock: SpanClock) {
	const end = events.findLast(event => event.type === 'debate-end');
	return [
		histogram(
			'rostrum.debate.duration',
			[{of: {outcome: end?.outcome ?? 'unfinished'}, values: [events.at(-1)?.at ?? 0]}],
			clock,
		),
		count(
			'rostrum.consensus.failures',
			[{of: {}, value: Number(end !== undefined && end.outcome !== 'consensus' && end.outcome !== 'completed')}],
			clock,
		),
		count(
			'rostrum.validation.failures',
			[{of: {}, value: events.filter(event => event.type === 'spec-refinement' && event.fellBack).length}],
			clock,
		),
	];
}

/** One span for the debate, with a child span for each request to a voice. */
export function tracesOf(events: readonly JournalEvent[]): object | undefined {
	const start = events.find(event => event.type === 'debate-start');
	if (!start) return undefined;
	const clock = clockOf(events, start);
	const traceId = sha256(start.debateId).slice(0, 32);
	const root = sha256(start.debateId, 'debate').slice(0, 16);
	const end = events.findLast(event => event.type === 'debate-end');
	const debate = {
		traceId,
		spanId: root,
		name: `debate ${start.protocol}`,
		kind: 1,
		startTimeUnixNano: clock.start,
		endTimeUnixNano: clock.end,
		attributes: attributes({'rostrum.debate': start.debateId, 'rostrum.outcome': end?.outcome ?? 'unfinished'}),
		status: {code: end?.outcome === 'failed' ? 2 : 1},
	};
	const queries = events
		.filter(event => event.type === 'voice-call')
		.map(({seq, at, ms, participant, purpose, voice, tries, error}) => ({
			traceId,
			spanId: sha256(start.debateId, String(seq)).slice(0, 16),
			parentSpanId: root,
			name: `query ${purpose}`,
			kind: 3,
			startTimeUnixNano: clock.of(at - ms),
			endTimeUnixNano: clock.of(at),
			attributes: attributes({agent: participant, voice, tries}),
			status: error === undefined ? {code: 1} : {code: 2, message: error},
		}));
	return {resourceSpans: [{resource: resource(start), scopeSpans: [{scope, spans: [debate, ...queries]}]}]};
}

const requestTimeoutMs = 5000;

/** Sends metrics and traces to a collector; returns what went wrong, in words for the user. */
export async function exportTelemetry(
	events: readonly JournalEvent[],
	{endpoint, headers}: Collector,
): Promise<string | undefined> {
	try {
		for (const [path, body] of [
			['v1/metrics', metricsOf(events)],
			['v1/traces', tracesOf(events)],
		] as const) {
			if (!body) continue;
			const url = `${endpoint.replace(/\/$/u, '')}/${path}`;
			const response = await fetch(url, {
				method: 'POST',
				redirect: 'error',
				headers: {...headers, 'Content-Type': 'application/json'},
				body: JSON.stringify(body),
				signal: AbortSignal.timeout(requestTimeoutMs),
			});
			if (!response.ok) return `Metrics were not exported: ${url} answered ${response.status}.`;
		}
		return undefined;
	} catch (error) {
		return `Metrics were not exported: ${endpoint} cannot be reached (${reasonOf(error)}).`;
	}
}
