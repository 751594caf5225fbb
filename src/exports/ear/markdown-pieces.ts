/** Markdown in pieces that a parser gets through in little time, whoever wrote it. */

/** Marks at a line's beginning that nest deeper than any text a person writes; the parser recurses once for each. */
const deepNesting = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])[ \t]*){12,}/gmu;
/** The same within a line. */
const longRun = /([[\]()<>*_~`!|])\1{11,}/gu;
/** Longer texts are read in pieces: the parser takes quadratic time over marks that are never closed. */
const longest = {whole: 8000, piece: 2000} as const;

/** Without marks that are no writing. */
export const withoutDepth = (text: string): string => text.replace(deepNesting, '').replace(longRun, '');

/** Whether it has marks that nest deeper, or run longer, than a person writes. */
export const isHostile = (text: string): boolean => withoutDepth(text) !== text;

/** The text, or if it is long its parts: at empty lines outside of code; what is longer than a piece at its blanks. */
export function inPieces(text: string): string[] {
	if (text.length <= longest.whole) return [text];
	const parts: string[] = [];
	let fenced = false;
	for (const part of text.split(/\n{2,}/u)) {
		if (fenced) parts.push(`${parts.pop() ?? ''}\n\n${part}`);
		else parts.push(part);
		if ((part.match(/^\s{0,3}(?:```|~~~)/gmu)?.length ?? 0) % 2 === 1) fenced = !fenced;
	}
	return parts.flatMap(part => (/^\s{0,3}(?:```|~~~)/u.test(part) ? [part] : cutAtBlanks(part)));
}

function cutAtBlanks(text: string): string[] {
	const pieces: string[] = [];
	for (let from = 0; from < text.length;) {
		const to = from + longest.piece;
		const blank = to < text.length ? text.lastIndexOf(' ', to) : -1;
		const end = blank > from ? blank : to;
		pieces.push(text.slice(from, end));
		from = end;
	}
	return pieces;
}
