import {describe, expect, it} from 'vitest';
import * as fc from 'fast-check';
import {escapeMarkdown, escapeInline} from '../../src/exports/escape-markdown.ts';

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
