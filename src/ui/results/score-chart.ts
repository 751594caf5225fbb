/**
 * A chart of the scores over the turns for each chair, and the share reached in each dimension. Nothing is told by
 * colour alone.
 */
import type {DebateState, Turn} from '../../debate/state.ts';
import type {ChairStatistics} from '../../exports/statistics.ts';
import {isSpokenBy} from '../../debate/attribution.ts';
import {dimensionNames} from '../../languages/wording.ts';
import {speakerDisplay} from '../../view/participants.ts';
import {sideBySide, blank, layOutRow, withSpoken, row, span, type Row, type Span} from '../../view/rows.ts';
import {signs, type Tone} from '../../view/theme.ts';

/** One bar of a chart: a mean score, and the label below it. */
type Column = {readonly score: number | null; readonly below: string};

/** The height of the bars, and the width of the scale at their left. */
const HEIGHT = 5;
const SCALE = 4;
const GAP = 3;
/** The width below which charts stand below one another. */
const NARROWEST = 30;

/** The charts of all judged chairs, as many side by side as fit. */
export function chartRows(state: DebateState, figures: readonly ChairStatistics[], width: number): readonly Row[] {
	const judged = figures.filter(({scores}) => scores.length > 0);
	const abreast = Math.max(1, Math.min(judged.length, Math.floor((width + GAP) / (NARROWEST + GAP))));
	const each = Math.floor((width - GAP * (abreast - 1)) / abreast);
	const charts = judged.map(chair =>
		[...chartOf(state, chair, each), blank].map((drawn): Row => ({...drawn, spans: layOutRow(drawn, each), right: []})),
	);
	return Array.from({length: Math.ceil(charts.length / abreast)}, (_, line) =>
		charts.slice(line * abreast, (line + 1) * abreast),
	).flatMap(some =>
		some.reduce<readonly Row[]>(
			(left, chart, index) =>
				index === 0 ? chart : sideBySide(left, chart, [each * index + GAP * (index - 1), each], GAP),
			[],
		),
	);
}

/** One chair's chart: a bar for each turn, its score below, and its round. */
function chartOf(state: DebateState, {seat, scores, mean, dimensions}: ChairStatistics, width: number): readonly Row[] {
	const {sign, tone, name} = speakerDisplay(state, {speaker: seat.id, by: seat});
	const turns = state.turns.filter(turn => isSpokenBy(turn, seat) && turn.evaluation);
	const {columns, breadth, gap} = fitted(turns, width - SCALE - 1);
	const known = scores.flatMap(score => score ?? []);
	const range =
		known.length === 0
			? 'not scored'
			: `${Math.min(...known)} to ${Math.max(...known)} · mean ${Math.round(mean ?? 0)}`;
	const drawn = breadth > 1;
	return [
		{spans: [span(`${sign} ${name}`, tone)], right: [span(range, 'dim')]},
		...withSpoken(
			[
				...Array.from({length: HEIGHT}, (_, line) =>
					row(
						span(scaleAt(line), 'dim'),
						span(columns.map(({score}) => barAt(score, line).repeat(breadth) + ' '.repeat(gap)).join(''), tone),
					),
				),
				row(
					span(`${'0'.padStart(SCALE - 1)}┴`, 'dim'),
					span('─'.repeat(Math.max(0, columns.length * (breadth + gap))), 'dim'),
				),
				...(drawn
					? [
							labels(
								columns.map(({score}) => (score === null ? '?' : String(score))),
								breadth + gap,
								'plain',
							),
							labels(
								columns.map(({below}) => below),
								breadth + gap,
								'dim',
							),
						]
					: [ends(columns, turns.length)]),
			],
			`scores: ${turns.map(({evaluation}) => evaluation?.adherenceScore ?? 'none').join(', ')}`,
		),
		...dimensionRows(dimensions, tone, width),
	];
}

/** Bars as wide as there is room for. If not all fit, neighbours share one. */
function fitted(
	turns: readonly Turn[],
	room: number,
): {readonly columns: readonly Column[]; readonly breadth: number; readonly gap: number} {
	const all = turns.map(({evaluation, round, segment}): Column => ({
		score: evaluation?.adherenceScore ?? null,
		below: round === undefined ? segment.slice(0, 2) : String(round),
	}));
	if (all.length * 4 <= room) return {columns: all, breadth: 3, gap: 1};
	if (all.length * 2 <= room) return {columns: all, breadth: 1, gap: 1};
	const share = Math.ceil(all.length / Math.max(1, room));
	const columns = Array.from({length: Math.ceil(all.length / share)}, (_, index) =>
		together(all.slice(index * share, (index + 1) * share)),
	);
	return {columns, breadth: 1, gap: 0};
}

function together(some: readonly Column[]): Column {
	const scores = some.flatMap(({score}) => score ?? []);
	return {
		score: scores.length === 0 ? null : Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length),
		below: '',
	};
}

const EIGHTHS = ' ▁▂▃▄▅▆▇█';

/** The part of a bar in one line; line 0 is the top. A turn without a score is a dot at the bottom. */
function barAt(score: number | null, line: number): string {
	if (score === null) return line === HEIGHT - 1 ? signs.separator : ' ';
	const filled = Math.max((score / 100) * HEIGHT, 1 / 8) - (HEIGHT - 1 - line);
	return EIGHTHS[Math.round(Math.min(1, Math.max(0, filled)) * 8)] ?? ' ';
}

const scaleAt = (line: number): string => `${(line === 0 ? '100' : '').padStart(SCALE - 1)}${line === 0 ? '┤' : '│'}`;

const labels = (texts: readonly string[], breadth: number, tone: Tone): Row =>
	row(span(' '.repeat(SCALE)), span(texts.map(text => text.padEnd(breadth)).join(''), tone));

/** The range of turns below a chart whose bars have no room for labels of their own. */
const ends = (columns: readonly Column[], turns: number): Row =>
	row(
		span(
			`${' '.repeat(SCALE)}turns 1 to ${turns}${turns > columns.length ? ` by ${Math.ceil(turns / columns.length)}` : ''}`,
			'dim',
		),
	);

const LABEL = 14;
/** What a bar is, which is no share of turns. */
const POINTS = ' % of points';

function dimensionRows(dimensions: ChairStatistics['dimensions'], tone: Tone, width: number): readonly Row[] {
	const room = Math.max(5, Math.min(20, width - LABEL - POINTS.length - 5));
	return (
		[
			['steelManning', dimensions.steelManning],
			['selfCritique', dimensions.selfCritique],
			['frameworkConsistency', dimensions.frameworkConsistency],
			['intellectualHonesty', dimensions.intellectualHonesty],
		] as const
	).map(([dimension, value]) =>
		row(
			span(dimensionNames[dimension].padEnd(LABEL), 'dim'),
			...gauge(value, room, tone),
			span(value === undefined ? ` ${signs.none}` : ` ${Math.round(value * 100)}${POINTS}`),
		),
	);
}

/** A share from 0 to 1 as a progress bar. */
function gauge(value: number | undefined, room: number, tone: Tone): readonly Span[] {
	const filled = Math.round((value ?? 0) * room);
	return [span(signs.passed.repeat(filled), tone), span(signs.ahead.repeat(room - filled), 'dim')];
}
