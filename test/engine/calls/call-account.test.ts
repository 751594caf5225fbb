import {expect, test} from 'vitest';
import {accountAfter, billOf, newAccount, type Arrival} from '../../../src/engine/calls/call-account.ts';
import {usageEstimates} from '../../../src/engine/calls/usage-estimate.ts';
import {type Voice, VoiceError} from '../../../src/voices/voice.ts';

const price = {input: 1, output: 10};
const voice: Voice = {id: 'test', name: 'Test', provider: 'test', price, deterministic: true, answer: () => nothing()};
async function* nothing() {}
const request = {purpose: 'turn', messages: [{role: 'user' as const, content: 'x'.repeat(400)}]};

const sent = () => usageEstimates().sent(voice, request, 0);

const after = (...arrivals: readonly Arrival[]) =>
	arrivals.reduce((account, arrival, at) => accountAfter(account, arrival, 1000 + 10 * (at + 1)), newAccount(1000));

test('the first token is timed once, by whichever of thinking and text comes first', () => {
	expect(
		after({type: 'notice', text: 'busy'}, {type: 'thinking', text: 'hm'}, {type: 'text', text: 'A'}),
	).toMatchObject({
		firstTokenMs: 20,
		text: 'A',
	});
});

test('text that is taken back is paid for, and none of the answer', () => {
	const account = after({type: 'text', text: 'x'.repeat(40)}, {type: 'taken-back'}, {type: 'text', text: 'yyyy'});
	expect(account.text).toBe('yyyy');
	expect(billOf(sent(), voice, account).usage).toMatchObject({input: 100, output: 11});
});

test('an answer that broke off and came again is paid for twice, whether its server counts or not', () => {
	const twice = (...more: readonly Arrival[]) =>
		after(
			{type: 'text', text: 'x'.repeat(40)},
			{type: 'read-in-vain', input: 100},
			{type: 'taken-back', broke: 'The connection broke.'},
			{type: 'text', text: 'x'.repeat(40)},
			...more,
		);
	expect(billOf(sent(), voice, twice()).usage).toMatchObject({input: 200, output: 20});
	const counted = twice({type: 'usage', usage: {input: 100, output: 10}});
	expect(billOf(sent(), voice, counted).usage).toMatchObject({input: 200, output: 20, estimated: true});
});

test('a request that failed before a model can have read it costs nothing; one that timed out does', () => {
	const failed = (kind: 'unusable' | 'timeout') =>
		after({type: 'failed', error: new VoiceError(kind, 'no'), withdrawn: false});
	expect(billOf(sent(), voice, failed('unusable'))).toMatchObject({usage: {input: 0, output: 0}, cost: 0});
	expect(billOf(sent(), voice, failed('timeout'))).toMatchObject({usage: {input: 100, output: 0}, cost: 0.0001});
});

test('what earlier tries read is added to what the server says of the last', () => {
	const account = after(
		{type: 'retry', tries: 2},
		{type: 'read-in-vain', input: 50},
		{type: 'usage', usage: {input: 7, output: 3}, cost: 0.5},
		{type: 'ended'},
	);
	expect(account).toMatchObject({tries: 2, ended: true});
	expect(billOf(sent(), voice, account)).toMatchObject({
		usage: {input: 57, output: 3, estimated: true},
		cost: 0.50005,
	});
});

test('why it failed is told apart from being withdrawn', () => {
	const reason = new Error('stop');
	expect(after({type: 'failed', error: reason, withdrawn: true})).toMatchObject({withdrawn: 'stop', error: undefined});
	expect(after({type: 'failed', error: reason, withdrawn: false})).toMatchObject({error: 'stop', withdrawn: undefined});
});
