import {expect, test} from 'vitest';
import {PaneWindow} from '../../src/ui/pane-window.ts';
import {line, type Row} from '../../src/ui/rows.ts';
import {signs} from '../../src/ui/theme.ts';

const rowsOf = (count: number, speaking?: number): readonly Row[] => Array.from({length: count}, (_, row) => line(`${row}${row === speaking ? signs.cursor : ''}`));
const first = (rows: readonly Row[]) => rows[0]?.spans[0]?.text;

test('a window that nobody scrolls stays with the words, and goes to the end when nothing is being said', () => {
	const pane = new PaneWindow();
	expect(first(pane.view(rowsOf(40, 5), 10, 'words'))).toBe('0');
	expect(first(pane.view(rowsOf(40, 20), 10, 'words'))).toBe('11');
	expect(first(pane.view(rowsOf(40), 10, 'words'))).toBe('30');
	expect(pane.following).toBe(true);
});

test('scrolled away it stays where it is while rows are added, and follows again where it rests', () => {
	const pane = new PaneWindow();
	pane.view(rowsOf(40), 10, 'words');
	pane.scroll(-5);
	expect(first(pane.view(rowsOf(60), 10, 'words'))).toBe('25');
	expect(pane.following).toBe(false);
	expect(pane.position).toEqual({row: 35, of: 60});
	pane.toEnd();
	expect(first(pane.view(rowsOf(60), 10, 'words'))).toBe('50');
	expect(pane.following).toBe(true);
});

test('one that rests at its start can be scrolled to its end, and stays there', () => {
	const pane = new PaneWindow();
	expect(first(pane.view(rowsOf(40), 10, 'start'))).toBe('0');
	pane.toEnd();
	expect(first(pane.view(rowsOf(40), 10, 'start'))).toBe('30');
	pane.toStart();
	expect(first(pane.view(rowsOf(40), 10, 'start'))).toBe('0');
	expect(pane.following).toBe(true);
});

test('fewer rows than were scrolled to are shown whole, and what is missing is blank', () => {
	const pane = new PaneWindow();
	pane.view(rowsOf(40), 10, 'start');
	pane.page(2);
	const shown = pane.view(rowsOf(4), 10, 'start');
	expect(first(shown)).toBe('0');
	expect(shown).toHaveLength(10);
});
