import {assert, constantFrom, integer, oneof, property, string} from 'fast-check';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {charactersOf, cleanInput, truncate, widthOf, wrapParagraph} from '../../../src/view/wrap.ts';

const anything = string({
	unit: oneof(
		constantFrom(
			' ',
			' ',
			'a',
			'word',
			'supercalifragilistic',
			'漢',
			'字',
			'한',
			'é',
			'e\u0301',
			'👩‍👩‍👧',
			'🇩🇪',
			'—',
			'it’s',
			'“üß”',
			'█',
			'ש',
			'क्षि',
			'\u00A0',
		),
		string({maxLength: 3}),
	),
	maxLength: 60,
}).map(text => text.replaceAll(/[\n\r]/gu, ' '));

test('no line is wider than asked, and nothing but spaces is lost', () => {
	assert(
		property(anything.map(cleanInput), integer({min: 2, max: 40}), (text, max) => {
			const lines = wrapParagraph(text, max);
			expect(lines.every(line => widthOf(line) <= max)).toBe(true);
			expect(lines.join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''));
		}),
	);
});

test('every line stands in the paragraph as it is, so that places can be found again', () => {
	assert(
		property(anything.map(cleanInput), integer({min: 2, max: 40}), (text, max) => {
			expect(wrapParagraph(text, max).every(line => text.includes(line))).toBe(true);
		}),
	);
});

test('the short way to a width comes to the same as the long one', () => {
	for (let code = 0x20; code < 0x26_00; code++) {
		const character = String.fromCharCode(code);
		if (widthOf(character) !== stringWidth(character)) expect.fail(`U+${code.toString(16)}`);
	}
});

test('words stay whole, indentation stays, and a long word is broken', () => {
	expect(wrapParagraph('the quick brown fox', 10)).toEqual(['the quick', 'brown fox']);
	expect(wrapParagraph('  - an indented line', 12)).toEqual(['  - an', 'indented', 'line']);
	expect(wrapParagraph('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
	expect(wrapParagraph('漢字漢字漢', 5)).toEqual(['漢字', '漢字', '漢']);
});

test.each([
	['plain text', 'the quick brown', 'brownie'],
	['text of other alphabets', 'вся моя речь—', 'договор'],
	['text of wide characters', 'the 漢字 brown', '漢字漢x'],
])('what fits a line exactly is not broken, in %s', (_kind, line, word) => {
	const [width, long] = [widthOf(line), widthOf(word)];
	expect(wrapParagraph(line, width)).toEqual([line]);
	expect(wrapParagraph(`${line} ${line}`, width)).toEqual([line, line]);
	expect(wrapParagraph(`${line} and ${line}`, width + 4)).toEqual([`${line} and`, line]);
	expect(wrapParagraph(line, width - 1)).toEqual([line.slice(0, line.lastIndexOf(' ')), line.split(' ').at(-1)]);
	expect(wrapParagraph(`${word} ${word}`, long)).toEqual([word, word]);
	expect(wrapParagraph(word + word, long)).toEqual([word, word]);
});

test('a window too narrow for a letter gets one a line', () => {
	for (const width of [1, 0, -3]) {
		expect(wrapParagraph('ab c', width)).toEqual(['a', 'b', 'c']);
		expect(wrapParagraph('漢字', width)).toEqual(['漢', '字']);
	}
});

test('what is too long ends in an ellipsis and fits', () => {
	assert(
		property(anything.map(cleanInput), integer({min: 0, max: 20}), (text, max) => {
			expect(widthOf(truncate(text, max))).toBeLessThanOrEqual(max);
		}),
	);
	expect(truncate('proposition', 6)).toBe('propo…');
	expect(truncate('漢字漢字', 6)).toBe('漢字…');
});

test('a character is what a reader takes for one', () => {
	expect(charactersOf('e\u0301👩‍👩‍👧x')).toEqual(['e\u0301', '👩‍👩‍👧', 'x']);
});

test('typed and pasted text loses markers, escape sequences, control and bidirectional characters, and becomes one line', () => {
	expect(cleanInput('\u001B[200~one\r\ntwo\u001B[201~')).toBe('one two');
	expect(cleanInput('a\u001B[31mb\u001B]0;title\u0007c\u0007d')).toBe('abcd');
	expect(cleanInput('a\u202Eb\u2066c\u{E0041}d')).toBe('abcd');
	expect(cleanInput('\uD800x')).toBe('\uFFFDx');
});
