/** Texts as judges read them: their sentences numbered, so that an answer names its evidence by number. */
import {splitSentences} from '../text/sentences.ts';

export type NumberedSentence = {
	/** From 1. */
	readonly number: number;
	/** Without the white space around it. */
	readonly text: string;
	/** Where it stands in the text, in UTF-16 units, without the white space around it. */
	readonly start: number;
	readonly end: number;
};

/** The sentences of a text, from 1, by the splitter that deltas and highlights use; blank ones have no number. */
export function numberedSentences(text: string): readonly NumberedSentence[] {
	let from = 0;
	const found: NumberedSentence[] = [];
	for (const sentence of splitSentences(text)) {
		const trimmed = sentence.trim();
		const start = from + sentence.indexOf(trimmed);
		if (/[\p{L}\p{N}]/u.test(trimmed))
			found.push({number: found.length + 1, text: trimmed, start, end: start + trimmed.length});
		from += sentence.length;
	}
	return found;
}

/** One sentence a line, as `[3] What it says.`; line ends inside a sentence become spaces. */
export const inNumberedLines = (sentences: readonly NumberedSentence[]): string =>
	sentences.map(({number, text}) => `[${number}] ${text.replaceAll(/\s+/gu, ' ')}`).join('\n');
