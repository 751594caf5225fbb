/** Escapes text from models, users and files for Markdown, so that it reads as written and does nothing else. */
import {sanitize} from '../debate/text/intake.ts';

/** Markup anywhere in a line. */
const inline = /[\\`*_[\]<>|~&$]/gu;
/** Markup at the beginning of a line: headings, lists, rules, underlined headings. */
const opening = /^(?:#{1,6}(?=\s|$)|[-+=](?=[\s=+-]|$)|\d{1,9}(?=[.)](?:\s|$)))/u;
/** The end of a line that ends a sentence. */
export const sentenceEnd = /[.!?…:;]["'”’»)\]*_]*\s*$/u;
const fence = /^\s*(?<mark>`{3,}|~{3,})\s*(?<language>[\w+#.-]{0,20})[^`]*$/u;

/** Escaped paragraphs, with code blocks kept as code; several empty lines become one. */
export function escapeMarkdown(text: string): string {
	const lines = sanitize(text).trim().split('\n');
	const blocks: string[] = [];
	let paragraph: string[] = [];
	const endParagraph = () => {
		if (paragraph.length > 0) blocks.push(escapeParagraph(paragraph));
		paragraph = [];
	};
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at] ?? '';
		const opened = fence.exec(line)?.groups;
		if (!opened && line.trim() !== '') paragraph.push(line);
		else endParagraph();
		if (!opened) continue;
		const end = closingOf(lines, at + 1, opened['mark'] ?? '');
		blocks.push(codeBlock(lines.slice(at + 1, end), opened['language'] ?? ''));
		at = end;
	}
	endParagraph();
	return blocks.join('\n\n');
}

/** Like `escapeMarkdown` without code blocks, for text that follows a name on its line. */
export const escapeProse = (text: string): string =>
	sanitize(text)
		.trim()
		.split(/\n\s*\n/u)
		.map(paragraph => escapeParagraph(paragraph.split('\n')))
		.join('\n\n');

/**
 * Lines as they were meant: those that each end as a sentence does are paragraphs, items and short lines stay lines of
 * their own, and what was only wrapped runs on.
 */
function escapeParagraph(lines: readonly string[]): string {
	const before = lines.slice(0, -1);
	const apart = before.length > 0 && before.every(line => sentenceEnd.test(line)) && !lines.some(isItem);
	if (apart) return lines.map(escapeLine).join('\n\n');
	const wrapped = before.every(line => line.length >= 60) && !lines.some(isItem);
	return lines.map(escapeLine).join(wrapped ? '\n' : '\\\n');
}

const isItem = (line: string): boolean => /^\s*(?:[-+*•]|\d{1,9}[.)])\s/u.test(line);

/** Escaped text on one line, for names, titles and table cells. */
export const escapeInline = (text: string): string => escapeLine(sanitize(text).replace(/\s+/gu, ' '));

function escapeLine(line: string): string {
	const escaped = line.trim().replace(inline, '\\$&');
	return escaped.replace(opening, mark => (/^\d/u.test(mark) ? `${mark}\\` : `\\${mark}`));
}

/** The line that closes a code block; the end where none does. */
function closingOf(lines: readonly string[], from: number, mark: string): number {
	let at = from;
	while (at < lines.length && !closes(lines[at]?.trim() ?? '', mark)) at++;
	return at;
}

const closes = (line: string, mark: string): boolean =>
	line.startsWith(mark) && line.replaceAll(mark.charAt(0), '') === '';

/** Code between fences of our own, longer than any in it. */
function codeBlock(lines: readonly string[], language: string): string {
	const longest = Math.max(2, ...lines.map(line => /^\s*(`+)/u.exec(line)?.[1]?.length ?? 0));
	const mark = '`'.repeat(longest + 1);
	return [`${mark}${language}`, ...lines, mark].join('\n');
}

// Markdown that a model wrote and a reader is to see as such: its code, lists, tables and emphasis stay, and nothing in
// it is HTML, a link, a picture, a footnote or a heading among those of the document.

/** The least level of a heading in it: parts of the document have those above. */
const leastHeading = 4;
/** Behind the marks of lists and quotations that it stands in. */
const heading = /^(?<lead>(?:\s*(?:>|(?:[-+*]|\d{1,9}[.)])(?=\s)))*\s*)(?<marks>#{1,6})(?=\s|$)/u;
const underline = /^(?<lead>[\s>]*)(?<marks>=+|-+)\s*$/u;
const quotation = /^ {0,3}> ?/u;
/** Quotations in quotations beyond this are lines like others. */
const deepest = 8;

/** Whole blocks: no fence, quotation or line of one goes on into what follows. */
export const keepMarkdown = (text: string): string =>
	keepBlocks(
		sanitize(text)
			.replaceAll(/^\n+|\s+$/gu, '')
			.split('\n'),
		0,
	);

function keepBlocks(lines: readonly string[], depth: number): string {
	const blocks: string[] = [];
	let prose: string[] = [];
	const endProse = () => {
		if (prose.some(line => line.trim() !== '')) blocks.push(keepProse(prose));
		prose = [];
	};
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at] ?? '';
		const opened = fence.exec(line)?.groups;
		if (opened) {
			const end = closingOf(lines, at + 1, opened['mark'] ?? '');
			endProse();
			blocks.push(inItsList(line, codeBlock(lines.slice(at + 1, end), opened['language'] ?? '')));
			at = end;
		} else if (depth < deepest && quotation.test(line)) {
			const end = lines.findIndex((each, place) => place > at && !quotation.test(each));
			const inside = lines.slice(at, end < 0 ? lines.length : end).map(each => each.replace(quotation, ''));
			endProse();
			blocks.push(
				keepBlocks(inside, depth + 1)
					.replaceAll(/^(?=.)/gmu, '> ')
					.replaceAll(/^$/gmu, '>'),
			);
			at += inside.length - 1;
		} else prose.push(line);
	}
	endProse();
	return blocks.join('\n\n');
}

/** The row under a table's head. */
const isUnderHead = (line: string): boolean => /^[\s>|:-]+$/u.test(line) && /[|:]/u.test(line) && line.includes('-');

function keepProse(lines: readonly string[]): string {
	const inTable = lines.some(isUnderHead);
	return withoutLabels(lines.map(line => keepLine(line, inTable)))
		.join('\n')
		.replaceAll(/^\n+|\n+$/gu, '');
}

const strongStart = /^\s*(?:\*\*|__)/u;
/** A dot between parts, a time, or a character that is written as another. */
const labelSign = /·|\d:\d\d|&#?\w+;/u;

/** Who speaks, and when, stands in bold above a turn: what a turn has of the kind reads as it was written. */
function withoutLabels(lines: readonly string[]): string[] {
	let isLabel = false;
	return lines
		.toReversed()
		.map(line => {
			isLabel = line.trim() !== '' && (isLabel || labelSign.test(line));
			return isLabel ? line.replace(strongStart, start => start.replaceAll(/[*_]/gu, String.raw`\$&`)) : line;
		})
		.toReversed();
}

/** No line of it begins before its first one did, where a list would end, and the block with it. */
function inItsList(first: string, block: string): string {
	const [indent = ''] = /^ */u.exec(first) ?? [];
	return block
		.split('\n')
		.map(line => (line === '' || line.startsWith(indent) ? line : indent + line))
		.join('\n');
}

/** A heading goes below those of the document; what would make one of the line before is a rule, or stands as it is. */
function keepLine(line: string, inTable: boolean): string {
	const under = underline.exec(line)?.groups;
	if (under) {
		const {lead = '', marks = ''} = under;
		return lead + (/^-{3}/u.test(marks) ? '* * *' : `\\${marks}`);
	}
	const {lead = '', marks = ''} = heading.exec(line)?.groups ?? {};
	if (marks === '') return keepWords(line, inTable);
	const level = Math.min(6, Math.max(leastHeading, marks.length + 1));
	return `${lead}${'#'.repeat(level)}${keepWords(line.slice(lead.length + marks.length), inTable)}`;
}

/** The same on one line, for titles and items. */
export const keepInline = (text: string): string =>
	keepWords(sanitize(text).replace(/\s+/gu, ' ').trim()).replace(opening, mark =>
		/^\d/u.test(mark) ? `${mark}\\` : `\\${mark}`,
	);

/** Text as it was meant, in a cell of a table. */
export const keepCell = (text: string): string => keepInline(text).replaceAll(/(?<!\\)\|/gu, String.raw`\|`);

/** What was escaped already, and code between backticks of one line: neither is changed. A cell ends amid code, too. */
const settled = (code: string): string =>
	String.raw`\\[!-/:-@[-${'`'}{-~]|(?<ticks>${'`'}+)(?!${'`'})${code}*?(?<!${'`'})\k<ticks>(?!${'`'})`;
/** Marks of code without others, the beginning of a tag, the target of a link, and a footnote. */
const active = /`+|~{3,}|<(?=[a-z/!?])|(?<=[\]\uE001])[([]|\[(?=\^)/iu;
const finder = (code: string): RegExp => new RegExp(`(?<settled>${settled(code)})|${active.source}`, 'giu');
const inLine = finder('.');
const inRow = finder(String.raw`(?:\\\||[^|])`);

/** A label that begins its block, and may end lines below or with a colon: then it says what a link leads to. */
const label = /^(?<before>[\s>*+\d.)-]*)\[(?!(?:[^\\\]]|\\.)*\](?!:))/u;

function keepWords(line: string, inTable = false): string {
	const {before} = label.exec(line)?.groups ?? {};
	const [start, rest] = before === undefined ? ['', line] : [`${before}\\[`, line.slice(before.length + 1)];
	return (
		start +
		rest.replaceAll(inTable ? inRow : inLine, (found, kept: string | undefined) =>
			kept === undefined ? found.replaceAll(/./gu, String.raw`\$&`) : found,
		)
	);
}
