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
