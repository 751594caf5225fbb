/** Search terms: words by their beginning, and quoted phrases, all of which must occur in one turn. Pure. */
import {isUnspaced, wordsIn} from './words.ts';

/** Words that follow one another; the last may be the beginning of a longer one. */
export type Term = {readonly words: readonly string[]; readonly prefix: boolean};

/**
 * A text to be looked for as its terms; none where it holds neither letter nor digit. A quotation mark that is not
 * closed yet holds to the end.
 */
export function termsOf(text: string): Term[] {
	return [...text.matchAll(/["“„](?<quoted>[^"“”„]*)(?<closed>["”“])?|(?<bare>[^\s"“”„]+)/gu)].flatMap(
		({groups = {}}) => {
			const {quoted, closed, bare} = groups;
			const words = wordsIn(quoted ?? bare ?? '').map(({word}) => word);
			const last = words.at(-1);
			return last === undefined ? [] : [{words, prefix: closed === undefined && !isUnspaced(last)}];
		},
	);
}

/** The terms as an expression of the full-text index. Every word is quoted, so that none is taken for an operator. */
export const expressionOf = (terms: readonly Term[]): string =>
	terms
		.map(({words, prefix: beginning}) => `"${words.join(' ').replaceAll('"', '""')}"${beginning ? ' *' : ''}`)
		.join(' AND ');

/** From where to where in a text (UTF-16) something stands that was looked for. */
export type Mark = readonly [start: number, end: number];

/** Where the terms stand in a text, from its beginning on, none inside another. */
export function marksIn(text: string, terms: readonly Term[]): Mark[] {
	const words = wordsIn(text);
	const marks: Mark[] = [];
	for (let place = 0; place < words.length; place++) {
		const longest = Math.max(0, ...terms.filter(term => stands(term, words, place)).map(term => term.words.length));
		const [first, last] = [words[place], words[place + longest - 1]];
		if (longest === 0 || !first || !last) continue;
		marks.push([first.start, last.end]);
		place += longest - 1;
	}
	return marks;
}

const stands = (
	{words: wanted, prefix: beginning}: Term,
	words: readonly {readonly word: string}[],
	place: number,
): boolean =>
	wanted.every((word, index) => {
		const here = words[place + index]?.word;
		return beginning && index === wanted.length - 1 ? here?.startsWith(word) === true : here === word;
	});
