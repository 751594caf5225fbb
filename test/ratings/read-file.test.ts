import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {readJudgements, csvLine, parseCsv} from '../../src/ratings/rows.ts';

const header = 'group,debate,pro,con,judge,winner,margin';
const table = (...rows: string[]) => readJudgements([header, ...rows].join('\n'));
const margins = (text: string) => readJudgements(text).judgements.map(({margin}) => margin);

describe('a file of judgements', () => {
	it('is read as a table, as JSON lines or as a JSON array alike', () => {
		const one = {group: 'g', debate: 'd', pro: 'A', con: 'B', judge: 'j', winner: 'B', margin: 2};
		const expected = {group: 'g', debate: 'd', pro: 'A', con: 'B', judge: 'j', margin: -2};
		for (const text of [
			`${header}\ng,d,A,B,j,B,2\n`,
			`\uFEFF${header}\r\ng,d,A,B,j,B,2\r\n\r\n`,
			`${header.replaceAll(',', ';')}\ng;d;A;B;j;B;2`,
			`${header.replaceAll(',', '\t')}\ng\td\tA\tB\tj\tB\t2`,
			`Group ID,Debate_ID,pro_model,CON_MODEL,Judge Model,Winner Model,note,margin\ng,d,A,B,j,B,"a, b",2`,
			`${JSON.stringify(one)}\n\n`,
			JSON.stringify([one], undefined, 2),
		])
			expect(readJudgements(text)).toEqual({judgements: [expected], none: 0, faults: []});
	});

	it.each([
		['A', '2', 2],
		['B', '2', -2],
		['B', '-2', -2],
		['B', '−1.5', -1.5],
		['pro', '1', 1],
		['AGAINST', '1', -1],
		['a', '3', 3],
		['tie', '0', 0],
		['Tie', '', 0],
		['A', '', 1],
		['', '-1.5', -1.5],
	])('says that %s by %s is %d', (winner, margin, expected) => {
		expect(table(`g,d,A,B,j,${winner},${margin}`).judgements.map(one => one.margin)).toEqual([expected]);
	});

	it('takes a debater called "con" by its name', () => {
		expect(margins(`${header}\ng,d,con,pro,j,con,1`)).toEqual([1]);
	});

	it('counts rows without a verdict', () => {
		expect(table('g,d,A,B,j,,')).toEqual({judgements: [], none: 1, faults: []});
	});

	it.each([
		['g,d,A,B,j,C,1', 'has a winner that is neither "A" nor "B" nor "tie": "C"'],
		['g,d,A,B,j,A,5', 'has a margin that is not a number from −3 to 3: "5"'],
		['g,d,A,B,j,A,much', 'has a margin that is not a number from −3 to 3: "much"'],
		['g,d,A,B,j,A,-2', 'has a winner for the motion, but a margin for the other side: -2'],
		[',d,A,,j,A,1', 'has no group and no con'],
		['g,d,A,B,j,A,1,more', 'has 8 fields, but the header has 7'],
		['g,d,"A"x,B,j,A,1', 'has text after a closing quotation mark: "x,B,j,A,1"'],
		['g,d,"A,B,j,A,1', 'has a quotation mark that is never closed'],
	])('refuses %s', (row, what) => {
		expect(table('g,d,A,B,j,A,1', row).faults).toEqual([{line: 3, what}]);
	});

	it('names the line after fields of several lines', () => {
		expect(table('g,d,"A\nA",B,j,B,1', 'g,d,A,B,j,C,1').faults).toMatchObject([{line: 4}]);
	});

	it('names the columns that a table lacks', () => {
		expect(readJudgements('group,debate,for\n').faults).toEqual([
			{line: 1, what: `has no column called con or winner; the header of a table is ${header}`},
		]);
		expect(readJudgements('{"group": 1}\nnothing').faults.map(({line}) => line)).toEqual([1, 2]);
		expect(readJudgements('')).toEqual({judgements: [], none: 0, faults: []});
	});

	it('cleans names of what would move a cursor', () => {
		expect(table('g,d,\u001B]0;x\u0007A\u202E,B,j,tie,0').judgements[0]?.pro).toMatch(/^[\x20-\x7E]*A$/u);
	});
});

describe('comma-separated values', () => {
	it('are read as they were written', () => {
		const text = fc.string({unit: fc.constantFrom('a', ',', '"', '\n', ';', ' ')}).filter(value => value.trim() !== '');
		fc.assert(
			fc.property(fc.array(fc.tuple(text, text), {minLength: 1}), rows => {
				const written = `first,second\n${rows.map(csvLine).join('')}`;
				expect(
					parseCsv(written)
						.slice(1)
						.map(({fields}) => fields),
				).toEqual(rows);
			}),
		);
	});

	it('never hold what a spreadsheet would take for a formula', () => {
		expect(csvLine(['=1+1', '-x', -5])).toBe("'=1+1,'-x,-5\n");
	});
});
