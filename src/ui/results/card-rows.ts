/** The results card: what a debate came to, in a frame. The picture of it is `exports/card/svg.ts`. */
import type {DebateState} from '../../debate/state.ts';
import {cardOf, type Card, type CardQuotation, type CardSwing} from '../../exports/card.ts';
import type {CardMoment} from '../../exports/card-moments.ts';
import {editorNote} from '../../exports/edition.ts';
import {cutTime} from '../../exports/segments.ts';
import {factsOf} from '../../exports/facts.ts';
import type {ChairStatistics} from '../../exports/statistics.ts';
import {formatOf} from '../../formats/index.ts';
import {englishEpisodeWords} from '../../languages/find.ts';
import {clock, plural} from '../../languages/wording.ts';
import {displayOf, speakerDisplay} from '../../view/participants.ts';
import type {TurnIndex} from '../../view/turn-index.ts';
import {stanceText} from '../../view/voting.ts';
import {costText} from '../board/costs.ts';
import {spark} from '../../view/format.ts';
import {blank, layOutRow, line, row, span, spansWidth, type Row, type Span} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {truncate, widthOf, wrapText} from '../../view/wrap.ts';
import type {JudgeVote, ListenerVote} from '../../debate/views/judgements.ts';

/** A card of more columns is no easier to read. */
const WIDEST = 104;
/** Columns of the frame and of the blanks inside it. */
const FRAME = 4;

/** The results card; for a screen reader without its frame. */
export function cardRows(state: DebateState, index: TurnIndex, width: number, heard: boolean): readonly Row[] {
	const card = cardOf(state, formatOf(state.start?.protocol));
	const outer = Math.min(width, WIDEST);
	const inner = outer - FRAME;
	const rows = [
		...wrapText(card.headline, inner).map(text => line(text, 'strong')),
		...standfirstRows(state, inner),
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

/** An editor's two sentences, and that an editor wrote them. */
function standfirstRows(state: DebateState, width: number): readonly Row[] {
	const {standfirst} = factsOf(state, formatOf(state.start?.protocol));
	const note = editorNote(state, englishEpisodeWords);
	return [
		...(standfirst === undefined ? [] : wrapText(standfirst, width).map(text => line(text))),
		...(note === undefined ? [] : wrapText(note, width).map(text => line(text, 'dim'))),
	];
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
	const {sign, tone, name, part} = speakerDisplay(state, {speaker: seat.id, by: seat});
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

const momentSigns: Readonly<Record<CardMoment['kind'], Span>> = {
	cut: span(signs.cut, 'cut'),
	call: span(signs.arbiter, 'arbiter'),
	change: span(signs.agreed, 'good'),
	told: span(signs.separator, 'dim'),
};

const momentTime = ({kind, turnId}: CardMoment, {clock: heard}: TurnIndex): number => {
	const {end = 0, last = 0} = heard.of(turnId) ?? {};
	return kind === 'cut' ? cutTime(end) : last;
};

const momentRow = (moment: CardMoment, index: TurnIndex): Row =>
	row(span(`${clock(momentTime(moment, index))} `, 'dim'), momentSigns[moment.kind], span(` ${moment.text}`));

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

// How the stances of listeners and judges moved, from −3 to +3.

const NAME = 16;
/** Columns between two stances. */
const STEP = 3;

export function voteRows(votes: readonly ListenerVote[], width: number): readonly Row[] {
	if (votes.length === 0) return [];
	return [
		headRow('Votes', width),
		...votes.map(({listener, ...move}) => voteRow(listener, move, width)),
		...sumRow(votes),
		blank,
	];
}

/** The same for judges, with their reasons. */
export function judgeVoteRows(votes: readonly JudgeVote[], width: number): readonly Row[] {
	if (votes.length === 0) return [];
	const told = ({answers: all}: JudgeVote) =>
		all.flatMap(({when, stance, reason}) =>
			wrapText(`${when}: ${stance === null ? `no answer (${reason})` : reason}`, width - 4).map(text =>
				line(`    ${text}`, 'dim'),
			),
		);
	return [
		headRow('The judges’ own stances', width),
		...votes.flatMap(vote => [voteRow(vote.name, vote, width), ...told(vote)]),
		blank,
	];
}

const isDrawn = (width: number): boolean => width >= NAME + 6 * STEP + 36;

const headRow = (title: string, width: number): Row => ({
	spans: [span(title, 'strong')],
	right: isDrawn(width) ? [span(`${signs.empty} before  ${signs.full} after`, 'dim')] : [],
});

function voteRow(who: string, {before, after, shift}: Omit<ListenerVote, 'listener'>, width: number): Row {
	const name = truncate(who, NAME);
	const told = shift === undefined ? '' : shift === 0 ? '  did not move' : `  moved by ${stanceText(shift)}`;
	return row(
		span(`  ${name}${' '.repeat(NAME - widthOf(name))}  `),
		...(isDrawn(width) ? [span('−3 ', 'dim'), ...track(before, after), span(' +3  ', 'dim')] : []),
		span(`${stanceText(before)} → ${stanceText(after)}`, 'strong'),
		span(told, 'dim'),
	);
}

/** An arrow from one stance to the other, on the whole scale of 19 columns. */
function track(before: number | undefined, after: number | undefined): readonly Span[] {
	const [from, to] = [before, after].map(stance => (stance === undefined ? undefined : (stance + 3) * STEP));
	return Array.from({length: 6 * STEP + 1}, (_, place) => {
		if (place === to) return span(signs.full, 'accent');
		if (place === from) return span(signs.empty, 'accent');
		const between = from !== undefined && to !== undefined && place > Math.min(from, to) && place < Math.max(from, to);
		return between ? span(signs.passed, 'accent') : span(place % STEP === 0 ? '┼' : signs.rule, 'dim');
	});
}

function sumRow(votes: readonly ListenerVote[]): readonly Row[] {
	const shifts = votes.flatMap(({shift}) => shift ?? []);
	if (shifts.length < 2) return [];
	const mean = shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length;
	const way = mean === 0 ? '' : `, on average by ${mean > 0 ? '+' : '−'}${Math.abs(mean).toFixed(1)}`;
	return [
		line(`  ${shifts.filter(shift => shift !== 0).length} of ${plural(shifts.length, 'listener')} moved${way}`, 'dim'),
	];
}
