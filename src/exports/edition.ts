/** What an editor made of a debate, as exports use it: numbers become the sentences of whoever said them. */
import {hasFallen, isSpokenBy} from '../debate/attribution.ts';
import type {EditionEvent, SentencePlace} from '../debate/edition.ts';
import {isChange, sentenceAt, textOf, turnNamed} from '../debate/edition-check.ts';
import {isPlayed, type Seat} from '../debate/seats.ts';
import type {DebateState, Turn} from '../debate/state.ts';
import {splitSentences} from '../debate/text/sentences.ts';
import {sectionOf} from './segments.ts';
import type {OutcomePoint, OutcomePoints, ShowingSentence} from './format-parts.ts';
import {fillSlots, type EpisodeWords} from '../languages/language.ts';
import {speakerOfTurn} from '../languages/wording.ts';

type SaidInTurn = {readonly turn: Turn; readonly text: string};

/** What is heard first; undefined where there is no edition, or something of it fell since. */
export function hookIn(
	state: DebateState,
): {readonly before: string; readonly quotes: readonly SaidInTurn[]; readonly after: string} | undefined {
	const {hook} = state.edition ?? {};
	if (!hook) return undefined;
	const quotes = hook.quotes.flatMap(quote => {
		const turn = turnNamed(state, quote.turn);
		const text = textOf(state, quote);
		const fell = turn && splitSentences(text).some(sentence => hasFallen(state, turn, sentence));
		return turn && text !== '' && !fell ? [{turn, text}] : [];
	});
	return quotes.length === hook.quotes.length ? {...hook, quotes} : undefined;
}

/** The sentence of whoever had a seat so that the editor chose. */
export function chosenLine(state: DebateState, seat: Seat): string | undefined {
	return state.edition?.lines
		?.flatMap(place => {
			const turn = turnNamed(state, place.turn);
			const text = sentenceAt(state, place);
			return turn && text !== undefined && isSpokenBy(turn, seat) && !hasFallen(state, turn, text) ? [text] : [];
		})
		.at(0);
}

/** What the editor calls a part of the debate. */
export const chapterIn = (
	{edition}: Pick<DebateState, 'edition'>,
	{segment, round}: Pick<Turn, 'segment' | 'round'>,
): string | undefined => edition?.chapters?.find(one => one.segment === segment && one.round === round)?.title;

type EditedMoment = {
	readonly turn: Turn;
	readonly says: string;
	readonly text: string;
	readonly isChange: boolean;
};

/** The moments that the editor chose, in order, each with its sentence. */
export const editedMoments = (state: DebateState): readonly EditedMoment[] =>
	(state.edition?.moments ?? []).flatMap(({says, ...place}) => {
		const turn = turnNamed(state, place.turn);
		const text = sentenceAt(state, place);
		return turn && text !== undefined ? [{turn, says, text, isChange: isChange(state, place)}] : [];
	});

const basis = 'Written by the editor; the turns that show it stand behind each point.';

/** What was settled and what stayed open, as the editor put it; undefined where it put neither. */
export function editedPoints(state: DebateState): OutcomePoints | undefined {
	const {settled = [], open = []} = state.edition ?? {};
	if (settled.length + open.length === 0) return undefined;
	const pointsOf = (told: NonNullable<EditionEvent['settled']>): OutcomePoint[] =>
		told.map(({says, shows}) => ({text: says, how: shownBy(state, shows), shows: saidIn(state, shows)}));
	return {settled: pointsOf(settled), open: pointsOf(open), basis};
}

const saidIn = (state: DebateState, shows: readonly SentencePlace[]): readonly ShowingSentence[] =>
	shows.flatMap(place => {
		const sentence = sentenceAt(state, place);
		const turnId = turnNamed(state, place.turn)?.id;
		return turnId === undefined || sentence === undefined ? [] : [{turnId, sentence}];
	});

/** `Ines, exchange 2; Rufus, exchange 3` */
function shownBy(state: DebateState, shows: readonly SentencePlace[]): string {
	const places = shows.flatMap(({turn}) => {
		const said = turnNamed(state, turn);
		return said ? [`${speakerOfTurn(state, said)}, ${sectionOf(said).toLowerCase()}`] : [];
	});
	return [...new Set(places)].join('; ');
}

/** Who wrote what is not quoted; undefined where nobody edited. */
export function editorNote(
	{edition}: Pick<DebateState, 'edition'>,
	{script, labels}: EpisodeWords,
): string | undefined {
	if (!edition || edition.reason !== undefined) return undefined;
	const {by} = edition;
	const name = isPlayed(by) ? labels.played : by.name;
	return fillSlots(script.editedBy, {name});
}
