import {array, assert, constantFrom, integer, property, string, tuple} from 'fast-check';
import {describe, expect, it} from 'vitest';
import {applyEdits, hasBlocks, parseBlocks, writeBlock} from '../../../../src/formats/builder-reviewer/edits.ts';

const apply = (text: string | undefined, ...edits: readonly (readonly [string, string])[]) =>
	applyEdits(
		'sum.js',
		text,
		edits.map(([search, replace]) => ({search, replace})),
	);

describe('a block', () => {
	it.each([
		['replaces lines that occur once', 'a\nb\nc\n', 'b\n', 'x\ny\n', 'a\nx\ny\nc\n'],
		['needs no line end of its own', 'a\nb\nc\n', 'b', 'x', 'a\nx\nc\n'],
		['takes lines out', 'a\nb\nc\n', 'b\n', '', 'a\nc\n'],
		['keeps Windows line ends', 'a\r\nb\r\nc\r\n', 'b\n', 'x\ny\n', 'a\r\nx\r\ny\r\nc\r\n'],
		['keeps a file without a last line end', 'a\nb', 'b\n', 'x\ny\n', 'a\nx\ny'],
		[
			'keeps blanks at the ends of lines that stay',
			'if (a) {  \n\tb\n}\n',
			'if (a) {\n\tb',
			'if (a) {\n\tc',
			'if (a) {  \n\tc\n}\n',
		],
		[
			'is indented as the file is',
			'\tif (a) {\n\t\tb();\n\t}\n',
			'    if (a) {\n        b();',
			'    if (a) {\n        c();\n        d();',
			'\tif (a) {\n\t\tc();\n\t\td();\n\t}\n',
		],
		['changes a part of a line', 'return a - b; // sum\n', 'a - b', 'a + b', 'return a + b; // sum\n'],
		[
			'keeps a line with a secret that it does not change',
			'key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789"\nb\n',
			'b',
			'c',
			'key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789"\nc\n',
		],
	])('%s', (_, text, search, replace, after) => {
		expect(apply(text, [search, replace])).toEqual({text: after});
	});

	it.each([
		[
			'changes the rest of a line whose value stays',
			'API_KEY=[redacted:key] # old\n',
			'API_KEY=[redacted:key] # new\n',
			'a\nAPI_KEY=letmein7secret # new\nb\n',
		],
		['takes a value out', 'API_KEY=[redacted:key] # old\n', 'API_KEY=\n', 'a\nAPI_KEY=\nb\n'],
		['takes the line out', 'API_KEY=[redacted:key] # old\n', '', 'a\nb\n'],
		[
			'changes a part of it',
			'API_KEY=[redacted:key]',
			'SECRET_KEY=[redacted:key]',
			'a\nSECRET_KEY=letmein7secret # old\nb\n',
		],
		[
			'puts a line behind it',
			'API_KEY=[redacted:key] # old\n',
			'API_KEY=[redacted:key] # old\nMORE=1\n',
			'a\nAPI_KEY=letmein7secret # old\nMORE=1\nb\n',
		],
	])('by its place %s, where a value is not shown', (_, search, replace, after) => {
		expect(apply('a\nAPI_KEY=letmein7secret # old\nb\n', [search, replace])).toEqual({text: after});
	});

	it('puts each value back where its mark stands, and no mark where no value was', () => {
		const file = 'API_KEY=letmein7secret\nDB_PASSWORD=sesame9open\n';
		expect(
			apply(file, [
				'API_KEY=[redacted:key]\nDB_PASSWORD=[redacted:password]\n',
				'PASS=[redacted:password]\nKEY=[redacted:key]\n',
			]),
		).toEqual({text: 'PASS=sesame9open\nKEY=letmein7secret\n'});
		expect(apply(file, ['DB_PASSWORD=[redacted:password]\n', 'KEY=[redacted:key]\n'])).toEqual({
			problem: expect.stringContaining('it writes [redacted:key] where no such value stood'),
		});
		// Code that is about such marks has none of them in its place.
		expect(apply("if (text === '[redacted:key]') hide();\n", ['hide()', "show('[redacted:key]')"])).toEqual({
			text: "if (text === '[redacted:key]') show('[redacted:key]');\n",
		});
	});

	it('makes a new file, and never writes over one that is there', () => {
		expect(apply(undefined, ['', 'one\ntwo'])).toEqual({text: 'one\ntwo\n'});
		expect(apply('one\n', ['', 'two'])).toEqual({
			problem: expect.stringContaining('the file is there already, with 1 lines'),
		});
		expect(apply(undefined, ['one', 'two'])).toEqual({problem: expect.stringContaining('no such file')});
	});

	it('that fits nowhere, or at several places, says where it nearly does', () => {
		expect(apply('a\nb\na\n', ['a', 'x'])).toEqual({
			problem: expect.stringMatching(/occurs 2 times, from lines 1, 3/u),
		});
		expect(apply('one\ntwo\nthree\n', ['two\nfour', 'x'])).toEqual({
			problem: expect.stringMatching(/block 1 of sum\.js: .*first line is line 2.*\ntwo\nthree$/su),
		});
	});

	it('comes after the one before it', () => {
		expect(apply('a\nb\n', ['a', 'x'], ['x\nb', 'y'])).toEqual({text: 'y\n'});
	});

	it('changes nothing but the lines it names, whatever the file is', () => {
		const file = array(tuple(string({maxLength: 8}), constantFrom('\n', '\r\n')), {minLength: 1, maxLength: 12});
		assert(
			property(file, integer({min: 0, max: 11}), (lines, place) => {
				const at = place % lines.length;
				const plain = lines.map(([text, end], index) => [`${index} ${text.replaceAll(/[^a-z]/giu, '')}`, end] as const);
				const text = plain.map(([line, end]) => line + end).join('');
				const expected = plain.map(([line, end], index) => (index === at ? 'new' : line) + end).join('');
				expect(apply(text, [plain[at]?.[0] ?? '', 'new'])).toEqual({text: expected});
			}),
		);
	});
});

describe('blocks in plain text', () => {
	const text =
		'Here it is:\n\n**src/sum.js**\n```js\n<<<<<<< SEARCH\n\treturn a - b;\n=======\n\treturn a + b;\n>>>>>>> REPLACE\n```\n`NEW.md`\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n';

	it('are read with their paths, and written as they were', () => {
		expect(hasBlocks(text)).toBe(true);
		expect(parseBlocks(text)).toEqual([
			{path: 'src/sum.js', search: '\treturn a - b;\n', replace: '\treturn a + b;\n'},
			{path: 'NEW.md', search: '', replace: 'new\n'},
		]);
		expect(parseBlocks(parseBlocks(text).map(writeBlock).join('\n'))).toEqual(parseBlocks(text));
		expect(hasBlocks('diff --git a/x b/x\n')).toBe(false);
	});
});
