import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {changeDraft, choiceOf, newDraft, type DraftChange} from '../../../src/ui/setup/setup-view.ts';
import {steps, type SetupDraft, type SetupForm} from '../../../src/app/setup/setup.ts';
import {sheets} from '../support/sample-setup.ts';

const sheetOf = (draft: SetupDraft) => {
	const sheet = sheets.find(({protocol}) => protocol === draft.protocol);
	if (!sheet) throw new Error(`there is no sheet for ${draft.protocol}`);
	return sheet;
};
const after = (draft: SetupDraft, ...changes: readonly DraftChange[]): SetupDraft =>
	changes.reduce((before, change) => changeDraft(before, sheetOf(before), change), draft);
const formOf = (draft: SetupDraft): SetupForm => choiceOf(draft, sheetOf(draft)).form;

const word = fc.constantFrom('', 'one', 'two', 'a longer one');
const place = fc.nat({max: 6});
const moves: fc.Arbitrary<DraftChange> = fc.oneof(
	fc.constantFrom<DraftChange>({do: 'next'}, {do: 'back'}),
	fc.constantFrom(...sheets.map(({protocol}): DraftChange => ({do: 'protocol', protocol}))),
);
const edits: fc.Arbitrary<DraftChange> = fc.oneof(
	fc.record({
		do: fc.constant('answer' as const),
		flag: fc.constantFrom('--topic', '--commit', '--context'),
		text: word,
	}),
	fc.record({do: fc.constant('add' as const), stance: fc.constantFrom('utilitarian', 'libertarian')}),
	fc.record({do: fc.constant('remove' as const), place}),
	fc.record({do: fc.constant('stance' as const), place, stance: fc.constantFrom('utilitarian', 'libertarian')}),
	fc.record({do: fc.constant('manner' as const), place, manner: word}),
	fc.record({
		do: fc.constant('voice' as const),
		seat: fc.oneof(fc.record({id: fc.constant('arbiter')}), fc.record({id: fc.constant('chair_1'), place})),
		voice: word,
	}),
	fc.record({do: fc.constant('everyone' as const), voice: word}),
	fc.record({do: fc.constant('option' as const), path: fc.constantFrom('tone', 'flow.maxExchanges'), value: word}),
);

describe('a draft', () => {
	it('loses nothing by going back and forth, or by looking at other protocols', () => {
		fc.assert(
			fc.property(fc.array(edits, {maxLength: 12}), fc.array(moves, {maxLength: 20}), (made, walked) => {
				const filled = after(newDraft('duelogic'), ...made);
				const back = after(filled, ...walked, {do: 'protocol', protocol: 'duelogic'});
				expect(formOf(back)).toEqual(formOf(filled));
			}),
		);
	});

	it('stays between the first step and the last, and moves by one', () => {
		fc.assert(
			fc.property(fc.array(moves, {maxLength: 20}), walked => {
				const at = (draft: SetupDraft): number => steps.indexOf(draft.step);
				let draft = newDraft('duelogic');
				for (const move of walked) {
					const next = after(draft, move);
					const by = move.do === 'next' ? 1 : move.do === 'back' ? -1 : 0;
					expect(at(next)).toBe(Math.max(0, Math.min(steps.length - 1, at(draft) + by)));
					draft = next;
				}
			}),
		);
	});

	it('has as many seats as the protocol allows, whatever is added and removed', () => {
		fc.assert(
			fc.property(fc.array(edits, {maxLength: 40}), made => {
				const {length} = formOf(after(newDraft('duelogic'), ...made)).places;
				expect(length).toBeGreaterThanOrEqual(2);
				expect(length).toBeLessThanOrEqual(6);
			}),
		);
	});

	it('leaves each seat its own voice when another is taken away', () => {
		const draft = after(
			newDraft('duelogic'),
			{do: 'add', stance: 'libertarian'},
			{do: 'voice', seat: {id: 'chair_3', place: 2}, voice: 'ollama:qwen3'},
			{do: 'remove', place: 0},
		);
		expect(formOf(draft).places.map(({voice}) => voice)).toEqual([undefined, 'ollama:qwen3']);
	});

	it('takes an empty word for none: no voice, no manner, the default', () => {
		const seat = {id: 'chair_1', place: 0};
		const draft = after(
			newDraft('duelogic'),
			{do: 'voice', seat, voice: 'ollama:qwen3'},
			{do: 'manner', place: 0, manner: 'dry'},
			{do: 'everyone', voice: 'rehearsal'},
			{do: 'option', path: 'tone', value: 'heated'},
			{do: 'voice', seat, voice: ''},
			{do: 'manner', place: 0, manner: ''},
			{do: 'everyone', voice: ''},
			{do: 'option', path: 'tone', value: ''},
		);
		expect(formOf(draft)).toEqual(formOf(newDraft('duelogic')));
	});

	it('keeps the answers to the ways that were not taken', () => {
		const draft = after(
			newDraft('code-debate'),
			{do: 'answer', flag: '--commit', text: 'HEAD', way: true},
			{do: 'answer', flag: '--topic', text: 'Is it right?', way: true},
		);
		expect(formOf(draft)).toMatchObject({way: '--topic', answers: {'--commit': 'HEAD', '--topic': 'Is it right?'}});
	});
});
