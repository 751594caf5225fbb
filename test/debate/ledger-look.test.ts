import {describe, expect, it} from 'vitest';
import type {Claim} from '../../src/debate/claims.ts';
import {ledgerLookPrompt, ledgerQuestions, lookedAt} from '../../src/debate/ledger-look.ts';
import {englishDebateWords} from '../../src/languages/find.ts';
import {hasForm} from '../../src/languages/language.ts';

const claim = (id: string, holder: string, sentence: string): Claim => ({
	id,
	holder,
	turnId: 't1',
	claim: sentence,
	sentence,
	against: undefined,
	status: 'open',
	settled: undefined,
});
const cheaper = claim('A1', 'chair_1', 'A heat pump is cheaper in every country of the union.');
const bench = claim('B1', 'chair_2', 'A bench in the sun costs a town very little money.');
const none = {new: [], answered: [], conceded: [], withdrawn: []};
const isOwn = {
	own: ({holder}: Claim) => holder === 'chair_1',
	takesBack: (sentence: string) => hasForm(englishDebateWords.takesBack, sentence),
};
const asked = (text: string, changes = {}) => ledgerQuestions(text, {...none, ...changes}, [cheaper, bench], isOwn);

describe('words that sound like a withdrawal', () => {
	it.each([
		['a condition', 'Show me one country of the union where a heat pump is not cheaper, and I withdraw it at once.'],
		['a denial', 'Nobody will hear me say that I take back that a heat pump is cheaper in every country.'],
		['a quotation', 'You want to hear “I withdraw, a heat pump is cheaper in no country”, and you will not.'],
	])('of %s are asked about, and change nothing where whoever keeps the ledger says no', (_, text) => {
		const questions = asked(text);
		expect(questions).toMatchObject([{act: 'withdrawn', claim: {id: 'A1'}, sentence: 1}]);
		expect(lookedAt(none, text, questions, {looks: [{q: 'q1', a: 0}]})).toMatchObject({
			withdrawn: [],
			refused: [{change: 'withdrawn A1'}],
		});
	});

	it('take a claim back where whoever keeps the ledger says yes, though it had not named them', () => {
		const text = 'I said that a heat pump is cheaper in every country of the union. I take that back.';
		expect(lookedAt(none, text, asked(text), {looks: [{q: 'q1', a: 2}]}).withdrawn).toEqual([
			{claim: 'A1', sentence: 'I take that back.'},
		]);
	});

	it('narrow a claim of which something is still held, and give up no more of it', () => {
		const text = 'I said that a heat pump is cheaper in every country. I take that back: it is not so in the north.';
		const left = 'A heat pump is cheaper in the south.';
		const looked = lookedAt(none, text, asked(text), {looks: [{q: 'q1', a: 2, left}]});
		expect(looked.withdrawn).toEqual([]);
		expect(looked).toMatchObject({narrowed: [{claim: 'A1', to: left}]});
	});

	it('change nothing where nobody could be asked', () => {
		const text = 'I take back that a heat pump is cheaper in every country.';
		expect(lookedAt(none, text, asked(text), undefined).withdrawn).toEqual([]);
	});
});

describe('a grant', () => {
	const text = 'You say that a bench in the sun costs little. That is right, and I grant it. We count trees.';
	const changes = {
		...none,
		answered: [{claim: 'B1', sentence: 'You say that a bench in the sun costs little.', granted: true as const}],
	};

	it('rests on the sentence that grants, not on the one that restates', () => {
		expect(lookedAt(changes, text, asked(text, changes), {looks: [{q: 'q1', a: 2}]}).answered).toEqual([
			{claim: 'B1', sentence: 'That is right, and I grant it.', granted: true, confirmed: true},
		]);
	});

	it('that is none is an answer, and no sentence but those that were shown bears it', () => {
		const questions = asked(text, changes);
		for (const a of [0, 3])
			expect(lookedAt(changes, text, questions, {looks: [{q: 'q1', a}]}).answered).toEqual([
				{claim: 'B1', sentence: 'You say that a bench in the sun costs little.'},
			]);
	});

	it('is shown with its neighbours', () => {
		const content = ledgerLookPrompt('duelogic', 'arbiter', text, asked(text, changes)).messages.at(-1)?.content;
		expect(content).toContain('- q1: granted, perhaps in [1]:');
		expect(content).toContain('[2] That is right, and I grant it.');
		expect(content).not.toContain('We count trees');
	});
});
