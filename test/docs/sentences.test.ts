import {globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {splitSentences} from '../../src/debate/text/sentences.ts';
import {packageRoot} from '../../src/engine/host/package-root.ts';

const most = 30;

/** Paragraphs, list items, cells of tables and steps of a walk (`a → b`), without code and what is generated. */
const partsOf = (page: string): readonly string[] =>
	page
		.replaceAll(/<!-- ([\w ]+) -->.*?<!-- \/\1 -->/gsu, '')
		.replaceAll(/^ *```.*?^ *```$/gmsu, '')
		.replaceAll(/(?<=\n\n)(?: {4}.*\n)+/gu, '')
		.split(/\n\s*\n|\n(?=\s*(?:[-*>#|]|\d+\.)\s?)|(?<=^#.*)\n/mu)
		.flatMap(block => (block.trimStart().startsWith('|') ? block.split(/(?<!\\)\|/u) : [block]))
		.flatMap(block => block.split('→'));

/** A code span counts as one word, a link by its text alone. */
const sentencesOf = (part: string): readonly string[] =>
	splitSentences(
		part
			.replaceAll(/`[^`]+`/gu, 'Code')
			.replaceAll(/\]\([^)]*\)/gu, ']')
			.replaceAll(/\s+/gu, ' '),
	);

const wordsIn = (sentence: string): number => sentence.split(' ').filter(word => /[\p{L}\p{N}]/u.test(word)).length;

const longIn = (page: string): readonly string[] =>
	partsOf(page)
		.flatMap(sentencesOf)
		.filter(sentence => wordsIn(sentence) > most);

const pages = globSync('{*.md,docs/*.md,docs/protocols/*.md}', {cwd: packageRoot});

it.each(pages)(`has no sentence of more than ${most} words: %s`, page => {
	expect(longIn(readFileSync(join(packageRoot, page), 'utf8'))).toEqual([]);
});

it('takes each item, cell and step by itself, and passes over code', () => {
	const twenty = 'word '.repeat(20).trim();
	const page = `# ${twenty}\n${twenty}\n\n- ${twenty}\n- ${twenty}\n\n| ${twenty} | ${twenty} |\n\n${twenty} → ${twenty}\n`;
	expect(longIn(`${page}\n\`\`\`\n${twenty} ${twenty}\n\`\`\`\n\n    ${twenty} ${twenty}\n`)).toEqual([]);
	expect(longIn(`- ${twenty}\n  ${twenty}\n`)).toHaveLength(1);
});
