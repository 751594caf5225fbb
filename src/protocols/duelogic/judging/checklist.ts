/**
 * A judge's answers, held against what was said: each quotation found or not, and what a quarrel over a grant is worth,
 * nothing.
 */
import type {ChecklistItem} from '../../../debate/formats/duelogic/events.ts';
import {turnName} from '../../../debate/prompt.ts';
import type {Turn} from '../../../debate/state.ts';
import {findQuote, type QuoteMatch} from './quotes.ts';
import type {JudgeAnswer} from '../config/answers.ts';

/**
 * What is judged: a turn, and with one that was cut its resumption; `opponents` are the other chairs' turns before it.
 */
export type JudgedTurn = {
	readonly turn: Turn;
	readonly resumption: Turn | undefined;
	readonly opponents: readonly Turn[];
	/** Which of the mandated obligations it owed at all. */
	readonly owed: OwedObligations;
};
type OwedObligations = {readonly steelManning: boolean; readonly selfCritique: boolean};

/** Every item with its answer, quotation and offsets, and the violations that were listed; only verified ones count. */
export type Checklist = {
	readonly items: readonly ChecklistItem[];
	readonly violations: readonly ChecklistItem[];
	readonly owed: OwedObligations;
};

/** A yes whose quotation stands; a yes without one is void. */
export const isProvenYes = (item: ChecklistItem | undefined): boolean => item?.answer === 'yes' && isVerified(item);

export const isVerified = ({match, targetMatch}: ChecklistItem): boolean =>
	isMatch(match) && (targetMatch === undefined || isMatch(targetMatch));

const isMatch = (match: ChecklistItem['match']): boolean => match === 'exact' || match === 'fuzzy';

/** Claims about an opponent need the opponent's words as well. */
const aboutOthers = new Set(['S1', 'X1', 'misrepresented_opponent']);

/** What was said in the turn as judged: cut and resumed as one. */
export const judgedText = ({turn, resumption}: Pick<JudgedTurn, 'turn' | 'resumption'>): string =>
	resumption ? `${turn.text.trimEnd()} ${resumption.text}` : turn.text;

/** Checks one judge's answer. Offsets are in the judged text, UTF-16. */
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
 * Looks where the judge says it stands, then wherever an opponent spoke before: a wrong number is a slip, a wrong
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

/** S6 is ours to answer: the opponent's claim comes before the turn's own case (the quotations of S1 and F1). */
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

/** A foreign argument inside a steel man or an admission is a point granted, and no desertion. */
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
