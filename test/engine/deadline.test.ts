/** The one deadline, on a clock that is set forward by hand: nothing here depends on how fast the machine is. */
import {describe, expect, it} from 'vitest';
import {answer} from '../../src/engine/calls/call.ts';
import type {Clock, VoiceRequest} from '../../src/voices/voice.ts';
import {
	context,
	events,
	handServer,
	hear,
	question,
	rehearsalServer,
	said,
	turn,
	voiceAt,
	type Heard,
} from '../fixtures/http-voice.ts';

/** Time that passes when `advance` says so. */
function handClock(): Clock & {advance(ms: number): Promise<void>} {
	let time = 0;
	const due = new Map<() => void, number>();
	return {
		now: () => time,
		async sleep(ms, signal) {
			signal?.throwIfAborted();
			const {promise, resolve, reject} = Promise.withResolvers<void>();
			due.set(resolve, time + ms);
			signal?.addEventListener(
				'abort',
				() => {
					due.delete(resolve);
					reject(signal.reason);
				},
				{once: true},
			);
			await promise;
		},
		async advance(ms) {
			time += ms;
			for (const [resolve, at] of due) {
				if (at > time) continue;
				due.delete(resolve);
				resolve();
			}
			for (let n = 0; n < 20; n++) await new Promise(setImmediate);
		},
	};
}

type Waiting = {
	readonly clock: ReturnType<typeof handClock>;
	readonly heard: Promise<Heard>;
	readonly over: () => boolean;
};

function ask(url: string, request: VoiceRequest, timeoutMs: number, told?: (text: string) => void): Waiting {
	const clock = handClock();
	let ended = false;
	const voice = voiceAt(url);
	const telling = {
		...voice,
		async *answer(asked: VoiceRequest, around: Parameters<typeof voice.answer>[1]) {
			for await (const delta of voice.answer(asked, around)) {
				if (delta.type === 'text') told?.(delta.text);
				yield delta;
			}
		},
	};
	const heard = hear(answer(telling, request, context(timeoutMs, {clock}), {retries: 50})).finally(() => {
		ended = true;
	});
	return {clock, heard, over: () => ended};
}

/** Not a millisecond before the deadline, and at it. */
async function expectAt({clock, heard, over}: Waiting, ms: number, kind: string): Promise<void> {
	await clock.advance(ms - 1);
	expect(over()).toBe(false);
	await clock.advance(1);
	expect((await heard).error).toMatchObject({kind});
}

describe('a request ends at its deadline', () => {
	it('where no first word comes, keep-alives or not', async () => {
		const server = await rehearsalServer(['stall']);
		const waiting = ask(server.url, turn, 120_000);
		await expect.poll(() => server.log.length).toBe(1);
		await expectAt(waiting, 120_000, 'timeout');
	});

	it('where an answer to a schema is not whole', async () => {
		const server = await rehearsalServer(['stall-mid']);
		const waiting = ask(server.url, question, 60_000);
		await expect.poll(() => server.log.length).toBe(1);
		await expectAt(waiting, 60_000, 'timeout');
	});

	it('where it falls silent in the middle, counted from its last word', async () => {
		const {url} = await handServer(
			(_body, response) =>
				void response.writeHead(200, {'Content-Type': 'text/event-stream'}).write(`${said('So far.')}\n\n`),
		);
		let text = '';
		const waiting = ask(url, turn, 30_000, piece => {
			text += piece;
		});
		await expect.poll(() => text).toBe('So far.');
		await expectAt(waiting, 30_000, 'stalled');
	});

	it('with all its tries in it: none begins that could not end in time', async () => {
		const server = await rehearsalServer(['503']);
		const {clock, heard, over} = ask(server.url, turn, 10_000);
		for (let passed = 0; passed < 10_000 && !over(); passed += 50) {
			// Each try is a real request: time stands still until it has been answered.
			await expect.poll(() => server.log.every(({endedAt}) => endedAt !== undefined)).toBe(true);
			await clock.advance(50);
		}
		expect((await heard).error).toMatchObject({kind: 'server', message: expect.stringMatching(/Tried \d+ times\.$/u)});
		expect(clock.now()).toBeLessThanOrEqual(10_000);
		expect(server.log.length).toBeGreaterThan(2);
	});

	it('at once where the server wants to be left alone for longer than that', async () => {
		const {url} = await handServer(
			(_body, response) => void response.writeHead(429, {'Retry-After': '90'}).end('{"error":"slow down"}'),
		);
		const {clock, heard} = ask(url, turn, 60_000);
		expect((await heard).error).toMatchObject({
			kind: 'rate-limit',
			message: expect.stringContaining('The next try could be in 90 s, but only 60 s are left.'),
		});
		expect(clock.now()).toBe(0);
	});
});

it('a server that closes without a word on how it ended has said what it said', async () => {
	const {url, bodies} = await handServer((_body, response) => events(response, said('So far'), said(' and no')));
	expect(await hear(answer(voiceAt(url), turn, context()))).toMatchObject({
		text: 'So far and no',
		finish: 'cut',
		error: undefined,
	});
	expect(bodies).toHaveLength(1);
});
