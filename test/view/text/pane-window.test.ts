import {expect, test} from 'vitest';
import {listed, single, type Blocks, PaneWindow} from '../../../src/view/blocks.ts';
import {blank, line, rule, span, type Row} from '../../../src/view/rows.ts';
import {signs} from '../../../src/view/theme.ts';

const rowsOf = (count: number): Blocks => single(Array.from({length: count}, (_, row) => line(`${row}`)));
/** Blocks of three rows each, of which one may be speaking, and how many of them were made. */
function threes(count: number, speaking?: number) {
	const made = new Set<number>();
	const places = Array.from({length: count}, (_, place) => place);
	const blocks = listed(
		places,
		place => {
			made.add(place);
			return ['a', 'b', 'c'].map(letter =>
				line(`${place}${letter}${place === speaking && letter === 'b' ? signs.cursor : ''}`),
			);
		},
		{words: speaking},
	);
	return {blocks, made};
}
const first = (rows: readonly Row[]) => rows[0]?.spans[0]?.text;

test('a window that nobody scrolls stays with the words, and goes to the end when nothing is being said', () => {
	const pane = new PaneWindow();
	expect(first(pane.view(threes(20, 1).blocks, 10, 'words'))).toBe('0a');
	expect(first(pane.view(threes(20, 9).blocks, 10, 'words'))).toBe('6b');
	expect(pane.percent).toBe(48);
	expect(first(pane.view(threes(20).blocks, 10, 'words'))).toBe('16c');
	expect(pane.following).toBe(true);
});

test('scrolled away it stays where it is while rows are added, and follows again where it rests', () => {
	const pane = new PaneWindow();
	pane.view(rowsOf(40), 10, 'words');
	pane.scroll(-5);
	expect(first(pane.view(rowsOf(60), 10, 'words'))).toBe('25');
	expect(pane.following).toBe(false);
	expect([pane.percent, pane.atEnd]).toEqual([58, false]);
	pane.toEnd();
	expect(first(pane.view(rowsOf(60), 10, 'words'))).toBe('50');
	expect([pane.percent, pane.atEnd]).toEqual([100, true]);
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

test('a title whose rows are below the window is not drawn until they come', () => {
	const pane = new PaneWindow();
	const blocks = single([line('1'), line('2'), rule(20, span('Alerts')), line('3')]);
	expect(pane.view(blocks, 3, 'start').at(-1)).toBe(blank);
	pane.scroll(1);
	expect(pane.view(blocks, 3, 'start').map(({spans}) => spans.length)).toEqual([1, 4, 1]);
});

test('fewer rows than were scrolled to are shown whole, and what is missing is blank', () => {
	const pane = new PaneWindow();
	pane.view(rowsOf(40), 10, 'start');
	pane.page(2);
	const shown = pane.view(rowsOf(4), 10, 'start');
	expect(first(shown)).toBe('0');
	expect(shown).toHaveLength(10);
});

test('keys that come before the next drawing add up', () => {
	const pane = new PaneWindow();
	pane.view(rowsOf(40), 10, 'words');
	for (let key = 0; key < 7; key++) pane.scroll(-1);
	expect(first(pane.view(rowsOf(40), 10, 'words'))).toBe('23');
});

test('of ten thousand blocks a window makes those that it shows and a few to measure by, wherever it is', () => {
	const pane = new PaneWindow();
	const {blocks, made} = threes(10_000, 9999);
	const shown = (): number => {
		made.clear();
		pane.view(blocks, 30, 'words');
		expect(pane.percent).toBeGreaterThanOrEqual(0);
		return made.size;
	};
	expect(shown()).toBeLessThan(40);
	for (const move of [() => pane.page(-3), () => pane.toStart(), () => pane.page(2), () => pane.toEnd()]) {
		move();
		expect(shown()).toBeLessThan(40);
	}
	expect(first(pane.view(threes(9, 8).blocks, 30, 'words'))).toBe('0a');
});
