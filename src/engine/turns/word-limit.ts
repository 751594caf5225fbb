/**
 * Ends a turn at a sentence when it has more words than it may. A tenth is let pass: to the turn's own end where it
 * comes that soon, else to the end of the paragraph, else to the last whole sentence. Near the limit text is held back
 * until its sentence is whole, and past it until that is known: what was heard never has to be taken back.
 */
import {SentenceStream, splitSentences} from '../../debate/text/sentences.ts';
import {countWords} from '../../debate/text/words.ts';

/** Up to this share of the limit text passes as it comes. */
const freeShare = 0.8;
/** Up to this share a turn may overrun its limit. */
const graceShare = 1.1;
/** Past this share what is held back is no longer waited for: its sentence does not end. */
const hopelessShare = 1.4;

type WordLimit = {
	/** What of the text so far may be heard, and whether the turn is over with it. */
	push(piece: string): {readonly text: string; readonly over: boolean};
	/** What is left at the end; of an answer that broke off, whole sentences alone. */
	end(brokeOff: boolean): string;
	/** Whether anything was left out. */
	readonly limited: boolean;
};

/** Where a sentence ends, how many words there are up to it, and whether a paragraph ends with it. */
type SentenceEnd = {readonly at: number; readonly words: number; readonly ofParagraph: boolean};

const paragraphEnd = /\n[^\S\n]*\n\s*$/u;

/** The end of a turn that has more words than it may: of its paragraph if that is near, else of a sentence. */
function endWithin(ends: readonly SentenceEnd[], most: number): SentenceEnd | undefined {
	const within = ends.filter(({words}) => words <= graceShare * most);
	return within.find(({words, ofParagraph}) => words > most && ofParagraph) ?? within.at(-1);
}

/** Where sentences of a text end behind what of it was let through; the first of them begins at `from`. */
function endsOf(text: string, from: number, sentences: readonly string[], passed: number): SentenceEnd[] {
	let at = from;
	return sentences.flatMap(sentence => {
		const isBegun = at < passed;
		at += sentence.length;
		if (at <= passed) return [];
		// A sentence that has begun is heard to its end.
		const words = isBegun ? 0 : countWords(text.slice(0, at));
		return [{at, words, ofParagraph: paragraphEnd.test(sentence)}];
	});
}

/** Whether a growing text has at most so many words, without counting them at each character. */
function lengthCheck(): (soFar: string, words: number) => boolean {
	/** The length at which words were last counted, and how many there were: a character adds one word at most. */
	let counted = {length: 0, words: 0};
	return (soFar, words) => {
		const atMost = counted.words + soFar.length - counted.length;
		if (soFar.length < counted.length || atMost > words) counted = {length: soFar.length, words: countWords(soFar)};
		return counted.words + soFar.length - counted.length <= words;
	};
}

/** `said` gives what has been let through, also before this limit was made. */
export function wordLimit(said: () => string, mostWords: number | undefined): WordLimit {
	if (mostWords === undefined) return {push: text => ({text, over: false}), end: () => '', limited: false};
	const most = mostWords;
	const splitter = new SentenceStream();
	let settled = splitter.push(said()).join('').length;
	let ends: readonly SentenceEnd[] = [];
	let held = '';
	let limited = false;
	const fits = lengthCheck();

	function release(upto: number): string {
		const [before, text] = [said().length, said() + held];
		held = text.slice(Math.max(before, upto));
		return text.slice(before, Math.max(before, upto));
	}

	return {
		push(piece) {
			if (limited) return {text: '', over: true};
			const more = splitter.push(piece);
			const from = settled;
			settled += more.join('').length;
			held += piece;
			const soFar = said() + held;
			if (fits(soFar, freeShare * most)) return {text: release(soFar.length), over: false};
			ends = [...ends.filter(({at}) => at > said().length), ...endsOf(soFar, from, more, said().length)];
			const isOver = ends.some(({words}) => words > graceShare * most);
			if (isOver || !fits(soFar, hopelessShare * most + 20)) {
				limited = true;
				return {text: release(endWithin(ends, most)?.at ?? 0), over: true};
			}
			return {text: release(ends.findLast(({words}) => words <= most)?.at ?? 0), over: false};
		},
		end(brokeOff) {
			const soFar = said() + held;
			const sentences = splitSentences(soFar);
			const all = endsOf(soFar, 0, brokeOff ? sentences.slice(0, -1) : sentences, said().length);
			const isOver = all.some(({words}) => words > graceShare * most);
			const last = isOver ? endWithin(all, most) : all.at(-1);
			const text = release(last?.at ?? 0);
			limited ||= held.trim() !== '';
			return text;
		},
		get limited() {
			return limited;
		},
	};
}

/** Whether a text has come so near to its limit that no rest of it is asked for. */
export const isNearLimit = (text: string, mostWords: number | undefined): boolean =>
	mostWords !== undefined && countWords(text) > freeShare * mostWords;
