import {expect, it} from 'vitest';
import {usageEstimates} from '../../../src/engine/calls/usage-estimate.ts';
import type {Voice, VoiceRequest} from '../../../src/voices/voice.ts';

const voice: Voice = {
	id: 'server:one',
	name: 'One',
	provider: 'server',
	deterministic: false,
	price: {input: 3, cached: 0.3, output: 15},
	cacheFrom: 1024,
	async *answer() {},
};
const request = (shared: number, own: number, more: Partial<VoiceRequest> = {}): VoiceRequest => ({
	purpose: 'reply',
	messages: [
		{role: 'system', content: 'a'.repeat(shared * 4)},
		{role: 'user', content: 'b'.repeat(own * 4)},
	],
	...more,
});
const schema = (name: string) => ({schema: {name, json: {title: name}}});

it('takes the longest prefix that went to the model before as cached, from the server’s minimum on', () => {
	const {sent} = usageEstimates();
	sent(voice, request(2000, 10), 0).begun();
	expect(sent(voice, request(2000, 300), 1).estimate(50)).toEqual({
		input: 2300,
		cached: 2010,
		output: 50,
		estimated: true,
	});
	expect(sent(voice, request(2000, 300), 1).surelyCached).toBe(0);
	expect(sent(voice, request(1000, 0), 1).estimate(0).cached).toBeUndefined();
	expect(sent({...voice, id: 'server:other'}, request(2000, 300), 1).estimate(0).cached).toBeUndefined();
});

it.each([
	[
		'whose answer has not begun',
		(sent: ReturnType<typeof usageEstimates>['sent']) => sent(voice, request(2000, 0), 0),
		1,
	],
	[
		'that is older than caches keep',
		(sent: ReturnType<typeof usageEstimates>['sent']) => sent(voice, request(2000, 0), 0).begun(),
		300_000,
	],
	[
		'with another schema in front',
		(sent: ReturnType<typeof usageEstimates>['sent']) => sent(voice, request(2000, 0, schema('one')), 0).begun(),
		1,
	],
])('counts nothing of a prompt %s', (_, before, at) => {
	const {sent} = usageEstimates();
	before(sent);
	expect(sent(voice, request(2000, 0, schema('other')), at).estimate(0).cached).toBeUndefined();
});

it('learns from what the server counts: its tokens, its cache, and a minimum that is lower than was known', () => {
	const {sent} = usageEstimates();
	const first = sent(voice, request(900, 100), 0);
	first.begun();
	first.counted({usage: {input: 1200, output: 0, cached: 0}}, 0);
	expect(sent(voice, request(900, 100), 1).estimate(0)).toEqual({input: 1200, output: 0, estimated: true});
	sent(voice, request(900, 200), 1).counted({usage: {input: 1320, output: 0, cached: 1000}}, 0);
	expect(sent(voice, request(900, 200), 2).estimate(0).cached).toBeGreaterThan(900);
	expect(sent(voice, request(900, 200), 2).surelyCached).toBeGreaterThan(900);
	for (let place = 0; place < 4; place++)
		sent(voice, request(900, 200), 2).counted({usage: {input: 1320, output: 0, cached: 0}}, 0);
	expect(sent(voice, request(900, 200), 3).estimate(0).cached ?? 0).toBeLessThan(300);
});

it('tells what a cancelled answer may cost beyond that, unless its provider stops there', () => {
	const {sent} = usageEstimates();
	const cut = sent(voice, request(0, 100, {maxTokens: 400}), 0);
	const used = {usage: cut.estimate(100), cost: 0.0018};
	expect(cut.atMost(used)).toBeCloseTo((300 * 15) / 1_000_000);
	const known = sent({...voice, billing: {cancelled: 'written', cacheWrite: 1}}, request(0, 100, {maxTokens: 400}), 0);
	expect(known.atMost(used)).toBe(0);
});
