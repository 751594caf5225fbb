/** Normalises text for comparing quotations: words with their offsets in the original. */

/** A word with its offsets in the original, in UTF-16 units. */
export type Token = {readonly word: string; readonly start: number; readonly end: number};

const graphemes = new Intl.Segmenter('en', {granularity: 'grapheme'});
const apostrophes = /[‘’‚‛′ʼ´]/gu;
const quotationMarks = /[“”„‟″«»]/gu;
const marks = /[*_~#>`]/gu;

/** NFKC, straight quotes, no Markdown marks, lower case. */
const normal = (text: string): string =>
	text.replace(apostrophes, "'").replace(quotationMarks, '"').normalize('NFKC').replace(marks, '').toLowerCase();

/** The normalised words of a text: runs of letters, digits and inner apostrophes. */
export function tokens(text: string): Token[] {
	const {letters, places} = spread(text);
	return [...letters.matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}']*/gu)].map(match => {
		const word = match[0].replace(/'+$/u, '');
		return {
			word,
			start: places[match.index]?.start ?? 0,
			end: places[match.index + word.length - 1]?.end ?? text.length,
		};
	});
}

/** The words of a quotation, split at its ellipses (`…`, `...`, `[...]`). */
export const partsOf = (quote: string): string[][] =>
	quote
		.normalize('NFKC')
		.split(/\[?\s*\.{3,}\s*\]?/u)
		.map(part => tokens(part).map(({word}) => word))
		.filter(part => part.length > 0);

/** Normalises grapheme by grapheme, so that each unit of the result maps to its span in the original. */
function spread(text: string): {letters: string; places: {readonly start: number; readonly end: number}[]} {
	const places: {start: number; end: number}[] = [];
	let letters = '';
	for (const {segment, index} of graphemes.segment(text)) {
		const piece = normal(segment);
		letters += piece;
		for (let unit = 0; unit < piece.length; unit++) places.push({start: index, end: index + segment.length});
	}
	return {letters, places};
}

const negations = new Set([
	'not',
	'no',
	'never',
	'without',
	'hardly',
	'nor',
	'neither',
	'none',
	'nobody',
	'nothing',
	'nowhere',
	'cannot',
	'scarcely',
	'barely',
]);
const contracted = /n't$|^(?:do|does|did|ca|wo|is|are|was|were|has|have|had|would|should|could|must|need)nt$/u;
const numbers = new Set([
	'zero',
	'one',
	'two',
	'three',
	'four',
	'five',
	'six',
	'seven',
	'eight',
	'nine',
	'ten',
	'eleven',
	'twelve',
	'twenty',
	'thirty',
	'forty',
	'fifty',
	'sixty',
	'seventy',
	'eighty',
	'ninety',
	'hundred',
	'thousand',
	'million',
	'billion',
	'trillion',
	'half',
	'third',
	'quarter',
	'double',
	'twice',
]);

export const isNegation = (word: string): boolean => negations.has(word) || contracted.test(word);

/** Words that change a sentence's meaning: a quotation that differs in one of them does not match. */
export const isDecisive = (word: string): boolean => isNegation(word) || /\p{N}/u.test(word) || numbers.has(word);
