/**
 * Verifies a judge's answers against the transcript: a quotation that cannot be found does not count, and points
 * granted to an opponent are not violations.
 */
import type {ChecklistItem} from '../../../debate/formats/duelogic/events.ts';
import {turnName} from '../../../debate/prompt.ts';
import type {Turn} from '../../../debate/state.ts';
import {findQuote, type QuoteMatch} from './quotes.ts';
import type {JudgeAnswer} from '../config/answers.ts';

/** A turn to judge, its resumption if it was cut, and the other chairs' earlier turns. */
export type JudgedTurn = {
	readonly turn: Turn;
	readonly resumption: Turn | undefined;
	readonly opponents: readonly Turn[];
	/** The mandated obligations that apply to the turn. */
	readonly owed: OwedObligations;
};
type OwedObligations = {readonly steelManning: boolean; readonly selfCritique: boolean};

/** All items and reported violations with answers, quotations and offsets; only verified ones count. */
export type Checklist = {
	readonly items: readonly ChecklistItem[];
	readonly violations: readonly ChecklistItem[];
	readonly owed: OwedObligations;
};

/** A yes with a verified quotation; a yes without one is void. */
export const isProvenYes = (item: ChecklistItem | undefined): boolean => item?.answer === 'yes' && isVerified(item);

export const isVerified = ({match, targetMatch}: ChecklistItem): boolean =>
	isMatch(match) && (targetMatch === undefined || isMatch(targetMatch));

const isMatch = (match: ChecklistItem['match']): boolean => match === 'exact' || match === 'fuzzy';

/** Claims about an opponent need a quotation of the opponent too. */
const aboutOthers = new Set(['S1', 'X1', 'misrepresented_opponent']);

/** The turn's text, together with its resumption if it was cut. */
export const judgedText = ({turn, resumption}: Pick<JudgedTurn, 'turn' | 'resumption'>): string =>
	resumption ? `${turn.text.trimEnd()} ${resumption.text}` : turn.text;

/** Verifies one judge's answer. Offsets are in UTF-16 units of `judgedText`. */
export function verify({items, violations}: JudgeAnswer, judged: JudgedTurn): Checklist {
	const text = judgedText(judged);
	const asked = (id: string) =>
		(judged.owed.steelManning || !id.startsWith('S')) && (judged.owed.selfCritique || !id.startsWith('C'));
	const once = items.filter(({id}, index) => asked(id) && items.findIndex(other => other.id === id) === index);
	const checked = once.map(({id, answer, quote, target_quote, target_turn}) =>
		answer === 'yes' ? withQuoteMatches({id, answer}, {quote, target_quote, target_turn}, text, judged) : {id, answer},
	);
	const restated = asked('S1') ? [restatedFirst(checked)] : [];
	const listed = violations.map(({id, severity, note, ...quotes}) =>
		withQuoteMatches({id, answer: 'yes', severity, ...(note === '' ? {} : {note})}, quotes, text, judged),
	);
	return {
		items: [...checked, ...restated],
		violations: listed.map(violation => unlessGranted(violation, checked)),
		owed: judged.owed,
	};
}

type Quotes = {
	readonly quote: string | null;
	readonly target_quote: string | null;
	readonly target_turn: string | null;
};

function withQuoteMatches(
	item: ChecklistItem,
	{quote, target_quote, target_turn}: Quotes,
	text: string,
	{opponents}: JudgedTurn,
): ChecklistItem {
	const found: QuoteMatch = quote === null ? {match: 'not_found'} : findQuote(quote, text);
	const own = {...item, ...(quote === null ? {} : {quote}), ...found};
	if (!aboutOthers.has(item.id)) return own;
	const target = findTarget(target_quote, target_turn, opponents);
	return {...own, ...(target_quote === null ? {} : {targetQuote: target_quote}), ...target};
}

/**
 * Searches the named turn first, then all earlier opponents' turns: a wrong turn number is tolerated, a wrong
 * quotation is not.
 */
function findTarget(
	quote: string | null,
	name: string | null,
	opponents: readonly Turn[],
): Pick<ChecklistItem, 'targetMatch' | 'targetTurn'> {
	if (quote === null) return {targetMatch: 'not_found'};
	const named = (turn: Turn) => name !== null && turnName(turn.id) === turnName(name);
	for (const turn of [...opponents.filter(named), ...opponents.filter(turn => !named(turn)).toReversed()]) {
		const {match} = findQuote(quote, turn.text);
		if (match === 'too_short') return {targetMatch: match};
		if (match !== 'not_found') return {targetMatch: match, targetTurn: turn.id};
	}
	return {targetMatch: 'not_found'};
}

/** S6 is computed, not judged: whether the restatement (S1's quotation) comes before the turn's own case (F1's). */
function restatedFirst(items: readonly ChecklistItem[]): ChecklistItem {
	const [claim, own] = ['S1', 'F1'].map(id => items.find(item => item.id === id && isProvenYes(item)));
	if (claim?.start === undefined || claim.end === undefined)
		return {id: 'S6', answer: 'na', note: 'counted by us: no restatement whose quotation stands'};
	const first = own?.start === undefined || claim.start < own.start;
	if (!first) return {id: 'S6', answer: 'no', note: 'counted by us: its own case comes before the restatement'};
	return {
		id: 'S6',
		answer: 'yes',
		...(claim.quote === undefined ? {} : {quote: claim.quote}),
		match: 'exact',
		start: claim.start,
		end: claim.end,
		note: 'counted by us: the restatement comes first',
	};
}

/** A foreign argument inside a steel man or an admission is a point granted, not a violation. */
function unlessGranted(violation: ChecklistItem, items: readonly ChecklistItem[]): ChecklistItem {
	const granted =
		violation.id === 'V' && items.some(item => /^[SC]/u.test(item.id) && isProvenYes(item) && overlap(item, violation));
	return granted ? {...violation, answer: 'no', note: 'a point granted, not a change of ground'} : violation;
}

const overlap = (one: ChecklistItem, other: ChecklistItem): boolean =>
	one.start !== undefined &&
	one.end !== undefined &&
	other.start !== undefined &&
	other.end !== undefined &&
	one.start < other.end &&
	other.start < one.end;
