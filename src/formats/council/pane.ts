/** A council: what it came to, the counts, what the answers hang on by seat, moves, and the answers side by side. */
import {heardText, type DebateState} from '../../debate/state.ts';
import {arguingSeats} from '../../debate/seats.ts';
import {awaitedRows, displayOf} from '../../view/participants.ts';
import {hanging, loneSentence, proseLines} from '../../view/markdown.ts';
import {allRows, joined, single, type Blocks} from '../../view/blocks.ts';
import {blank, exactly, line, row, rule, sideBySide, span, type Row, type Span} from '../../view/rows.ts';
import {signs, type Tone} from '../../view/theme.ts';
import {readable, widthOf, wrapText} from '../../view/wrap.ts';
import type {FormatPane, SteeringWish} from '../contract.ts';
import {isSteerable, steering} from './config.ts';
import {
	answerParagraphs,
	answerText,
	countNow,
	countText,
	cruxRows,
	dissenters,
	heldBy,
	howCounted,
	isCouncil,
	moveText,
	positionName,
	priceText,
	resultText,
	type CruxRow,
	type Held,
} from './view.ts';

/** Columns that an answer needs to stand beside another. */
const leastColumn = 30;
const GAP = 3;

/** Parts of the pane, in order; each is empty where there is nothing of it yet. */
const parts = {
	result: resultRows,
	counts: countRows,
	dissent: dissentRows,
	cruxes: cruxTable,
	moves: moveRows,
	answers: answerRows,
};

const drawn = (state: DebateState, width: number, ...names: readonly (keyof typeof parts)[]): Blocks[] =>
	isCouncil(state) ? names.map(name => single(parts[name](state, width))) : [];

/** A part under its title; nothing where it has no rows. */
const titled = (width: number, title: string, note: string, rows: readonly Row[]): readonly Row[] =>
	rows.length === 0
		? []
		: [rule(width, span(title, 'strong'), note === '' ? undefined : span(note, 'dim')), ...rows, blank];

const paragraph = (text: string, width: number, tone: Tone = 'plain'): Row[] =>
	wrapText(text, width).map(piece => line(piece, tone));

const prose = (text: string, width: number): readonly Row[] => proseLines(text, width).map(pieces => row(...pieces));

/** A text behind the sign of a seat. */
function bySeat(state: DebateState, seat: string, text: string, width: number, tone: Tone = 'plain'): readonly Row[] {
	const look = displayOf(state, seat);
	return hanging(span(`${look.sign} `, look.tone), text, width, tone);
}

function resultRows(state: DebateState, width: number): readonly Row[] {
	const {result} = state.formats.council;
	const text = resultText(state);
	if (!result || text === undefined) return [];
	const strong = result.winner === null && result.strength !== 'merged' ? 'warning' : 'strong';
	const price = priceText(result);
	return titled(width, 'Decision', result.strength, [
		...paragraph(text, width, strong),
		...answerParagraphs(state).flatMap(each => [blank, ...prose(each, width)]),
		...(price === undefined ? [] : [blank, ...paragraph(price, width, 'dim')]),
	]);
}

/** Blind, counted and raw: nothing is counted before all have answered. */
function countRows(state: DebateState, width: number): readonly Row[] {
	const {groups, result} = state.formats.council;
	if (groups.length === 0 && !result) return [];
	const {blind, counted, raw} = result ?? countNow(state);
	const [first, second, third] = [blind, counted, raw].map(count => countText(state, count));
	const rows = [
		['blind', first],
		['counted', second === first ? 'as blind' : second],
		['raw', third === second ? 'as counted' : third],
	] as const;
	return titled(
		width,
		'Votes',
		'a model, a vote',
		rows.flatMap(([name, count]) =>
			hanging(span(name.padEnd(9), 'dim'), count ?? '', width, count?.startsWith('as ') ? 'dim' : 'plain'),
		),
	);
}

const callSigns: Readonly<Record<string, Span>> = {
	true: span('true', 'good'),
	false: span('false', 'error'),
	unsure: span('unsure', 'warning'),
};

/** Cruxes down, seats across. */
function cruxTable(state: DebateState, width: number): readonly Row[] {
	const callsOf = (calls: CruxRow['calls']): Span[] =>
		calls.flatMap(({seat, holds, moved}, place) => {
			const {sign, tone} = displayOf(state, seat);
			const call = callSigns[holds ?? ''] ?? span(signs.none, 'dim');
			return [
				span(place === 0 ? '   ' : '  '),
				span(`${sign} `, tone),
				call,
				...(moved ? [span(' moved', 'accent')] : []),
			];
		});
	const rows = cruxRows(state).flatMap(({crux, calls, unargued}) => [
		...hanging(span(`${crux.id} `, 'dim'), loneSentence(crux.claim), width, 'strong'),
		...(calls.some(({holds}) => holds !== undefined) ? [row(...callsOf(calls))] : []),
		...(unargued === undefined ? [] : hanging(span('   '), `not argued: ${unargued}`, width, 'dim')),
	]);
	return titled(width, 'What it hangs on', '', rows);
}

function moveRows(state: DebateState, width: number): readonly Row[] {
	const moves = state.formats.council.ballots.filter(({move}) => move);
	const rows = moves.flatMap(ballot =>
		bySeat(state, ballot.seat, moveText(state, ballot), width, ballot.move?.uncounted === undefined ? 'plain' : 'dim'),
	);
	return titled(width, 'Moves', '', rows);
}

function dissentRows(state: DebateState, width: number): readonly Row[] {
	const rows = dissenters(state).flatMap(({answer, name}) =>
		bySeat(state, answer.seat, `${name}: ${answerText(state, answer)}`, width),
	);
	return titled(width, (state.formats.council.result?.winner ?? null) === null ? 'Answers' : 'Dissent', '', rows);
}

/** Side by side where there is room; a seat that has not answered yet has its place. */
function answerRows(state: DebateState, width: number): readonly Row[] {
	const seats = arguingSeats(state.seats);
	if (seats.length === 0) return [];
	const held = heldBy(state);
	const each = Math.floor((width - GAP * (seats.length - 1)) / seats.length);
	const columns = each >= leastColumn ? seats.length : 1;
	const made = seats.map(({id}) =>
		answerColumn(
			state,
			id,
			held.find(({answer}) => answer.seat === id),
			columns === 1 ? width : each,
		),
	);
	const title = rule(width, span('Answers, given blind', 'strong'));
	if (columns === 1) return [title, ...made.flatMap(rows => [...rows, blank])];
	const height = Math.max(...made.map(rows => rows.length));
	const [first = [], ...rest] = made.map(rows => exactly(rows, height));
	return [
		title,
		...rest.reduce(
			({rows, wide}, column) => ({rows: sideBySide(rows, column, [wide, each], GAP), wide: wide + GAP + each}),
			{rows: first, wide: each},
		).rows,
	];
}

function answerColumn(state: DebateState, id: string, held: Held | undefined, width: number): readonly Row[] {
	const {sign, tone, name} = displayOf(state, id);
	const turn = state.turns.find(each => each.speaker === id && each.kind === 'blind-answer');
	const head = row(span(`${sign} `, tone), span(name.slice(0, Math.max(4, width - widthOf(sign) - 1)), tone));
	if (!turn) {
		const out = state.seats.find(seat => seat.id === id)?.out;
		return [
			head,
			line(out === undefined ? (state.outcome === undefined ? '…' : signs.none) : `${signs.out} out`, 'dim'),
		];
	}
	return [head, ...prose(heardText(state, turn), width), ...(held ? heldRows(state, held, width) : [])];
}

function heldRows(state: DebateState, {answer, blind, counted, stale}: Held, width: number): readonly Row[] {
	return [
		...hanging(span(`${signs.yes} `, 'good'), answerText(state, answer), width, 'strong'),
		...answer.reasons.flatMap(({id, claim, rests}) =>
			hanging(span(`${id} `, 'dim'), `${loneSentence(claim)} (${rests})`, width, 'plain'),
		),
		...paragraph(`${answer.confidence} of 100 sure${stale ? ', lost since' : ''}`, width, 'dim'),
		...(counted === blind ? [] : paragraph(`now: ${positionName(state, counted)}`, width, 'accent')),
	];
}

/** How it was counted: each count, who voted, and what was looked at again. */
function auditRows(state: DebateState, width: number): readonly Row[] {
	const {result, looks} = state.formats.council;
	if (!isCouncil(state) || !result) return [];
	const looked = looks.map(
		({seat, restated, uncounted}) =>
			`${displayOf(state, seat).name} was asked again with “${restated}”: ${uncounted ?? 'the move stands'}.`,
	);
	return [...howCounted(state, result), ...looked].flatMap(text => [...paragraph(text, width), blank]);
}

/** What is left to ask for: a vote at once, another round, and cruxes that are not argued yet. */
function steeringOf(state: DebateState): readonly SteeringWish[] {
	if (!isCouncil(state) || !isSteerable(state)) return [];
	const {cruxes, ballots} = state.formats.council;
	const argued = new Set(ballots.flatMap(({ballot, crux}) => (ballot === 'crux' && crux !== undefined ? [crux] : [])));
	return [
		{label: 'vote now: argue nothing more', value: steering.vote},
		{label: 'one more round on what is still differed about', value: steering.round},
		{label: 'add a claim to be argued', value: steering.claim, asks: 'a sentence that is true or false'},
		...cruxes
			.filter(({id}) => !argued.has(id))
			.map(({id, claim}) => ({label: `drop ${id}: ${loneSentence(claim)}`, value: id})),
	];
}

export const councilPane: FormatPane = {
	name: 'council',
	placement: 'beside',
	rest: 'start',
	blocks: (state, width, waiting) =>
		joined(
			...drawn(state, readable(width), 'result', 'counts', 'cruxes', 'moves', 'answers'),
			single(awaitedRows(state, waiting)),
		),
	results: (state, width) => allRows(joined(...drawn(state, width, 'result', 'counts', 'dissent', 'cruxes', 'moves'))),
	audit: auditRows,
	asked: state =>
		state.segment === 'answers' && !state.turns.some(({kind}) => kind === 'blind-answer')
			? arguingSeats(state.seats).map(({id}) => ({id, since: undefined}))
			: [],
	steering: steeringOf,
	unavailable: ['interject'],
};
