/** Answers of a fixed length, for measurements. A token is four characters. */

export const charactersPerToken = 4;

/** Splits a text into the pieces to stream, without splitting a character. */
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

/** Shortens a text by leaving out sentences around its middle, as its beginning and end matter most. */
function shortened(text: string, length: number): string {
	const kept = Array.from(sentences.segment(text), ({segment}) => segment);
	let left = text.length;
	while (left > length && kept.length > 1) left -= kept.splice(Math.floor(kept.length / 2), 1)[0]?.length ?? left;
	return kept.join('');
}

/** A turn of exactly this many tokens: shortened and cut, or padded with short sentences. */
export function fitTurn(text: string, tokens: number): string {
	const length = tokens * charactersPerToken;
	let filled = shortened(text, length);
	for (let n = 0; filled.length < length; n++) filled += ` ${fillers[n % fillers.length] ?? ''}`;
	return filled.slice(0, length).toWellFormed();
}

/**
 * Pads JSON to at least this many tokens with spaces before its last bracket, so that its end cannot be told early.
 */
export function padJson(json: string, tokens: number): string {
	const text = json.trimEnd();
	const missing = tokens * charactersPerToken - text.length;
	return missing > 0 ? text.slice(0, -1) + ' '.repeat(missing) + text.slice(-1) : text;
}
