/**
 * What the anchored debate (three chairs, eight exchanges, interruptions on) pays for its prompts, by what a cached
 * token costs of a fresh one: the layout of the judges' prompts follows from that price.
 */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {SourceDesk} from '../../src/debate/sources.ts';
import {openJournal} from '../../src/engine/journal/journal.ts';
import {runDebate} from '../../src/engine/run.ts';
import {formatOf} from '../../src/formats/index.ts';
import {openAiVoice} from '../../src/voices/openai/openai-voice.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {serveRehearsal} from '../../src/rehearsal/server.ts';
import {anchoredDebate, commonPrefix, noting, type NotedRequest} from './anchored-debate.ts';
import {detail, row, type Row} from './report.ts';

const goals = [
	[0.1, '≤ 75,000'],
	[0.5, '≤ 130,000'],
	[1, '≤ 190,000'],
] as const;

/** Kinds of request that debates did not have when the goals were set. */
const later: ReadonlySet<string> = new Set(['ledger', 'question', 'last-word']);

export async function* promptTokens(): AsyncGenerator<Row> {
	for (const [price, goal] of goals) {
		const counted = countedIn((await debateAt({cached: price})).filter(({purpose}) => purpose !== 'wish'));
		const equivalents = (requests: readonly Counted[]): string =>
			Math.round(sumOf(requests, ({shared, fresh}) => fresh + shared * price)).toLocaleString('en-US');
		const name = `prompt tokens in equivalents, cached at ${price} of the price (checks for cuts apart)`;
		yield row(name, equivalents(counted), goal);
		yield row(
			`the same at ${price}, without ledger, host’s questions and last words`,
			equivalents(counted.filter(({kind}) => !later.has(kind))),
			goal,
		);
		for (const [kind, requests] of Map.groupBy(counted, request => request.kind)) {
			const fresh = Math.round(sumOf(requests, request => request.fresh));
			const shared = Math.round(sumOf(requests, request => request.shared));
			yield detail(
				`  of it ${kind}: ${requests.length} requests, ${fresh} new, ${shared} seen before`,
				equivalents(requests),
			);
		}
		const fresh = sumOf(counted, request => request.fresh);
		const seen = sumOf(counted, request => request.shared);
		const [newOnes, part] = [Math.round(fresh).toLocaleString('en-US'), (seen / (fresh + seen)).toFixed(3)];
		const [news, parts] = ['prompt tokens new to their model', 'part of the prompt tokens that their model has seen'];
		yield price === 0.1 ? row(news, newOnes, '≤ 60,000', '93,546') : detail(news, newOnes);
		yield price === 0.1 ? row(parts, part, '≥ 0.85', '0.704') : detail(parts, part);
	}
	yield* onOneServer();
	yield* longDebates();
}

/** All prompts of a debate of thirty exchanges, cheap or dear or on one server: shared or not, somebody reads them. */
async function* longDebates(): AsyncGenerator<Row> {
	const layouts = [
		['cached at 0.1 of the price', {cached: 0.1}],
		['cached at the full price', {cached: 1}],
		['one model on one server', {oneServer: true}],
	] as const;
	for (const [how, layout] of layouts) {
		const requests = await debateAt({...layout, exchanges: 30});
		const tokens = requests.reduce((sum, {text}) => sum + text.length / 4, 0);
		yield row(`prompt tokens in all, 30 exchanges, ${how}`, Math.round(tokens).toLocaleString('en-US'), '≤ 2,500,000');
		for (const [kind, of] of Map.groupBy(countedIn(requests), each => each.kind))
			yield detail(
				`  of it ${kind}: ${of.length} requests`,
				Math.round(sumOf(of, ({shared, fresh}) => shared + fresh)).toLocaleString('en-US'),
			);
	}
}

/** All seats are one model on a server that keeps the prompt before: what it reads anew. */
async function* onOneServer(): AsyncGenerator<Row> {
	const requests = await debateAt({oneServer: true});
	// Such servers hold an answer to its schema without reading it.
	const counted = requests.map(({purpose, text, answer}, place) => {
		const shared = commonPrefix(requests[place - 1]?.text ?? '', text);
		return {kind: kindOf(purpose, text), shared: shared / 4, fresh: (text.length - shared) / 4, answer};
	});
	const sum = (of: readonly Counted[], tokens: (one: Counted) => number) =>
		Math.round(sumOf(of, tokens)).toLocaleString('en-US');
	const all = sum(counted, ({shared, fresh}) => shared + fresh);
	yield row(
		`prompt tokens not shared with the request before, one model on one server, of ${all}`,
		sum(counted, ({fresh}) => fresh),
		'≤ 130,000',
	);
	for (const [kind, of] of Map.groupBy(counted, request => request.kind))
		yield detail(
			`  of it ${kind}: ${of.length} requests, ${sum(of, ({shared}) => shared)} shared`,
			sum(of, ({fresh}) => fresh),
		);
}

/** A request with its tokens, 4 characters each: those of the longest beginning that its model has seen, and the rest. */
export type Counted = {
	readonly kind: string;
	readonly shared: number;
	readonly fresh: number;
	/** Tokens of the answer. */
	readonly answer: number;
};

/** A server remembers each model's requests, as providers do for minutes. */
export function countedIn(requests: readonly NotedRequest[]): readonly Counted[] {
	const seen = new Map<string, string[]>();
	return requests.map(({model, purpose, text: messages, schema = '', answer}) => {
		const text = schema + messages;
		const earlier = seen.get(model) ?? [];
		const shared = Math.max(0, ...earlier.map(each => commonPrefix(each, text)));
		seen.set(model, [...earlier, text]);
		return {kind: kindOf(purpose, text), shared: shared / 4, fresh: (text.length - shared) / 4, answer};
	});
}

/** What its task says that is wanted: a second look, and who cuts in or goes on, stand apart. */
const kindOf = (purpose: string, text: string): string =>
	/^<task kind="([^"]+)"/mu.exec(text.slice(text.lastIndexOf('<task ')))?.[1] ?? purpose;

const sumOf = (requests: readonly Counted[], tokens: (request: Counted) => number): number =>
	requests.reduce((sum, request) => sum + tokens(request), 0);

type BenchDebate = {
	/** What a cached token costs of a fresh one. */
	readonly cached?: number;
	readonly about?: string;
	readonly sources?: SourceDesk;
	/** All seats on one local model, which answers one request at a time. */
	readonly oneServer?: boolean;
	readonly exchanges?: number;
};

export async function debateAt({
	cached = 0.1,
	about = 'A self-driving car should always minimise total deaths.',
	sources,
	oneServer = false,
	exchanges,
}: BenchDebate): Promise<readonly NotedRequest[]> {
	const requests: NotedRequest[] = [];
	const server = await serveRehearsal({
		ttft: 0,
		tps: 1_000_000,
		turnTokens: 220,
		jsonTokens: 150,
		rehearse,
	});
	const protocol = formatOf('duelogic');
	if (!protocol) throw new Error('there is no duelogic');
	const {config, seats, participants} = anchoredDebate(
		protocol,
		exchanges === undefined ? {} : {flow: {maxExchanges: exchanges, targetDurationMinutes: 600}},
	);
	const debate = runDebate({
		protocol,
		config,
		subject: {text: about},
		...(sources && {sources}),
		title: 'Bench',
		participants,
		voices: new Map(
			seats.map(seat => {
				const model = oneServer ? 'local' : (seat.like ?? seat.id);
				const voice = openAiVoice({
					id: `server:${model}`,
					name: model,
					provider: 'server',
					model,
					row: {
						id: 'server',
						name: 'server',
						baseUrl: server.url,
						quirks: {thinksApart: true},
						...(oneServer && {atOnce: 1}),
					},
					...(!oneServer && {price: {input: 1, cached, output: 1}}),
				});
				return [seat.id, noting(voice, model, requests)];
			}),
		),
		seed: 7,
		pace: 0,
		timeoutMs: 60_000,
		journal: openJournal(path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-bench-')), 'debate.jsonl')),
		signal: new AbortController().signal,
		headless: true,
		appVersion: 'bench',
		debateId: 'bench',
		startedAt: new Date().toISOString(),
	});
	for await (const event of debate.events) void event;
	await debate.done;
	await server.close();
	return requests;
}
