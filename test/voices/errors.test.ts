import {describe, expect, test} from 'vitest';
import {answerError, retryAfter, voiceError, wordsOf} from '../../src/voices/errors.ts';

const to = {name: 'Test', baseUrl: 'http://127.0.0.1:1/v1', model: 'm-1', secrets: []};

describe('server messages', () => {
	test.each([
		[{message: 'one'}, 'one'],
		['{"error":"two"}', 'two'],
		[{body: '{"detail":"three"}'}, 'three'],
		[
			{
				body: '{"error":{"message":"Provider returned error","metadata":{"raw":"{\\"error\\":{\\"message\\":\\"four\\"}}"}}}',
			},
			'Provider returned error: four',
		],
		[{body: '<!DOCTYPE html><html><title>502 Bad Gateway</title>'}, 'an HTML page, 502 Bad Gateway'],
		[{body: '{ not json'}, '{ not json'],
		[{body: ''}, ''],
		[undefined, ''],
	])('%j', (body, words) => expect(wordsOf(body)).toBe(words));

	test('are shortened to one line without control characters', () => {
		const {message} = answerError({message: `a\n\u001B]0;x\u0007b\u202E${'c'.repeat(900)}`}, to, {status: 500});
		expect(message).toMatch(/^Test is in trouble \(500\): a \]0;x b c{100,}….$/u);
		expect(message.length).toBeLessThan(500);
	});

	test.each(['sk-proj-abcdefgh12345678', 'sk-or-v1-0123456789abcdef', 'gsk_0123456789abcdef', 'xai-0123456789abcdef'])(
		'a key such as %s is redacted, whether or not it is ours',
		key => {
			expect(answerError({message: `bad key ${key}`}, to, {status: 401}).message).not.toContain(key);
		},
	);
});

test.each([
	[400, 'foo/bar is not a valid model ID', 'unusable'],
	[400, 'API key not valid. Please pass a valid API key.', 'unusable'],
	[400, 'messages: too long', 'refused-request'],
	[413, 'too large', 'refused-request'],
	[500, 'Context size has been exceeded.', 'refused-request'],
	[400, 'request (4162 tokens) exceeds the available context size (4096 tokens), try increasing it', 'refused-request'],
	[422, 'unprocessable', 'refused-request'],
	[529, 'overloaded', 'server'],
	[undefined, 'something', 'server'],
] as const)('%s %s is %s', (status, message, kind) => {
	const error = answerError({message}, to, {status});
	expect([error.kind, error.status]).toEqual([kind, status]);
});

test.each([
	[{'retry-after': '90'}, 90_000],
	[{'retry-after': '0.5'}, 500],
	[{'retry-after-ms': '250', 'retry-after': '9'}, 250],
	[{'retry-after': 'Thu, 01 Jan 1970 00:01:40 GMT'}, 40_000],
	[{'retry-after': 'Thu, 01 Jan 1970 00:00:10 GMT'}, 0],
	[{'retry-after': 'soon'}, undefined],
	[{}, undefined],
])('Retry-After %j is %s milliseconds', (headers, ms) => expect(retryAfter(new Headers(headers), 60_000)).toBe(ms));

test.each([
	['ENOTFOUND', 'network', 'cannot be found'],
	['ECONNRESET', 'network', 'broke (ECONNRESET)'],
	['UND_ERR_BODY_TIMEOUT', 'stalled', 'sent nothing'],
])('a connection that ends by %s', (code, kind, words) => {
	const error = voiceError(new TypeError('terminated', {cause: Object.assign(new Error('x'), {code})}), to);
	expect(error.kind).toBe(kind);
	expect(error.message).toContain(words);
});
