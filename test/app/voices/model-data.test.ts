import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {estimate} from '../../../src/app/plan/estimate.ts';
import {modelFacts, readModelData, writeKnownModels} from '../../../src/app/voices/model-facts.ts';
import {voiceFactory} from '../../../src/app/voices/create-voices.ts';
import {loadSettings} from '../../../src/settings/settings.ts';
import {providers, type Provider} from '../../../src/voices/providers.ts';
import {costOf, savedBy} from '../../../src/voices/usage.ts';
import {account} from '../../../src/engine/calls/budget.ts';
import {totalSpending} from '../../../src/debate/state.ts';
import {formatOf} from '../../../src/formats/index.ts';
import {rehearsalServer} from '../../fixtures/http-voice.ts';
import {freshFolder, rostrum} from '../../run-in-process.ts';

const provider = (id: string): Provider => {
	const row = providers.find(one => one.id === id);
	if (!row) throw new Error(id);
	return row;
};

/** A home whose fetched list has one model of OpenAI's. */
function homeWith(date: string, price = {input: 7, output: 70}): string {
	const home = freshFolder();
	mkdirSync(join(home, 'cache'));
	const data = {date, source: 'list.example', models: {openai: {'gpt-4.1': {context: 5000, ...price}}}};
	writeFileSync(join(home, 'cache', 'model-data.json'), JSON.stringify(data));
	return home;
}

describe('public model data', () => {
	it('comes with the package, dated, for every provider that has a key', () => {
		const {date, source, models} = readModelData(freshFolder());
		expect({date, source}).toEqual({date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/u), source: 'models.dev'});
		for (const {id} of providers.filter(({keyVariable}) => keyVariable !== undefined))
			expect(Object.keys(models[id] ?? {}).length, id).toBeGreaterThan(0);
		expect(modelFacts(freshFolder())(provider('openai'), 'gpt-4.1')).toMatchObject({
			contextTokens: 1_047_576,
			price: {input: 2, cached: 0.5, output: 8, from: {source, date}},
		});
	});

	it('says nothing of a model that it does not have, or of another server under the same name', () => {
		const factsOf = modelFacts(freshFolder());
		expect(factsOf(provider('openai'), 'gpt-4.1-of-tomorrow')).toEqual({id: 'gpt-4.1-of-tomorrow'});
		expect(factsOf({...provider('openai'), baseUrl: 'https://gate.example/v1'}, 'gpt-4.1')).toEqual({id: 'gpt-4.1'});
	});

	it('gives way to what the server itself told', () => {
		const home = freshFolder();
		const models = [{id: 'gpt-4.1', price: {input: 1, output: 3}}];
		writeKnownModels(home, {openai: {...provider('openai'), askedAt: '2030-01-02T03:04:05Z', models}});
		expect(modelFacts(home)(provider('openai'), 'gpt-4.1')).toMatchObject({
			contextTokens: 1_047_576,
			price: {input: 1, output: 3, from: {source: 'OpenAI', date: '2030-01-02'}},
		});
	});

	it('is taken from the newer list, and from the package where the fetched one is older or damaged', () => {
		expect(modelFacts(homeWith('2999-01-01'))(provider('openai'), 'gpt-4.1').price).toMatchObject({input: 7});
		expect(modelFacts(homeWith('2020-01-01'))(provider('openai'), 'gpt-4.1').price).toMatchObject({input: 2});
		const home = homeWith('2999-01-01', {input: -1, output: 0});
		expect(modelFacts(home)(provider('openai'), 'gpt-4.1').price).toMatchObject({input: 2});
		writeFileSync(join(home, 'cache', 'model-data.json'), '{"date": "29');
		expect(modelFacts(home)(provider('openai'), 'gpt-4.1').price).toMatchObject({input: 2});
	});
});

describe('prices of long prompts', () => {
	const price = {input: 2, cached: 1, output: 10, above: [{tokens: 1000, input: 4, cached: 2, output: 20}]};

	it('hold from the first token on, for the answer and what the cache saved too', () => {
		expect(costOf({input: 1000, output: 100}, price)).toBeCloseTo(0.003);
		expect(costOf({input: 1001, cached: 1, output: 100}, price)).toBeCloseTo(0.006_002);
		expect(savedBy({input: 2000, cached: 500, output: 0}, price)).toBeCloseTo(0.001);
	});

	it('are reserved for in a budget', () => {
		const request = {purpose: 'reply', messages: [{role: 'user', content: 'x'.repeat(8000)}], maxTokens: 100} as const;
		const none = totalSpending({spending: {}});
		expect(account({usd: 0.009}).reserve(request, price, none)).toHaveProperty('lacking');
		expect(account({usd: 0.02}).reserve(request, price, none)).toHaveProperty('settle');
	});

	it('are not expected of a whole debate, which is many requests', () => {
		const protocol = formatOf('motion');
		if (!protocol) throw new Error('no motion');
		const config = protocol.config.parse({});
		const participants = protocol.openSeats(config).map(({id, role}) => ({id, role, name: id, voice: 'openai:x'}));
		const subject = {text: 'Should voting be compulsory?'};
		const expected = (above?: typeof price.above) =>
			estimate({protocol, config, subject, participants, pace: 0}, () => ({price: {...price, above}, caches: false}));
		expect(expected(price.above)).toEqual(expected());
		expect(expected().prices).toBe('');
	});
});

describe('a debate of a provider that lists no prices', () => {
	/** OpenAI's address answered by a rehearsal server. */
	async function openAi() {
		const server = await rehearsalServer();
		const real = globalThis.fetch;
		const to = (address: string) => address.replace('https://api.openai.com/v1', server.url);
		vi.stubGlobal('fetch', (address: string | URL, init?: RequestInit) => real(to(String(address)), init));
		onTestFinished(() => void vi.unstubAllGlobals());
	}

	it('keeps a budget in dollars, and says in journal, article and estimate whose prices it went by', async () => {
		await openAi();
		const home = freshFolder();
		const said = await rostrum(
			[
				'run',
				'motion',
				'--voice',
				'openai:gpt-4.1',
				'--budget',
				'5usd',
				'--headless',
				'--out',
				home,
				'--export',
				'podcast,md',
			],
			{home, env: {OPENAI_API_KEY: 'sk-test-abcdefghijklmnop'}},
		);
		// The server answers in words alone: the budget is kept to the end, and its judge gives no verdict.
		expect(said, said.stderr).toMatchObject({code: 3});
		const folder = readdirSync(home).find(name => /^\d{8}-/u.test(name)) ?? '';
		const events = readFileSync(join(home, folder, 'debate.jsonl'), 'utf8')
			.trim()
			.split('\n')
			.map((line): Record<string, unknown> => JSON.parse(line));
		const prices = {source: 'models.dev', date: readModelData(home).date};
		expect(events[0]).toMatchObject({participants: expect.arrayContaining([expect.objectContaining({prices})])});
		const calls = events.filter(({type}) => type === 'voice-call');
		expect(calls.every(({cost}) => typeof cost === 'number' && cost > 0)).toBe(true);
		expect(events.at(-1)).toMatchObject({stats: {cost: expect.any(Number)}});
		expect(readFileSync(join(home, folder, 'debate.md'), 'utf8')).toContain(`(models.dev, ${prices.date})`);
		expect(said.stderr).toContain(`(models.dev, ${prices.date})`);
	});

	it('ends with the budget', async () => {
		await openAi();
		const home = freshFolder();
		const said = await rostrum(
			['run', 'motion', '--voice', 'openai:gpt-4.1', '--budget', '0.01usd', '--headless', '--out', home],
			{home, env: {OPENAI_API_KEY: 'sk-test-abcdefghijklmnop'}},
		);
		expect(said.code).toBe(4);
	});

	it('is refused with a budget in dollars where nobody knows the price', async () => {
		const said = await rostrum(
			['run', 'motion', '--voice', 'openai:gpt-4.1-of-tomorrow', '--budget', '5usd', '--headless'],
			{env: {OPENAI_API_KEY: 'sk-test-abcdefghijklmnop'}},
		);
		expect(said).toMatchObject({code: 2, stderr: expect.stringContaining('is not known')});
	});

	it('has its models’ figures in its voice', () => {
		const settings = loadSettings({}, {env: {ROSTRUM_HOME: freshFolder(), OPENAI_API_KEY: 'sk-test-abcdefghijklmnop'}});
		expect(voiceFactory(settings)('openai:gpt-4.1')).toMatchObject({contextTokens: 1_047_576, price: {input: 2}});
	});
});
