/** What is at stake: the claims of a Duelogic debate, who made them, and what became of each. */
import {oneLine} from '../../debate/text/words.ts';
import type {Claim} from '../../debate/claims.ts';
import {memoizeRecent} from '../../debate/fold.ts';
import type {DebateState} from '../../debate/state.ts';
import {plural} from '../../languages/wording.ts';
import {displayOf} from '../../view/participants.ts';
import type {TurnIndex} from '../../view/turn-index.ts';
import type {IndexedDebate} from './moments.ts';
import {blank, line, row, span, spansWidth, type Row, type Span} from '../../view/rows.ts';
import {truncate, wrapParagraph} from '../../view/wrap.ts';
import {claimTally, passagesText, standingOf, tallyText} from '../../view/claim-tally.ts';

/** Columns from which it is said since when a claim is open. */
const ROOMY = 44;

/** How much is shown of each claim: one line, two, all of it, or also the sentence that settled it. */
const details = ['line', 'two', 'whole', 'settlement'] as const;
type Detail = (typeof details)[number];

/** Columns from which a single row has room for how all claims stand. */
const TALLY = 90;
/** Rows from which claims that do not all fit have two lines each. */
const TALL = 7;

/** At most `height` rows: as much of each claim as lets all of them be seen, and of the first ones more. */
export function claimRows(debate: IndexedDebate, width: number, height: number): readonly Row[] {
	if (height <= 0) return [];
	const {ordered} = claimTally(debate.state);
	if (ordered.length === 0) return [];
	const shown = ordered.slice(0, height);
	const laidOut = (detail: Detail) => shown.map(claim => rowsOf(debate, claim, width, detail));
	const fitting =
		shown.length < ordered.length ? -1 : details.findLastIndex(detail => laidOut(detail).flat().length <= height);
	const [detail, more] = [details[fitting], details[fitting + 1]];
	if (detail !== undefined) return withMore(laidOut(detail), more === undefined ? [] : laidOut(more), height).flat();
	return withRest(laidOut(height >= TALL ? 'two' : 'line'), ordered.length, height);
}

/** The longer blocks in place of the short ones, from the first on, as far as there is room for them. */
function withMore(
	short: readonly (readonly Row[])[],
	long: readonly (readonly Row[])[],
	height: number,
): readonly (readonly Row[])[] {
	let spare = height - short.flat().length;
	const kept = long.findIndex((block, at) => {
		spare -= block.length - (short[at]?.length ?? 0);
		return spare < 0;
	});
	return kept < 0 ? [...long, ...short.slice(long.length)] : [...long.slice(0, kept), ...short.slice(kept)];
}

/** As many claims as fit whole, and how many are left. */
function withRest(blocks: readonly (readonly Row[])[], of: number, height: number): readonly Row[] {
	const rows: Row[] = [];
	let shown = 0;
	for (const block of blocks) {
		if (rows.length + block.length >= height) break;
		rows.push(...block);
		shown++;
	}
	return [...rows, line(`  … and ${plural(of - shown, 'more claim')}`, 'dim')];
}

/** How many rows the claims would fill. */
export const claimsWanted = (debate: IndexedDebate, width: number, most: number): number =>
	claimRows(debate, width, most).length;

/** The claim that was opened last, in a row with how all stand; a blank one before there is any. */
export function stakesRow({state}: IndexedDebate, width: number): Row {
	const tally = claimTally(state);
	const right = [span(width >= TALLY ? tallyText(tally) : `${plural(tally.open, 'claim')} open`, 'dim')];
	const newest = tally.ordered[0];
	if (!newest) return blank;
	const {sign, tone} = displayOf(state, newest.holder);
	const excuse = tally.excuses.get(newest);
	const {word, tone: standing} = standingOf(newest, excuse);
	const tail = ` ${word}`;
	const room = width - spansWidth(right) - tail.length - 4;
	return {
		spans: [span(`${sign} `, tone), span(truncate(newest.claim, Math.max(8, room))), span(tail, standing)],
		right,
	};
}

function rowsOf({state, index}: IndexedDebate, claim: Claim, width: number, detail: Detail): readonly Row[] {
	const excuse = claimTally(state).excuses.get(claim);
	const age = width >= ROOMY && claim.status === 'open' && excuse === undefined ? ageOf(index, claim) : undefined;
	return claimBlocks[detail](claim, state.seats, width, age, passagesText(state, claim), excuse);
}

/** How many turns ago it was made; undefined in the turn itself. */
function ageOf(index: TurnIndex, {turnId}: Claim): string | undefined {
	const place = index.placeOf(turnId);
	const turns = place === undefined ? 0 : index.length - 1 - place;
	return turns > 0 ? plural(turns, 'turn') : undefined;
}

const memoizedBlock = (detail: Detail) =>
	memoizeRecent(
		(
			claim: Claim,
			seats: DebateState['seats'],
			width: number,
			age: string | undefined,
			passages: string | undefined,
			excuse: string | undefined,
		) => claimBlock(claim, seats, {width, detail, age, passages, excuse}),
	);

/** Each detail remembers its own rows: to see which fits, all are laid out. */
const claimBlocks: Readonly<Record<Detail, ReturnType<typeof memoizedBlock>>> = {
	line: memoizedBlock('line'),
	two: memoizedBlock('two'),
	whole: memoizedBlock('whole'),
	settlement: memoizedBlock('settlement'),
};

/** `passages` says how many were cited for the claim and against it. */
type ClaimLayout = {
	readonly width: number;
	readonly detail: Detail;
	readonly age: string | undefined;
	readonly passages: string | undefined;
	/** Why it is held against nobody though it is open. */
	readonly excuse: string | undefined;
};

function claimBlock(
	claim: Claim,
	seats: DebateState['seats'],
	{width, detail, age, passages, excuse}: ClaimLayout,
): readonly Row[] {
	const {sign, tone} = displayOf({seats}, claim.holder);
	const standing = standingOf(claim, excuse);
	const right: readonly Span[] = [
		...(passages !== undefined && detail === 'line' && width >= TALLY ? [span(`${passages} · `, 'dim')] : []),
		span(`${standing.word}${age === undefined ? '' : ` · ${age}`} `, standing.tone === 'good' ? 'dim' : standing.tone),
		span(standing.sign, standing.tone),
	];
	const room = Math.max(8, width - 2 - spansWidth(right) - 2);
	if (detail === 'line') return [{spans: [span(`${sign} `, tone), span(truncate(claim.claim, room))], right}];
	const lines = wrapParagraph(claim.claim, room);
	const [first = '', ...rest] =
		detail === 'two' && lines.length > 2 ? [lines[0] ?? '', truncate(lines.slice(1).join(' '), room)] : lines;
	return [
		{spans: [span(`${sign} `, tone), span(first)], right},
		...rest.map(text => row(span('  '), span(text))),
		...(passages === undefined ? [] : [row(span(`  ${passages}`, 'dim'))]),
		...(detail === 'settlement' ? settlementRows(claim, seats, width) : []),
	];
}

/** Lines of the sentence that settled a claim. */
const MOST = 2;

function settlementRows({settled}: Claim, seats: DebateState['seats'], width: number): readonly Row[] {
	if (!settled) return [];
	const {sign, tone} = displayOf({seats}, settled.by);
	const lines = wrapParagraph(oneLine(settled.sentence), Math.max(8, width - 6));
	const shown = lines.length > MOST ? [...lines.slice(0, MOST - 1), lines.slice(MOST - 1).join(' ')] : lines;
	return shown.map((text, place) =>
		row(
			span(place === 0 ? '  ↳ ' : '    ', 'dim'),
			...(place === 0 ? [span(`${sign} `, tone)] : [span('  ')]),
			span(truncate(text, Math.max(8, width - 6)), 'dim'),
		),
	);
}
