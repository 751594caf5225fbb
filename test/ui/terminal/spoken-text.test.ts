import {expect, test} from 'vitest';
import {spokenChoice, spokenKey, newTexts, spokenRow, spokenText} from '../../../src/ui/terminal/spoken-text.ts';
import {line, withSpoken, row, rule, span} from '../../../src/view/rows.ts';

test('a row is read without what is only to be seen, and its alarm comes first', () => {
	expect(spokenRow(rule(60, span('Debates', 'strong')))).toBe('Debates');
	expect(spokenRow(rule(60, span('')))).toBe('');
	expect(
		spokenRow({...row(span('❯ ', 'chosen'), span('Classic Clash', 'chosen')), right: [span('2 seats', 'dim')]}),
	).toBe('Classic Clash, 2 seats');
	expect(spokenRow(row(span('  adherence ', 'dim'), span('82', 'strong'), span(' ▂▅▆▇', 'accent')))).toBe(
		'adherence 82',
	);
	expect(spokenRow(line('✗ There is no such file.', 'error'))).toBe('Error: There is no such file.');
	expect(spokenRow(line('! It goes before what is kept here.', 'warning'))).toBe(
		'Note: It goes before what is kept here.',
	);
	expect(spokenRow(line('✓ written to a.md', 'good'))).toBe('written to a.md');
});

test('what a row is to say instead is said, once for a drawing of several rows', () => {
	expect(withSpoken([line('█ █'), line('█▄█')], 'scores: 80, 90').map(spokenRow)).toEqual(['scores: 80, 90', '']);
});

test('signs that mean something are words', () => {
	expect(spokenText('steel ●●○ · frame ✓ · −2 → +1')).toBe('steel two of three, frame yes, minus 2 to +1');
	expect(spokenText('0:23 ⚖ → Grok evasion')).toBe('0:23 the arbiter to Grok evasion');
	expect(spokenText('↑↓ choose · enter confirm')).toBe('up and down choose, enter confirm');
	expect(spokenText('context · —')).toBe('context, none');
	expect(spokenText('a dash — within a sentence')).toBe('a dash — within a sentence');
	expect(spokenText('bell\u0007 and\u001B[31m escape')).not.toMatch(/[\u0000-\u001F]/u);
});

test('keys are called by their names, and capitals are told from small letters', () => {
	expect(['?', '</>', '←→', 'm M', 'esc', 'enter', 'PgUp'].map(spokenKey)).toEqual([
		'question mark',
		'less than and greater than',
		'left and right',
		'm shift m',
		'escape',
		'enter',
		'page up',
	]);
});

test('of a list only what has the focus is said, with its place', () => {
	expect([spokenChoice('keep it', false, 0, 2), spokenChoice('discard it', true, 1, 2)]).toEqual([
		'',
		'discard it, 2 of 2',
	]);
});

test('only what has become another is said again, each as often as it came anew', () => {
	expect(newTexts(['a', 'b', 'b', ''], ['a', 'b'])).toEqual(['b']);
	expect(newTexts(['a'], ['a', 'b'])).toEqual([]);
	expect(newTexts(['b', 'a'], [])).toEqual(['b', 'a']);
});
