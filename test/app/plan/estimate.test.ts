import {execFileSync} from 'node:child_process';
import {cpSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {resolvePlan} from '../../../src/app/plan/resolve-plan.ts';
import {estimate, type Estimate} from '../../../src/app/plan/estimate.ts';
import {startSession} from '../../../src/app/session/start-session.ts';
import {writeKnownModels, priceFinder} from '../../../src/app/voices/model-facts.ts';
import {withSources} from '../../../src/app/plan/open-sources.ts';
import {packageRoot} from '../../../src/engine/host/package-root.ts';
import {planWithVoices} from '../../../src/app/plan/attach-voices.ts';
import {countWords} from '../../../src/debate/text/words.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {totalSpending} from '../../../src/debate/state.ts';
import {parseJournal} from '../../../src/engine/journal/journal.ts';
import {readPresets} from '../../../src/app/plan/presets.ts';
import {loadSettings} from '../../../src/settings/settings.ts';
import {every, some} from '../../hunt/every.ts';
import {freshFolder, rostrum} from '../../run-cli.ts';

const presets = readPresets(join(freshFolder(), 'none'));
const free = () => ({price: {input: 0, output: 0}, caches: true});

type Used = {readonly words: number; readonly tokens: number};
const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
const wordsIn = (journal: string): number =>
	fold(parseJournal(journal).events).turns.reduce((sum, {text}) => sum + countWords(text), 0);

function tokensIn(journal: string): number {
	const {input, output} = totalSpending(fold(parseJournal(journal).events));
	return input + output;
}

function expectClose({minutes, pace, tokens}: Estimate, used: readonly Used[]): void {
	const [really, spent] = [mean(used.map(({words}) => words)) / pace, mean(used.map(one => one.tokens))];
	expect(
		Math.abs(minutes / really - 1),
		`${minutes.toFixed(1)} minutes expected, ${really.toFixed(1)} spoken`,
	).toBeLessThan(0.25);
	expect(Math.abs(tokens / spent - 1), `${tokens} tokens expected, ${spent} used`).toBeLessThan(0.25);
}

/** Every eighth preset of each format with one debate; in a hunt all of them, with two each. */
const tried = presets.filter(
	({protocol}, place) =>
		presets.slice(0, place).filter(earlier => earlier.protocol === protocol).length % every(8, 2) === 0,
);
const seeds = [1, 7].slice(0, 3 - every(2));

describe('an estimate is within 25% of what rehearsals of a preset use', () => {
	it.each(
		tried
			.filter(({protocol}) => protocol !== 'code-debate')
			.map(preset => [`${preset.protocol}/${preset.id}`, preset] as const),
	)(
		'%s',
		async (_, {protocol, id, propositions}) => {
			const used: Used[] = [];
			const estimates: Estimate[] = [];
			for (const [place, seed] of seeds.entries()) {
				const home = freshFolder();
				const configuration = loadSettings(
					{seed: String(seed), out: join(home, 'out'), export: ''},
					{env: {ROSTRUM_HOME: home}},
				);
				const input = {args: [protocol], options: {preset: id, topic: propositions[place % propositions.length]}};
				const where = {cwd: home, interactive: false};
				estimates.push(estimate(resolvePlan(input, configuration, where), free));
				const {session, done} = await startSession(planWithVoices(input, configuration, where), {
					cwd: home,
					configuration,
					signal: new AbortController().signal,
					headless: true,
				});
				for await (const event of session.events) void event;
				await done;
				const journal = readFileSync(join(session.folder ?? '', 'debate.jsonl'), 'utf8');
				used.push({words: wordsIn(journal), tokens: tokensIn(journal)});
			}
			const [first] = estimates;
			if (!first) throw new Error('nothing was estimated');
			expectClose(
				{
					...first,
					minutes: mean(estimates.map(({minutes}) => minutes)),
					tokens: mean(estimates.map(({tokens}) => tokens)),
				},
				used,
			);
		},
		60_000,
	);

	it.concurrent.each(
		tried
			.filter(({protocol}) => protocol === 'code-debate')
			.map(preset => [`code-debate/${preset.id}`, preset] as const),
	)(
		'%s',
		async (_, {id}) => {
			const [home, cwd] = [freshFolder(), repository()];
			const {code, stderr} = await rostrum(
				['run', 'code-debate', '--preset', id, '--headless', '--seed', '1', '--poll', '0.05'],
				{home, cwd},
			);
			expect({code, stderr}).toEqual({code: 0, stderr: expect.any(String)});
			const folder = join(home, 'transcripts', readdirSync(join(home, 'transcripts'))[0] ?? '');
			const journal = (name: string): string => readFileSync(join(folder, name), 'utf8');
			const arranged = resolvePlan(
				{args: ['code-debate'], options: {preset: id}},
				loadSettings({}, {env: {ROSTRUM_HOME: home}}),
				{cwd, interactive: false},
			);
			expectClose(estimate(arranged, free), [
				{
					words: wordsIn(journal('debate.jsonl')),
					tokens: tokensIn(journal('agent-a.jsonl')) + tokensIn(journal('agent-b.jsonl')),
				},
			]);
		},
		120_000,
	);
});

describe('an estimate of a debate on documents is within 25% of what rehearsals use', () => {
	/** The documents of a preset, and so much text beside them that passages are searched for. */
	const documents = (many: boolean): string => {
		const folder = join(freshFolder(), 'documents');
		cpSync(join(packageRoot, 'data', 'harlen'), folder, {recursive: true});
		const lines = Array.from(
			{length: 4000},
			(_, at) => `In ${at} the council spoke of rents, homes and caps ${at % 7} times.`,
		);
		if (many) writeFileSync(join(folder, 'log.txt'), lines.join('\n\n'));
		return folder;
	};

	it.each(
		some(
			[
				['duelogic', 'that stand in every prompt', false],
				['motion', 'that stand in every prompt', false],
				['motion', 'that are searched', true],
				['duelogic', 'that are searched', true],
			] as const,
			2,
		),
	)(
		'%s, %s',
		async (protocol, _, many) => {
			const home = freshFolder();
			const configuration = loadSettings({seed: '3', out: join(home, 'out'), export: ''}, {env: {ROSTRUM_HOME: home}});
			const input = {
				args: [protocol],
				options: {topic: 'Harlen should keep its rent cap.', sources: [documents(many)]},
			};
			const signal = new AbortController().signal;
			const planned = planWithVoices(input, configuration, {cwd: home, interactive: false});
			const told = estimate(planned, free);
			const plan = await withSources(planned, {cwd: home, signal});
			const {session, done} = await startSession(plan, {cwd: home, configuration, signal, headless: true});
			for await (const event of session.events) void event;
			await done;
			const journal = readFileSync(join(session.folder ?? '', 'debate.jsonl'), 'utf8');
			expectClose(estimate(plan, free), [{words: wordsIn(journal), tokens: tokensIn(journal)}]);
			const without = estimate(
				planWithVoices({...input, options: {topic: 'Tea'}}, configuration, {cwd: home, interactive: false}),
				free,
			);
			expect(told.tokens).toBeGreaterThan(without.tokens);
		},
		60_000,
	);
});

it('has each voice’s cost if its price is known, with cached tokens at the lower price', () => {
	const home = freshFolder();
	const env = {ROSTRUM_HOME: home, OPENROUTER_API_KEY: 'sk-or-v1-0123456789abcdef'};
	const models = [
		{id: 'maker/dear', price: {input: 2, cached: 0.2, output: 10}},
		{id: 'maker/plain', price: {input: 2, output: 10}},
	];
	writeKnownModels(home, {
		openrouter: {baseUrl: 'https://openrouter.ai/api/v1', askedAt: new Date().toISOString(), models},
	});
	const configuration = loadSettings({voice: 'rehearsal'}, {env});
	const seated = (...seats: readonly string[]) =>
		estimate(
			resolvePlan(
				{args: ['duelogic'], options: {topic: 'Tea', seat: seats, set: ['flow.maxExchanges=4']}},
				configuration,
				{
					cwd: home,
					interactive: false,
				},
			),
			priceFinder(configuration),
		);
	const {cost, voices, tokens} = seated('chair_1=openrouter:maker/dear', 'chair_2=openrouter:maker/plain');
	expect(voices.map(({voice}) => voice)).toEqual(['openrouter:maker/dear', 'openrouter:maker/plain']);
	const [dear, plain] = voices;
	expect(dear?.cost).toBeGreaterThan(0);
	expect(dear?.cost ?? 1).toBeLessThan((plain?.cost ?? 0) * 0.75);
	expect(cost).toBeCloseTo((dear?.cost ?? 0) + (plain?.cost ?? 0));
	expect(tokens).toBeGreaterThan((dear?.tokens ?? 0) + (plain?.tokens ?? 0));
	expect(seated('chair_1=openrouter:maker/dear', 'chair_2=openrouter:maker/unheard-of')).toMatchObject({
		cost: null,
		voices: [{cost: expect.closeTo(dear?.cost ?? 0, 2)}, {cost: null}],
	});
	expect(seated()).toMatchObject({cost: 0, voices: []});
});

/** A small repository whose last commit and working tree each change a file of about twenty lines. */
function repository(): string {
	const folder = freshFolder();
	// The speakers' words depend on commit hashes, which depend on these dates.
	const env = {...process.env, GIT_AUTHOR_DATE: '2026-01-01T12:00:00Z', GIT_COMMITTER_DATE: '2026-01-01T12:00:00Z'};
	const git = (...args: readonly string[]) =>
		execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
			cwd: folder,
			env,
			stdio: 'pipe',
		});
	git('init', '-q');
	for (const [index, text] of versions.entries()) {
		writeFileSync(join(folder, 'cart.js'), text);
		git('add', '.');
		if (index < versions.length - 1) git('commit', '-qm', `Version ${index + 1} of the cart`);
	}
	git('reset', '-q');
	return folder;
}

const find = (rest: string): string => `export function find(items, id) {\n${rest}}\n`;
const versions = [
	`export function total(items) {\n\treturn items.reduce((sum, item) => sum + item.price, 0);\n}\n\n${find('\tfor (let i = 0; i <= items.length; i++) {\n\t\tif (items[i].id == id) return items[i];\n\t}\n')}`,
	`/** What the items come to, with tax. */\nexport function total(items, rate) {\n\tlet sum = 0;\n\tfor (const item of items) sum += item.price * item.count;\n\treturn sum * (1 + rate);\n}\n\n${find('\tfor (let i = 0; i < items.length; i++) {\n\t\tif (items[i].id == id) return items[i];\n\t}\n\treturn null;\n')}\nexport async function load(url) {\n\tconst response = await fetch(url);\n\tconst items = await response.json();\n\treturn items.filter(item => item.count > 0);\n}\n`,
	`/** What the items come to, with tax, in cents. */\nexport function total(items, rate = 0) {\n\tlet sum = 0;\n\tfor (const item of items) sum += item.price * (item.count ?? 1);\n\treturn Math.round(sum * (1 + rate) * 100) / 100;\n}\n\n${find('\treturn items.find(item => item.id === id);\n')}\nexport async function load(url, retries) {\n\tfor (let i = 0; i < retries; i++) {\n\t\tconst response = await fetch(url);\n\t\tif (response.status == 200) return response.json();\n\t\tawait new Promise(resolve => setTimeout(resolve, 1000));\n\t}\n}\n`,
];
