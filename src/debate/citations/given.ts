/** Whether a sentence gives words to a document: words between quotation marks are else the speaker’s own. */
import type {SourceDocument} from '../sources.ts';
import {weightOf, wordsIn} from './tokens.ts';

/**
 * The documents that a sentence gives words to, by their numbers. `own` are its own words, without its quotations;
 * documents are known by their number, file or title. Of one whose `ids` stand behind them, two words of its title are
 * enough in any order: “the Council’s own declaration”.
 */
export function givenTo(
	own: string,
	documents: readonly Pick<SourceDocument, 'number' | 'name' | 'title'>[],
	ids: readonly string[] = [],
): readonly number[] {
	const words = wordsIn(own);
	// “It does not say …” gives nobody these words.
	if (words.some(word => weightOf(word) === 'negation')) return [];
	const said = ` ${words.join(' ')} `;
	const named = documents.filter(({number, name, title}) => {
		const stem = name.replace(/^.*\//u, '').replace(/\.[^.]+$/u, '');
		const names = [wordsIn(stem).join(' '), ...titleNames(title)];
		const isCited = ids.some(id => id.startsWith(`S${number}.`));
		return (
			new RegExp(`\\bS${number}\\b`, 'u').test(own) ||
			names.some(each => each !== '' && said.includes(` ${each} `)) ||
			(isCited && bigWords(title).filter(word => bigWords(own).includes(word)).length > 1)
		);
	});
	return named.map(({number}) => number);
}

const bigWords = (text: string): readonly string[] => [
	...new Set(wordsIn(text).flatMap(word => (Array.from(word).length > 4 ? word.replace(/['’]s$/u, '') : []))),
];

/** A title of three words or fewer as a whole; of a longer one, any two words in a row that are no small ones. */
function titleNames(title: string): readonly string[] {
	const words = wordsIn(title);
	if (words.length <= 3) return [words.join(' ')];
	return words.slice(1).flatMap((word, index) => {
		const before = words[index] ?? '';
		return [before, word].every(each => Array.from(each).length > 3) ? [`${before} ${word}`] : [];
	});
}
