/** Whether a text that is being written goes round in circles. */
import {SentenceStream} from './sentences.ts';
import {countWords} from './words.ts';

/** A sentence of at least so many words that is said so many times is a loop. */
const [fewestWords, mostTimes] = [6, 3];
/** So is a piece of text that occurs more than so many times in the last stretch; lengths in UTF-16 units. */
const [piece, times, stretch] = [40, 4, 400];

/** Follows a text as it is written, and says whether it has begun to loop. */
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
