import {expect, test} from 'vitest';
import {divide, divideWithOwn} from '../../../src/ui/stage/layout.ts';

const inside = (columns: number) => columns - 2;

test('panes stand beside each other from 100 columns, stacked from 60, and one at a time below', () => {
	expect(divide(inside(120), 40, 1, 3).kind).toBe('full');
	expect(divide(inside(100), 40, 1, 3).kind).toBe('full');
	expect(divide(inside(99), 40, 1, 3).kind).toBe('stacked');
	expect(divide(inside(60), 24, 1, 3).kind).toBe('stacked');
	expect(divide(inside(59), 24, 1, 3).kind).toBe('tabs');
});

test('a pane of a format’s own above the transcript takes no more rows than it fills', () => {
	const rowsOf = (filled: number) => {
		const layout = divideWithOwn(inside(80), 24, 1, {placement: 'beside'}, undefined, () => filled);
		return layout.kind === 'above' ? [layout.own, layout.own + layout.body] : [];
	};
	expect(rowsOf(4)).toEqual([4, 18]);
	expect(rowsOf(400)).toEqual([9, 18]);
	expect(rowsOf(0)).toEqual([3, 18]);
});

test('fifteen rows are enough for six chairs', () => {
	for (const columns of [40, 60, 80, 100, 160]) {
		for (const foot of [1, 5, 6]) {
			const layout = divide(inside(columns), 15, foot, 6);
			expect(layout.body).toBeGreaterThanOrEqual(5);
		}
	}
});

test('the parts add up to the whole', () => {
	for (let rows = 10; rows < 60; rows++) {
		const layout = divide(inside(80), rows, 1, 3);
		const parts = layout.kind === 'stacked' ? layout.chairs + layout.stakes + layout.moments : 0;
		expect(layout.body + parts + 3 + 1).toBe(Math.max(rows, 5));
	}
});
