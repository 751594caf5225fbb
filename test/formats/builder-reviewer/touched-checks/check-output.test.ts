import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
	checkExcerpt,
	failuresIn,
	filesNamedIn,
	isOfTests,
} from '../../../../src/formats/builder-reviewer/touched-checks.ts';

const warnings = Array.from(
	{length: 60},
	(_, at) => `npm warn deprecated left-pad@1.${at}.0: use String.prototype.padStart() instead of it, please`,
);
const passing = (many: number): string[] =>
	Array.from({length: many}, (_, at) => `  ✓ throws an Error number ${at} (1ms)`);

describe('what is kept of a check', () => {
	it.each([
		['node --test', ['✖ rounds half up (1.2ms)', '  AssertionError [ERR_ASSERTION]: 2.5 rounds to 2, not 3']],
		['vitest', [' FAIL  test/round.test.ts > rounds half up', 'AssertionError: expected 2 to be 3']],
		['tap', ['not ok 3 - rounds half up', '  message: expected 3, actual 2']],
		['pytest', ['FAILED tests/test_round.py::test_rounds_half_up', 'E       assert 2 == 3']],
		['go', ['--- FAIL: TestRoundsHalfUp (0.00s)', '    round_test.go:9: expected 3, got 2']],
		['cargo', ['test rounds_half_up ... FAILED', "thread 'rounds_half_up' panicked at src/lib.rs:9:5"]],
		['tsc', ["src/round.ts(9,5): error TS2322: Type 'string' is not assignable to type 'number'."]],
	])('has the failing test of %s, and what it said, in 1,500 characters of any output', (_, failure) => {
		const output = [...warnings, ...passing(300), ...failure, ...passing(300), 'npm error code 1', ...warnings].join(
			'\n',
		);
		const kept = checkExcerpt(output, 1500);
		expect(kept.length).toBeLessThanOrEqual(1500);
		for (const line of failure) expect(kept).toContain(line.trim());
		expect(kept).not.toContain('npm warn');
		expect(kept.indexOf(failure[0]?.trim() ?? '')).toBeLessThan(400);
		expect(failuresIn(output, 3000)).toContain(failure[0]);
	});

	it('has what each of many failing tests of TAP said, though passing ones are named after errors', () => {
		const fine = Array.from({length: 300}, (_, at) => [
			`# throws an error where case ${at} is expected to`,
			`ok ${at} throws error with case ${at}`,
		]).flat();
		const failing = Array.from({length: 12}, (_, at) => [
			`not ok ${at} case ${at} is over the limit`,
			'  ---',
			'    operator: throws',
			'    expected: |-',
			`      [RangeError: Only ${at} allowed]`,
			'    actual: |-',
			'      undefined',
			`    at: Test.<anonymous> (/tmp/work/test/parse.js:${100 + at}:26)`,
			'    stack: |-',
			`      Error: case ${at} is over the limit`,
			'          at Test.assert [as _assert] (/tmp/work/node_modules/tape/lib/test.js:548:48)',
			`          at Test.<anonymous> (/tmp/work/test/parse.js:${100 + at}:26)`,
			'          at Test.emit (node:events:524:28)',
			'  ...',
			`ok ${1000 + at} throws when case ${at} is expected to`,
			`# throws an error, and passed, after case ${at}`,
		]).flat();
		const output = [...fine, ...failing, ...fine, '# tests 612', '# pass  600', '# fail  12'].join('\n');
		for (const kept of [checkExcerpt(output, 6000), failuresIn(output, 8000)])
			for (const at of failing.keys().take(12)) {
				expect(kept).toContain(`not ok ${at} case`);
				expect(kept).toContain(`[RangeError: Only ${at} allowed]`);
				expect(kept).toContain(`test/parse.js:${100 + at}:26`);
			}
		expect(checkExcerpt(output, 6000)).toContain('# fail  12');
		expect(checkExcerpt(output, 6000)).not.toMatch(/node_modules|node:events|ok 20 |…\n…/u);
	});

	it.each([
		['not ok 3 - rounds half up\n  expected: 3', true],
		['FAIL test/a.test.ts\nError: connect ECONNREFUSED 127.0.0.1:5432', false],
		['✖ reads its file\n  EACCES: permission denied', false],
		["not ok 1\n  Error: Cannot find module 'tape'", false],
		['sh: 1: jest: not found', false],
	])('reads as a failure of the tests themselves, or not: %s', (output, own) => {
		expect(isOfTests(output)).toBe(own);
	});

	it('is all of a short output but for the warnings of package managers', () => {
		expect(checkExcerpt('npm warn deprecated x\n\n\n> sums@1.0.0 test\n\nError: 2 + 2 is 0\n', 6000)).toBe(
			'> sums@1.0.0 test\n\nError: 2 + 2 is 0',
		);
	});

	it('is the end of an output in which nothing tells of a failure, and never longer than it may be', () => {
		expect(checkExcerpt(`${'fine\n'.repeat(1000)}done`, 100)).toMatch(/fine\ndone$/u);
		fc.assert(
			fc.property(fc.string({maxLength: 5000}), fc.integer({min: 200, max: 2000}), (output, most) => {
				expect(checkExcerpt(output, most).length).toBeLessThanOrEqual(most);
			}),
		);
	});

	it('names files of the repository, whatever folder the runner writes before them', () => {
		const paths = [
			'src/sum.ts',
			'packages/a/src/sum.ts',
			'packages/a/test/only.test.ts',
			'test/sum.test.ts',
			'index.js',
		];
		expect(
			filesNamedIn(
				[
					'    at file:///tmp/run/work/test/sum.test.ts:3:9',
					'  File "./src/sum.ts", line 4',
					' ❯ test/only.test.ts:7:3',
					'    at node_modules/vitest/index.js:1',
					'packages\\a\\src\\sum.ts(9,5): error TS2322',
				].join('\n'),
				paths,
			),
		).toEqual(['test/sum.test.ts', 'src/sum.ts', 'packages/a/test/only.test.ts', 'packages/a/src/sum.ts']);
	});
});
