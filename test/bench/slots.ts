/**
 * What a server of one slot reads anew in a debate of one model, and how long its turns wait: one whose row says so, one
 * that says nothing, and one that says nothing and has a second slot. Time passes twenty times as fast.
 */
import {once} from 'node:events';
import {mkdtempSync} from 'node:fs';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {text} from 'node:stream/consumers';
import {setTimeout as wait} from 'node:timers/promises';
import {openJournal} from '../../src/engine/journal/journal.ts';
import {runDebate} from '../../src/engine/run.ts';
import {formatOf} from '../../src/formats/index.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {serveRehearsal} from '../../src/rehearsal/server.ts';
import {openAiVoice} from '../../src/voices/openai/openai-voice.ts';
import {anchoredDebate, commonPrefix} from './anchored-debate.ts';
import {median, row, type Row} from './report.ts';

/** Tokens a second that are read and written, and how much faster than that time passes here. */
const [read, written, faster] = [300, 20, 20];

const servers = [
	['one slot that names itself llama.cpp', {atOnce: 1}, 1],
	['one slot that names nothing', {}, 1],
	['a server of two slots that names nothing', {}, 2],
] as const;

export async function* slots(): AsyncGenerator<Row> {
	for (const [name, says, count] of servers) {
		const {requests, took} = await held(says, count);
		const sum = (of: (one: Served) => number): number => Math.round(requests.reduce((all, one) => all + of(one), 0));
		const [fresh, all] = [sum(one => one.fresh), sum(one => one.tokens)];
		const waits = requests.filter(({isTurn}) => isTurn).map(({waited}) => (waited * faster) / 1000);
		yield row(
			`${name}, 3 × 3: read anew of ${all.toLocaleString('en-US')} tokens; turns waited, median / most; all of it`,
			`${((100 * fresh) / all).toFixed(0)} %; ${median(waits).toFixed(1)} / ${Math.max(...waits).toFixed(1)} s; ${((took * faster) / 60_000).toFixed(0)} min`,
			'≤ 25 %',
		);
	}
}

/** `waited` is in milliseconds of ours. */
type Served = {readonly tokens: number; readonly fresh: number; readonly waited: number; readonly isTurn: boolean};

async function held(says: {readonly atOnce?: number}, count: number) {
	const server = await slotServer(count);
	const protocol = formatOf('duelogic');
	if (!protocol) throw new Error('there is no duelogic');
	const {config, seats, participants} = anchoredDebate(protocol, {flow: {maxExchanges: 3, targetDurationMinutes: 60}});
	const row = {id: 'server', name: 'the server', baseUrl: server.url, quirks: {thinksApart: true}, ...says};
	const voice = openAiVoice({id: 'server:one', name: 'One', provider: 'server', model: 'one', row});
	const startedAt = performance.now();
	const debate = runDebate({
		protocol,
		config,
		subject: {text: 'A self-driving car should always minimise total deaths.'},
		title: 'Bench',
		participants: participants.map(each => ({...each, voice: 'server:one', model: 'one'})),
		voices: new Map(seats.map(({id}) => [id, voice])),
		seed: 7,
		pace: 0,
		timeoutMs: 600_000,
		journal: openJournal(path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-slots-')), 'debate.jsonl')),
		signal: new AbortController().signal,
		headless: true,
		appVersion: 'bench',
		debateId: 'bench',
		startedAt: new Date().toISOString(),
	});
	for await (const event of debate.events) void event;
	await debate.done;
	await server.close();
	return {requests: server.served, took: performance.now() - startedAt};
}

/** Answers so many requests at once; each slot keeps the prompt before, and holds an answer to its form unread. */
async function slotServer(count: number) {
	const behind = await serveRehearsal({ttft: 0, tps: written * faster, rehearse});
	const served: Served[] = [];
	const free: {prompt: string}[] = Array.from({length: count}, () => ({prompt: ''}));
	const waiting: (() => void)[] = [];

	async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await text(incoming);
		if (incoming.method !== 'POST') return void response.writeHead(404).end();
		const at = performance.now();
		while (free.length === 0) await new Promise<void>(resolve => waiting.push(resolve));
		const gone = new AbortController();
		response.once('close', () => gone.abort());
		const prompt = body.slice(body.indexOf('"messages"'));
		const shared = (slot: {prompt: string}): number => commonPrefix(slot.prompt, prompt);
		const slot = free.toSorted((one, other) => shared(other) - shared(one))[0] ?? {prompt: ''};
		free.splice(free.indexOf(slot), 1);
		try {
			if (response.destroyed) return;
			const [tokens, fresh] = [prompt.length / 4, (prompt.length - shared(slot)) / 4];
			served.push({tokens, fresh, waited: performance.now() - at, isTurn: !body.includes('"response_format"')});
			slot.prompt = prompt;
			await wait((fresh / read / faster) * 1000);
			const headers = {'Content-Type': 'application/json'};
			const answer = await fetch(`${behind.url}/chat/completions`, {
				method: 'POST',
				headers,
				body,
				signal: gone.signal,
			});
			response.writeHead(answer.status, {'Content-Type': answer.headers.get('content-type') ?? ''});
			for await (const part of answer.body ?? []) response.write(part);
			response.end();
		} catch (error) {
			if (!gone.signal.aborted) throw error;
		} finally {
			free.push(slot);
			waiting.shift()?.();
		}
	}

	const server = createServer((incoming, response) => void pass(incoming, response));
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('the server has no port');
	return {
		url: `http://127.0.0.1:${address.port}/v1`,
		served,
		async close() {
			server.closeAllConnections();
			server.close();
			await behind.close();
		},
	};
}
