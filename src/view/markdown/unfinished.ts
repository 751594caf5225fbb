/**
 * The end of a Markdown text that still grows, or was broken off: marks that wait for their other half are taken
 * as closed.
 */

/** A mark that is only begun, and a row of a table that is, would change as the next letters come. */
const begun = /(?:^|(?<=\s))(?:[*_~`]{1,3}|#{1,6}|[-+*]|\d{1,9}[.)]|>|!?\[)[ \t]*$|(?<=\S)[*_~]{1,3}$/u;
const halfLink = /!?\[([^\]\n]{0,300})\](?:\([^)\n]{0,2000})$/u;

/** The text as it is drawn so far. */
export function closeMarks(text: string): string {
	const shown = withoutBegun(text).replace(halfLink, '$1');
	const lines = shown.split('\n');
	// Emphasis goes no further than its line: models divide paragraphs by single line ends.
	const last = lines.pop() ?? '';
	return [...lines, closeLine(last)].join('\n');
}

function withoutBegun(text: string): string {
	const start = text.lastIndexOf('\n') + 1;
	// A row of a table stands once it is whole.
	if (/^\s*\|/u.test(text.slice(start))) return text.slice(0, Math.max(0, start - 1));
	return text.replace(begun, '');
}

function closeLine(line: string): string {
	if ((line.match(/`/gu)?.length ?? 0) % 2 === 1) return `${line}\``;
	const outside = line.replaceAll(/`[^`]*`/gu, code => ' '.repeat(code.length));
	const open = openMarks(outside.replace(/^\s*[*+-]\s/u, '  '));
	return open === '' ? line : line.trimEnd() + open;
}

/** The marks to close, the innermost first. */
function openMarks(line: string): string {
	const stack: string[] = [];
	for (const {0: mark, index} of line.matchAll(/\*{1,3}|_{1,3}|~~/gu)) {
		const [before = ' ', after = ' '] = [line[index - 1], line[index + mark.length]];
		if (mark.startsWith('_') && /\w/u.test(before) && /\w/u.test(after)) continue;
		const [opens, closes] = [/\S/u.test(after), /\S/u.test(before)];
		if (closes && stack.at(-1) === mark) stack.pop();
		else if (opens && (!closes || /[\p{P}\p{S}]/u.test(before))) stack.push(mark);
	}
	return stack.toReversed().join('');
}
