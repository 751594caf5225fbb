import {describe, expect, it} from 'vitest';
import {detail, misses, row, withRows} from './report.ts';

const page = `# Numbers

| figure | goal | measured | reference | command |
| --- | --- | --- | --- | --- |
| **Time** | | | | |
| start | ≤ 2 | 1 | 1 | \`bench frame\` |
| end | ≤ 2 | 1 | 1 | \`bench frame\` |
| **Memory** | | | | |
| kills | 0 | 0 | – | \`test:crash\` |
`;

describe('the page of numbers', () => {
	it('has new rows of a bench in the place of its old ones, and all others as they were', () => {
		expect(withRows(page, 'frame', [row('start', '3 ms', '≤ 2 ms', '1 ms'), detail('runs', '15')])).toBe(
			page.replace(/\| start .*\n\| end .*/u, '| start | ≤ 2 ms | **3 ms** | 1 ms | `bench frame` |'),
		);
	});

	it('has the rows of a bench that is new to it at its end', () => {
		expect(withRows(page, 'memory', [row('open', '190 MB', '< 250 MB')])).toBe(
			`${page}| open | < 250 MB | 190 MB | – | \`bench memory\` |\n`,
		);
	});

	it('keeps the rows of a bench that measured nothing', () => {
		expect(withRows(page, 'frame', [detail('start', 'not measured')])).toBe(page);
	});
});

it.each([
	['1.03', '≤ 1.03', false],
	['1.04', '≤ 1.03', true],
	['250 MB; 190 MB', '< 250 MB', true],
	['59,912', '≤ 60,000', false],
	['98,000', '≤ 75,000', true],
	['94 %', '≥ 95 %', true],
	['-637 / 21 ms', '≤ 100 ms', false],
	['not measured', '≤ 100 ms', false],
	['12', '–', false],
])('%s beside a goal of %s: missed is %s', (measured, goal, missed) => {
	expect(misses(row('figure', measured, goal))).toBe(missed);
});
