/**
 * Ends a turn at a sentence before it has more words than it may. Near the limit text is held back until its sentence
 * is whole, so that what was heard never has to be taken back.
 */
import {SentenceStream, splitSentences} from '../../debate/text/sentences.ts';
import {countWords} from '../../debate/text/words.ts';

/** Up to this share of the limit text passes as it comes. */
const freeShare = 0.8;
/** Past this share what is held back is no longer waited for: its sentence does not end. */
const hopelessShare = 1.4;

export type WordLimit = {
	/** What of the text so far may be heard, and whether the turn is over with it. */
	push(piece: string): {readonly text: string; readonly over: boolean};
	/** What is left at the end; of an answer that broke off, whole sentences alone. */
	end(brokeOff: boolean): string;
};

/** `said` gives what has been let through, also before this limit was made. */
export function wordLimit(said: () => string, mostWords: number | undefined): WordLimit {
	if (mostWords === undefined) return {push: text => ({text, over: false}), end: () => ''};
	const most = mostWords;
	const splitter = new SentenceStream();
	let settled = splitter.push(said()).join('').length;
	let held = '';
	/** The length at which words were last counted, and how many there were: a character adds one word at most. */
	let counted = {length: 0, words: 0};

	function fits(soFar: string, words: number): boolean {
		const atMost = counted.words + soFar.length - counted.length;
		if (soFar.length < counted.length || atMost > words) counted = {length: soFar.length, words: countWords(soFar)};
		return counted.words + soFar.length - counted.length <= words;
	}

	/** Lets through what ends with one of these sentences, within the limit; one that has begun, to its end. */
	function release(from: number, sentences: readonly string[]): {text: string; over: boolean} {
		const before = said().length;
		const text = said() + held;
		let [end, allowed] = [from, before];
		for (const sentence of sentences) {
			const begun = end < before;
			end += sentence.length;
			if (end <= before) continue;
			if (!begun && countWords(text.slice(0, end)) > most) return upTo(allowed, true);
			allowed = end;
			if (countWords(text.slice(0, end)) >= most) return upTo(allowed, true);
		}
		return upTo(allowed, false);

		function upTo(upto: number, over: boolean): {text: string; over: boolean} {
			held = text.slice(upto);
			return {text: text.slice(before, upto), over};
		}
	}

	return {
		push(piece) {
			const ended = splitter.push(piece);
			const from = settled;
			settled += ended.join('').length;
			held += piece;
			const soFar = said() + held;
			if (fits(soFar, freeShare * most)) {
				const text = held;
				held = '';
				return {text, over: false};
			}
			const {text, over} = release(from, ended);
			return {text, over: over || (held !== '' && !fits(soFar, hopelessShare * most + 20))};
		},
		end(brokeOff) {
			const sentences = splitSentences(said() + held);
			return release(0, brokeOff ? sentences.slice(0, -1) : sentences).text;
		},
	};
}

/** Whether a text has come so near to its limit that no rest of it is asked for. */
export const isNearLimit = (text: string, mostWords: number | undefined): boolean =>
	mostWords !== undefined && countWords(text) > freeShare * mostWords;
