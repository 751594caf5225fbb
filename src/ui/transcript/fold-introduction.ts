/** The host's introduction, folded to its first two sentences: the chairs are what one came for. */
import {splitSentences} from '../../debate/text/sentences.ts';
import {countWords} from '../../debate/text/words.ts';
import type {DebateState, Turn} from '../../debate/state.ts';

const kept = 2;
/** Words that are not worth a fold. */
const few = 25;

/** What is seen of it, and how many words are folded away; undefined where it is seen whole. */
export function foldIntroduction(
	{start}: Pick<DebateState, 'start'>,
	{kind}: Pick<Turn, 'kind'>,
	text: string,
): {readonly text: string; readonly words: number} | undefined {
	if (start?.protocol !== 'duelogic' || kind !== 'introduction') return undefined;
	const seen = splitSentences(text)
		.filter(sentence => sentence.trim() !== '')
		.slice(0, kept)
		.join('')
		.trimEnd();
	const words = countWords(text) - countWords(seen);
	return words > few ? {text: seen.replaceAll(/\s*\n\s*/gu, ' '), words} : undefined;
}
