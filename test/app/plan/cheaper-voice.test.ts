/** A cheaper voice for judging and the ledger: proposed where it saves much, and never taken by itself. */
import {describe, expect, it} from 'vitest';
import {estimateWithProposal} from '../../../src/app/plan/cheaper-voice.ts';
import {resolvePlan} from '../../../src/app/plan/resolve-plan.ts';
import {keepCheckResult, labelledSetHash, type JudgeResult} from '../../../src/app/judging/judge-results.ts';
import {writeKnownModels} from '../../../src/app/voices/model-facts.ts';
import {rulesVersion} from '../../../src/debate/rubric.ts';
import {loadSettings} from '../../../src/settings/settings.ts';
import {freshFolder} from '../../run-in-process.ts';

type Model = readonly [id: string, input: number, output: number];
const dear: readonly Model[] = [
	['large', 10, 50],
	['other', 10, 50],
];

/** A home whose server of its own has these models, at dollars a million tokens. */
function homeWith(models: readonly Model[]): string {
	const home = freshFolder();
	writeKnownModels(home, {
		shop: {
			baseUrl: 'https://shop.example/v1',
			askedAt: '2026-11-01T00:00:00.000Z',
			models: models.map(([id, input, output]) => ({id, contextTokens: 200_000, price: {input, output}})),
		},
	});
	return home;
}

function planned(home: string, more: Readonly<Record<string, unknown>> = {}, format = 'duelogic') {
	const configuration = loadSettings(
		{
			voice: 'shop:other',
			arbiter: 'shop:large',
			providers: {shop: {baseUrl: 'https://shop.example/v1'}},
			...more,
		},
		{env: {ROSTRUM_HOME: home, PATH: ''}},
	);
	const input = {args: [format], options: {topic: 'Zoos should be closed.'}};
	const plan = resolvePlan(input, configuration, {cwd: home, interactive: false});
	return {plan, expected: estimateWithProposal(plan, configuration)};
}

const proposalIn = (...given: Parameters<typeof planned>): string | undefined => planned(...given).expected.proposal;

function measured(home: string, voice: string, fitness: JudgeResult['fitness']): void {
	keepCheckResult(home, {
		voice,
		at: '2026-01-01T00:00:00.000Z',
		rules: rulesVersion,
		set: labelledSetHash(),
		turns: 221,
		whole: true,
		fitness,
		sentence: '',
		journal: '',
		figures: {},
	});
}

describe('a cheaper voice', () => {
	it.each(['duelogic', 'motion'])('is proposed for %s with what it saves, and changes no seat', format => {
		const home = homeWith([...dear, ['small', 1, 5]]);
		const {plan, expected} = planned(home, {}, format);
		const [, share, saved] =
			/^Judging and the ledger of claims: about (\d+) % of the cost\. --judge shop:small --keeper shop:small would save about \$(\d+\.\d\d); not checked: rostrum judge-check shop:small\.$/u.exec(
				expected.proposal ?? '',
			) ?? [];
		expect(Number(share)).toBeGreaterThanOrEqual(33);
		expect(plan.participants.map(({voice}) => voice)).not.toContain('shop:small');
		const taken = planned(home, {judges: ['shop:small'], keeper: 'shop:small'}, format);
		expect((expected.cost ?? 0) - (taken.expected.cost ?? 0)).toBeCloseTo(Number(saved), 1);
		expect(taken.expected.proposal).toBeUndefined();
	});

	it('is the dearest of those at most a quarter of the price, unless judge-check found another fit', () => {
		const home = homeWith([...dear, ['third', 3.4, 17], ['small', 1, 5], ['tiny', 0.1, 0.5]]);
		expect(proposalIn(home)).toContain('--judge shop:small');
		measured(home, 'shop:tiny', 'fit');
		expect(proposalIn(home)).toMatch(/--judge shop:tiny .*; judge-check: fit to judge\.$/u);
	});

	it('is none that judge-check found unfit', () => {
		const home = homeWith([...dear, ['small', 1, 5]]);
		measured(home, 'shop:small', 'unfit');
		expect(proposalIn(home)).toBeUndefined();
	});

	it('is none whose maker debates where the present judge’s does not', () => {
		const models: readonly Model[] = [
			['gpt-9', 10, 50],
			['claude-9', 10, 50],
			['claude-9-small', 2, 10],
			['grok-9-small', 1, 5],
		];
		expect(proposalIn(homeWith(models), {voice: 'shop:claude-9', arbiter: 'shop:gpt-9'})).toContain(
			'--judge shop:grok-9-small',
		);
	});

	it.each([
		['no model costs a quarter', [['third', 3.4, 17]], {}],
		['the host is cheap already', [['small', 1, 5]], {arbiter: 'rehearsal'}],
		['judges and the keeper are named', [['small', 1, 5]], {judges: ['shop:large'], keeper: 'shop:large'}],
		['what is named costs little of it', [['small', 1, 5]], {judges: ['shop:other']}],
	] as const)('is not proposed where %s', (_, models, more) => {
		expect(proposalIn(homeWith([...dear, ...models]), more)).toBeUndefined();
	});
});
