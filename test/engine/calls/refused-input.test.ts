import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import {withUnknownConfig, type Prompt, type Protocol} from '../../../src/debate/protocol.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {VoiceError, type Voice, type VoiceDelta, type VoiceRequest} from '../../../src/voices/voice.ts';
import {runToy, toyVoice} from '../toy.ts';

const message = (content: string) => ({role: 'user' as const, content});
const prompt: Prompt = {messages: [message('rules'), ...[1, 2, 3, 4].map(n => message(`turn ${n}`)), message('task')]};
const talk: Protocol = withUnknownConfig({
	id: 'talk',
	name: 'Talk',
	summary: '',
	version: 1,
	config: z.looseObject({}),
	minSpeakers: 1,
	estimate: () => ({words: 0, use: {}}),
	speakers: () => ['a', 'b'],
	openSeats: () => [],
	async script(_setup, floor) {
		await floor.ask('a', prompt, z.object({fair: z.boolean()}), {purpose: 'judge'});
		await floor.speak('a', prompt, {kind: 'reply'});
		await floor.speak('b', prompt, {kind: 'reply'});
		return {outcome: 'completed' as const};
	},
});

/** A debate in which the voice of `a` answers so, from the request. */
async function held(answer: (request: VoiceRequest) => VoiceDelta[] | VoiceError) {
	const asked: string[][] = [];
	const voice: Voice = {
		...toyVoice('a', () => ''),
		async *answer(request) {
			asked.push(request.messages.map(({content}) => content));
			const answered = answer(request);
			if (answered instanceof VoiceError) throw answered;
			yield* answered;
		},
	};
	const {events} = await runToy({
		protocol: talk,
		config: {},
		voices: new Map([
			['a', voice],
			['b', toyVoice('b', () => 'Ben says one.')],
			['host', toyVoice('host', () => '')],
		]),
	});
	return {state: fold(events), asked};
}

const says = ({schema}: VoiceRequest): VoiceDelta[] => [
	{type: 'text', text: schema ? '{"fair": true}' : 'Ann says one.'},
	{type: 'finish', finish: 'stop'},
];
const isWhole = ({messages}: VoiceRequest): boolean => messages.length === prompt.messages.length;

describe('what a server does not take of one request', () => {
	it('too long: it is asked once more with the newer half of what was said', async () => {
		const error = new VoiceError('refused-request', 'Test refused the request (400): too long.', {input: 'too-long'});
		const {state, asked} = await held(request => (isWhole(request) ? error : says(request)));
		expect(asked.filter((_, at) => at % 2 === 1)).toEqual(
			[1, 2].map(() => ['rules', 'Some of what was said before is left out here.', 'turn 3', 'turn 4', 'task']),
		);
		expect(state.turns.map(({text}) => text)).toEqual(['Ann says one.', 'Ben says one.']);
		expect(state.notices.map(({text}) => text)).toContain(
			'Test refused the request (400): too long. It is asked once more, with less of what was said before.',
		);
		expect(state.seats.map(({out}) => out)).toEqual([undefined, undefined, undefined]);
	});

	it('flagged, or declined without a word: it is asked once more with the last of what was said', async () => {
		const refusals = [
			new VoiceError('refused-request', 'Test refused what it was sent (403): flagged.', {input: 'flagged'}),
			[{type: 'finish', finish: 'refusal'}] satisfies VoiceDelta[],
		];
		for (const refusal of refusals) {
			const {state, asked} = await held(request => (isWhole(request) ? refusal : says(request)));
			expect(asked[1]).toEqual(['rules', expect.stringContaining('A filter'), 'turn 4', 'task']);
			expect(state.turns[0]).toMatchObject({text: 'Ann says one.', finish: 'complete'});
		}
	});

	it.each([
		['called-tool', 'There are no tools here.', 'and told that there are no tools'],
		['only-thought', 'say the answer itself', 'and told to say its answer'],
	] as const)('%s: it is asked once more with all that was said, and that', async (input, hint, way) => {
		const error = new VoiceError('empty', 'Test said nothing.', {input});
		const {state, asked} = await held(request => (request.messages.at(-1)?.content === 'task' ? error : says(request)));
		expect(asked[1]).toEqual(['rules', 'turn 1', 'turn 2', 'turn 3', 'turn 4', expect.stringContaining(hint)]);
		expect(state.turns[0]).toMatchObject({text: 'Ann says one.', finish: 'complete'});
		expect(state.notices.map(({text}) => text)).toContain(`Test said nothing. It is asked once more, ${way}.`);
		const again = await held(request => (request.schema ? says(request) : error));
		expect(again.asked.filter(messages => messages.at(-1)?.startsWith('task')).length).toBe(3);
	});

	it('a refusal’s own words, and a filter, are the turn’s reason; what was heard before a filter stays', async () => {
		const refusal = (text: string, why: string): VoiceDelta[] => [
			...(text === '' ? [] : [{type: 'text' as const, text}]),
			{type: 'finish', finish: 'refusal', why},
		];
		const declined = await held(request => (request.schema ? says(request) : refusal('', 'declined to answer: “No.”')));
		expect(declined.state.turns[0]).toMatchObject({finish: 'failed', reason: 'declined to answer: “No.”'});
		const filtered = await held(request =>
			request.schema ? says(request) : refusal('Ann begins.', 'was cut off by a filter of Test'),
		);
		expect(filtered.state.turns[0]).toMatchObject({
			text: 'Ann begins.',
			finish: 'truncated',
			reason: 'was cut off by a filter of Test',
		});
	});

	it('is a failed turn where the other way is not taken either, and the seat stays', async () => {
		const error = new VoiceError('refused-request', 'Test refused what it was sent.', {input: 'flagged'});
		const {state, asked} = await held(request => (request.schema ? says(request) : error));
		expect(asked).toHaveLength(3);
		expect(state.turns[0]).toMatchObject({finish: 'failed', reason: 'Test refused what it was sent.'});
		expect(state.seats.map(({out}) => out)).toEqual([undefined, undefined, undefined]);
	});

	it('is not asked again for what does not mend itself: the seat is out at once', async () => {
		const error = new VoiceError('unusable', 'Test says that the quota is used up (429): No money.');
		const {state, asked} = await held(() => error);
		expect(asked).toHaveLength(1);
		expect(state.seats.find(({id}) => id === 'a')?.out).toBe('Test says that the quota is used up (429): No money.');
	});
});
