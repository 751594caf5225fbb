import {describe, expect, it} from 'vitest';
import {sharedLiterals} from '../../../../src/formats/builder-reviewer/touched-checks.ts';

const diffOf = (path: string, out: readonly string[], put: readonly string[]): string =>
	[
		`diff --git a/${path} b/${path}`,
		`--- a/${path}`,
		`+++ b/${path}`,
		`@@ -1,${out.length} +1,${put.length} @@`,
		...out.map(line => `-${line}`),
		...put.map(line => `+${line}`),
		'',
	].join('\n');

const jsTest = {
	path: 'test/read.test.js',
	text: `import {readAll} from '../lib/read-all.js';
const file = 'fixture.bin';

test('is empty', () => {
	assert.equal(readAll('nothing', 77), '');
});

test('reads what grows', () => {
	writeFileSync(file, 'ab\\0cd\\0ef9');
	assert.equal(readAll(file, {size: 9}).length, 6);
	assert.equal(readAll(file).kind, 'grown');
});
`,
};
const failed = 'not ok 2 - reads what grows\n  at: test/read.test.js:10:9\n';

const shared = (path: string, out: readonly string[], put: readonly string[], test = jsTest, output = failed) =>
	sharedLiterals(diffOf(path, out, put), [test], output).map(({kind, path: at, what}) => `${kind}: ${at}: ${what}`);

describe('values that a change has from the failing test', () => {
	it('are named where a fix recognises its test by sizes, and where it returns what is expected', () => {
		expect(shared('lib/read-all.js', [], ['if (stat.size === 9 && data.length === 6) return rest;'])).toEqual([
			'shared literal: lib/read-all.js: has “9”, “6” from the failing test test/read.test.js: “if (stat.size === 9 && data.length === 6) return rest;”',
		]);
		expect(shared('lib/read-all.js', [], ["	return {kind: 'grown', data};"])[0]).toContain('has “grown” from');
		expect(shared('lib/read-all.js', [], ["	if (name === 'fixture.bin') return 6;"])[0]).toContain(
			'has “fixture.bin”, “6”',
		);
		const python = {
			path: 'tests/test_cap.py',
			text: 'def test_caps():\n    got = cap("seventeen", 417)\n    assert got == 40\n',
		};
		expect(
			shared(
				'cap.py',
				['    return n'],
				['    if n == 417:', '        return 40', '    return n'],
				python,
				'tests/test_cap.py:3: AssertionError',
			),
		).toEqual(['shared literal: cap.py: has “417”, “40” from the failing test tests/test_cap.py: “if n == 417:”']);
	});

	it.each([
		['a fix without them', ['	return data.subarray(0, read);']],
		[
			'the smallest numbers, encodings and imports',
			["import {x} from 'fixture.bin';", "	return data.slice(2).toString('utf8');"],
		],
		['a comment', ['	return data; // as with 9 and 6']],
		['what another test of the file has', ['	if (size === 77) return;']],
	])('are none in %s', (_, put) => {
		expect(shared('lib/read-all.js', [], put)).toEqual([]);
	});

	it('are none that the code had before, in tests, or without a failing test', () => {
		expect(shared('lib/read-all.js', ['	const most = 9;'], ['	const most = 9 + step;'])).toEqual([]);
		expect(shared('test/more.test.js', [], ['	assert.equal(size, 9);'])).toEqual([]);
		expect(
			sharedLiterals(diffOf('a.js', [], ['if (n === 9) return 6;']), [{path: 'lib/b.js', text: '9, 6'}], failed),
		).toEqual([]);
	});
});
