import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {RunEvent} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {steppedClock} from '../../../src/engine/clock.ts';
import {VoiceError, type Voice} from '../../../src/voices/voice.ts';
import {folder, runToy, toyVoice, type Toy} from '../toy.ts';

/** The toy's voices; those of `seats` fail from 800 ms on, for so long. */
function failing(ms: number, error: () => VoiceError, seats = ['a', 'b', 'host']): Map<string, Voice> {
	return new Map(
		['a', 'b', 'host'].map(id => {
			const voice = toyVoice(id);
			const isAway = (now: number): boolean => seats.includes(id) && now >= 800 && now < 800 + ms;
			const answer: Voice['answer'] = async function* answer(request, context) {
				if (isAway(context.clock.now())) throw error();
				for await (const delta of voice.answer(request, context)) {
					if (isAway(context.clock.now())) throw error();
					yield delta;
				}
			};
			return [id, {...voice, answer}];
		}),
	);
}

const away = () => new VoiceError('network', 'The connection broke.');
const held = async (voices: Map<string, Voice>, options: Toy = {}) =>
	runToy({voices, waitForMs: 600_000, clock: steppedClock({hurry: true}), ...options});
const waits = (events: readonly RunEvent[]) =>
	events.filter(event => event.type === 'notice' && event.text.includes('It is waited for'));

describe('a server that is away, off the screen', () => {
	it.each([20_000, 60_000, 120_000])('for %i ms is waited for, and nothing of the debate is lacking', async ms => {
		const {events, done} = await held(failing(ms, away));
		expect(done).toEqual({outcome: 'completed'});
		const {turns} = fold(events);
		expect(turns.every(({finish}) => finish === 'complete' || finish === 'interrupted')).toBe(true);
		expect(events.some(({type}) => type === 'participant-out')).toBe(false);
		expect(waits(events).length).toBeLessThanOrEqual(Math.ceil(ms / 60_000) * 3);
		expect(waits(events).length).toBeGreaterThan(0);
	});

	it('in the middle of a speech: it is said again from its beginning, and what was heard stays in the journal', async () => {
		const {events, file, done} = await held(failing(60_000, away));
		const starts = events.filter(event => event.type === 'turn-start');
		const again = starts.filter(({turnId}) => turnId.includes('.'));
		expect(again.map(({turnId}) => turnId)).toEqual([expect.stringMatching(/^t\d+\.2$/u)]);
		const broken = events.find(event => event.type === 'turn-end' && event.finish === 'failed');
		expect(broken).toMatchObject({
			turnId: again[0]?.turnId.split('.')[0],
			text: expect.stringMatching(/^Sentence 1 /u),
			reason: 'broke off, and is said again: The connection broke.',
		});
		expect(broken).not.toHaveProperty('step');
		expect(done).toEqual({outcome: 'completed'});
		const whole = readFileSync(file, 'utf8').trimEnd().split('\n');
		const end = events.findIndex(event => event.type === 'turn-end' && event.turnId === again[0]?.turnId);
		// Left off before or in its second saying, it goes on to the same end.
		for (const upto of [broken ? events.indexOf(broken) + 1 : 0, end, end + 1]) {
			const cut = path.join(folder(), 'debate.jsonl');
			writeFileSync(cut, `${whole.slice(0, upto).join('\n')}\n`);
			const resumed = await held(failing(0, away), {file: cut});
			expect(resumed.done).toEqual({outcome: 'completed'});
			expect(resumed.events.filter(({type}) => type === 'debate-end')).toHaveLength(1);
		}
	});

	it('each time in the middle of a speech is not away: what was heard the last time is the turn', async () => {
		const voices = failing(0, away);
		const whole = toyVoice('a');
		let asked = 0;
		const answer: Voice['answer'] = async function* answer(request, context) {
			if (asked++ > 2) return yield* whole.answer(request, context);
			yield {type: 'text', text: 'One. Two. Three'};
			throw away();
		};
		voices.set('a', {...whole, answer});
		const {events, done} = await held(voices);
		expect(done.outcome).toBe('degraded');
		expect(waits(events)).toEqual([]);
		const [turn] = fold(events).turns.filter(({speaker}) => speaker === 'a');
		expect(turn).toMatchObject({id: expect.stringMatching(/\.3$/u), text: 'One. Two. Three', finish: 'failed'});
	});

	it('for longer leaves the debate unfinished, which is whole once it is resumed', async () => {
		const {events, file, done} = await held(failing(Infinity, away), {waitForMs: 120_000});
		expect(done).toEqual({unfinished: expect.stringMatching(/^\w+ was away for 2 min: The connection broke\./u)});
		expect(events.some(({type}) => type === 'debate-end' || type === 'participant-out')).toBe(false);
		const resumed = await held(failing(0, away), {file});
		expect(resumed.done).toEqual({outcome: 'completed'});
		expect(resumed.events.filter(({type}) => type === 'debate-end')).toHaveLength(1);
	});

	it('is not waited for where somebody can be asked, nor with "off"', async () => {
		const onScreen = await runToy({voices: failing(60_000, away), clock: steppedClock({hurry: true})});
		expect(waits(onScreen.events)).toEqual([]);
		expect(waits((await held(failing(60_000, away), {waitForMs: 0})).events)).toEqual([]);
	});
});

describe('what its user alone can bring', () => {
	it.each(['login', 'money'] as const)('%s: the debate is left unfinished at once, and resumed later', async owed => {
		const refusal = () => new VoiceError('unusable', 'Test does not let you in.', {owed});
		const {events, file, done} = await held(failing(Infinity, refusal, ['b']));
		expect(done).toEqual({unfinished: 'Test does not let you in.'});
		expect(events.some(({type}) => type === 'debate-end' || type === 'participant-out')).toBe(false);
		expect((await held(failing(0, refusal), {file})).done).toEqual({outcome: 'completed'});
	});
});
