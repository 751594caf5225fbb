/**
 * Which of the changes that the arbiter names hold: pure. A change needs a sentence of the turn; a chair answers the
 * claims of others, and gives up or takes back its own.
 */
import {numberedSentences} from '../evidence/numbered.ts';
import {phraseFault, wordsOf} from '../evidence/phrase.ts';
import type {Claim, ClaimLedger} from '../formats/claims/ledger.ts';
import type {LedgerEvent} from '../formats/claims/ledger-event.ts';
import {firstWords} from '../text/words.ts';
import type {LedgerAnswer} from './ledger-answer.ts';

/**
 * The turn that was read: `seats` are ids in the order of their letters. Those who speak for one side share its letter
 * and its claims: `seatOf` then says whose a speaker has.
 */
export type TurnRead = {
	readonly speaker: string;
	readonly text: string;
	readonly seats: readonly string[];
	readonly seatOf?: ((speaker: string) => string) | undefined;
};

const isSameSeat = ({speaker, seatOf = id => id}: TurnRead, holder: string): boolean =>
	seatOf(holder) === seatOf(speaker);

type SettledClaim = LedgerChanges['conceded'][number];
type NewClaim = LedgerChanges['new'][number];
/** Keeps a change that holds, and notes why another one does not. */
type Keep = <T extends object>(change: string, result: T | ClaimRefusal) => T[];

export type LedgerChanges = Pick<LedgerEvent, 'new' | 'answered' | 'conceded' | 'withdrawn' | 'refused'>;

/** Words of a claim, and how many new ones a turn can bring: more would fill the prompts with one turn. */
const longestClaim = 20;
const mostNew = 3;
/** Refusals that are recorded; more say nothing more. */
const mostRefused = 12;

/** The letter of a seat in the numbers of claims, `A` for the first chair. */
export const letterOf = (seats: readonly string[], chair: string): string =>
	String.fromCharCode('A'.charCodeAt(0) + Math.max(0, seats.indexOf(chair)));

/** Why a change cannot be. */
type ClaimRefusal = {readonly because: string};

export function checkChanges({claims}: ClaimLedger, turn: TurnRead, answer: LedgerAnswer): LedgerChanges {
	const refused: NonNullable<LedgerChanges['refused']> = [];
	const settled = new Set<string>();
	const keep: Keep = (change, result) => {
		if (!('because' in result)) return [result];
		if (refused.length < mostRefused) refused.push({change, because: result.because});
		return [];
	};
	const settle = (
		entry: {claim: string; sentence: string},
		mayBe: (claim: Claim) => string | undefined,
	): SettledClaim | ClaimRefusal => {
		const claim = claims.find(({id}) => id === entry.claim.trim().toUpperCase());
		if (!claim) return {because: 'there is no such claim'};
		const fault = mayBe(claim);
		if (fault !== undefined) return {because: fault};
		const stands = claim.status === 'open' || (isSameSeat(turn, claim.holder) && claim.status === 'answered');
		if (!stands || settled.has(claim.id)) return {because: 'it is settled already'};
		const sentence = sentenceIn(turn.text, entry.sentence);
		if (sentence === undefined) return {because: 'the sentence is not in the turn'};
		settled.add(claim.id);
		return {claim: claim.id, sentence};
	};
	const own = ({holder}: Claim) => (isSameSeat(turn, holder) ? undefined : 'it is not the speaker’s own claim');
	const anothers = ({holder}: Claim) => (isSameSeat(turn, holder) ? 'it is the speaker’s own claim' : undefined);
	return {
		// What is given up goes first: a claim that was refuted is not also taken back.
		conceded: answer.conceded.flatMap(entry => keep(`conceded ${clip(entry.claim)}`, settle(entry, own))),
		withdrawn: answer.withdrawn.flatMap(entry => keep(`withdrawn ${clip(entry.claim)}`, settle(entry, own))),
		answered: answer.answered.flatMap(entry =>
			keep(`answered ${clip(entry.claim)}`, settle(entry, anothers)).map(change => ({
				...change,
				...(entry.granted === true ? {granted: true as const} : {}),
			})),
		),
		new: newClaims(claims, turn, answer, keep),
		...(refused.length > 0 ? {refused} : {}),
	};
}

function newClaims(claims: readonly Claim[], turn: TurnRead, answer: LedgerAnswer, keep: Keep): LedgerChanges['new'] {
	const {speaker, seats, text, seatOf = id => id} = turn;
	const held = claims.filter(({holder}) => isSameSeat(turn, holder));
	const known = new Set(held.map(({claim}) => plain(claim)));
	let next = held.length;
	let taken = 0;
	const check = ({claim: wording, sentence: start, against}: LedgerAnswer['new'][number]): NewClaim | ClaimRefusal => {
		const claim = firstWords(wording.replaceAll(/\s+/gu, ' ').trim(), longestClaim);
		if (plain(claim) === '') return {because: 'it says nothing'};
		if (known.has(plain(claim))) return {because: 'it stands there already'};
		if (taken >= mostNew) return {because: `a turn adds ${mostNew} at most`};
		const sentence = sentenceIn(text, start);
		if (sentence === undefined) return {because: 'the sentence is not in the turn'};
		known.add(plain(claim));
		taken += 1;
		next += 1;
		const target = targetOf(claims, turn, against ?? '');
		return {id: `${letterOf(seats, seatOf(speaker))}${next}`, claim, sentence, ...(target && {against: target})};
	};
	return answer.new.flatMap(entry => keep(`new “${clip(entry.claim)}”`, check(entry)));
}

/** The claim or the chair that a new claim is made against: one of another chair. */
function targetOf(claims: readonly Claim[], turn: TurnRead, against: string): string | undefined {
	const {speaker, seats, seatOf = id => id} = turn;
	const named = against.trim().toUpperCase();
	const claim = claims.find(({id}) => id === named);
	if (claim) return isSameSeat(turn, claim.holder) ? undefined : claim.id;
	const chair = seats.find(id => letterOf(seats, id) === named || id.toUpperCase() === named);
	return chair === seatOf(speaker) ? undefined : chair;
}

/** The whole sentence that these words stand in, or begin where they go on beyond it; undefined where there is none. */
export function sentenceIn(text: string, words: string): string | undefined {
	const first = numberedSentences(words)[0]?.text ?? '';
	const found = numberedSentences(text);
	const of = (phrase: string) => found.find(({text: sentence}) => phraseFault(phrase, sentence) === undefined)?.text;
	return of(words.replace(/(?:…|\.\.\.)\s*$/u, '')) ?? of(first);
}

const plain = (text: string): string => wordsOf(text).join(' ');
const clip = (text: string): string => text.slice(0, 60);
