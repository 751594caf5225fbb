import {describe, expect, it} from 'vitest';
import {checkBudget, withinBudget} from '../../../src/app/plan/attach-voices.ts';
import {agentVoice} from '../../../src/voices/agents/agent-voice.ts';
import {humanVoice} from '../../../src/voices/voice.ts';
import {rehearsalVoice} from '../../../src/rehearsal/rehearse.ts';
import {voiceAt} from '../../fixtures/http-voice.ts';

const unpriced = voiceAt('http://127.0.0.1:1/v1');
const priced = voiceAt('http://127.0.0.1:1/v1', {price: {input: 1, output: 2}});
const agent = agentVoice({
	id: 'agent:x',
	name: 'Agent X',
	provider: 'X',
	row: {id: 'x', name: 'X', speaks: 'acp', command: 'x', args: []},
});
const free = [rehearsalVoice({name: 'R'}), humanVoice('human', 'Ann')];

describe('a budget in dollars', () => {
	it('is refused where the price of a voice is not known', () => {
		expect(() => checkBudget({usd: 0.5}, [priced, unpriced])).toThrow(
			/What this voice costs is not known.*"test:model-1".*200000tok/su,
		);
		expect(() => withinBudget(() => unpriced, {usd: 0.5})('test:model-1')).toThrow(/not known/u);
	});

	it('is taken where every voice has a price or costs nothing', () => {
		expect(checkBudget({usd: 0.5}, [priced, ...free])).toEqual([]);
		expect(withinBudget(() => priced, {usd: 0.5})('test:model-1')).toBe(priced);
	});

	it('says that an agent may pass it', () => {
		expect(checkBudget({usd: 0.5}, [agent, priced])).toEqual([
			expect.stringContaining('Agent X counts against the budget by what it reports'),
		]);
	});
});

it('a budget in tokens, or none, asks for no price', () => {
	expect(checkBudget({tokens: 1000}, [unpriced])).toEqual([]);
	expect(checkBudget(undefined, [unpriced])).toEqual([]);
});
