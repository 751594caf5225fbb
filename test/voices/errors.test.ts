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

describe('what does not mend itself is told at once, in the server’s own words', () => {
	const quota = /says that the quota is used up/u;
	test.each<[string, number | undefined, unknown, RegExp]>([
		[
			'no quota',
			429,
			{
				message: 'You exceeded your current quota, please check your plan and billing details.',
				code: 'insufficient_quota',
			},
			quota,
		],
		['no money', 429, {message: 'Account balance is low.', type: 'insufficient_balance'}, quota],
		[
			'a billing limit',
			400,
			{message: 'Billing hard limit has been reached', code: 'billing_hard_limit_reached'},
			quota,
		],
		['a credit balance', 400, {message: 'Your credit balance is too low to access the API.'}, quota],
		[
			'a free tier of nothing',
			429,
			[
				{
					error: {
						code: 429,
						message: 'Quota exceeded for metric: free_tier_requests, limit: 0, model: m-1\nPlease retry in 11.6s.',
					},
				},
			],
			quota,
		],
		[
			'a limit a day that names a short pause',
			429,
			{
				message: 'You exceeded your current quota. Please retry in 58.8s.',
				details: [{violations: [{quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier'}]}],
			},
			quota,
		],
		[
			'a limit a day',
			429,
			{message: 'Rate limit reached on tokens per day (TPD): Limit 100000. Please try again in 1h27m4.5s.'},
			quota,
		],
		['a router’s limit a day', 429, {message: 'Rate limit exceeded: free-models-per-day.'}, quota],
		['the same within a stream', undefined, {message: 'No more.', code: 'insufficient_quota'}, quota],
		['a key', 400, {message: 'API key not valid. Please pass a valid API key.'}, /does not accept the key/u],
		['a key within a stream', undefined, {message: 'No.', code: 'invalid_api_key'}, /does not accept the key/u],
		[
			'a model that is gone',
			400,
			{message: 'The model `m-1` has been decommissioned and is no longer supported.', code: 'model_decommissioned'},
			/does not know the model/u,
		],
		[
			'a model out of reach',
			403,
			{message: 'Project does not have access to model `m-1`.', code: 'model_not_found'},
			/does not know the model/u,
		],
		[
			'a region',
			403,
			{message: 'Country, region, or territory not supported', code: 'unsupported_country_region_territory'},
			/does not serve this region/u,
		],
		[
			'another region',
			400,
			{message: 'User location is not supported for the API use.', status: 'FAILED_PRECONDITION'},
			/does not serve this region/u,
		],
		['an account', 403, {message: 'This organization has been disabled.'}, /does not serve this account/u],
	])('%s', (_, status, body, meaning) => {
		const error = answerError(body, to, {status});
		expect(error).toMatchObject({kind: 'unusable', transient: false, message: expect.stringMatching(meaning)});
		expect(error.message).toContain(wordsOf(body).split('\n')[0]?.slice(0, 20));
	});

	test.each<[number, unknown, number | undefined]>([
		[429, {message: 'Rate limit reached for requests per minute (RPM). Please try again in 20s.'}, 20_000],
		[
			429,
			{message: 'You exceeded your current quota, please check your plan. limit: 15\nPlease retry in 32.1s.'},
			32_100,
		],
		[429, {message: 'Rate limit reached on tokens per day (TPD). Please try again in 1m12.5s.'}, 72_500],
		[429, {message: 'Please try again in 500ms.'}, 500],
		[429, {message: 'Too many requests.'}, undefined],
		[
			429,
			{message: 'Rate limit: 0 requests left.', details: 'GenerateRequestsPerMinute and GenerateRequestsPerDay'},
			undefined,
		],
	])('but a pause mends %i %j', (status, body, retryAfterMs) => {
		expect(answerError(body, to, {status})).toMatchObject({kind: 'rate-limit', transient: true, retryAfterMs});
	});
});

describe('what is wrong with one input costs that request alone', () => {
	test.each<[number, unknown, 'flagged' | 'too-long']>([
		[
			403,
			{message: 'Input was flagged for violence.', metadata: {reasons: ['violence'], flagged_input: 'x'}},
			'flagged',
		],
		[
			400,
			{
				message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
				code: 'content_filter',
			},
			'flagged',
		],
		[400, {message: 'Content Exists Risk'}, 'flagged'],
		[
			400,
			{message: '<400> InternalError.Algo.DataInspectionFailed: Input text data may contain inappropriate content.'},
			'flagged',
		],
		[400, {message: "This model's maximum context length is 8192 tokens."}, 'too-long'],
		[400, {message: 'prompt is too long: 210000 tokens > 200000 maximum'}, 'too-long'],
		[500, {message: 'Context size has been exceeded.'}, 'too-long'],
	])('%i %j', (status, body, input) => {
		expect(answerError(body, to, {status})).toMatchObject({kind: 'refused-request', input});
	});
});
