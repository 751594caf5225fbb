import * as fc from 'fast-check';
import {beforeAll, describe, expect, test} from 'vitest';
import {loadColours} from '../../../src/view/highlight.ts';
import {WrapCache} from '../../../src/view/markdown.ts';
import {spansWidth, type Row} from '../../../src/view/rows.ts';
import {processorMs} from '../../fixtures/processor.ts';

beforeAll(loadColours);

const textOf = ({spans}: Row): string => spans.map(({text}) => text).join('');
const rowsOf = (text: string, width = 60, open = false): readonly Row[] =>
	new WrapCache().wrap('t', text, width, open).rows;
const drawn = (text: string, width = 60): string => rowsOf(text, width).map(textOf).join('\n');
/** Tones of the pieces that are not plain. */
const toned = (text: string): readonly string[] =>
	rowsOf(text).flatMap(({spans}) =>
		spans.filter(({tone}) => tone !== 'plain' && tone !== 'dim').map(({text: words, tone}) => `${tone}: ${words}`),
	);

describe('Markdown in the transcript', () => {
	test('emphasis, code and struck words lose their marks', () => {
		expect(drawn('A **strong** and *soft* `word` that ~~was~~ ***is*** 2 * 3 * 4 snake_case_name.')).toBe(
			'  A strong and soft word that was is 2 * 3 * 4\n  snake_case_name.',
		);
		expect(toned('A **strong** and *soft* `word` that ~~was~~ ***is***.')).toEqual([
			'strong: strong',
			'italic: soft',
			'code: word',
			'struck: was',
			'strongItalic: is',
		]);
	});

	test('headings, lists, quotes, rules and tables', () => {
		const text = [
			'# The case',
			'',
			'1. first, which goes on for so long that it needs a second line below',
			'2. second',
			'   - nested **thing**',
			'   - other',
			'',
			'> I quote what',
			'> you said.',
			'',
			'---',
			'',
			'| Side | Costs | Note |',
			'|:---|---:|---|',
			'| For | 12 | a longer cell that has to be wrapped somewhere |',
			'| Against | 7 | *short* |',
		].join('\n');
		expect(drawn(text)).toMatchInlineSnapshot(`
			"  The case

			  1. first, which goes on for so long that it needs a second
			     line below
			  2. second
			     • nested thing
			     • other

			  │ I quote what
			  │ you said.

			  ────────────────────────

			  Side                  Costs   Note
			  ──────────────────────────────────────────────────────────
			  For                      12   a longer cell that has to be
			                                wrapped somewhere
			  Against                   7   short"
		`);
		expect(drawn(text, 24)).toMatchInlineSnapshot(`
			"  The case

			  1. first, which goes
			     on for so long that
			     it needs a second
			     line below
			  2. second
			     • nested thing
			     • other

			  │ I quote what
			  │ you said.

			  ──────────────────────

			  Side: For
			  Costs: 12
			  Note: a longer cell
			  that has to be wrapped
			  somewhere
			  Side: Against
			  Costs: 7
			  Note: short"
		`);
	});

	test('code keeps its lines, in the colours of its language', () => {
		const text = 'Look:\n\n```ts\nconst a = "b"; // why\n\n  return 1;\n```\n\nSo.';
		expect(drawn(text)).toBe('  Look:\n\n  │ const a = "b"; // why\n  │ \n  │   return 1;\n\n  So.');
		expect(toned(text)).toEqual(
			expect.arrayContaining(['codeKeyword: const', 'codeString: "b"', 'codeComment: // why', 'codeNumber: 1']),
		);
		expect(toned('```nolanguage\nx = 1\n```')).toEqual(['code: x = 1']);
	});

	test('where a link leads is said, and words that only look like an address do not hide another', () => {
		expect(drawn('See [the study](https://example.org/a) and https://example.org/b.')).toBe(
			'  See the study (https://example.org/a) and\n  https://example.org/b.',
		);
		expect(drawn('[https://bank.com](https://evil.example/x) [me](javascript:alert(1))')).toContain('evil.example');
		expect(rowsOf('[me](javascript:alert(1))').flatMap(({spans}) => spans.filter(({href}) => href))).toEqual([]);
	});

	test('text without marks is wrapped as it stands, line ends too', () => {
		expect(drawn('One line.\nAnother.\n\n\nA third: 3 > 2, a_b, #1.')).toBe(
			'  One line.\n  Another.\n\n\n  A third: 3 > 2, a_b, #1.',
		);
	});
});

/** What a model writes, in pieces. */
const pieces = fc.oneof(
	fc.constantFrom(
		'**',
		'*',
		'_',
		'`',
		'~~',
		'# ',
		'- ',
		'1. ',
		'> ',
		'\n',
		'\n\n',
		'| a | b |\n|---|---|\n| c | d |\n',
		'```js\n',
		'\n```\n',
		'[x](http://e.x/y)',
		'[',
		'](',
		'word ',
		'longer words here, ',
		'漢字',
		'👩\u200D🔬',
		'  ',
		'<b>',
		'---\n',
		'\\',
		'!',
		'|',
	),
	fc.string({maxLength: 6}).map(text => text.replaceAll(/[\u0000-\u0009\u000B-\u001F]/gu, '')),
);

describe('a text that grows', () => {
	test('ends as one that comes whole, and no line is wider than it may be', () => {
		fc.assert(
			fc.property(fc.array(pieces, {maxLength: 30}), fc.integer({min: 12, max: 70}), (parts, width) => {
				const cache = new WrapCache();
				let text = '';
				for (const part of parts) {
					text += part;
					cache.wrap('t', text, width, true);
				}
				const grown = cache.wrap('t', text, width, false);
				expect(grown.rows.map(textOf)).toEqual(rowsOf(text, width).map(textOf));
				expect(Math.max(0, ...grown.rows.map(({spans}) => spansWidth(spans)))).toBeLessThanOrEqual(width);
				expect(grown.at).toEqual(grown.at.toSorted((one, other) => one - other));
				expect(grown.at).toHaveLength(grown.rows.length);
			}),
			{numRuns: 400},
		);
	});

	test('nested deeper than there is room for, is shown as it was written', () => {
		expect(drawn('- > 1. !  \\', 12)).toBe('  - > 1. !\n  \\');
	});

	test('moves nothing that stands: no line but the last two changes its words as more comes', () => {
		const text =
			'**Bold claim.** It is *not* so: see `f(x)` and [a study](https://example.org/long/path).\n\n- one **two** three\n- four\n\n| Side | Cost |\n|---|---|\n| For | 1 |\n| Against all of it | 20 |\n\n```js\nlet x = 1;\nreturn x;\n```\n\n> He said *that*.\n\nAnd an end with __more__ to it.';
		const cache = new WrapCache();
		let before: readonly string[] = [];
		for (let end = 1; end <= text.length; end++) {
			const lines = cache.wrap('t', text.slice(0, end), 40, true).rows.map(textOf);
			const standing = before.slice(0, -2);
			expect(lines.slice(0, standing.length)).toEqual(standing);
			before = lines;
		}
		expect(before.join('\n')).not.toMatch(/[*_`|\]]/u);
	});

	test('a mark is never seen while its other half is on its way', () => {
		for (const [text, shown] of [
			['so **very', 'so very'],
			['so **very*', 'so very'],
			['so **', 'so '],
			['run `np', 'run np'],
			['see [this](http://exa', 'see this'],
			['a * b', 'a * b'],
			['- **x', '• x'],
			['Points.\n\n### ', 'Points.'],
			['one\n\n- two\n- ', 'one\n\n  • two'],
		])
			expect(
				rowsOf(text ?? '', 60, true)
					.map(textOf)
					.join('\n')
					.trim(),
			).toBe(shown?.trim());
	});

	test('marks without end, and a thousand of them, take no time', () => {
		const marks = ['*', '[', '> ', '`', '_', '~~a', '](', '**a ', '- ', '|'];
		expect(processorMs(() => marks.map(mark => rowsOf(mark.repeat(4000), 80)))).toBeLessThan(4000);
	});
});
