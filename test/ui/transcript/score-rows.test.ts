import {expect, test} from 'vitest';
import type {ChecklistItem} from '../../../src/debate/evaluation.ts';
import {textRows} from '../../../src/ui/transcript/turn-scores.ts';

const quoting = (text: string, ...quotes: readonly string[]): readonly ChecklistItem[] =>
	quotes.map(quote => ({
		id: 'A1',
		answer: 'yes',
		quote,
		match: 'exact',
		start: text.indexOf(quote),
		end: text.indexOf(quote) + quote.length,
	}));

const shown = (text: string, items: readonly ChecklistItem[], width = 60): readonly string[] =>
	textRows(text, items, width).map(({spans}) =>
		spans.map(span => (span.tone === 'found' ? `[${span.text}]` : span.text)).join(''),
	);

test('what was quoted is marked where it stands, in lines that are set in too', () => {
	const text = 'My opponent says two things:\n  - voting is a debt,\n    and a debt is owed.\n\n**Neither** holds.';
	expect(shown(text, quoting(text, 'two things', 'voting is a debt', 'a debt is owed', 'Neither'))).toEqual([
		'The turn, what was quoted marked',
		'  My opponent says [two things]:',
		'  • [voting is a debt],',
		'    and [a debt is owed].',
		'',
		'  [Neither] holds.',
	]);
});

test('quotations in any order, within each other and over the end of a line are all marked', () => {
	const text = 'one two three four';
	expect(shown(text, quoting(text, 'three four', 'two three', 'two'), 12)).toEqual([
		'The turn, what was quoted marked',
		'  one [two]',
		'  [three four]',
	]);
});

test('a turn in which nothing was said says so', () => {
	expect(shown('  ', [])).toEqual(['Nothing was said.']);
});
