import {describe, expect, it, vi} from 'vitest';
import {voiceLimiter} from '../../../src/engine/calls/voice-limiter.ts';
import {answer} from '../../../src/engine/calls/call.ts';
import {
	VoiceError,
	type Clock,
	type RateLimits,
	type Voice,
	type VoiceDelta,
	type VoiceErrorKind,
} from '../../../src/voices/voice.ts';
import {context, hear, question, turn} from '../../fixtures/http-voice.ts';

const stop: VoiceDelta = {type: 'finish', finish: 'stop'};

/** Time that passes only by sleeping. */
function sleepyClock(): Clock {
	let time = 0;
	return {
		now: () => time,
		async sleep(ms, signal) {
			signal?.throwIfAborted();
			time += ms;
		},
	};
}

/** A voice that fails, or answers when it is let; tells how often it was asked and how many were under way at once. */
function voiceOf(
	id: string,
	{rateLimits, fails}: {rateLimits?: RateLimits; fails?: () => VoiceErrorKind | undefined} = {},
) {
	const log = {asked: [] as string[], most: 0};
	let under = 0;
	const gates: (() => void)[] = [];
	const voice: Voice = {
		id,
		name: id,
		provider: 'test',
		deterministic: false,
		...(rateLimits && {rateLimits}),
		async *answer(request) {
			log.asked.push(request.purpose);
			under++;
			log.most = Math.max(log.most, under);
			try {
				const kind = fails?.();
				if (kind) throw new VoiceError(kind, 'It failed.');
				if (rateLimits) await new Promise<void>(resolve => gates.push(resolve));
				yield {type: 'text', text: 'Yes.'};
				yield stop;
			} finally {
				under--;
			}
		},
	};
	return {voice, log, open: () => gates.shift()?.()};
}

describe('a server that answers one request at a time', () => {
	it('answers what is asked about a turn before the next turn, where nobody listens at a pace', async () => {
		const {voice, log, open} = voiceOf('a', {rateLimits: {server: 'http://127.0.0.1:1', atOnce: 1}});
		const guard = voiceLimiter(sleepyClock()).guardFor(voice);
		const ask = (request: typeof turn) => hear(answer(voice, request, context(), {guard, between: true}));
		const next = Promise.withResolvers<unknown>();
		const first = ask(turn).then(() => {
			// What is asked about a turn is asked once it has ended, as the next turn is.
			void ask(question).then(() => next.resolve(ask(question)));
		});
		const second = ask(turn);
		for (const count of [1, 2, 3, 4]) {
			await expect.poll(() => log.asked.length).toBe(count);
			await new Promise(setImmediate);
			open();
		}
		await Promise.all([first, second, next.promise]);
		expect(log.asked).toEqual([turn, question, question, turn].map(({purpose}) => purpose));
		expect(log.most).toBe(1);
	});

	it('gets one at a time from all its voices, and those who speak first', async () => {
		const rateLimits = {server: 'http://127.0.0.1:1', atOnce: 1};
		const [one, other] = [voiceOf('a', {rateLimits}), voiceOf('b', {rateLimits})];
		const way = voiceLimiter(sleepyClock());
		const heard = [one, one, other].map(({voice}, place) =>
			hear(answer(voice, place === 1 ? question : turn, context(), {guard: way.guardFor(voice)})),
		);
		for (const {open, log} of [one, other, one]) {
			await expect.poll(() => log.asked.length).toBeGreaterThan(0);
			await new Promise(setImmediate);
			open();
		}
		expect((await Promise.all(heard)).map(({text}) => text)).toEqual(['Yes.', 'Yes.', 'Yes.']);
		expect([one.log.most, other.log.most]).toEqual([1, 1]);
		expect(one.log.asked).toEqual(['reply', 'judge']);
	});

	it('does not keep a place for who has gone', async () => {
		const {voice, log, open} = voiceOf('a', {rateLimits: {server: 'x', atOnce: 1}});
		const way = voiceLimiter(sleepyClock());
		const first = hear(answer(voice, turn, context(), {guard: way.guardFor(voice)}));
		const leaving = new AbortController();
		const second = hear(answer(voice, turn, context(5_000, {signal: leaving.signal}), {guard: way.guardFor(voice)}));
		const reason = new Error('cut');
		leaving.abort(reason);
		expect((await second).error).toBe(reason);
		await expect.poll(() => log.asked.length).toBe(1);
		open();
		await first;
		const third = hear(answer(voice, turn, context(), {guard: way.guardFor(voice)}));
		await expect.poll(() => log.asked.length).toBe(2);
		open();
		expect(await third).toMatchObject({text: 'Yes.'});
	});
});

describe('a server of which nothing is said', () => {
	const rateLimits = {server: 'http://127.0.0.1:2'};
	/** Answers as many at once as it has slots, each for a second after it has waited for a slot. */
	function served(slots: number) {
		let time = 0;
		const clock: Clock = {
			now: () => time,
			async sleep(ms, signal) {
				signal?.throwIfAborted();
				const until = time + ms;
				while (time < until) {
					await new Promise(setImmediate);
					time += 1;
				}
			},
		};
		let [free, under, most] = [slots, 0, 0];
		const waiting: (() => void)[] = [];
		const voice: Voice = {
			id: 'a',
			name: 'a',
			provider: 'test',
			deterministic: false,
			rateLimits,
			async *answer() {
				under += 1;
				most = Math.max(most, under);
				if (free > 0) free -= 1;
				else await new Promise<void>(resolve => waiting.push(resolve));
				await clock.sleep(100);
				yield {type: 'text', text: 'Yes.'};
				await clock.sleep(900);
				const next = waiting.shift();
				if (next) next();
				else free += 1;
				yield stop;
				under -= 1;
			},
		};
		const way = voiceLimiter(clock);
		const ask = (request = question) =>
			hear(answer(voice, request, context(60_000, {clock}), {guard: way.guardFor(voice)}));
		return {
			ask,
			isQueue: () => way.isQueue(voice),
			async mostOf(requests: readonly (typeof turn)[]) {
				most = 0;
				await Promise.all(requests.map(request => ask(request)));
				return most;
			},
		};
	}

	it('is found to answer one request at a time by what waits, and then gets one, those who speak first', async () => {
		const {ask, isQueue, mostOf} = served(1);
		await ask();
		for (let n = 0; n < 4; n++) {
			expect(isQueue()).toBe(false);
			expect(await mostOf([turn, question])).toBe(2);
		}
		expect(isQueue()).toBe(true);
		expect(await mostOf([question, question, turn])).toBe(1);
	});

	it('is never taken for one that does where two answers came at once', async () => {
		const {ask, isQueue, mostOf} = served(2);
		await ask();
		for (let n = 0; n < 6; n++) await mostOf([turn, question, question]);
		expect(isQueue()).toBe(false);
		expect(await mostOf([question, question, turn])).toBe(3);
	});
});

describe('a voice that asks not to be hurried', () => {
	it('gets a burst, and then so many a minute', async () => {
		const clock = sleepyClock();
		const {voice, log, open} = voiceOf('a', {rateLimits: {server: 'x', rate: {burst: 2, perMinute: 30}}});
		const way = voiceLimiter(clock);
		for (let n = 1; n <= 4; n++) {
			const heard = hear(answer(voice, turn, context(), {guard: way.guardFor(voice)}));
			await expect.poll(() => log.asked.length).toBe(n);
			open();
			await heard;
		}
		expect(clock.now()).toBeGreaterThanOrEqual(4_000);
		expect(clock.now()).toBeLessThan(6_000);
	});
});

describe('a voice that keeps failing', () => {
	const failing = async (kind: VoiceErrorKind, times: number) => {
		let kindNow: VoiceErrorKind | undefined = kind;
		const {voice, log} = voiceOf('a', {fails: () => kindNow});
		const way = voiceLimiter(sleepyClock());
		const ask = () =>
			hear(answer(voice, turn, context(600_000, {clock: sleepyClock()}), {retries: 0, guard: way.guardFor(voice)}));
		for (let n = 0; n < times; n++) await ask();
		return {
			ask,
			log,
			mend: () => {
				kindNow = undefined;
			},
		};
	};

	it('is left alone after six times, and tried once again after a while', async () => {
		vi.useFakeTimers({toFake: ['Date']});
		try {
			const {ask, log, mend} = await failing('server', 6);
			for (const {error} of [await ask(), await ask()])
				expect(error).toMatchObject({message: 'It failed. It keeps failing, and is left alone for 15 s.'});
			expect(log.asked).toHaveLength(6);
			vi.advanceTimersByTime(15_000);
			expect((await ask()).error).toMatchObject({message: 'It failed.'});
			expect((await ask()).error).toMatchObject({message: 'It failed. It keeps failing, and is left alone for 15 s.'});
			expect(log.asked).toHaveLength(7);
			mend();
			vi.advanceTimersByTime(15_000);
			expect(await ask()).toMatchObject({text: 'Yes.'});
			expect(await ask()).toMatchObject({text: 'Yes.'});
		} finally {
			vi.useRealTimers();
		}
	});

	it.each(['rate-limit', 'refused-request', 'empty', 'unusable'] as const)(
		'is asked all the same where it says %s: it is there',
		async kind => {
			const {log} = await failing(kind, 9);
			expect(log.asked).toHaveLength(9);
		},
	);

	it('of its own making stays out of the way', () => {
		const {voice} = voiceOf('a');
		expect(voiceLimiter(sleepyClock()).guardFor({...voice, deterministic: true})).toBeUndefined();
	});
});
