/** Words that a model, a user or a file said, written into Markdown so that they read as they were said and are nothing else. */

/** What means something anywhere in a line. */
const inline = /[\\`*_[\]<>|~&$]/gu;
/** What means something at a line's beginning: headings, quotes, lists, rules, underlined headings. */
const opening = /^(?:#{1,6}(?=\s|$)|[-+=](?=[\s=+-]|$)|\d{1,9}(?=[.)](?:\s|$)))/u;

/** One or more paragraphs of Markdown without any markup in them; indentation goes, and so do runs of empty lines. */
export const harmless = (text: string): string => text.trim().split(/\n\s*\n/u).map(paragraph => paragraph.split('\n').map(harmlessLine).join('\n')).join('\n\n');

/** The same in one line, for names, titles and table cells. */
export const harmlessInline = (text: string): string => harmlessLine(text.replace(/\s+/gu, ' '));

function harmlessLine(line: string): string {
	const escaped = line.trim().replace(inline, '\\$&');
	return escaped.replace(opening, mark => (/^\d/u.test(mark) ? `${mark}\\` : `\\${mark}`));
}
