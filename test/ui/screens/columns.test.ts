import {describe, expect, test} from 'vitest';
import {fold} from '../../../src/debate/reduce.ts';
import {columnBlocks, columnsFor, namesRow} from '../../../src/ui/screens/columns.tsx';
import {WrapCache} from '../../../src/view/markdown.ts';
import {allRows} from '../../../src/view/blocks.ts';
import {layOutRow, spansWidth, type Row} from '../../../src/view/rows.ts';
import {journalAt, recordedJournals} from '../../exports/recorded.ts';
import {turnDetail} from '../../../src/ui/transcript/turn.tsx';
import {sampleDebate} from '../support/sample-debate.ts';

const state = fold(sampleDebate({rounds: 2}));
const text = (row: Row, width: number) =>
	layOutRow(row, width)
		.map(span => span.text)
		.join('')
		.trimEnd();

describe.each([58, 78, 118, 198])('columns in %i columns', width => {
	const rows = allRows(columnBlocks(state, new WrapCache(), width));
	const {shown, of, column} = columnsFor(state, width);

	test('stay within the screen', () => {
		expect(rows.filter(row => spansWidth(layOutRow(row, width)) > width)).toEqual([]);
		expect(shown.length).toBeGreaterThan(1);
		expect(shown.length).toBeLessThanOrEqual(of);
	});

	test('begin what each said in an exchange in the same row', () => {
		const lines = rows.map(row => text(row, width));
		const names = text(namesRow(state, width), width);
		expect(shown.every(({name}) => names.includes(name.slice(0, 6)))).toBe(true);
		const exchange = lines.findIndex(line => line.startsWith('── exchange 1 '));
		const first = lines.slice(exchange + 1).find(line => /^ {2}\S/u.test(line)) ?? '';
		const heads = shown.map((_, place) => first.slice(place * (column + 3), place * (column + 3) + column).trim());
		expect(heads.filter(head => head !== '').length).toBe(shown.length);
	});
});

test('whoever has no column is said in a line', () => {
	const rows = allRows(columnBlocks(state, new WrapCache(), 118)).map(row => text(row, 118));
	expect(rows.filter(row => row.startsWith('⚖ ')).length).toBeGreaterThan(0);
});

test('turns of one kind are headed by their length and score, and not by what all of them are', () => {
	const rows = allRows(columnBlocks(state, new WrapCache(), 118)).map(row => text(row, 118));
	expect(rows.filter(row => /^ {2}(?:reply|resumption)\b/u.test(row))).toEqual([]);
	expect(rows.filter(row => /^ {2}\d+ words\s+\d+ {3,}\d+ words/u.test(row)).length).toBeGreaterThan(0);
});

test('messages of a build are named in words, in their columns and opened', () => {
	const journal = recordedJournals.find(({name}) => name === 'builder-reviewer')?.journal ?? '';
	const build = fold(journalAt(journal));
	const columns = allRows(columnBlocks(build, new WrapCache(), 118)).map(row => text(row, 118));
	const opened = build.turns.map(turn => text(turnDetail(build, turn, 118)[0] ?? {spans: []}, 118));
	expect([...columns, ...opened].filter(line => /\b(?:session|plan|execution|review)\.[a-z]/u.test(line))).toEqual([]);
	expect(columns.filter(line => /^ {2}plan +review of the plan$/u.test(line)).length).toBeGreaterThan(0);
	expect(opened.filter(line => line.includes('report, execution 1')).length).toBeGreaterThan(0);
});
