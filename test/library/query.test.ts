import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {expressionOf, marksIn, termsOf} from '../../src/library/find.ts';
import {indexText} from '../../src/library/search-words.ts';

const found = (text: string, query: string): string[] =>
	marksIn(text, termsOf(query)).map(([start, end]) => text.slice(start, end));

describe('search terms', () => {
	it.each([
		['Nobody votes; voters stay away. A vote!', 'vote', ['votes', 'voters', 'vote']],
		['Nobody votes. A vote!', '"vote"', ['vote']],
		['the duty is still there', '"duty is still"', ['duty is still']],
		['the duty is still there', 'duty "still th', ['duty', 'still there']],
		['Ein Café in Köln; ELF ÉLÈVES', 'cafe koln eleves', ['Café', 'Köln', 'ÉLÈVES']],
		['I don’t know', "don't", ['don’t']],
		['投票は義務であるべきだ。', '義務', ['義務']],
		['투표는 의무여야 한다', '의무', ['의무']],
		['การลงคะแนนเสียง', 'คะแนน', ['คะแนน']],
		['मतदान अनिवार्य होना चाहिए', 'अनिवार्य', ['अनिवार्य']],
		['Straße und STRASSE', 'strasse', ['Straße', 'STRASSE']],
		['C++ or NEAR(a b)', 'NEAR( AND', ['NEAR']],
		['nothing of the kind', '*', []],
		['nothing \u0300 of the kind', '\u0300', []],
	])('%s, by %s', (text, query, marks) => {
		expect(found(text, query)).toEqual(marks);
	});

	it('become nothing but quoted words in the index query', () => {
		fc.assert(
			fc.property(fc.string({unit: 'binary'}), text => {
				expect(expressionOf(termsOf(text))).toMatch(/^(?:"[^"]+"(?: \*)?(?: AND "[^"]+"(?: \*)?)*)?$/u);
			}),
			// Found at random: an accent that stands alone.
			{examples: [['\u0300']]},
		);
	});

	it('match every text that they were taken from', () => {
		fc.assert(
			fc.property(fc.string({unit: 'grapheme', minLength: 1}), fc.string({unit: 'grapheme'}), (text, before) => {
				fc.pre(indexText(text) !== '' && !/["“”„]/u.test(text));
				expect(found(`${before} ${text}`, text)).not.toEqual([]);
			}),
		);
	});
});
