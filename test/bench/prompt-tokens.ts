/**
 * What the anchored debate (three chairs, eight exchanges, interruptions on) pays for its prompts, by what a cached
 * token costs of a fresh one: the layout of the judges' prompts follows from that price.
 */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {openJournal} from '../../src/engine/journal/journal.ts';
import {runDebate} from '../../src/engine/run.ts';
import {protocols} from '../../src/protocols/registry.ts';
import {openAiVoice} from '../../src/voices/openai/openai-voice.ts';
import {rehearse} from '../../src/voices/rehearsal/rehearsal-voice.ts';
import {serveRehearsal} from '../../src/voices/rehearsal/server/server.ts';
import {anchoredDebate, commonPrefix, noting, type NotedRequest} from './anchored-debate.ts';
import {row} from './report.ts';

const goals = [
	[0.1, '≤ 75k'],
	[0.5, '≤ 130k'],
	[1, '≤ 190k'],
] as const;

export async function promptTokens(): Promise<void> {
	for (const [price, goal] of goals) {
		const requests = await debateAt(price);
		const equivalents = requests.filter(({purpose}) => purpose !== 'wish');
		row(
			`prompt tokens in equivalents, cached at ${price} of the price (checks for cuts apart)`,
			String(equivalentsOf(equivalents, price)),
			goal,
		);
		for (const purpose of new Set(equivalents.map(kindOf)))
			row(
				`  of it ${purpose}`,
				String(equivalentsOf(equivalents, price, each => kindOf(each) === purpose)),
				'reported',
			);
	}
}

const kindOf = ({purpose, text}: NotedRequest): string =>
	purpose === 'judge' && text.includes('kind="cross_check"') ? 'cross-check' : purpose;

/** What a server remembers of each model's requests, as providers do for minutes: the longest beginning it has seen. */
function equivalentsOf(
	requests: readonly NotedRequest[],
	price: number,
	counts: (request: NotedRequest) => boolean = () => true,
): number {
	const seen = new Map<string, string[]>();
	let sum = 0;
	for (const request of requests) {
		const {model, text} = request;
		const earlier = seen.get(model) ?? [];
		const shared = Math.max(0, ...earlier.map(each => commonPrefix(each, text)));
		if (counts(request)) sum += (text.length - shared + shared * price) / 4;
		seen.set(model, [...earlier, text]);
	}
	return Math.round(sum);
}

async function debateAt(cached: number): Promise<readonly NotedRequest[]> {
	const requests: NotedRequest[] = [];
	const server = await serveRehearsal({ttft: 0, tps: 1_000_000, turnTokens: 220, jsonTokens: 150, rehearse});
	const protocol = protocols['duelogic'];
	if (!protocol) throw new Error('there is no duelogic');
	const {config, seats, participants} = anchoredDebate(protocol);
	const debate = runDebate({
		protocol,
		config,
		subject: {text: 'A self-driving car should always minimise total deaths.'},
		title: 'Bench',
		participants,
		voices: new Map(
			seats.map(seat => {
				const model = seat.like ?? seat.id;
				const voice = openAiVoice({
					id: `server:${model}`,
					name: model,
					provider: 'server',
					model,
					row: {id: 'server', name: 'server', baseUrl: server.url},
					price: {input: 1, cached, output: 1},
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
