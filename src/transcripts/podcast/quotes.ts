/** Quotable sentences: each is verbatim from a turn, and a judge cited it with a quotation that was found there. */
import {quotableMerit} from '../../debate/formats/duelogic/standing.ts';
import {splitSentences} from '../../debate/text/sentences.ts';
import type {Seat} from '../../debate/seats.ts';
import type {DebateState, Turn} from '../../debate/state.ts';

export type Quote = {readonly seat: Seat; readonly text: string};

/** The longest sentence to quote, in characters. */
const longest = 260;

/**
 * The sentence of a chair's best-scored turn to which a judge answered yes by one of these items of its checklist, the
 * first item first; none that is in `taken`, to which it is then added.
 */
export function quoteBy(
	state: DebateState,
	seat: Seat,
	items: readonly string[],
	taken: Set<string>,
): Quote | undefined {
	const turns = state.turns
		.filter(({speaker, evaluation}) => speaker === seat.id && typeof evaluation?.adherenceScore === 'number')
		.toSorted((a, b) => scoreOf(b) - scoreOf(a));
	const sentences = items.flatMap(item => turns.flatMap(turn => pointedAt(turn, item)));
	return take(seat, sentences, taken);
}

/** The first sentence of the turn with which a chair opened. */
export function openingOf(state: DebateState, seat: Seat, taken: Set<string>): Quote | undefined {
	const turn = state.turns.find(({speaker, text}) => speaker === seat.id && text.trim() !== '');
	return turn && take(seat, splitSentences(turn.text).slice(0, 1), taken);
}

/** The last question that the one who closed left open. */
export function lastQuestion(state: DebateState): string | undefined {
	const closing = state.turns.findLast(({kind, text}) => kind === 'synthesis' && text.trim() !== '');
	return (
		closing &&
		splitSentences(closing.text)
			.map(sentence => sentence.trim())
			.findLast(sentence => sentence.endsWith('?') && sentence.length <= longest)
	);
}

const scoreOf = ({evaluation}: Turn): number => evaluation?.adherenceScore ?? 0;

function pointedAt({text, evaluation}: Turn, id: string): string[] {
	const item = evaluation && quotableMerit(evaluation, id);
	if (!item) return [];
	// From rules 2 on the quotation is the whole sentence.
	if ((evaluation.rules ?? 1) > 1) return item.quote === undefined ? [] : [item.quote];
	const at = item.start;
	if (at === undefined) return [];
	let end = 0;
	return splitSentences(text).filter(sentence => {
		end += sentence.length;
		return end > at && end - sentence.length <= at;
	});
}

function take(seat: Seat, sentences: readonly string[], taken: Set<string>): Quote | undefined {
	const text = sentences
		.map(sentence => sentence.trim().replace(/\s+/gu, ' '))
		.find(sentence => sentence !== '' && sentence.length <= longest && !taken.has(sentence));
	if (text === undefined) return undefined;
	taken.add(text);
	return {seat, text};
}
