/** Search terms: word prefixes and quoted phrases, all of which must occur in one passage. Pure. */
import {isUnspaced, wordsIn} from './words.ts';

/** Consecutive words; with `prefix`, the last one also matches longer words. */
export type Term = {readonly words: readonly string[]; readonly prefix: boolean};

/** Splits a search text into terms; none if it has no letter or digit. An unclosed quotation runs to the end. */
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

/** The terms as an FTS5 expression. Every word is quoted, so that none is read as an operator. */
export const expressionOf = (terms: readonly Term[]): string =>
	terms.map(({words, prefix}) => `"${words.join(' ').replaceAll('"', '""')}"${prefix ? ' *' : ''}`).join(' AND ');

/** A range of a text that matches, in UTF-16 units. */
export type Mark = readonly [start: number, end: number];

/** Where the terms occur in a text, in order, without overlaps. */
export function marksIn(text: string, terms: readonly Term[]): Mark[] {
	const words = wordsIn(text);
	const marks: Mark[] = [];
	for (let place = 0; place < words.length; place++) {
		const longest = Math.max(0, ...terms.filter(term => matchesAt(term, words, place)).map(term => term.words.length));
		const [first, last] = [words[place], words[place + longest - 1]];
		if (longest === 0 || !first || !last) continue;
		marks.push([first.start, last.end]);
		place += longest - 1;
	}
	return marks;
}

const matchesAt = ({words: wanted, prefix}: Term, words: readonly {readonly word: string}[], place: number): boolean =>
	wanted.every((word, index) => {
		const here = words[place + index]?.word;
		return prefix && index === wanted.length - 1 ? here?.startsWith(word) === true : here === word;
	});
