/**
 * Every way in which a server can fail, as the user meets it: its class, the words, the number of tries, and the
 * deadline.
 */
import {describe, expect, it} from 'vitest';
import {answer} from '../../src/engine/calls/call.ts';
import type {VoiceErrorKind} from '../../src/voices/voice.ts';
import {context, hear, rehearsalServer, speech, turn, voiceAt} from '../fixtures/http-voice.ts';

/** The fault, the class, the words, and the tries where two retries are allowed. */
const matrix: readonly (readonly [string, VoiceErrorKind, RegExp, number])[] = [
	['401', 'unusable', /^Test does not accept the key \(401\): .* Check TEST_KEY\.$/u, 1],
	['402', 'unusable', /^Test asks for payment \(402\)/u, 1],
	['403', 'unusable', /^Test forbids this request \(403\)/u, 1],
	['404', 'unusable', /^Test does not know the model "model-1" at http/u, 1],
	['408', 'server', /^Test is in trouble \(408\): .* Tried 2 times\.$/u, 2],
	['429', 'rate-limit', /^Test asks to slow down \(429\): .* Tried 2 times\.$/u, 2],
	['429-retry-after', 'rate-limit', /^Test asks to slow down \(429\): .* The next try could be in 90 s, but only/u, 1],
	['500', 'server', /^Test is in trouble \(500\): .* Tried 2 times\.$/u, 2],
	['503', 'server', /^Test is in trouble \(503\): .* Tried 2 times\.$/u, 2],
	['reset', 'network', /^The connection to Test broke \(\w+\)\. Tried 2 times\.$/u, 2],
	['empty', 'empty', /^Test answered with nothing\. Tried 2 times\.$/u, 2],
	['html', 'malformed', /answers with a web page: it is not the address of a model server\.$/u, 1],
	['stall', 'timeout', /^Test gave no first word within 1 s\.$/u, 1],
	['stall-mid', 'stalled', /^Test fell silent for 1 s in the middle of its answer\.$/u, 1],
	['reset-mid', 'network', /^The connection to Test broke/u, 1],
	['half-json', 'malformed', /sent invalid JSON/u, 1],
	['error-in-stream', 'server', /^Test is in trouble \(502\): The model broke down\.$/u, 1],
];

describe('a server that fails', () => {
	it.concurrent.for(matrix)('by %s is %s', async ([fault, kind, words, tries], {onTestFinished}) => {
		const server = await rehearsalServer([fault], {retryAfter: 90, tps: 200}, onTestFinished);
		const timeoutMs = fault.startsWith('stall') ? 1_000 : 3_000;
		const heard = await hear(answer(voiceAt(server.url), turn, context(timeoutMs), {retries: 1}));
		expect(heard.error).toMatchObject({kind, message: expect.stringMatching(words)});
		expect(server.log).toHaveLength(tries);
	});

	it('in mid-answer is heard up to there, however fast its words came', async () => {
		const server = await rehearsalServer(['reset-mid'], {tps: 0});
		const heard = await hear(answer(voiceAt(server.url), turn, context(3_000), {retries: 0}));
		expect(heard.text).not.toBe('');
		expect(speech.startsWith(heard.text)).toBe(true);
	});

	it('whose address does not exist, or where nobody listens', async () => {
		const lost = await hear(answer(voiceAt('http://no-such-host.invalid/v1'), turn, context(20_000), {retries: 0}));
		expect(lost.error).toMatchObject({
			kind: 'network',
			message: 'The address http://no-such-host.invalid/v1 cannot be found: is there a network?',
		});
		const closed = await rehearsalServer();
		await closed.close();
		expect((await hear(answer(voiceAt(closed.url), turn, context(5_000), {retries: 1}))).error).toMatchObject({
			kind: 'network',
			message: `Nothing answers at ${closed.url}: is Test running? Tried 2 times.`,
		});
	});

	it('tells what it waits for, before each further try', async () => {
		const server = await rehearsalServer(['503@1', '429-retry-after@2'], {retryAfter: 1});
		const told: string[] = [];
		await hear(
			answer(voiceAt(server.url), turn, context(10_000), {
				onRetry: (tries, error, delayMs) =>
					told.push(`${tries} ${error.kind} ${delayMs >= 1_000 ? 'as told' : 'soon'}`),
			}),
		);
		expect(told).toEqual(['1 server soon', '2 rate-limit as told']);
	});
});
