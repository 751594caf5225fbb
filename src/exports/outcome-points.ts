/** What a debate settled and what it left open, from what its format recorded. */
import type {Claim} from '../debate/claims.ts';
import {evadedIn, quotableMerit} from '../debate/evaluation.ts';
import {arguingSeats} from '../debate/seats.ts';
import type {Turn, DebateState} from '../debate/state.ts';
import {splitSentences} from '../debate/text/sentences.ts';
import {countWords} from '../debate/text/words.ts';
import {claimText, toldStanding, unmetClaims} from '../debate/ledger.ts';
import {fillSlots, type EpisodeWords} from '../languages/language.ts';
import {speakerIn, speakerOfTurn} from '../languages/wording.ts';
import type {FormatParts, OutcomePoint, OutcomePoints} from './format-parts.ts';

/** How a point came to stand so; what only the program tells, in English, is left out in other languages. */
export function howIn({how, granted}: OutcomePoint, words: EpisodeWords): string {
	if (granted) return grantIn(granted, words);
	return words.code === 'en' ? how : '';
}

/** By whom a point was granted, and by which sentence where the point is another's claim. */
export function grantIn(
	{by, witness, noted}: NonNullable<OutcomePoint['granted']>,
	{notes, ledger, standings, quotes: [open, close]}: EpisodeWords,
): string {
	if (witness === undefined) return fillSlots(notes.granted, {name: by});
	return `${standings[noted ? 'noted' : 'granted']}${fillSlots(ledger.by, {name: by})}: ${open}${witness}${close}`;
}

/** What a point says. A claim that its own side dropped is never told as if it stood: who dropped it goes first. */
export const pointText = ({text, dropped}: OutcomePoint, {page, quotes: [open, close]}: EpisodeWords): string =>
	dropped
		? fillSlots(page.changes[dropped.kind] ?? '', {
				name: dropped.by,
				claim: text,
				quote: `${open}${dropped.sentence}${close}`,
			})
		: text;

/** By the format's own events, else by claims and scores; undefined where nothing of the kind is recorded. */
export function outcomePointsOf(state: DebateState, format: FormatParts | undefined): OutcomePoints | undefined {
	for (const {outcome} of Object.values(format?.events ?? {})) {
		const points = outcome?.(state);
		if (points) return points;
	}
	const evaded = evadedIn(state.turns)
		.filter(isLeft(state))
		.map(({turn, question}) => ({
			text: question,
			how: `${speakerOfTurn(state, turn)} was asked it, and passed over it`,
		}));
	return claimPoints(state, {evaded, asked: openQuestion(state), basis: hostsLedger}) ?? judgedPoints(state);
}

/** From these rules on, judges are asked if a later answer comes back to a question that was evaded. */
const rulesThatComeBack = 6;

/** Whether an evaded question was left: by older rules nobody knows where its speaker was scored once more. */
const isLeft =
	({turns}: DebateState) =>
	({turn}: {readonly turn: Turn}): boolean =>
		(turn.evaluation?.rules ?? 1) >= rulesThatComeBack ||
		!turns
			.slice(turns.indexOf(turn) + 1)
			.some(({speaker, evaluation}) => speaker === turn.speaker && evaluation !== undefined);

/** More claims than these are not listed. */
const mostClaims = 10;

const hostsLedger =
	'From the claims that the host’s voice took down while they were made: those that were granted or given up, and those with no answer on record.';

/** What stands beside the claims, and what they rest on. */
type BesideClaims = {
	readonly evaded: readonly OutcomePoint[];
	readonly asked: readonly OutcomePoint[];
	readonly basis: string;
};

/** From a ledger of claims, with what judges upheld besides; undefined where there is neither ledger nor evasion. */
export function claimPoints(state: DebateState, {evaded, asked, basis}: BesideClaims): OutcomePoints | undefined {
	const {claims} = state.formats.ledger;
	if (claims.length === 0 && evaded.length === 0) return undefined;
	const settled = claims.flatMap(claim => settledPoint(state, claim));
	const open = unmetClaims(state)
		.toReversed()
		.map(claim => ({
			text: claimText(claim),
			how: `claimed by ${speakerIn(state, claim.turnId)}, with no answer on record`,
			claimedBy: speakerIn(state, claim.turnId),
		}));
	return {
		settled: (settled.length > 0 ? settled : state.turns.flatMap(turn => granted(state, turn))).slice(0, mostClaims),
		open: [...evaded, ...open.slice(0, mostClaims), ...asked],
		basis,
	};
}

/** A claim that its holder gave up, or that another granted. Answering it settles nothing. */
function settledPoint(state: DebateState, claim: Claim): OutcomePoint[] {
	const {status, settled} = claim;
	if ((status === 'conceded' || status === 'withdrawn') && settled) {
		const dropped = {kind: status, by: speakerIn(state, settled.turnId), sentence: settled.sentence.trim()};
		return [{text: claimText(claim), how: '', dropped}];
	}
	if (!settled?.granted) return [];
	const by = speakerIn(state, settled.turnId);
	return [
		{
			text: claimText(claim),
			how: '',
			granted: {
				by,
				to: speakerIn(state, claim.turnId),
				witness: settled.sentence.trim(),
				noted: toldStanding(claim) === 'noted',
			},
		},
	];
}

/** From what a bench of judges upheld; nothing without one. */
function judgedPoints(state: DebateState): OutcomePoints | undefined {
	const settled = state.turns.flatMap(turn => granted(state, turn));
	const open = openQuestion(state);
	if (settled.length === 0 && open.length === 0) return undefined;
	return {
		settled: settled.slice(0, 12),
		open,
		basis:
			'What speakers granted each other, by sentences that the judges upheld, and the question that the host left.',
	};
}

/** The sentence of a turn that grants something, where the judges uphold it. */
function granted(state: DebateState, turn: Turn): OutcomePoint[] {
	const item = turn.evaluation && quotableMerit(turn.evaluation, 'S4');
	const sentence = item && sentenceOf(turn, item.quote ?? '', item.start);
	if (sentence === undefined) return [];
	const by = speakerOfTurn(state, turn);
	const others = arguingSeats(state.seats).filter(({id}) => id !== turn.speaker);
	const to = others.length === 1 ? others[0]?.name : undefined;
	return [{text: `“${sentence}”`, how: '', granted: {sentence, by, ...(to !== undefined && {to})}}];
}

/** A sentence of fewer words than this says little by itself: the one before it comes along. */
const tellsEnough = 24;

/** The whole sentence in which a quotation stands, with the one before it where it is short. */
function sentenceOf({text}: Turn, quoted: string, start: number | undefined): string | undefined {
	const at = start ?? text.indexOf(quoted);
	const sentences = splitSentences(text);
	let end = 0;
	const place = sentences.findIndex(sentence => {
		end += sentence.length;
		return at >= 0 && end > at;
	});
	const sentence = sentences[place];
	if (sentence === undefined) return undefined;
	const before = sentences[place - 1] ?? '';
	const needsMore = countWords(sentence) < tellsEnough && !/\n\s*$/u.test(before);
	return `${needsMore ? before : ''}${sentence}`.trim().replace(/\s+/gu, ' ');
}

/** The last question that whoever closed left open. */
export function lastQuestion(state: DebateState): string | undefined {
	const closing = state.turns.findLast(({kind, text}) => kind === 'synthesis' && text.trim() !== '');
	if (!closing) return undefined;
	return splitSentences(closing.text)
		.map(sentence => sentence.trim().replace(/\s+/gu, ' '))
		.findLast(sentence => /[?？]$/u.test(sentence) && sentence.length <= 260);
}

/** The same as a point. */
const openQuestion = (state: DebateState): OutcomePoint[] =>
	[lastQuestion(state)].flatMap(text => (text === undefined ? [] : [{text, how: 'asked at the end'}]));

/** Points by whether they are settled, each with how it came to that. */
export const splitPoints = (
	points: readonly (OutcomePoint & {readonly isSettled: boolean})[],
	basis: string,
): OutcomePoints => ({
	settled: points.filter(({isSettled}) => isSettled).map(({text, how}) => ({text, how})),
	open: points.filter(({isSettled}) => !isSettled).map(({text, how}) => ({text, how})),
	basis,
});
