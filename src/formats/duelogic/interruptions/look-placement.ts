/**
 * Where in a turn to look for a reason to interrupt. Signs of it are the same in every language: a name, a question, a
 * quotation, the words of an open claim.
 */
import type {SoFar} from '../../../debate/protocol.ts';
import {countWords} from '../../../debate/text/words.ts';
import type {DebateState} from '../../../debate/state.ts';
import {namesOf} from '../seating/speaking-order.ts';
import {withCurrentNames, type DuelogicDebate} from '../seating/seating.ts';
import {firstCuttable, isPastMark, whoMayCut} from './interruption-rules.ts';
import {openClaims, touchesClaim} from './open-claims.ts';

/** Looks a turn. */
const mostLooks = 3;
/** Sentences from one look to the next: a cut may be made one sentence after its cause. */
const leastBetween = 2;
/** Where to look if nothing calls for it before, in shares of the expected length. */
const marks = [1 / 3, 2 / 3] as const;
/** Claims of each chair whose words are watched for. */
const watchedClaims = 4;

/** Up to which sentence, from 1, to look now; undefined for not yet. */
export function nextLook(
	debate: DuelogicDebate,
	written: SoFar,
	heard: DebateState,
	looks: readonly number[],
	expectedWords: number,
): number | undefined {
	if (looks.length >= mostLooks) return undefined;
	const ends = wordsAtEnds(written.sentences);
	const upto = ends.findLastIndex(words => !isPastMark(words, expectedWords)) + 1;
	const seen = looks.at(-1) ?? 0;
	if (upto < firstCuttable || upto < seen + (seen === 0 ? 1 : leastBetween)) return undefined;
	if (!isMarkPassed(ends[seen - 1] ?? 0, ends[upto - 1] ?? 0, expectedWords) && !isCalledFor()) return undefined;
	return whoMayCut(debate, heard, soFarTo(written, upto)).length > 0 ? upto : undefined;

	function isCalledFor(): boolean {
		const names = namesIn(debate, heard, written.speaker);
		const others = debate.chairs.map(({id}) => id).filter(id => id !== written.speaker);
		const fresh = written.sentences.slice(seen, upto);
		if (fresh.some(sentence => asksOrQuotes.test(sentence) || names.some(name => hasName(sentence, name)))) return true;
		const claims = openClaims(debate, heard, others, fresh.join(''), watchedClaims);
		return fresh.some(sentence => touchesClaim(debate, heard, sentence, claims));
	}
}

/** Marks of questions and quotations in all scripts that have any. */
const asksOrQuotes = /[?？؟⸮՞፧"“”„«»‹›「」『』〝〞]/u;

const namesIn = (debate: DuelogicDebate, heard: DebateState, speaker: string): readonly string[] => {
	const now = withCurrentNames(debate, heard);
	return now.chairs.filter(({id}) => id !== speaker).flatMap(chair => namesOf(now, chair));
};

const hasName = (sentence: string, name: string): boolean => sentence.toLowerCase().includes(name.toLowerCase());

/** Whether a third or two thirds of the expected length lie between two places. */
const isMarkPassed = (from: number, to: number, expectedWords: number): boolean =>
	marks.some(share => from < share * expectedWords && to >= share * expectedWords);

/** The words up to the end of each sentence. */
function wordsAtEnds(sentences: readonly string[]): readonly number[] {
	let words = 0;
	return sentences.map(sentence => (words += countWords(sentence)));
}

function soFarTo(written: SoFar, upto: number): SoFar {
	const sentences = written.sentences.slice(0, upto);
	const text = sentences.join('');
	return {...written, sentences, text, words: countWords(text)};
}
