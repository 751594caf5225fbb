/** Quotable sentences: each is verbatim from a turn, and chosen by what it says of the proposition. */
import {quotableMerit} from '../../debate/formats/duelogic/standing.ts';
import type {Seat} from '../../debate/seats.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {splitSentences} from '../../debate/text/sentences.ts';
import {countWords} from '../../debate/text/words.ts';
import {contentWords, sharedWords} from '../episode/content-words.ts';
import {wordsOf} from '../../languages/ear/find.ts';
import type {Language} from '../../languages/ear/language.ts';

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

/** Headings, lists, quotations, tables and code: a sentence out of them does not stand by itself. */
const notProse = /^\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|>|\||```)/u;

const proseOf = ({text}: Turn): readonly string[] =>
	text.split('\n').flatMap(line => (notProse.test(line) ? [] : splitSentences(line)));

/** Kinds of turns that cut in on another. */
const asides = new Set(['interruption', 'point']);

/** What a chair stood for: the sentence of its first turn that says most of the proposition, and takes a side. */
export function stanceOf(state: DebateState, seat: Seat, code: string, taken: Set<string>): Quote | undefined {
	const turn = state.turns.find(
		({speaker, kind, text}) => speaker === seat.id && !asides.has(kind) && text.trim() !== '',
	);
	const language = wordsOf(code);
	return turn && take(seat, byWorth(proseOf(turn), state.start?.subject.text ?? '', language), taken);
}

/** The sentence that is most worth repeating: of one that scored well, full of what the debate is about, and short. */
export function bestLine(state: DebateState, seat: Seat, code: string, taken: Set<string>): Quote | undefined {
	const language = wordsOf(code);
	const mine = state.turns.filter(({speaker, kind}) => speaker === seat.id && kind !== 'interruption');
	const sentences = mine.flatMap(turn =>
		proseOf(turn)
			.filter(sentence => countWords(sentence) >= 6 && countWords(sentence) <= 28 && !/[“”"«»„]/u.test(sentence))
			.map(text => ({text, worth: lineWorth(state, turn, text, language)})),
	);
	return take(
		seat,
		sentences.toSorted((one, other) => other.worth - one.worth).map(({text}) => text),
		taken,
	);
}

/** That an opponent took a sentence up again says most for it, then that the ledger has it as a claim. */
function lineWorth(state: DebateState, turn: Turn, sentence: string, language: Language | undefined): number {
	const place = state.turns.indexOf(turn);
	const answers = state.turns.slice(place + 1, place + 3).filter(({speaker}) => speaker !== turn.speaker);
	const echoed = Math.max(0, ...answers.map(({text}) => sharedWords(sentence, text, language)));
	const telling = contentWords(sentence, language).length;
	const isClaim = state.formats.ledger.claims.some(claim => claim.sentence.trim() === sentence.trim());
	return (
		2 * echoed * Math.min(1, telling / 6) + telling / countWords(sentence) + scoreOf(turn) / 200 + (isClaim ? 1 : 0)
	);
}

function byWorth(said: readonly string[], proposition: string, language: Language | undefined): string[] {
	const sides =
		/(?<!\p{L})(?:yes|no|for|against|favour|favor|oppose|support|say|stand|should|für|gegen|ja|nein|pour|contre|oui|non|sí)(?!\p{L})|应当|应该|支持|反对|赞成/giu;
	const worth = (sentence: string): number =>
		2 * sharedWords(proposition, sentence, language) + Math.min(2, sentence.match(sides)?.length ?? 0) * 0.4;
	const sentences = said.filter(
		sentence => countWords(sentence) >= 5 && !/[“”"?？«»„]|^(?:You|They|She|He|So)\b/u.test(sentence.trim()),
	);
	return sentences.toSorted((one, other) => worth(other) - worth(one));
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
