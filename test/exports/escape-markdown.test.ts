import {describe, expect, it} from 'vitest';
import * as fc from 'fast-check';
import {Marked, type Token} from 'marked';
import {escapeMarkdown, escapeInline, keepCell, keepInline, keepMarkdown} from '../../src/exports/escape-markdown.ts';

/** What a reader sees of a paragraph once the escapes are gone. */
export const unescaped = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/gu, '$1');

describe('harmless', () => {
	it.each([
		['a heading', '# Won by me', String.raw`\# Won by me`],
		['an underlined heading', 'Won\n===\nby me\n---', 'Won\\\n\\===\\\nby me\\\n\\---'],
		['a rule of stars', '***', String.raw`\*\*\*`],
		['a speaker', '**Grok 3** · 0:40', String.raw`\*\*Grok 3\*\* · 0:40`],
		['a quotation', '> so he said', String.raw`\> so he said`],
		['lists', '- one\n+ two\n3. three\n4) four', '\\- one\\\n\\+ two\\\n3\\. three\\\n4\\) four'],
		['HTML', '<h1>x</h1> &lt;', String.raw`\<h1\>x\</h1\> \&lt;`],
		['a link and an image', '[a](b) ![c](d)', String.raw`\[a\](b) !\[c\](d)`],
		['a table', '| a | b |', String.raw`\| a \| b \|`],
		['indented code', '    code', 'code'],
		['another line end', 'a\r# b\u2028# c', 'a\\\n\\# b\\\n\\# c'],
		['an escape sequence', 'a\u001B[31mb', 'ab'],
		['a hard break', 'a\\\nb  \nc', 'a\\\\\\\nb\\\nc'],
	])('makes %s plain words', (_what, said, written) => {
		expect(escapeMarkdown(said)).toBe(written);
	});

	it('keeps ordinary prose as it is', () => {
		const prose = 'It costs 3.5 % more, at 10:30 - or so; she said: “no!” (#4 and 2-1 = 1).\n\nA second paragraph.';
		expect(escapeMarkdown(prose)).toBe(prose);
	});

	it('tells paragraphs that are divided by single line ends apart, and lets wrapped lines run on', () => {
		expect(escapeMarkdown('The first ends here.\nThe second begins.')).toBe(
			'The first ends here.\n\nThe second begins.',
		);
		const wrapped = `${'a word '.repeat(10).trim()}\nand on`;
		expect(escapeMarkdown(wrapped)).toBe(wrapped);
	});

	it('keeps code as code, in fences that it cannot close', () => {
		expect(escapeMarkdown('See:\n```ts\n\tif (a) {\n\t}\n```\nDone.')).toBe(
			'See:\n\n```ts\n    if (a) {\n    }\n```\n\nDone.',
		);
		expect(escapeMarkdown('````\n```\n# inside\n````\n# after')).toBe('````\n```\n# inside\n````\n\n\\# after');
		expect(escapeMarkdown('~~~\n```\n# inside')).toBe('````\n```\n# inside\n````');
	});

	it('lets a reader see the very words, whatever they are', () => {
		fc.assert(
			fc.property(
				fc.string({maxLength: 80}).filter(text => !/`{3}|~{3}/u.test(text)),
				text => {
					expect(unescaped(escapeMarkdown(text)).split(/\s+/u)).toEqual(text.trim().split(/\s+/u));
				},
			),
		);
	});

	it('writes a name in one line', () => {
		expect(escapeInline('Grok\n# 3 | x')).toBe(String.raw`Grok # 3 \| x`);
	});
});

describe('Markdown that is kept', () => {
	it.each([
		['code', 'Call `structuredClone(<T>x)`.\n\n```ts\n\tif (a) <b>\n```\nDone.', null],
		['lists, emphasis and tables', '- one **two**\n- [ ] P1: *three*\n\n| a | b |\n| --- | --- |\n| 1 | 2 |', null],
		['what only looks like markup', 'if a < b && c[0] > 1, or `x[y](z)`', null],
		['a heading, below those of the document', '### P1 [blocker]: `x` fails', '#### P1 [blocker]: `x` fails'],
		['a heading of the greatest', '# Won\n\n- ## me', '#### Won\n\n- #### me'],
		['an underlined heading', 'Won\n===\nby me\n---', 'Won\n\\===\nby me\n* * *'],
		['HTML', '<script>x</script> <!-- <b', String.raw`\<script>x\</script> \<!-- \<b`],
		['links and pictures', '[a](javascript:b) ![c](d) [e][f]', String.raw`[a]\(javascript:b) ![c]\(d) [e]\[f]`],
		['what links lead to', '[x]: http://a.org\n- [^1]: note', '\\[x]: http://a.org\n- \\[^1]: note'],
		[
			'labels of links, whatever is in them',
			'[a[^1]: d\n[a`]: c`\n[b\nc]: d',
			'\\[a\\[^1]: d\n\\[a`]: c`\n\\[b\nc]: d',
		],
		['a speaker', '**Grok 3** · 0:40\nI give up.', '\\*\\*Grok 3** · 0:40\nI give up.'],
		['code that never ends', 'a ` b\n`<b>`', 'a \\` b\n`<b>`'],
		['a fence in a list, and what follows it', '- a\n  ```\n<b>\n  ```\n<b>', '- a\n\n  ```\n  <b>\n  ```\n\n\\<b>'],
		['a fence on the line of an item', '- ```\n  <b>', '- \\`\\`\\`\n  \\<b>'],
		['code that ends a cell', 'a | b\n--- | ---\n`c | <b>` | `d`', 'a | b\n--- | ---\n\\`c | \\<b>\\` | `d`'],
		['a quotation', '> ```\n> <b>\n<b>', '> ```\n> <b>\n> ```\n\n\\<b>'],
	])('has %s', (_what, said, written) => {
		expect(keepMarkdown(said)).toBe(written ?? said.replace('\t', '    ').replace('```\nD', '```\n\nD'));
	});

	it('is on one line in a title, and in one cell of a table', () => {
		expect(keepInline('- `a`\n<b> [x]')).toBe(String.raw`\- ${'`a`'} \<b> [x]`);
		expect(keepCell('`a | b` \\| c')).toBe(String.raw`${'`a'} \| b${'`'} \| c`);
	});

	const parser = new Marked({gfm: true});
	/** Every token of a text that a reader would act on, or that would stand among the document's own. */
	function found(text: string): string[] {
		const all: string[] = [];
		const lexed = parser.lexer(text);
		void parser.walkTokens([...lexed], (token: Token) => {
			if (token.type === 'heading' && token['depth'] >= 4) return;
			if (/^(?:html|link|image|def|heading)$/u.test(token.type)) all.push(`${token.type} ${token.raw}`);
		});
		return [...all, ...Object.keys(lexed.links)];
	}

	it('has nothing that a reader would follow, run or take for a part of the document, whatever was said', () => {
		const signs = [
			'# ¦## ¦===¦---¦- ¦1. ¦> ¦>¦  ¦    ¦      ¦\n¦\n¦\n¦\n\n¦```¦````¦~~~¦```js¦`¦`¦``¦\\¦\\\\¦|¦**¦_¦x¦y z',
			'<b>¦<script>¦</b>¦<!--¦-->¦<?¦[a]¦[a](b)¦![a](b)¦[a]: b¦[a¦]: c¦](¦[^1]¦[^1]: d¦\\`¦\\[¦\\]¦&lt;',
		];
		const part = fc.constantFrom(...signs.join('¦').split('¦'));
		fc.assert(
			fc.property(fc.array(part, {maxLength: 24}), parts => {
				const kept = keepMarkdown(parts.join(''));
				expect(found(kept), kept).toEqual([]);
				expect(found(`${kept}\n\n### Next\n\n<i>`), kept).toHaveLength(2);
			}),
			{numRuns: 2000},
		);
	});
});
