/** Two debates side by side: what was asked, who argued, their scores, claims, words and price. Pure. */
import {claimTally, tallyText} from './claim-tally.ts';
import {spark} from './format.ts';
import {blank, line, padEnd, rule, row, sideBySide, span, type Row} from './rows.ts';
import {seatStyle} from './theme.ts';
import {wrapText} from './wrap.ts';
import type {DebateState} from '../debate/state.ts';
import type {Facts} from '../exports/facts.ts';
import type {ChairStatistics, Statistics} from '../exports/statistics.ts';
import {clock, formatCount, humanize, plural} from '../languages/wording.ts';

/** What is compared of a debate; `price` and `format` are its own words. */
export type ComparedDebate = {
	readonly state: DebateState;
	readonly statistics: Statistics;
	readonly facts: Facts;
	readonly format: string;
	readonly price: string;
};

/** Columns between the two, and the width of the names of what is compared. */
const gap = 3;
const names = 11;
/** From this width on, those names stand beside the figures, else above them. */
const wide = 74;

/** A name for each thing that is compared, and what a debate has of it. */
const compared: readonly (readonly [name: string, of: (debate: ComparedDebate, width: number) => readonly Row[]])[] = [
	['', ({facts}, width) => wrapText(facts.title, width).map(text => line(text, 'strong'))],
	['format', ({format, facts}, width) => said(`${format} · ${facts.date} ${facts.time}`, width)],
	['ended', ({facts}, width) => said(facts.outcome ?? 'unfinished', width)],
	['scores', ({statistics}, width) => statistics.chairs.flatMap((chair, place) => scoreRows(chair, place, width))],
	['claims', ({state, facts}, width) => claimRows(state, facts, width)],
	[
		'cuts',
		({facts: {counts}}, width) =>
			said(`${plural(counts.cuts, 'cut')}, ${plural(counts.interjections, 'interjection')}`, width),
	],
	[
		'words',
		({facts: {counts, length}}, width) =>
			said(`${formatCount(counts.words)} in ${plural(counts.turns, 'turn')}, ${clock(length)} aloud`, width),
	],
	[
		'each',
		({statistics}, width) =>
			statistics.chairs.flatMap(({seat, words}, place) => chairRow(seat.name, place, formatCount(words), width)),
	],
	[
		'price',
		({price, statistics: {spending}}, width) =>
			said(
				`${price} · ${formatCount(spending.input + spending.output)} tokens in ${plural(spending.calls, 'request')}`,
				width,
			),
	],
];

const said = (text: string, width: number): readonly Row[] => wrapText(text, width).map(each => line(each));

const chairRow = (name: string, place: number, figure: string, width: number): readonly Row[] => {
	const {sign, tone} = seatStyle(place);
	return wrapText(`${name}: ${figure}`, width - 2).map((text, at) =>
		row(span(at === 0 ? `${sign} ` : '  ', tone), span(text, at === 0 ? tone : 'plain')),
	);
};

/** Of a side's scores, as many as tell its course. */
const course = 12;

function scoreRows({seat, scores, mean}: ChairStatistics, place: number, width: number): readonly Row[] {
	const from = seat.framework ?? seat.persona;
	const figure = mean === undefined ? 'not scored' : `${mean.toFixed(0)} mean`;
	return [
		...chairRow(`${seat.name}${from === undefined ? '' : `, ${humanize(from)}`}`, place, figure, width),
		...(mean === undefined ? [] : [row(span(`  ${spark(scores, course)}`, seatStyle(place).tone))]),
	];
}

function claimRows(state: DebateState, {concessions}: Facts, width: number): readonly Row[] {
	const tally = claimTally(state);
	if (tally.ordered.length === 0) return said('none on record', width);
	const given = concessions.map(({claim: {claim}}) => `given up or narrowed: “${claim}”`);
	return [tallyText(tally), ...given].flatMap(text => said(text, width));
}

/** Both, thing by thing, each beginning on the same line. */
export function comparisonRows(one: ComparedDebate, other: ComparedDebate, width: number): readonly Row[] {
	const beside = width >= wide;
	const room = beside ? width - names : width;
	const column = Math.floor((room - gap) / 2);
	return compared.flatMap(([name, of]) => {
		const [left, right] = [of(one, column), of(other, column)];
		const height = Math.max(left.length, right.length);
		const filled = [...left, ...Array.from({length: height - left.length}, () => blank)];
		const both = sideBySide(filled, right, [column, column], gap);
		const head = name === '' || beside ? [] : [rule(room, span(name, 'dim'))];
		return [
			...(name === '' || !beside ? [] : [blank]),
			...head,
			...both.map(({spans}, at): Row =>
				beside ? {spans: [span(padEnd(at === 0 ? name : '', names), 'dim'), ...spans]} : {spans},
			),
		];
	});
}
