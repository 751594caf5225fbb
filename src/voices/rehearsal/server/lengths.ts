/** Answers of a set length, for measurements: one token is four characters. */

export const charactersPerToken = 4;

/** The pieces that are streamed one by one. No character is torn in two. */
export function tokensOf(text: string): string[] {
	const tokens: string[] = [];
	for (let start = 0; start < text.length;) {
		const end = start + charactersPerToken;
		const next = isLowHalf(text.charCodeAt(end)) ? end + 1 : end;
		tokens.push(text.slice(start, next));
		start = next;
	}
	return tokens;
}

const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const fillers = [
	'That is one point.',
	'There is another side to it.',
	'I would weigh both.',
	'Let us stay with it.',
	'The case is not closed.',
];

const sentences = new Intl.Segmenter('en', {granularity: 'sentence'});

/**
 * What a speaker short of time says: sentences are left out around the middle, for the beginning and the end carry the
 * turn.
 */
function shortened(text: string, length: number): string {
	const kept = Array.from(sentences.segment(text), ({segment}) => segment);
	let left = text.length;
	while (left > length && kept.length > 1) left -= kept.splice(Math.floor(kept.length / 2), 1)[0]?.length ?? left;
	return kept.join('');
}

/** A turn of exactly so many tokens: shortened, and then cut there or filled up with short sentences. */
export function fitTurn(text: string, tokens: number): string {
	const length = tokens * charactersPerToken;
	let filled = shortened(text, length);
	for (let n = 0; filled.length < length; n++) filled += ` ${fillers[n % fillers.length] ?? ''}`;
	return filled.slice(0, length).toWellFormed();
}

/** JSON of at least so many tokens: blanks before its last bracket, so that nobody knows its end before it comes. */
export function padJson(json: string, tokens: number): string {
	const text = json.trimEnd();
	const missing = tokens * charactersPerToken - text.length;
	return missing > 0 ? text.slice(0, -1) + ' '.repeat(missing) + text.slice(-1) : text;
}
