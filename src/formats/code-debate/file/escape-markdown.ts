/**
 * Escapes a model's text for use inside a section: it cannot end the debate, open or sign a section, divide sections,
 * or leave a fence open. Words are kept.
 */
import {cleanText} from '../../../debate/text/intake.ts';
import {fenceAfter, type Fence} from './fences.ts';
import {readSignature} from './signature.ts';

/** A text of any number of lines. */
export function escapeMarkdown(text: string): string {
	let open: Fence | undefined;
	const lines = cleanText(text)
		.split('\n')
		.map(line => {
			const next = fenceAfter(line, open);
			const kept = open || next ? escapeFencedLine(line) : escapeLine(line);
			open = next;
			return kept;
		});
	const closed = open ? [...lines, open.mark.repeat(open.length)] : lines;
	return closed.join('\n').trim();
}

/** What would be structure at the beginning of a line is moved in by one column, which code bears. */
const escapeFencedLine = (line: string): string =>
	/^(?:#{1,2}\s|-{3,}\s*$)/u.test(line) || readSignature(line) ? ` ${line}` : line;

/** Headings go below those of the section, rules are written with asterisks, a signature becomes a quotation. */
function escapeLine(line: string): string {
	if (readSignature(line)) return `> ${line}`;
	if (/^ {0,3}(?:-[ ]*){3,}$/u.test(line)) return '* * *';
	if (/^ {0,3}(?:=+|-{1,2})\s*$/u.test(line)) return `\\${line.trimStart()}`;
	return line
		.replace(/^ {0,3}(?<marks>#{1,6})(?=\s|$)/u, (_, marks: string) =>
			'#'.repeat(Math.min(6, Math.max(4, marks.length + 2))),
		)
		.replace(/^(?<indent> {0,3})<(?=[a-z!/?])/iu, '$<indent>\\<');
}

/** Escapes a text to a single line that starts no Markdown block: for titles and list items. */
export const escapeInline = (text: string): string =>
	cleanText(text)
		.replaceAll(/\s+/gu, ' ')
		.trim()
		.replace(/^(?:[#>*+=|~-]+|\d+[.)])\s+/u, '')
		.replace(/^(?=[#>~<|]|`{3})/u, '\\');
