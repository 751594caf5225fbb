import path from 'node:path';
import * as fc from 'fast-check';
import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {packageRoot} from '../../../src/engine/host/package-root.ts';
import {checkExcerpt, failuresIn, filesNamedIn, isOfTests} from '../../../src/formats/builder-reviewer/check-output.ts';

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
		// The test by its name, without the runner's mark and time.
		const told = failure.map(line => line.trim().replace(/^(?:✖ |FAIL\s+|--- FAIL: )|(?: \([\d.]+m?s\))$/gu, ''));
		for (const line of told) expect(kept).toContain(line.replace(/^(?:message: |E +|\S+ FAILED)/u, ''));
		expect(kept).not.toContain('npm warn');
		expect(kept.indexOf(told[0] ?? '')).toBeLessThan(400);
		expect(failuresIn(output, 3000)).toContain(told[0]);
	});

	const of = (name: string): string =>
		readFileSync(path.join(packageRoot, 'test/fixtures/builder-reviewer/outputs', `${name}.txt`), 'utf8');
	// What the runners themselves wrote; values that decide stand behind 33 groups of tests that pass.
	const first = {
		'node-tap': ['not ok 1 - drops what is between (in group 17 > inner)', 'test/lib.test.js:59:11', 'x00b', "'abc'"],
		'node-spec': ['not ok drops what is between', 'test/lib.test.js:59:11', 'x00b', "'abc'"],
		'node-junit': ['not ok group 17.inner > drops what is between', 'test/lib.test.js:59:11', 'x00b', "'abc'"],
		tape: ['not ok 1 has all of them (in caps)', 't.js:2:23', '2', '3'],
		'go-json': ['not ok TestCap', 'lib_test.go:7', '2', '3'],
		go: ['not ok TestCap', 'lib_test.go:7', '2', '3'],
		'vitest-default': ['not ok a.test.js > group > counts', 'a.test.js:2:69', '2', '3'],
	};
	it.each(Object.entries(first))(
		'of %s begins with the test, its place, what was expected and what came',
		(name, of_) => {
			const [test = '', at = '', got = '', expected = ''] = of_;
			for (const kept of [
				checkExcerpt(`${of(name)}${'\n'.repeat(2)}${'.'.repeat(1500)}`, 6000),
				failuresIn(of(name), 8000),
			]) {
				const [title, where, wanted, came] = kept.split('\n');
				expect([title, where]).toEqual([test, `  at: ${at}`]);
				expect(wanted).toBe(`  expected: ${expected}`);
				expect(came).toContain(`  got: `);
				expect(came).toContain(got);
				expect(kept).not.toMatch(/1\.\.1\b|duration_ms: |node:internal|"Action"|<testcase/u);
			}
		},
	);

	it.each([
		['cargo', 'not ok tests::counts\n  at: src/lib.rs:11:9, src/lib.rs:10:16\n  expected: 3\n  got: 2\n'],
		[
			'pytest',
			'not ok TestCap.test_counts\n  at: test_lib.py:10\n  error: |-\n    assert cap([1, 2, 3]) == 4\n    assert 3 == 4\n',
		],
		['pytest', 'not ok test_error\n  at: test_lib.py:28, lib.py:2\n'],
		[
			'pytest-junit',
			'not ok test_lib.Old > test_old\n  at: test_lib.py:35\n  error: |-\n    self.assertEqual(cap([1]), 2)\n    AssertionError: 1 != 2',
		],
		['go', 'not ok TestTable/two_of_them\n  at: lib_test.go:18, lib_test.go:20\n  expected: 5\n  got: 2\n'],
		['go-json', 'not ok TestPanics\n  at: lib_test.go:30\n  error: panic: runtime error: index out of range [3]'],
	])('of %s tells each test that failed', (name, told) => {
		expect(failuresIn(of(name), 8000)).toContain(told);
	});

	it('names a file of the folder that a check ran in, though it was written as an address', () => {
		const output = of('node-tap').replaceAll(/\((?=test\/)/gu, '(file://');
		expect(output).toContain('(file://test/lib.test.js:59:11)');
		expect(checkExcerpt(output, 6000)).toContain('\n  at: test/lib.test.js:59:11\n');
	});

	it('says the same of an output whose middle was left out', () => {
		const output = of('node-tap');
		const cut = `${output.slice(0, 2000)}\n… left out …\n${failuresIn(output.slice(2000, 10_000), 4000, output)}\n…\n${output.slice(10_000)}`;
		const head = (text: string): string => checkExcerpt(text, 6000).split('\n…\n')[0] ?? '';
		expect(head(cut)).toContain(head(output));
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
