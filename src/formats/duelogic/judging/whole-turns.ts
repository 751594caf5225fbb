/**
 * A turn that was cut and taken up again is one text to its judges, under the name of its first part: no sentence is
 * sent twice, and an opponent's turn has the numbers by which it was judged itself.
 */
import {numberedSentences, type NumberedSentence} from '../../../debate/evidence/numbered.ts';
import {memoizeRecent} from '../../../debate/fold/memoize-recent.ts';
import type {Turn} from '../../../debate/state.ts';

/** A turn with all it was taken up with; `cutAfter` is the last sentence before the first cut. */
export type WholeTurn = Turn & {readonly parts?: readonly Turn[]; readonly cutAfter?: number};

/** How a turn that was cut was finished: the speaker's answer to who cut in. */
export function resumptionOf(turns: readonly Turn[], turn: Turn): Turn | undefined {
	if (!turn.cut) return undefined;
	const cutIn = turns.find(({kind, replyTo}) => kind === 'interruption' && replyTo === turn.id);
	return turns.find(
		({kind, replyTo, speaker, text}) =>
			kind === 'resumption' && replyTo === cutIn?.id && speaker === turn.speaker && text.trim() !== '',
	);
}

/** The turns, each with how it was resumed as far as that is among them; `judged` is resumed as its judges are told. */
export function wholeTurns(
	turns: readonly Turn[],
	judged?: {readonly turn: Turn; readonly resumptions: readonly Turn[]},
): readonly WholeTurn[] {
	const resumptionsOf = (turn: Turn): readonly Turn[] =>
		turn.id === judged?.turn.id ? judged.resumptions : [resumptionOf(turns, turn) ?? []].flat();
	const parts = turns.map(turn => ({turn, next: resumptionsOf(turn)}));
	const resumed = new Set(parts.flatMap(({next}) => next));
	return parts.filter(({turn}) => !resumed.has(turn)).map(({turn, next}) => joined(turn, next));
}

const joined = (turn: Turn, resumptions: readonly Turn[]): WholeTurn =>
	resumptions.reduce<WholeTurn>((whole, next) => withNext(whole, next), turn);

/** The same object for the same parts: what was made of it is made once. */
const withNext = memoizeRecent((whole: WholeTurn, next: Turn): WholeTurn => ({
	...whole,
	text: joinedText(whole.text, [next]),
	cutAfter: whole.cutAfter ?? numberedSentences(whole.text).length,
	parts: [...(whole.parts ?? [whole]), next],
}));

/** What was said before the cut and after it, as one text. */
export const joinedText = (text: string, resumptions: readonly Turn[]): string =>
	[text.trimEnd(), ...resumptions.map(each => each.text.trim())].join(' ').trimEnd();

/** The part in which a sentence of the whole was said, and the sentence as that part numbers it. */
export function partWith(
	{id, parts = []}: WholeTurn,
	sentence: NumberedSentence,
): {readonly turnId: string; readonly sentence: NumberedSentence} {
	let before = 0;
	for (const part of parts) {
		const own = numberedSentences(part.text);
		const there = own[sentence.number - before - 1];
		// Two parts that meet within a sentence have one number less together.
		if (there) return there.text === sentence.text ? {turnId: part.id, sentence: there} : {turnId: id, sentence};
		before += own.length;
	}
	return {turnId: id, sentence};
}
