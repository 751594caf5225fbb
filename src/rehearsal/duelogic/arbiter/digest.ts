/** Summarises the turns so far, chair by chair, in their own words. */
import {shorten} from '../../language/fit.ts';
import type {PromptTurn} from '../../request/notation.ts';
import {wordRangeOf, type Composer} from '../../request/composer.ts';
import {countWords, sentencesOf} from '../../language/text.ts';
import {admits, agrees, isDecisive} from '../phrases/cues.ts';
import {bankOf} from '../frameworks/framework-banks.ts';

export const digest: Composer = input => {
	const {prompt, task, schema} = input;
	const {max} = wordRangeOf(task, 0, 300);
	const each = Math.max(12, Math.floor(max / Math.max(1, prompt.chairs.length)));
	const upto = prompt.turns.findIndex(({id}) => id === task.attributes['upto']);
	const turns = upto < 0 ? prompt.turns : prompt.turns.slice(0, upto + 1);
	const parts = prompt.chairs.map(
		card =>
			`${card.name}: ${shorten(
				gist(
					turns.filter(({speaker}) => speaker === card.id),
					bankOf(card).terms,
				),
				each - countWords(card.name),
			)}`,
	);
	const text = parts.join('\n');
	return schema ? {digest: text} : text;
};

/** The sentences richest in the framework's terms, decisive claims and concessions, in the order they were said. */
function gist(turns: readonly PromptTurn[], terms: RegExp): string {
	const sentences = turns.flatMap(({text}) => sentencesOf(text));
	const weighed = sentences.map((sentence, index) => ({
		sentence,
		index,
		weight:
			[...sentence.matchAll(terms)].length +
			(isDecisive(sentence) ? 1 : 0) +
			(agrees(sentence) || admits(sentence) ? 1 : 0),
	}));
	const best = weighed.toSorted((one, other) => other.weight - one.weight || one.index - other.index).slice(0, 8);
	return best
		.sort((one, other) => one.index - other.index)
		.map(({sentence}) => sentence)
		.join(' ');
}
