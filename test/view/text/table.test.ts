import {expect, test} from 'vitest';
import {figureTable} from '../../../src/view/rows.ts';

const heads = ['Judge', 'judged', 'pro wins', 'longer wins'];
const rows = [
	['claude', '12', '25.0 %', '75.0 %'],
	['a judge of a rather long name', '6', '50.0 %', '—'],
];

test.each([200, 60, 46, 40, 30, 26])('every figure stands in a table of %i columns, in full', width => {
	const texts = figureTable(heads, rows, width).map(({spans}) => spans.map(({text}) => text).join(''));
	expect(texts.filter(text => text.length > width)).toEqual([]);
	for (const figure of [...heads, ...rows.flatMap(cells => cells.slice(1))]) expect(texts.join('\n')).toContain(figure);
	expect(texts.filter(text => text.startsWith('Judge')).length).toBe(width >= 46 ? 1 : width >= 30 ? 2 : 3);
});
