/** What stands around a change: functions by their declarations, short ones whole, and no more than what decides. */
import {describe, expect, it} from 'vitest';
import {changedNames, filesAround, usesOf, type FoundLine} from '../../../../src/formats/code-debate/around.ts';
import {parseDiff, withSurroundings} from '../../../../src/formats/code-debate/diff-files.ts';

const diffOf = (path: string, lines: readonly string[]) =>
	parseDiff(
		`diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,${lines.length} +1,${lines.length} @@\n${lines.join('\n')}\n`,
	);
const foundIn = (path: string, lines: readonly string[]): FoundLine[] =>
	lines.map((text, at) => ({path, number: at + 1, text}));

describe('the head of a hunk', () => {
	const changed = diffOf('a.js', ['-\treturn 1;', '+\treturn 2;']);
	it.each([
		["const cacheDir = require('cache');", []],
		['const cache = open(folder);', []],
		['let limit = 3;', []],
		['function read(text) {', ['read']],
		['const read = (text) => {', ['read']],
		['int read(char *text)', ['read']],
	])('%s names %j', (head, names) => {
		expect(changedNames(changed, [[head]]).map(({name}) => name)).toEqual(names);
	});
});

describe('a caller', () => {
	const lines = (long: number) => [
		'class Box {',
		'\tother() {',
		'\t\treturn 1;',
		'\t}',
		'',
		'\topen(name) {',
		...Array.from({length: long}, (_, at) => `\t\tstep(${at});`),
		'\t\treturn load(name);',
		'\t}',
		'}',
	];
	const shown = (long: number) => {
		const chunk = foundIn('b.js', lines(long));
		const uses = chunk
			.filter(({text}) => text.includes('load('))
			.map(line => ({...line, names: ['load'], distance: 1}));
		return filesAround({uses, chunks: [chunk]}, {uses: [], chunks: []}, [])
			.flatMap(({hunks}) => hunks.flat())
			.map(({text}) => text.trim());
	};

	it('that is short stands whole, without the rest of its class', () => {
		expect(shown(2)).toEqual(['open(name) {', 'step(0);', 'step(1);', 'return load(name);', '}']);
	});

	it('that is long has its head and the lines at the call', () => {
		expect(shown(30)).toEqual(['open(name) {', 'step(27);', 'step(28);', 'step(29);', 'return load(name);', '}', '}']);
	});

	it('is no file that imports another module of that name', () => {
		const changed = diffOf('lib/config.js', ['-exports.load = 1;', '+exports.load = 2;']);
		const uses = ['./config', '../lib/config', '../other/config'].flatMap((module, at) =>
			foundIn(`app${at}/use.js`, [`const {load} = require('${module}');`, 'load();']),
		);
		const found = usesOf([{name: 'load', path: 'lib/config.js'}], uses, changed);
		expect(found.map(({path}) => path)).toEqual(['app1/use.js']);
	});
});

it('a declaration that is short has its body, which says what it gives', () => {
	const chunk = foundIn('c.js', [
		'/** Reads it. */',
		'function load(name) {',
		'\treturn read(name);',
		'}',
		'',
		'let x;',
	]);
	const uses = [{...(chunk[1] ?? {path: '', number: 0, text: ''}), names: ['load'], distance: 1}];
	const [file] = filesAround({uses: [], chunks: []}, {uses, chunks: [chunk]}, []);
	expect(file?.hunks.flat().map(({number}) => number)).toEqual([1, 2, 3, 4]);
});

it('of prose and tests only what is near a change is shown, of a long function the blocks with their heads', () => {
	const around = (path: string) => {
		const lines = Array.from({length: 100}, (_, at) =>
			at === 0 ? ' function f() {' : at === 40 ? ' \tif (a) {' : at === 50 ? '+\t\tchanged();' : ` \t\tstep(${at});`,
		);
		const [file] = withSurroundings(diffOf(path, lines), []);
		return file?.hunks.flat().length ?? 0;
	};
	expect(around('README.md')).toBe(7);
	expect(around('test/a.test.js')).toBe(21);
	expect(around('src/a.js')).toBeLessThan(40);
});
