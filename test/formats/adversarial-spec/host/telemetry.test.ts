import {createServer, type Server} from 'node:http';
import {once} from 'node:events';
import {afterEach, beforeAll, describe, expect, it} from 'vitest';
import {exportTelemetry, metricsOf, tracesOf} from '../../../../src/formats/adversarial-spec/host/telemetry.ts';
import {VoiceError} from '../../../../src/voices/voice.ts';
import {debate, type Debated} from '../run-spec.ts';

let debated: Debated;
beforeAll(async () => {
	debated = await debate({
		config: {personas: ['security', 'oncall', 'qa']},
		answers: ({kind, seat}) =>
			kind === 'spec-critique' && seat === 'oncall' ? new VoiceError('malformed', 'No.') : undefined,
	});
});

const servers: Server[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) server.close();
});

async function collector(
	status = 200,
): Promise<{endpoint: string; got: {path: string | undefined; key: unknown; body: string}[]}> {
	const got: {path: string | undefined; key: unknown; body: string}[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request
			.on('data', piece => (body += String(piece)))
			.on('end', () => {
				got.push({path: request.url, key: request.headers['x-key'], body});
				response.writeHead(status).end('{}');
			});
	}).listen(0, '127.0.0.1');
	servers.push(server);
	await once(server, 'listening');
	const address = server.address();
	return {endpoint: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, got};
}

describe('what is given out of a debate', () => {
	it('counts each agent’s queries, their time and their errors', () => {
		const json = JSON.stringify(metricsOf(debated.events));
		const metrics: {
			name: string;
			histogram?: {dataPoints: {attributes: {value: {stringValue: string}}[]; count: string; bucketCounts: string[]}[]};
			sum?: {dataPoints: {attributes: {value: {stringValue: string}}[]; asInt: string}[]};
		}[] = JSON.parse(json).resourceMetrics[0].scopeMetrics[0].metrics;
		const latency = metrics.find(({name}) => name === 'rostrum.agent.query.latency')?.histogram?.dataPoints ?? [];
		expect(
			latency.map(({attributes}) => attributes[0]?.value.stringValue ?? '').toSorted((a, b) => a.localeCompare(b)),
		).toEqual(['oncall', 'qa', 'security', 'synthesis']);
		for (const point of latency)
			expect(point.bucketCounts.reduce((sum, each) => sum + Number(each), 0)).toBe(Number(point.count));
		const errors = metrics.find(({name}) => name === 'rostrum.agent.query.errors')?.sum?.dataPoints ?? [];
		expect(
			Object.fromEntries(errors.map(({attributes, asInt}) => [attributes[0]?.value.stringValue, asInt])),
		).toMatchObject({oncall: '3', qa: '0'});
		expect(metrics.map(({name}) => name)).toEqual([
			'rostrum.agent.query.latency',
			'rostrum.agent.query.errors',
			'rostrum.agent.queue.wait',
			'rostrum.debate.duration',
			'rostrum.consensus.failures',
			'rostrum.validation.failures',
		]);
	});

	it('has a span for every request, in the one of the debate', () => {
		const {spans} = JSON.parse(JSON.stringify(tracesOf(debated.events))).resourceSpans[0].scopeSpans[0];
		expect(spans).toHaveLength(1 + debated.of('voice-call').length);
		expect(new Set(spans.slice(1).map(({parentSpanId}: {parentSpanId: string}) => parentSpanId))).toEqual(
			new Set([spans[0].spanId]),
		);
		expect(spans[0].spanId).toMatch(/^[0-9a-f]{16}$/u);
		expect(spans[0].traceId).toMatch(/^[0-9a-f]{32}$/u);
	});

	it('goes to the collector with its headers', async () => {
		const {endpoint, got} = await collector();
		expect(await exportTelemetry(debated.events, {endpoint: `${endpoint}/`, headers: {'x-key': 'k'}})).toBeUndefined();
		expect(got.map(({path, key}) => [path, key])).toEqual([
			['/v1/metrics', 'k'],
			['/v1/traces', 'k'],
		]);
	});

	it('says so where it cannot go there', async () => {
		const {endpoint} = await collector(503);
		expect(await exportTelemetry(debated.events, {endpoint, headers: {}})).toBe(
			`Metrics were not exported: ${endpoint}/v1/metrics answered 503.`,
		);
		expect(await exportTelemetry(debated.events, {endpoint: 'http://127.0.0.1:1', headers: {}})).toMatch(
			/^Metrics were not exported: http:\/\/127\.0\.0\.1:1 cannot be reached/u,
		);
		expect(metricsOf([])).toBeUndefined();
	});
});
