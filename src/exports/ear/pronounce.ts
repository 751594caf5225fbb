/** Names and words that are spoken otherwise than they are written, as a show or a debate lists them. */

import {UsageError} from '../../debate/usage-error.ts';

export type Pronunciation = {readonly written: string; readonly spoken: string};

/**
 * The text with what is listed as it is spoken, and all around it as `rest` makes it. Whole words only; the case
 * counts where the list has a capital letter.
 */
export function withPronunciations(
	text: string,
	list: readonly Pronunciation[],
	rest: (plain: string) => string,
): string {
	const listed = list
		.filter(({written}) => written.trim() !== '')
		.toSorted((one, other) => other.written.length - one.written.length);
	if (listed.length === 0) return rest(text);
	const held: string[] = [];
	let marked = text;
	for (const {written, spoken} of listed)
		marked = marked.replace(wholeWord(written), () => `${opening}${letters(held.push(spoken) - 1)}${closing}`);
	return rest(marked).replace(/\uE000([a-p]+)\uE001/gu, (_mark, place: string) => held[numberOf(place)] ?? '');
}

/** Private characters around letters: no rule about numbers or names takes such a mark apart. */
const [opening, closing] = ['\uE000', '\uE001'];
const letters = (number: number): string =>
	number.toString(16).replaceAll(/./gu, digit => String.fromCharCode(97 + Number.parseInt(digit, 16)));
const numberOf = (mark: string): number =>
	Number.parseInt(
		mark.replaceAll(/./gu, letter => (letter.charCodeAt(0) - 97).toString(16)),
		16,
	);

const wholeWord = (written: string): RegExp =>
	new RegExp(
		String.raw`(?<![\p{L}\p{N}\uE000])${written.trim().replaceAll(/[$.*+?^()[\]{}|\\/-]/gu, character => String.raw`\u{${character.charCodeAt(0).toString(16)}}`)}(?![\p{L}\p{N}\uE001])`,
		/\p{Lu}/u.test(written) ? 'gu' : 'giu',
	);

/**
 * From lines `written = spoken`; empty lines and those that begin with `#` are passed over. Throws `UsageError` for any
 * other line, with `from` as where it stands.
 */
export const pronunciationsIn = (text: string, from = 'the list'): Pronunciation[] =>
	text.split('\n').flatMap((line, index) => {
		if (line.trim() === '' || line.startsWith('#')) return [];
		const [written = '', ...spoken] = line.split('=');
		if (written.trim() === '' || spoken.length === 0)
			throw new UsageError({
				what: 'A line of the pronunciations does not say how something is spoken',
				value: line.trim(),
				from: `${from}, line ${index + 1}`,
				todo: 'Write it as "written = spoken", or begin it with #.',
			});
		return [{written: written.trim(), spoken: spoken.join('=').trim()}];
	});
