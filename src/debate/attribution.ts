/**
 * Who said what. Whatever was said has a turn and the voice that spoke it; a seat and its name are roles at that time.
 * What is published of a speaker goes by whoever spoke, not by whoever has the seat in the end.
 */
import type {Claim} from './claims.ts';
import {findingOf} from './evaluation.ts';
import {memoizeRecent} from './fold.ts';
import {isFaulty, isUndecided} from './sources.ts';
import {isPerson, isRehearsal, type Holder, type Seat} from './seats.ts';
import type {DebateState, Turn} from './state.ts';
import {numberedSentences} from './judged-text.ts';
import {turnName} from './prompt.ts';
import {splitSentences} from './text/sentences.ts';
import {oneLine} from './text/words.ts';

/** The name and voice of whoever holds a seat: what tells one speaker from the next in the same seat. */
export const speakerKey = (seat: string, {name, voice}: Pick<Holder, 'name' | 'voice'>): string =>
	`${seat}\n${voice}\n${name}`;

/** A speaker by its seat and the voice that spoke, of a turn. */
export const speakerKeyOf = ({speaker, by}: Pick<Turn, 'speaker' | 'by'>): string =>
	by ? speakerKey(speaker, by) : speaker;

/** The seat as this holder had it. */
function heldBy(seat: Seat, {name, voice, model, provider}: Holder): Seat {
	if (name === seat.name && voice === seat.voice) return seat;
	const {model: _model, provider: _provider, prices: _prices, ...rest} = seat;
	return {...rest, name, voice, ...(model !== undefined && {model}), ...(provider !== undefined && {provider})};
}

/**
 * Each of these seats once for every voice that spoke in it, as that voice had it, in the order in which they came. A
 * seat in which nobody spoke stands as it is.
 */
export function speakersIn({turns}: Pick<DebateState, 'turns'>, seats: readonly Seat[]): readonly Seat[] {
	const holders = new Map<string, Map<string, Holder>>();
	for (const {speaker, by, text} of turns) {
		if (!by || text.trim() === '') continue;
		const inSeat = holders.get(speaker) ?? new Map<string, Holder>();
		holders.set(speaker, inSeat.set(speakerKey(speaker, by), inSeat.get(speakerKey(speaker, by)) ?? by));
	}
	return seats.flatMap(seat => {
		const spoke = [...(holders.get(seat.id)?.values() ?? [])];
		return spoke.length === 0 ? [seat] : spoke.map(holder => heldBy(seat, holder));
	});
}

/** Whether a turn was spoken in this seat by whoever had it so. */
export const isSpokenBy = ({speaker, by}: Turn, seat: Seat): boolean =>
	speaker === seat.id && (!by || (by.name === seat.name && by.voice === seat.voice));

/** Who had a seat at a time of the debate, in milliseconds. */
export function holderAt(
	{seats}: Pick<DebateState, 'seats'>,
	id: string,
	at: number,
): Pick<Holder, 'name' | 'voice'> | undefined {
	const seat = seats.find(each => each.id === id);
	return seat?.formerly.find(({until}) => at < until) ?? seat;
}

const places = new WeakMap<readonly Turn[], ReadonlyMap<string, number>>();

/** Where each turn stands, by its id. */
export function placesIn(turns: readonly Turn[]): ReadonlyMap<string, number> {
	const found = places.get(turns) ?? new Map(turns.map(({id}, place) => [id, place]));
	places.set(turns, found);
	return found;
}

const turnOf = ({turns}: Pick<DebateState, 'turns'>, id: string): Turn | undefined =>
	turns[placesIn(turns).get(id) ?? -1];

/** Whether a claim was made in this seat by whoever had it so. */
export function isClaimOf(state: Pick<DebateState, 'turns'>, claim: Claim, seat: Seat): boolean {
	const turn = turnOf(state, claim.turnId);
	return claim.holder === seat.id && (turn === undefined || isSpokenBy(turn, seat));
}

/** Whether a turn was scored by the model that spoke it: a person has none, nor has a rehearsal. */
export const isSelfJudged = ({by, evaluation}: Pick<Turn, 'by' | 'evaluation'>): boolean =>
	evaluation?.selfJudged === true && evaluation.adherenceScore !== null && !(by && (isPerson(by) || isRehearsal(by)));

// What fell: what nobody may quote as a highlight.

const fallenIn = new WeakMap<DebateState, Map<string, ReadonlySet<string>>>();

/**
 * Whether a sentence of a turn was given up, taken back, narrowed or ruled out, was found untrue by the bench or to put
 * words into another's mouth, or rests
 * on a citation that was found false: altered, in none of the documents, unsupported or the opposite of what its
 * passage says.
 */
export function hasFallen(state: DebateState, {id}: Pick<Turn, 'id'>, sentence: string): boolean {
	const known = fallenIn.get(state) ?? new Map<string, ReadonlySet<string>>();
	fallenIn.set(state, known);
	const fallen = known.get(id) ?? fallenSentences(state, id);
	known.set(id, fallen);
	const said = oneLine(sentence);
	return said !== '' && [...fallen].some(one => one.includes(said) || said.includes(one));
}

const givenUpOf = memoizeRecent((claims: readonly Claim[]) =>
	claims.filter(({status, narrowed = []}) => status === 'conceded' || status === 'withdrawn' || narrowed.length > 0),
);

function fallenSentences(state: DebateState, turnId: string): ReadonlySet<string> {
	const turn = turnOf(state, turnId);
	if (!turn) return new Set();
	const sentences = splitSentences(turn.text);
	// Who cut in on a quotation that was right after all was wrong.
	if (turn.kind === 'interruption' && turn.replyTo !== undefined && turnOf(state, turn.replyTo)?.cut?.fallen)
		return new Set(sentences.map(oneLine).filter(text => text !== ''));
	const refuted = (turn.citations ?? []).flatMap(citation => {
		const {standing, support, passage} = citation;
		// What nobody has decided is no fault, and nothing to be proud of.
		const isFalse =
			isFaulty(citation) ||
			isUndecided(citation) ||
			(standing === 'cited' && passage === null) ||
			support?.answer === 'no' ||
			support?.answer === 'opposite';
		return isFalse ? [sentences[citation.sentence - 1] ?? ''] : [];
	});
	const untrue = (state.edition?.untrue ?? []).flatMap(({turn: named, sentence, upheld}) =>
		upheld === true && turnName(turnId) === named ? [numberedSentences(turn.text)[sentence - 1]?.text ?? ''] : [],
	);
	// What was cut off and taken up again is read as one turn: its claims are those of the first part.
	const givenUp = givenUpOf(state.formats.ledger.claims).flatMap(({sentence, turnId: madeIn, holder}) =>
		madeIn === turnId || (turn.kind === 'resumption' && holder === turn.speaker && turn.text.includes(sentence))
			? [sentence]
			: [],
	);
	// Words that were put into somebody's mouth are nobody's, taken back or not.
	const putInMouths = (turn.evaluation?.items ?? []).flatMap(item =>
		(item.id === 'X1' || item.id === 'X2') && findingOf(item) === 'found' && item.quote !== undefined
			? [item.quote]
			: [],
	);
	const ruledOut = state.formats.motion.newClaims.flatMap(ruled => (ruled.turnId === turnId ? ruled.sentences : []));
	return new Set(
		[...refuted, ...untrue, ...givenUp, ...putInMouths, ...ruledOut].map(oneLine).filter(text => text !== ''),
	);
}
