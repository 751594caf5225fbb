/** The side of a Duelogic stage: chairs, stances, what is at stake, and what happened. It fills its height. */
import {arguingSeats} from '../../debate/seats.ts';
import {momentRows, unfoldedHeight} from './moments.ts';
import type {DebateStore, Pane} from '../stage/debate-store.ts';
import {exactly, rule, sideBySide, span, type Row, line, row, withSpoken, type Span} from '../../view/rows.ts';
import {voteTime} from '../../view/voting.ts';
import {swingOf} from '../../debate/audience.ts';
import {swingBars} from '../../view/audience.ts';
import {cardRows} from './cards.ts';
import {claimRows, claimsWanted} from './claim-list.ts';
import {claimTally, tallyText} from '../../view/claim-tally.ts';
import {incrementalFold, append} from '../../debate/fold.ts';
import type {JudgeStanceEvent} from '../../debate/evaluation.ts';
import type {DebateState} from '../../debate/state.ts';
import {judgeVotesOf, unjudgedText, votesOf} from '../../debate/views/judgements.ts';
import {signs} from '../../view/theme.ts';
import {wrapText} from '../../view/wrap.ts';

/** Columns from which claims and moments stand side by side. */
const WIDE = 76;
const GAP = 3;
/** Rows that claims and moments keep, each with its rule. */
const LEAST = 4;

/** Exactly `height` rows, without what is `hidden`. */
export function boardRows(
	store: DebateStore,
	width: number,
	height: number,
	hidden: readonly Pane[] = [],
): readonly Row[] {
	const chairs = hidden.includes('chairs') ? [] : chairPart(store, width, height, hidden);
	const rest = height - chairs.length;
	const below = hidden.includes('moments') ? claimPart(store, width, rest) : belowChairs(store, width, rest);
	return exactly([...chairs, ...below], height);
}

function chairPart(store: DebateStore, width: number, height: number, hidden: readonly Pane[]): readonly Row[] {
	const stances = stancesOf(store, width);
	const others = hidden.includes('moments') ? LEAST : 2 * LEAST;
	const chairs = arguingSeats(store.state.seats).length;
	const room = Math.max(Math.min(chairs, height - 1), height - 1 - stances.length - others);
	const cards = cardRows(store, width, room).slice(0, room);
	return [
		rule(width, span('Chairs', 'strong')),
		...cards,
		...(height - 1 - cards.length >= stances.length + 2 ? stances : []),
	];
}

/** Why nothing is judged, if so; then where listeners and judges stand, or the key that says it. */
function stancesOf(store: DebateStore, width: number): readonly Row[] {
	const why = unjudgedText(store.state);
	return [...(why === undefined ? [] : wrapText(why, width).map(text => line(text, 'dim'))), ...votesIn(store, width)];
}

/** Where listeners and judges stand; in a live debate without votes, the key that says it. */
export function votesIn({state, session}: DebateStore, width: number): readonly Row[] {
	const rows = [...stanceRows(state, width), ...swingBars(swingOf(state.audience), width)];
	if (rows.length > 0) return rows;
	return session.live && voteTime(state) !== undefined ? [stanceHint] : [];
}

const claimsTitle = ({state}: DebateStore, width: number): Row => {
	const tally = claimTally(state);
	const text = [tallyText(tally), `${tally.open} open`].find(({length}) => length + 16 <= width);
	return rule(
		width,
		span('Claims', 'strong'),
		tally.ordered.length > 0 && text !== undefined ? span(text, 'dim') : undefined,
	);
};

const claimPart = (store: DebateStore, width: number, height: number): readonly Row[] =>
	height < 2 || !hasClaims(store)
		? []
		: exactly([claimsTitle(store, width), ...claimRows(store, width, height - 1)], height);

const hasClaims = ({state}: DebateStore): boolean => claimTally(state).ordered.length > 0;

const momentPart = (store: DebateStore, width: number, height: number): readonly Row[] =>
	height < 2 ? [] : exactly([rule(width, span('Moments', 'strong')), ...momentRows(store, width, height - 1)], height);

/**
 * Claims, once there are any, and moments: side by side where it is wide, else each with as many rows as it needs of
 * those there are.
 */
function belowChairs(store: DebateStore, width: number, height: number): readonly Row[] {
	if (!hasClaims(store)) return momentPart(store, width, height);
	if (width >= WIDE) {
		const left = Math.floor((width - GAP) / 2);
		const right = width - GAP - left;
		return sideBySide(claimPart(store, left, height), momentPart(store, right, height), [left, right], GAP);
	}
	if (height < 2 * 2) return momentPart(store, width, height);
	const room = height - 2;
	const wanted = {claims: claimsWanted(store, width, room), moments: unfoldedHeight(store, width, room)};
	const half = Math.ceil(room * 0.55);
	const claims = Math.max(1, Math.min(wanted.claims, Math.max(half, room - wanted.moments), room - 1));
	return [...claimPart(store, width, claims + 1), ...momentPart(store, width, height - claims - 1)];
}

// Where listeners and judges stand between against and for. It is about the proposition: which chair is ahead is shown
// nowhere.

type StanceMove = {readonly before: number | undefined; readonly after: number | undefined};

const judgeStances = incrementalFold<
	DebateState['records'][number],
	readonly (JudgeStanceEvent & {readonly at: number})[]
>([], (found, record, own) => (record.type === 'judge-stance' ? append(found, record, own) : found));

const listeners = incrementalFold<DebateState['actions'][number], DebateState['actions']>([], (found, action, own) =>
	action.action === 'vote' ? append(found, action, own) : found,
);

/** One line for the listeners and one for the judges; those who were not asked have none. */
function stanceRows({start, actions, records, seats}: DebateState, width: number): readonly Row[] {
	const heard = votesOf({actions: listeners(start, actions)});
	const judges = judgeVotesOf({records: judgeStances(start, records), seats}).filter(
		({before, after}) => before !== undefined || after !== undefined,
	);
	return [
		...(heard.length > 0 ? [scaleRow(heard.length > 1 ? 'listeners' : 'listener', heard, width)] : []),
		...(judges.length > 0 ? [scaleRow(judges.length > 1 ? 'judges' : 'judge', judges, width)] : []),
	];
}

/** What stands there while a live debate has no votes. */
const stanceHint = line('v: say where you stand, before and after', 'dim');

const LABEL = 10;
const [AGAINST, FOR] = ['against ', ' for'] as const;
const steps = 6;

function scaleRow(label: string, stances: readonly StanceMove[], width: number): Row {
	const room = Math.max(13, Math.min(61, width - LABEL - AGAINST.length - FOR.length));
	const placeOf = (stance: number) => Math.round(((stance + 3) / steps) * (room - 1));
	const count = (places: readonly number[], place: number) => places.filter(each => each === place).length;
	const now = stances.flatMap(({before, after}) => after ?? before ?? []).map(placeOf);
	const then = stances.flatMap(({before, after}) => (after === undefined ? [] : (before ?? []))).map(placeOf);
	const scale = Array.from({length: room}, (_, place): Span => {
		const here = count(now, place);
		if (here > 0) return span(here === 1 ? signs.full : String(Math.min(9, here)), 'accent');
		if (count(then, place) > 0) return span(signs.empty, 'accent');
		return span(place === placeOf(0) ? '┼' : signs.rule, 'dim');
	});
	const spoken = stances.map(({before, after}) => `${before ?? 'not asked'} to ${after ?? 'not yet asked'}`).join(', ');
	return (
		withSpoken(
			[row(span(label.padEnd(LABEL), 'dim'), span(AGAINST), ...scale, span(FOR))],
			`Stances of the ${label}, from -3 against to 3 for, before and after: ${spoken}`,
		)[0] ?? line('')
	);
}
