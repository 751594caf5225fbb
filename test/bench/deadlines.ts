/** How well the one deadline is kept in real time: what a request takes to be given up, beyond its time-out. */
import {setTimeout as wait} from 'node:timers/promises';
import {answer} from '../../src/engine/calls/call.ts';
import {openAiVoice} from '../../src/voices/openai/openai-voice.ts';
import type {FaultName} from '../../src/rehearsal/faults.ts';
import {serveRehearsal} from '../../src/rehearsal/server.ts';
import type {VoiceRequest} from '../../src/voices/voice.ts';
import {median, row, type Row} from './report.ts';

const timeoutMs = 1000;
const times = 9;
const clock = {
	now: () => performance.now(),
	async sleep(ms: number, signal?: AbortSignal) {
		await wait(ms, undefined, signal ? {signal} : {});
	},
};
const asked: VoiceRequest = {purpose: 'reply', messages: [{role: 'user', content: 'Speak.'}]};

/** Milliseconds from asking, or from the last word heard, to the failure. */
async function givenUp(fault: FaultName): Promise<number> {
	const server = await serveRehearsal({
		faults: [{name: fault}],
		rehearse: () => ({text: 'One two three four five six seven eight nine ten.'}),
	});
	const voice = openAiVoice({
		id: 'bench:m',
		name: 'Bench',
		provider: 'bench',
		model: 'm',
		row: {id: 'bench', name: 'Bench', baseUrl: server.url, quirks: {thinksApart: true}},
	});
	let since = performance.now();
	try {
		for await (const delta of answer(voice, asked, {signal: new AbortController().signal, timeoutMs, clock}))
			if (delta.type === 'text') since = performance.now();
	} catch {
		return performance.now() - since;
	} finally {
		await server.close();
	}
	throw new Error(`${fault} did not fail`);
}

export async function* deadlines(): AsyncGenerator<Row> {
	// The first request of a process loads the client.
	await givenUp('401');
	const faults: readonly (readonly [FaultName, string])[] = [
		['stall', 'no first word'],
		['stall-mid', 'silence in the middle'],
		['503', 'failing again and again'],
	];
	for (const [fault, what] of faults) {
		const late: number[] = [];
		for (let n = 0; n < times; n++) late.push((await givenUp(fault)) - timeoutMs);
		yield row(
			`given up beyond a time-out of ${timeoutMs} ms, ${what}: median / most`,
			`${median(late).toFixed(0)} / ${Math.max(...late).toFixed(0)} ms`,
			'≤ 100 ms',
		);
	}
}
