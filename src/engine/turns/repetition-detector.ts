/**
 * Small models get caught in a circle: the same sentence over and over, or the same few words without an end to them.
 */
import {SentenceStream} from '../../debate/text/sentences.ts';
import {countWords} from '../../debate/text/words.ts';

/** A sentence of so many words and more is not said so many times by anyone who means it. */
const [fewestWords, mostTimes] = [6, 3];
/** So many characters, in UTF-16 units, that stand so many times in the last of a text. */
const [piece, times, stretch] = [40, 4, 400];

/** Follows a text as it is written, and tells whether it goes round in circles by now. */
export function repetitionDetector(): {goesRound(more: string): boolean} {
	const splitter = new SentenceStream();
	const said = new Map<string, number>();
	let tail = '';
	let round = false;
	return {
		goesRound(more) {
			for (const sentence of splitter.push(more)) {
				const plain = sentence
					.toLowerCase()
					.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
					.trim();
				if (countWords(plain) < fewestWords) continue;
				const count = (said.get(plain) ?? 0) + 1;
				said.set(plain, count);
				round ||= count >= mostTimes;
			}
			tail = (tail + more).slice(-stretch);
			round ||= tail.length === stretch && tail.split(tail.slice(-piece)).length > times;
			return round;
		},
	};
}
