import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import {type Floor, withUnknownConfig} from '../../src/debate/protocol.ts';
import {fold} from '../../src/debate/reduce.ts';
import type {Voice, VoiceDelta} from '../../src/voices/voice.ts';
import {runToy, toyProtocol} from './toy.ts';

const asking = withUnknownConfig({
	...toyProtocol,
	script: async (_setup: unknown, floor: Floor) => {
		const answer = await floor.choose({id: 'take-over', text: 'Take it over?', options: ['take', 'leave']}, 'leave');
		return {outcome: 'completed', reason: answer};
	},
});

describe('what a script asks of the user', () => {
	it('is told to the screens, waits for the answer, and is never written down', async () => {
		const {done, seen, events} = await runToy({
			protocol: asking,
			headless: false,
			onEvent(event, debate) {
				if (event.type === 'question') debate.act({action: 'choose', question: event.id, choice: 'take'});
			},
		});
		expect(done).toEqual({outcome: 'completed', reason: 'take'});
		expect(seen).toContainEqual({type: 'question', id: 'take-over', text: 'Take it over?', options: ['take', 'leave']});
		expect(JSON.stringify(events)).not.toContain('Take it over?');
		expect(fold(seen).question).toBeUndefined();
	});

	it('is answered by the fallback at once where nobody is there', async () => {
		const {done, seen} = await runToy({protocol: asking, headless: true});
		expect(done).toEqual({outcome: 'completed', reason: 'leave'});
		expect(seen.some(({type}) => type === 'question')).toBe(false);
	});
});

const Verdict = z.object({fair: z.boolean()});

/** Thinks for a second, and says no word of it. */
const thinker: Voice = {
	id: 'thinker',
	name: 'Thinker',
	provider: 'toy',
	deterministic: true,
	price: {input: 0, output: 0},
	async *answer(_request, {signal, clock}): AsyncGenerator<VoiceDelta> {
		for (let quarter = 0; quarter < 4; quarter++) {
			await clock.sleep(250, signal);
			yield {type: 'thinking', text: 'hm, '.repeat(100)};
		}
		yield {type: 'text', text: '{"fair": true}'};
		yield {type: 'finish', finish: 'stop'};
	},
};

describe('what a script asks of a voice', () => {
	it('is shown with how much it has thought, until it is answered; what goes on beside the debate is not', async () => {
		const prompt = {messages: [{role: 'user' as const, content: 'Is it fair?'}]};
		const judging = withUnknownConfig({
			...toyProtocol,
			script: async (_setup: unknown, floor: Floor) => {
				floor.background('judge', async own => void (await own.ask('b', prompt, Verdict, {purpose: 'judge'})));
				const answer = await floor.ask('a', prompt, Verdict, {purpose: 'verdict'});
				await floor.quiet();
				return {outcome: 'completed', reason: answer.ok ? 'answered' : answer.reason};
			},
		});
		const {done, seen} = await runToy({
			protocol: judging,
			voices: new Map(['a', 'b', 'host'].map(id => [id, thinker])),
		});
		expect(done.reason).toBe('answered');
		const waiting = seen.filter(event => event.type === 'voice-waiting');
		expect(waiting.map(event => 'purpose' in event && [event.participant, event.purpose, event.thinking])).toEqual(
			[0, 100, 200, 300, 400].map(tokens => ['a', 'verdict', tokens]),
		);
		const answered = seen.findIndex(event => event.type === 'step-end' && event.step?.includes('ask a'));
		expect(fold(seen.slice(0, answered)).waiting?.thinking).toBe(400);
		expect(fold(seen.slice(0, answered + 1)).waiting).toBeUndefined();
	});
});
