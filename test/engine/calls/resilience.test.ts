import {describe, expect, test} from 'vitest';
import {answer} from '../../../src/engine/calls/call.ts';
import {VoiceError, type Clock, type Voice, type VoiceDelta, type VoiceErrorKind} from '../../../src/voices/voice.ts';
import {context, hear, question, rehearsalServer, speech, turn, verdict, voiceAt} from '../../fixtures/http-voice.ts';

/** Time that passes only by sleeping. */
function sleepyClock(): Clock & {slept: number[]} {
	let time = 0;
	const slept: number[] = [];
	return {
		slept,
		now: () => time,
		async sleep(ms, signal) {
			signal?.throwIfAborted();
			slept.push(ms);
			time += ms;
		},
	};
}

type Try = readonly (VoiceDelta | VoiceError)[];
const said = (text: string): VoiceDelta => ({type: 'text', text});
const stop: VoiceDelta = {type: 'finish', finish: 'stop'};
const failure = (kind: VoiceErrorKind, retryAfterMs?: number): VoiceError =>
	new VoiceError(kind, `It failed: ${kind}.`, {retryAfterMs});

/** A voice that plays its tries, one after another, and the last one again and again. */
function played(...tries: readonly Try[]): Voice & {firstMs: (number | undefined)[]} {
	const firstMs: (number | undefined)[] = [];
	return {
		id: 'played',
		name: 'Played',
		provider: 'Test',
		deterministic: true,
		firstMs,
		async *answer(_request, given) {
			const now = tries[Math.min(firstMs.length, tries.length - 1)] ?? [];
			firstMs.push(given.firstMs);
			for (const delta of now) {
				if (delta instanceof VoiceError) throw delta;
				yield delta;
			}
		},
	};
}

describe('asking again', () => {
	test.each(['rate-limit', 'server', 'network', 'empty', 'timeout'] as const)(
		'%s is asked again until it works, waiting longer each time',
		async kind => {
			const clock = sleepyClock();
			const voice = played([failure(kind)], [failure(kind)], [said('Yes.'), stop]);
			const told: unknown[] = [];
			const heard = await hear(
				answer(voice, turn, context(60_000, {clock}), {
					onRetry: (tries, error, delayMs) => told.push([tries, error.kind, delayMs]),
				}),
			);
			expect(heard.deltas).toEqual([said('Yes.'), stop]);
			expect(told).toEqual([
				[1, kind, 500],
				[2, kind, 1_000],
			]);
			expect(clock.slept).toEqual([500, 1_000]);
			expect(voice.firstMs).toEqual([60_000, 59_500, 58_500]);
		},
	);

	test.each(['unusable', 'stalled', 'malformed', 'refused-request'] as const)('%s is not', async kind => {
		const voice = played([failure(kind)]);
		const heard = await hear(answer(voice, turn, context(60_000, {clock: sleepyClock()})));
		expect(heard.error).toMatchObject({kind, message: `It failed: ${kind}.`});
		expect(voice.firstMs).toHaveLength(1);
	});

	test('a voice that may have changed files is not, however it failed; one that may only read is', async () => {
		const clock = sleepyClock();
		const hands = played([failure('server')], [said('Done twice.'), stop]);
		const heard = await hear(
			answer(hands, {...turn, workplace: {folder: '/work', may: 'edit'}}, context(60_000, {clock})),
		);
		expect(heard.error).toMatchObject({kind: 'server'});
		expect(hands.firstMs).toHaveLength(1);
		const eyes = played([failure('server')], [said('Yes.'), stop]);
		expect(
			(await hear(answer(eyes, {...turn, workplace: {folder: '/work', may: 'read'}}, context(60_000, {clock})))).deltas,
		).toEqual([said('Yes.'), stop]);
	});

	test('a server that loads its model is waited for until the deadline, and that is told once', async () => {
		const clock = sleepyClock();
		const loading = failure('loading');
		const voice = played(...Array.from({length: 12}, () => [loading]), [said('Yes.'), stop]);
		const told: unknown[] = [];
		const onLoading = (error: VoiceError, leftMs: number) => void told.push([error.message, leftMs]);
		const heard = await hear(answer(voice, turn, context(60_000, {clock}), {onLoading}));
		expect(heard).toMatchObject({text: 'Yes.', finish: 'stop'});
		expect(told).toEqual([['It failed: loading.', 60_000]]);
		const never = await hear(answer(played([loading]), turn, context(60_000, {clock: sleepyClock()})));
		expect(never.error).toMatchObject({message: 'It failed: loading. It was waited for 60 s, the time-out.'});
	});

	test('ends after the retries, and says how often it was tried', async () => {
		const voice = played([failure('server')]);
		expect((await hear(answer(voice, turn, context(60_000, {clock: sleepyClock()})))).error).toMatchObject({
			kind: 'server',
			message: 'It failed: server. Tried 4 times.',
		});
		expect(voice.firstMs).toHaveLength(4);
	});

	test('never after the first word was heard, but after thinking', async () => {
		const clock = sleepyClock();
		const broken = await hear(answer(played([said('Well'), failure('network')]), turn, context(60_000, {clock})));
		expect(broken).toMatchObject({text: 'Well', error: {kind: 'network', message: 'It failed: network.'}});
		const thought = await hear(
			answer(
				played([{type: 'thinking', text: 'hm'}, failure('network')], [said('Yes.'), stop]),
				turn,
				context(60_000, {clock}),
			),
		);
		expect(thought).toMatchObject({text: 'Yes.', finish: 'stop'});
	});

	test('an answer to a schema is given whole or not at all', async () => {
		const voice = played([said('{"a'), failure('network')], [said('{"a"'), said(':1}'), stop]);
		expect(await hear(answer(voice, question, context(60_000, {clock: sleepyClock()})))).toMatchObject({
			text: '{"a":1}',
			finish: 'stop',
			error: undefined,
		});
	});

	test('waits as long as the server wants, but gives up at once where that is longer than the time left', async () => {
		const clock = sleepyClock();
		await hear(answer(played([failure('rate-limit', 7_000)], [said('Yes.'), stop]), turn, context(10_000, {clock})));
		expect(clock.slept).toEqual([7_000]);
		const voice = played([failure('rate-limit', 90_000)]);
		expect((await hear(answer(voice, turn, context(30_000, {clock})))).error).toMatchObject({
			kind: 'rate-limit',
			retryAfterMs: 90_000,
			message: 'It failed: rate-limit. The next try could be in 90 s, but only 30 s are left.',
		});
		expect(voice.firstMs).toHaveLength(1);
		expect(clock.slept).toEqual([7_000]);
	});

	test('all tries share one deadline', async () => {
		const clock = sleepyClock();
		const voice = played([failure('server')]);
		expect((await hear(answer(voice, turn, context(1_200, {clock}), {retries: 50}))).error).toMatchObject({
			message: 'It failed: server. Tried 2 times.',
		});
		expect(clock.now()).toBeLessThan(1_200);
	});

	test('an abort while waiting ends it', async () => {
		const stopping = new AbortController();
		const reason = new Error('cut');
		const voice = played([failure('server')]);
		const heard = await hear(
			answer(voice, turn, context(60_000, {clock: sleepyClock(), signal: stopping.signal}), {
				onRetry: () => stopping.abort(reason),
			}),
		);
		expect(heard.error).toBe(reason);
		expect(voice.firstMs).toHaveLength(1);
	});

	test('a bug in a voice is not asked again', async () => {
		const voice: Voice = {
			...played(),
			async *answer() {
				yield said('');
				throw new TypeError('bug');
			},
		};
		expect((await hear(answer(voice, turn, context()))).error).toBeInstanceOf(TypeError);
	});
});

describe('over HTTP', () => {
	test.concurrent.for<[string, string[], number]>([
		['503 twice', ['503@1', '503@2'], 3],
		['a reset', ['reset@1'], 2],
		['a limit', ['429@1'], 2],
		['an empty stream', ['empty@1'], 2],
		['a wait of the server’s', ['429-retry-after@1'], 2],
	])('%s is overcome', async ([, faults, requests], {onTestFinished}) => {
		const server = await rehearsalServer(faults, {retryAfter: 1}, onTestFinished);
		expect(await hear(answer(voiceAt(server.url), turn, context()))).toMatchObject({text: speech, finish: 'stop'});
		expect(server.log).toHaveLength(requests);
	});

	test('a verdict that breaks in the middle is asked for again', async () => {
		const server = await rehearsalServer(['reset-mid@1'], {tps: 300});
		expect(await hear(answer(voiceAt(server.url), question, context()))).toMatchObject({text: verdict, finish: 'stop'});
		expect(server.log).toHaveLength(2);
	});

	test('a server that stays silent is given the time-out once, not once a try', async () => {
		const server = await rehearsalServer(['stall']);
		const heard = await hear(answer(voiceAt(server.url), turn, context(300)));
		expect(heard.error).toMatchObject({kind: 'timeout'});
		expect(server.log).toHaveLength(1);
	});

	test('a seat without a key is out at the first try', async () => {
		const server = await rehearsalServer(['401']);
		expect((await hear(answer(voiceAt(server.url), turn, context()))).error).toMatchObject({kind: 'unusable'});
		expect(server.log).toHaveLength(1);
	});
});
