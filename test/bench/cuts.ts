/** Turns that are cut while their model still writes: how long until the server sees its request taken back? */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {z} from 'zod';
import {type Protocol, withUnknownConfig} from '../../src/debate/protocol.ts';
import {openJournal} from '../../src/engine/journal/journal.ts';
import {runDebate} from '../../src/engine/run.ts';
import {openAiVoice} from '../../src/voices/openai/openai-voice.ts';
import {serveRehearsal} from '../../src/rehearsal/server.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {cutAfter} from '../engine/watches.ts';
import {cutsBySpeed} from './cuts-by-speed.ts';
import {detail, median, row, type Row} from './report.ts';

/** Ten long turns, each cut at its third sentence end or soon after. */
const interrupted: Protocol = withUnknownConfig({
	id: 'cuts',
	name: 'Cuts',
	summary: '',
	version: 1,
	config: z.object({}),
	minSpeakers: 1,
	estimate: () => ({words: 0, use: {}}),
	openSeats: () => [],
	speakers: () => ['a'],
	async script(_setup, floor) {
		for (let turn = 1; turn <= 10; turn++) {
			await floor.speak(
				'a',
				{messages: [{role: 'user', content: `Speak on matter ${turn}.`}], words: 300},
				{kind: 'reply', watch: cutAfter(3)},
			);
		}
		return {outcome: 'completed' as const};
	},
});

/** Over HTTP, then by speed in virtual time. */
export async function* cuts(): AsyncGenerator<Row> {
	const server = await serveRehearsal({ttft: 50, tps: 120, turnTokens: 220, rehearse});
	const voice = openAiVoice({
		id: 'server:a',
		name: 'a',
		provider: 'server',
		model: 'a',
		row: {id: 'server', name: 'server', baseUrl: server.url, quirks: {thinksApart: true}},
	});
	const debate = runDebate({
		protocol: interrupted,
		config: {},
		subject: {text: 'Cuts'},
		title: 'Cuts',
		participants: [{id: 'a', name: 'a', role: 'speaker', voice: 'server:a'}],
		voices: new Map([['a', voice]]),
		seed: 1,
		pace: 0,
		timeoutMs: 10_000,
		journal: openJournal(path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-cuts-')), 'debate.jsonl')),
		signal: new AbortController().signal,
		headless: true,
		appVersion: 'bench',
		debateId: 'cuts',
		startedAt: new Date().toISOString(),
	});
	const made: number[] = [];
	for await (const event of debate.events)
		if (event.type === 'interruption') made.push(performance.timeOrigin + performance.now());
	// The last one's socket may still be closing.
	await wait(200);
	// A model that had already written all of it has no request left to take back.
	const running = server.log
		.map((entry, index) => ({entry, at: made[index]}))
		.filter(({entry}) => entry.endedAt === undefined);
	const lags = running.map(({entry, at}) => (entry.abortedAt ?? Number.POSITIVE_INFINITY) - (at ?? 0));
	await server.close();
	yield detail('turns cut; of these while their model wrote', `${made.length}; ${running.length}`, '0');
	yield row(
		'from a cut to its request being taken back, median / most',
		`${median(lags).toFixed(0)} / ${Math.max(...lags).toFixed(0)} ms`,
		'≤ 50 ms',
		'never',
	);
	yield* cutsBySpeed();
}
