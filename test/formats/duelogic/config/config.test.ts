import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {readdirSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {duelogicConfig, parseDuelogicConfig} from '../../../../src/formats/duelogic/config.ts';
import {duelogicSeats} from '../../../../src/formats/duelogic/duelogic.ts';
import {frameworks} from '../../../../src/formats/duelogic/frameworks.ts';
import {formatOf} from '../../../../src/formats/index.ts';
import {Preset} from '../../../../src/app/plan/presets.ts';

const refused = (partial: unknown): string[] => {
	try {
		parseDuelogicConfig(partial);
	} catch (error) {
		return error instanceof Error ? error.message.split('\n') : [];
	}
	return [];
};

describe('a Duelogic config', () => {
	it('has every default of the format', () => {
		expect(parseDuelogicConfig({})).toEqual({
			mode: 'duelogic',
			chairs: [
				{
					position: 'chair_1',
					framework: 'utilitarian',
					modelId: 'anthropic/claude-sonnet-4',
					modelDisplayName: 'Claude Sonnet 4',
					providerName: 'Anthropic',
				},
				{
					position: 'chair_2',
					framework: 'virtue_ethics',
					modelId: 'x-ai/grok-3',
					modelDisplayName: 'Grok 3',
					providerName: 'xAI',
				},
			],
			arbiter: {modelId: 'openai/gpt-4o', modelDisplayName: 'GPT-4o', accountabilityLevel: 'moderate'},
			flow: {style: 'conversational', maxExchanges: 8, targetDurationMinutes: 45},
			interruptions: {
				enabled: true,
				allowChairInterruptions: true,
				allowArbiterInterruptions: true,
				aggressiveness: 3,
				cooldownSeconds: 60,
			},
			tone: 'spirited',
			podcastMode: {enabled: true, showName: 'Duelogic', includeCallToAction: true},
			mandates: {requireSteelManning: true, requireSelfCritique: true, arbiterCanInterject: true},
			frameworks: {},
			weights: {steelManning: 25, selfCritique: 25, frameworkConsistency: 25, intellectualHonesty: 25},
			contextTokens: 100_000,
		});
	});

	it('is merged over the defaults field by field', () => {
		const {flow, arbiter, podcastMode} = parseDuelogicConfig({
			flow: {maxExchanges: 3},
			arbiter: {accountabilityLevel: 'strict'},
			podcastMode: {episodeNumber: 12},
		});
		expect(flow).toEqual({style: 'conversational', maxExchanges: 3, targetDurationMinutes: 45});
		expect(arbiter).toEqual({modelId: 'openai/gpt-4o', modelDisplayName: 'GPT-4o', accountabilityLevel: 'strict'});
		expect(podcastMode).toEqual({enabled: true, showName: 'Duelogic', episodeNumber: 12, includeCallToAction: true});
	});

	it('never gives a default display name to another model', () => {
		const {arbiter, chairs} = parseDuelogicConfig({
			arbiter: {modelId: 'x-ai/grok-3'},
			chairs: [{framework: 'pragmatic', modelId: 'a/b'}, {framework: 'pragmatic'}],
		});
		expect(arbiter.modelDisplayName).toBeUndefined();
		expect(chairs[0]).toEqual({position: 'chair_1', framework: 'pragmatic', modelId: 'a/b'});
		expect(chairs[1]?.modelDisplayName).toBe('Grok 3');
	});

	it('seats chairs without a position on the first free one', () => {
		const {chairs} = parseDuelogicConfig({
			chairs: [{framework: 'pragmatic'}, {framework: 'libertarian', position: 'chair_1'}, {framework: 'deontological'}],
		});
		expect(chairs.map(({position}) => position)).toEqual(['chair_2', 'chair_1', 'chair_3']);
	});

	it('gives six chairs six different models', () => {
		const {chairs} = parseDuelogicConfig({chairs: Array.from({length: 6}, () => ({framework: 'pragmatic'}))});
		expect(new Set(chairs.map(({modelId}) => modelId)).size).toBe(6);
	});

	it('is the same when parsed again', () => {
		const once = parseDuelogicConfig({
			chairs: [{framework: 'stoic'}, {framework: 'pragmatic', modelId: 'a/b'}],
			frameworks: {stoic},
		});
		expect(parseDuelogicConfig(structuredClone(once))).toEqual(once);
	});

	it('refuses every field that breaks a constraint at once, with what it got and what it may be', () => {
		expect(
			refused({
				mode: 'formal',
				flow: {maxExchanges: 99, style: 'loose', targetDurationMinutes: 0},
				interruptions: {aggressiveness: 6, cooldownSeconds: -1, enabled: 'yes'},
				tone: 'loud',
				arbiter: {accountabilityLevel: 'harsh'},
				chairs: [{framework: 'stoic'}, {framework: 'pragmatic', position: 'chair_9'}],
			}).toSorted(),
		).toEqual([
			'arbiter.accountabilityLevel: got "harsh", expected relaxed, moderate, strict',
			`chairs.0.framework: got "stoic", expected ${Object.keys(frameworks).join(', ')}`,
			'chairs.1.position: got "chair_9", expected chair_1, chair_2, chair_3, chair_4, chair_5, chair_6',
			'flow.maxExchanges: got 99, expected 3 to 30',
			'flow.style: got "loose", expected structured, conversational',
			'flow.targetDurationMinutes: got 0, expected a number of minutes above 0',
			'interruptions.aggressiveness: got 6, expected 1 to 5',
			'interruptions.cooldownSeconds: got -1, expected a number of seconds from 0',
			'interruptions.enabled: got "yes", expected true or false',
			'mode: got "formal", expected "duelogic"',
			'tone: got "loud", expected respectful, spirited, heated',
		]);
	});

	it.each([
		[{flow: {maxExchanges: 2}}, 'flow.maxExchanges: got 2, expected 3 to 30'],
		[{flow: {maxExchanges: 4.5}}, 'flow.maxExchanges: got 4.5, expected 3 to 30'],
		[{chairs: [{framework: 'pragmatic'}]}, 'chairs: got a list of 1, expected 2 to 6 chairs'],
		[
			{chairs: Array.from({length: 7}, (_, n) => ({framework: 'pragmatic', position: `chair_${Math.min(6, n + 1)}`}))},
			'chairs: got a list of 7, expected 2 to 6 chairs',
		],
		[
			{
				chairs: [
					{framework: 'pragmatic', position: 'chair_1'},
					{framework: 'pragmatic', position: 'chair_1'},
				],
			},
			'chairs.1.position: got "chair_1", expected a position that no other chair has',
		],
		[{chairs: 'both'}, 'chairs: got "both", expected a list of 2 to 6 chairs'],
		[
			{flow: {exchanges: 3}},
			'flow: got the unknown field "exchanges", expected an object with start, style, maxExchanges, targetDurationMinutes',
		],
		[
			{weights: {steelManning: 0, selfCritique: 0, frameworkConsistency: 0, intellectualHonesty: 0}},
			'weights: got {"steelManning":0,"selfCritique":0,"frameworkConsistency":0,…, expected four numbers from 0, not all 0',
		],
		[
			{frameworks: {pragmatic: frameworks.pragmatic}},
			'frameworks.pragmatic: got "pragmatic", expected an id that is not built in',
		],
		[
			{frameworks: {stoic: {...stoicWithout('coreQuestion')}}},
			'frameworks.stoic.coreQuestion: got nothing, expected a question',
		],
		[
			'duelogic',
			'config: got "duelogic", expected an object with mode, chairs, arbiter, flow, interruptions, tone, podcastMode, mandates, language, judgeStances, frameworks, weights, contextTokens',
		],
	])('refuses %j', (partial, line) => {
		expect(refused(partial)).toContain(line);
	});

	it('takes 3 and 30 exchanges, and 2 and 6 chairs', () => {
		for (const maxExchanges of [3, 30]) expect(refused({flow: {maxExchanges}})).toEqual([]);
		for (const length of [2, 6])
			expect(refused({chairs: Array.from({length}, () => ({framework: 'pragmatic'}))})).toEqual([]);
	});
});

const stoic = {
	name: 'Stoic Chair',
	description: 'Argues from what is up to us',
	coreQuestion: 'What is up to us?',
	strengthsToAcknowledge: ['One', 'Two', 'Three'],
	blindSpotsToAdmit: ['Four', 'Five', 'Six'],
};
function stoicWithout(field: string): object {
	return Object.fromEntries(
		Object.entries({
			name: 'Stoic Chair',
			description: 'Argues',
			coreQuestion: 'What?',
			strengthsToAcknowledge: ['One'],
			blindSpotsToAdmit: ['Two'],
		}).filter(([key]) => key !== field),
	);
}

describe('frameworks', () => {
	it('are the ten, each with three strengths and three blind spots', () => {
		expect(Object.keys(frameworks)).toEqual([
			'utilitarian',
			'virtue_ethics',
			'deontological',
			'pragmatic',
			'libertarian',
			'communitarian',
			'cosmopolitan',
			'precautionary',
			'autonomy_centered',
			'care_ethics',
		]);
		for (const {name, strengthsToAcknowledge, blindSpotsToAdmit} of Object.values(frameworks)) {
			expect(name).toMatch(/ Chair$/u);
			expect([strengthsToAcknowledge.length, blindSpotsToAdmit.length]).toEqual([3, 3]);
		}
	});

	it('can be the user’s own, and the config then says all by itself', () => {
		const config = parseDuelogicConfig({chairs: [{framework: 'stoic'}, {framework: 'pragmatic'}], frameworks: {stoic}});
		expect(duelogicSeats(config)[0]).toMatchObject({framework: 'stoic', label: 'Stoic Chair'});
		expect(config.frameworks).toEqual({stoic});
	});
});

describe('the cast', () => {
	it('is the chairs by position, the arbiter, and a judge like the arbiter', () => {
		expect(
			duelogicSeats(
				parseDuelogicConfig({chairs: [{framework: 'pragmatic', persona: 'dry'}, {framework: 'libertarian'}]}),
			),
		).toEqual([
			{
				id: 'chair_1',
				role: 'chair',
				modelId: 'anthropic/claude-sonnet-4',
				displayName: 'Claude Sonnet 4',
				providerName: 'Anthropic',
				framework: 'pragmatic',
				label: 'Pragmatic Chair',
				persona: 'dry',
			},
			{
				id: 'chair_2',
				role: 'chair',
				modelId: 'x-ai/grok-3',
				displayName: 'Grok 3',
				providerName: 'xAI',
				framework: 'libertarian',
				label: 'Libertarian Chair',
			},
			{id: 'arbiter', role: 'arbiter', modelId: 'openai/gpt-4o', displayName: 'GPT-4o', keepsLedger: true},
			{id: 'judge', role: 'judge', like: 'arbiter'},
		]);
	});

	it('is in the list of formats, which takes a partial config', () => {
		expect(formatOf('duelogic')?.speakers({})).toEqual(['chair_1', 'chair_2']);
		expect(formatOf('duelogic')?.minSpeakers).toBe(2);
	});
});

describe('presets', () => {
	const folder = pathToFileURL(path.resolve('presets/duelogic') + path.sep);
	const presets = readdirSync(folder).map(file => ({
		file,
		preset: Preset.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
	}));
	const wanted = {
		classic_clash: ['Classic Clash', 'utilitarian, virtue_ethics'],
		liberty_vs_community: ['Liberty vs Community', 'libertarian, communitarian'],
		three_way_ethics: ['Three-Way Ethics Showdown', 'utilitarian, virtue_ethics, deontological'],
		global_vs_local: ['Global vs Local', 'cosmopolitan, communitarian'],
		caution_vs_progress: ['Caution vs Progress', 'precautionary, pragmatic'],
		flood_wall: ['The Wall at Averley', 'utilitarian, care_ethics'],
		rent_cap: ['The Rent Cap of Harlen', 'communitarian, pragmatic'],
		battle_royale: ['Battle Royale (4-way)', 'utilitarian, virtue_ethics, libertarian, pragmatic'],
		first_debate: ['A Short Debate', 'libertarian, communitarian'],
	};

	it('are the six matchups, a short one, and one on documents', () => {
		const found = presets.map(({preset: {id, name, config}}) => [
			id,
			[
				name,
				parseDuelogicConfig(config)
					.chairs.map(({framework}) => framework)
					.join(', '),
			],
		]);
		expect(Object.fromEntries(found)).toEqual(wanted);
	});

	it.each(presets)(
		'$file starts a debate with one key: its config parses and it suggests two propositions or more',
		({file, preset}) => {
			expect(file).toBe(`${preset.id}.json`);
			expect(duelogicConfig.safeParse(preset.config).success).toBe(true);
			expect(preset.propositions.length).toBeGreaterThanOrEqual(2);
		},
	);
});
