import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {numberedSentences} from '../../../src/debate/judged-text.ts';
import {concessionsIn, emptyLedger, reduceLedger, type ClaimLedger} from '../../../src/debate/claims.ts';
import {ledgerQuestions, lookedAt} from '../../../src/debate/ledger-look.ts';
import {countWords} from '../../../src/debate/text/words.ts';
import {checkChanges, sentenceIn} from '../../../src/debate/ledger.ts';

const seats = ['chair_1', 'chair_2', 'chair_3'];
const texts: Readonly<Record<string, string>> = {
	chair_1: 'A vote that is owed is a vote that is heard. I grant nothing else. Those who stay at home are poorer.',
	chair_2: '„Zwang ist keine Stimme“, sage ich. Wer schweigt, der spricht auch! Und wer zahlt dafür?',
	chair_3: '投票应当是自愿的。沉默也是一种声音。谁来承担这个代价？',
};
const words = fc.oneof(
	fc.constantFrom(...Object.values(texts).flatMap(text => numberedSentences(text).map(({text}) => text))),
	fc.constantFrom('Those who stay at home', '沉默也是一种声音', 'nobody said these words', '', '…', '7'),
	fc.string({maxLength: 30}),
);
const id = fc.oneof(fc.constantFrom('A1', 'A2', 'B1', 'b1', 'C1', 'C9', ' B1 '), fc.string({maxLength: 4}));
const settling = fc.array(fc.record({claim: id, sentence: words}), {maxLength: 6});
const answer = fc.record({
	new: fc.array(
		fc.record({
			sentence: words,
			claim: fc.oneof(
				fc.constantFrom('a duty is light', 'a duty is light', '沉默也是声音'.repeat(9)),
				fc.lorem({maxCount: 40}),
			),
			against: fc.option(fc.oneof(id, fc.constantFrom('B', 'chair_3', 'C'))),
		}),
		{maxLength: 9},
	),
	answered: fc.array(fc.record({claim: id, sentence: words, granted: fc.boolean()}), {maxLength: 6}),
	conceded: settling,
	withdrawn: settling,
});
const course = fc.array(fc.record({speaker: fc.constantFrom(...seats), answer}), {minLength: 1, maxLength: 8});

describe('the changes that an arbiter names', () => {
	it('hold only where they can be, in whatever order turns come', () => {
		fc.assert(
			fc.property(course, turns => {
				let ledger: ClaimLedger = emptyLedger;
				for (const [at, {speaker, answer}] of turns.entries()) {
					const text = texts[speaker] ?? '';
					const changes = checkChanges(ledger, {speaker, text, seats}, answer);
					const before = new Map(ledger.claims.map(claim => [claim.id, claim]));
					const said = new Set(numberedSentences(text).map(({text}) => text));
					for (const {sentence} of [...changes.new, ...changes.answered, ...changes.conceded, ...changes.withdrawn])
						expect(said.has(sentence)).toBe(true);
					for (const {claim} of changes.answered) expect(before.get(claim)?.holder).not.toBe(speaker);
					for (const {claim} of [...changes.conceded, ...changes.withdrawn])
						expect(before.get(claim)?.holder).toBe(speaker);
					const settled = [...changes.answered, ...changes.conceded, ...changes.withdrawn].map(({claim}) => claim);
					expect(new Set(settled).size).toBe(settled.length);
					for (const claim of settled) expect(before.get(claim)?.status).toMatch(/^(?:open|answered)$/u);
					// Only what is granted is taken up once more: a concession of an answered claim is one.
					for (const {claim, granted} of changes.answered) if (!granted) expect(before.get(claim)?.status).toBe('open');
					for (const {claim} of changes.new) expect(countWords(claim)).toBeLessThanOrEqual(21);
					ledger = reduceLedger(ledger, {type: 'ledger', turnId: `t${at}`, speaker, ...changes});
				}
				const ids = ledger.claims.map(({id}) => id);
				expect(new Set(ids).size).toBe(ids.length);
				for (const [seat, chair] of seats.entries())
					expect(ledger.claims.filter(({holder}) => holder === chair).map(({id}) => id)).toEqual(
						ledger.claims.filter(({holder}) => holder === chair).map((_, index) => `${'ABC'.charAt(seat)}${index + 1}`),
					);
			}),
			{numRuns: 80},
		);
	});

	it('find their sentence by its first words, in any script, and not by words that are not there', () => {
		expect(sentenceIn(texts['chair_1'] ?? '', 'Those who stay at home are')).toBe('Those who stay at home are poorer.');
		expect(sentenceIn(texts['chair_2'] ?? '', 'wer schweigt, der …')).toBe('Wer schweigt, der spricht auch!');
		expect(sentenceIn(texts['chair_3'] ?? '', '沉默也是一种')).toBe('沉默也是一种声音。');
		expect(sentenceIn(texts['chair_1'] ?? '', 'Those who leave home are')).toBeUndefined();
		expect(sentenceIn(texts['chair_1'] ?? '', '')).toBeUndefined();
	});

	it('add a claim once: the same words again are the same claim', () => {
		const claim = {sentence: 'I grant nothing else.', claim: 'A vote is owed.', against: null};
		const turn = {speaker: 'chair_1', text: texts['chair_1'] ?? '', seats};
		const none = {answered: [], conceded: [], withdrawn: []};
		const first = checkChanges(emptyLedger, turn, {...none, new: [claim, {...claim, claim: 'a vote is OWED'}]});
		expect(first).toMatchObject({new: [{id: 'A1'}], refused: [{because: 'it stands there already'}]});
	});

	it('bring no claim by a sentence that was ruled out, and others all the same', () => {
		const bring = (sentence: string, claim: string) => ({sentence, claim, against: null});
		const answer = {
			answered: [],
			conceded: [],
			withdrawn: [],
			new: [bring('I grant nothing else.', 'a vote is owed'), bring('Those who stay at home', 'who stays is poorer')],
		};
		const turn = {speaker: 'chair_1', text: texts['chair_1'] ?? '', seats, ruledOut: ['I grant nothing else.']};
		expect(checkChanges(emptyLedger, turn, answer)).toMatchObject({
			new: [{id: 'A1', claim: 'who stays is poorer'}],
			refused: [{change: 'new “a vote is owed”', because: 'it was ruled out as new'}],
		});
	});

	it('touch no claim whose number was not shown, and are made against none', () => {
		const none = {new: [], answered: [], conceded: [], withdrawn: []};
		const made = (speaker: string, id: string) => ({
			...none,
			type: 'ledger' as const,
			turnId: 't1',
			speaker,
			new: [{id, claim: `${id} holds`, sentence: `${id} holds.`}],
		});
		const ledger = [made('chair_2', 'B1'), made('chair_2', 'B2'), made('chair_1', 'A1')].reduce(
			reduceLedger,
			emptyLedger,
		);
		const sentence = 'I grant nothing else.';
		const answer = {
			...none,
			answered: [
				{claim: 'B1', sentence},
				{claim: 'B2', sentence},
			],
			withdrawn: [{claim: 'A1', sentence}],
			new: [{sentence, claim: 'a vote is owed', against: 'B2'}],
		};
		const turn = {speaker: 'chair_1', text: texts['chair_1'] ?? '', seats, shown: new Set(['B1'])};
		const because = 'its number was not among those to change';
		expect(checkChanges(ledger, turn, answer)).toEqual({
			...none,
			answered: [{claim: 'B1', sentence}],
			new: [{id: 'A2', claim: 'a vote is owed', sentence}],
			refused: [
				{change: 'withdrawn A1', because},
				{change: 'answered B2', because},
			],
		});
	});
});

describe('a claim of one’s own that is held only in part', () => {
	const sentence = 'A vote that is owed is a vote that is heard.';
	const made: ClaimLedger = reduceLedger(emptyLedger, {
		type: 'ledger',
		turnId: 't1',
		speaker: 'chair_1',
		new: [{id: 'A1', claim: 'every vote is heard', sentence}],
		answered: [],
		conceded: [],
		withdrawn: [],
	});
	const none = {new: [], answered: [], conceded: [], withdrawn: []};
	const said = 'Only where it is owed is a vote heard. The rest I leave.';
	const narrowed = [{claim: 'A1', sentence: 'Only where it is owed', to: 'a vote that is owed is heard'}];
	const changesOf = (speaker: string, shown?: ReadonlySet<string>) =>
		checkChanges(made, {speaker, text: said, seats, ...(shown && {shown})}, {...none, narrowed});

	it('is what is left of it from then on, with the sentence that did it, and counts as a change of mind', () => {
		const changes = changesOf('chair_1');
		const after = reduceLedger(made, {type: 'ledger', turnId: 't3', speaker: 'chair_1', ...changes});
		expect(after.claims).toMatchObject([{id: 'A1', status: 'open', claim: 'a vote that is owed is heard', sentence}]);
		expect(concessionsIn(after)).toMatchObject([
			{kind: 'narrowed', turnId: 't3', by: 'chair_1', sentence: 'Only where it is owed is a vote heard.'},
		]);
	});

	it('is not narrowed by another, nor where it was not shown', () => {
		expect(changesOf('chair_2').refused?.map(({because}) => because)).toEqual(['it is not the speaker’s own claim']);
		expect(changesOf('chair_1', new Set(['B1'])).refused?.map(({because}) => because)).toEqual([
			'its number was not among those to change',
		]);
	});

	it('stays whole where the second look does not bear it out', () => {
		const changes = {...none, ...changesOf('chair_1')};
		const own = () => true;
		const questions = ledgerQuestions(said, changes, made.claims, {own, takesBack: () => false});
		expect(questions).toMatchObject([{act: 'narrowed', claim: {id: 'A1'}, sentence: 1}]);
		expect(lookedAt(changes, said, questions, {looks: [{q: 'q1', a: 0}]}).narrowed).toEqual([]);
		expect(lookedAt(changes, said, questions, {looks: [{q: 'q1', a: 1}]}).narrowed).toHaveLength(1);
	});
});
