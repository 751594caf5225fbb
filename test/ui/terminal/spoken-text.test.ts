import {expect, test} from 'vitest';
import {choiceAloud, keyAloud, newlySaid, rowAloud, textAloud} from '../../../src/ui/terminal/spoken-text.ts';
import {line, readAs, row, rule, span} from '../../../src/ui/text/rows.ts';

test('a row is read without what is only to be seen, and its alarm comes first', () => {
	expect(rowAloud(rule(60, span('Debates', 'strong')))).toBe('Debates');
	expect(rowAloud(rule(60, span('')))).toBe('');
	expect(
		rowAloud({...row(span('❯ ', 'chosen'), span('Classic Clash', 'chosen')), right: [span('2 seats', 'dim')]}),
	).toBe('Classic Clash, 2 seats');
	expect(rowAloud(row(span('  adherence ', 'dim'), span('82', 'strong'), span(' ▂▅▆▇', 'accent')))).toBe(
		'adherence 82',
	);
	expect(rowAloud(line('✗ There is no such file.', 'error'))).toBe('Error: There is no such file.');
	expect(rowAloud(line('! It goes before what is kept here.', 'warning'))).toBe(
		'Note: It goes before what is kept here.',
	);
	expect(rowAloud(line('✓ written to a.md', 'good'))).toBe('written to a.md');
});

test('what a row is to say instead is said, once for a drawing of several rows', () => {
	expect(readAs([line('█ █'), line('█▄█')], 'scores: 80, 90').map(rowAloud)).toEqual(['scores: 80, 90', '']);
});

test('signs that mean something are words', () => {
	expect(textAloud('steel ●●○ · frame ✓ · −2 → +1')).toBe('steel two of three, frame yes, minus 2 to +1');
	expect(textAloud('0:23 ⚖ → Grok evasion')).toBe('0:23 the arbiter to Grok evasion');
	expect(textAloud('↑↓ choose · enter does it')).toBe('up and down choose, enter does it');
	expect(textAloud('context · —')).toBe('context, none');
	expect(textAloud('a dash — within a sentence')).toBe('a dash — within a sentence');
	expect(textAloud('bell\u0007 and\u001B[31m escape')).not.toMatch(/[\u0000-\u001F]/u);
});

test('keys are called by their names, and capitals are told from small letters', () => {
	expect(['?', '</>', '←→', 'm M', 'esc', 'enter', 'PgUp'].map(keyAloud)).toEqual([
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
	expect([choiceAloud('keep it', false, 0, 2), choiceAloud('discard it', true, 1, 2)]).toEqual([
		'',
		'discard it, 2 of 2',
	]);
});

test('only what has become another is said again, each as often as it came anew', () => {
	expect(newlySaid(['a', 'b', 'b', ''], ['a', 'b'])).toEqual(['b']);
	expect(newlySaid(['a'], ['a', 'b'])).toEqual([]);
	expect(newlySaid(['b', 'a'], [])).toEqual(['b', 'a']);
});
