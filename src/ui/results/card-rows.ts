/** The results card: what a debate came to, in a frame. The picture of it is `transcripts/card/svg.ts`. */
import type {DebateState} from '../../debate/state.ts';
import {cardOf, type Card, type CardMoment, type CardQuotation, type CardSwing} from '../../exports/card.ts';
import type {ChairStatistics} from '../../exports/statistics.ts';
import {formatParts} from '../../formats/markdown-parts.ts';
import {clock, plural} from '../../languages/wording.ts';
import {displayOf} from '../../view/participants.ts';
import type {TurnIndex} from '../../view/turn-index.ts';
import {stanceText} from '../../view/voting.ts';
import {costText, spokenMs} from '../panes/status.ts';
import {spark} from '../../view/format.ts';
import {blank, layOutRow, line, row, span, spansWidth, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {truncate, widthOf, wrapText} from '../../view/wrap.ts';
import {track} from './vote-rows.ts';

/** A card of more columns is no easier to read. */
const WIDEST = 104;
/** Columns of the frame and of the blanks inside it. */
const FRAME = 4;

/** Read aloud it has no frame. */
export function cardRows(state: DebateState, index: TurnIndex, width: number, heard: boolean): readonly Row[] {
	const card = cardOf(state, formatParts(state.start?.protocol));
	const outer = Math.min(width, WIDEST);
	const inner = outer - FRAME;
	const rows = [
		...wrapText(card.headline, inner).map(text => line(text, 'strong')),
		...outcomeRows(state, card, inner),
		blank,
		...card.sides.flatMap(side => sideRows(state, side, inner)),
		...card.swings.map(swing => swingRow(swing, inner)),
		...(card.verdict === undefined ? [] : wrapText(card.verdict, inner).map(text => line(text))),
		...spaced(card.exchange.flatMap(said => quotationRows(state, said, inner))),
		...spaced(card.moments.map(moment => momentRow(moment, index))),
		...spaced(openRows(card, inner)),
		...spaced(footRows(card, inner)),
	];
	return heard ? rows : framed(rows, card, outer);
}

const spaced = (rows: readonly Row[]): readonly Row[] => (rows.length === 0 ? [] : [blank, ...rows]);

function outcomeRows(state: DebateState, {outcome, facts}: Card, width: number): readonly Row[] {
	const head = [span('Outcome ', 'dim'), span(outcome, 'brand')];
	const rest = [...facts.slice(0, 2), costText(state)].join(' · ');
	const whole = [...head, span(` · ${rest}`, 'dim')];
	return [
		...(spansWidth(whole) <= width
			? [row(...whole)]
			: [row(...head), ...wrapText(rest, width).map(text => line(text, 'dim'))]),
		...(state.reason === undefined ? [] : wrapText(state.reason, width).map(text => line(text, 'dim'))),
	];
}

/** Bars with a blank between them while they are few. */
const courseOf = (scores: ChairStatistics['scores']): string =>
	scores.length <= 10 ? Array.from(spark(scores, 10)).join(' ') : spark(scores, 24);

/** Who argued, from what, and the course of its scores, or its words where nothing was scored. */
function sideRows(
	state: DebateState,
	{seat, mean, scores, turns, words}: ChairStatistics,
	width: number,
): readonly Row[] {
	const {sign, tone, name, part} = displayOf(state, seat.id);
	const said = `${plural(turns, 'turn')}, ${plural(words, 'word')}`;
	const course =
		mean === undefined
			? [span(said, 'dim')]
			: [
					span(`${courseOf(scores)} `, tone),
					span(String(Math.round(mean)).padStart(3), 'strong'),
					span(' of 100', 'dim'),
				];
	const side = {
		spans: [span(`${sign} ${truncate(name, width - spansWidth(course) - 4)}`, tone), span(` · ${part}`, 'dim')],
		right: course,
	};
	return [
		side,
		...(seat.out === undefined ? [] : wrapText(`  out: ${seat.out}`, width).map(text => line(text, 'warning'))),
	];
}

const swingRow = ({who, before, after}: CardSwing, width: number): Row => ({
	spans: [
		span(`${truncate(who, Math.max(8, width - 42))}: `),
		span(`${stanceText(before)} → ${stanceText(after)}`, 'strong'),
	],
	right: [span('against ', 'dim'), ...track(before, after), span(' for', 'dim')],
});

function quotationRows(state: DebateState, {speaker, name, text}: CardQuotation, width: number): readonly Row[] {
	const {tone, sign} = displayOf(state, speaker);
	return [
		row(span(`${sign} ${name}`, tone)),
		...wrapText(`“${text}”`, width - 2).map(said => ({
			...line(`  ${said}`, 'italic'),
			bar: span(`${signs.side} `, tone),
		})),
	];
}

const momentRow = ({at, kind, text}: CardMoment, index: TurnIndex): Row =>
	row(
		span(`${clock(spokenMs(index.wordsBy(at)))} `, 'dim'),
		kind === 'cut' ? span(`${signs.cut} `, 'cut') : span(`${signs.arbiter} `, 'arbiter'),
		span(text),
	);

const openRows = ({openQuestion}: Card, width: number): readonly Row[] =>
	openQuestion === undefined ? [] : wrapText(`Left open: ${openQuestion}`, width).map(text => line(text, 'dim'));

/** The command, or else the seed alone. */
const footRows = ({command, seed}: Card, width: number): readonly Row[] =>
	command === undefined
		? seed === undefined
			? []
			: [line(`seed ${seed}`, 'dim')]
		: wrapText(`$ ${command}`, width).map(text => line(text, 'dim'));

/** The frame has the matchup's name in its upper edge. */
function framed(rows: readonly Row[], {title}: Card, width: number): readonly Row[] {
	const name = title === '' ? '' : ` ${truncate(title, width - 8)} `;
	const edge = (left: string, right: string, text: string): Row => ({
		...line(`${left}${signs.rule}${text}${signs.rule.repeat(Math.max(0, width - 3 - widthOf(text)))}${right}`, 'dim'),
		spoken: '',
	});
	return [edge('╭', '╮', name), ...rows.map(each => sided(each, width - FRAME)), edge('╰', '╯', '')];
}

function sided(row: Row, inner: number): Row {
	const spans = layOutRow(row, inner);
	const rest = ' '.repeat(Math.max(0, inner - spansWidth(spans)));
	return {spans: [span('│ ', 'dim'), ...spans, span(`${rest} │`, 'dim')]};
}
