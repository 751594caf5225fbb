/** How an audience moved, as rows: where it stood before and after, and the flows between the three answers. */
import {countedOn, sides, type Side, type Swing, type VotedWhen} from '../debate/audience.ts';
import {plural} from '../languages/wording.ts';
import {line, row, span, withSpoken, type Row, type Span} from './rows.ts';
import {signs, type Tone} from './theme.ts';
import {swingText} from '../languages/wording.ts';
import {wrapText} from './wrap.ts';

/** Each is told from the others without its colour. */
const looks: Readonly<Record<Side, {readonly fill: string; readonly tone: Tone}>> = {
	for: {fill: '█', tone: 'accent'},
	undecided: {fill: '▒', tone: 'dim'},
	against: {fill: '░', tone: 'warning'},
};

const LABEL = 10;
/** The shortest bar, in columns. */
const LEAST = 6;

/** Two small bars, one for before and one for after; nothing before the vote is closed. */
export function swingBars(swing: Swing | undefined, width: number): readonly Row[] {
	if (!swing?.isClosed) return [];
	if (swing.both === 0) return [line(`audience  ${swingText(swing)}`, 'dim')];
	const [before, after] = (['before', 'after'] as const).map(when => barRow(swing, when, width));
	return before && after ? withSpoken([before, after], `Audience: ${swingText(swing)}`) : [];
}

function barRow(swing: Swing, when: VotedWhen, width: number): Row {
	const counts = sides.map(side => countedOn(swing, side, when));
	const long = sides.map((side, place) => `${counts[place] ?? 0} ${side}`).join(' · ');
	const short = sides.map((_, place) => counts[place] ?? 0).join(' · ');
	const told = width - LABEL - long.length - 2 >= LEAST ? long : short;
	const room = Math.max(LEAST, Math.min(24, width - LABEL - told.length - 2));
	const filled = parts(counts, room);
	const bar = sides.map((side, place): Span => span(looks[side].fill.repeat(filled[place] ?? 0), looks[side].tone));
	return row(span((when === 'before' ? 'audience' : '').padEnd(LABEL), 'dim'), ...bar, span(`  ${told}`, 'dim'));
}

/** Columns of each count, which together are all of them: what is left over goes to the largest remainders. */
function parts(counts: readonly number[], columns: number): readonly number[] {
	const all = counts.reduce((sum, count) => sum + count, 0);
	const exact = counts.map(count => (count * columns) / all);
	const whole = exact.map(Math.floor);
	const left = columns - whole.reduce((sum, each) => sum + each, 0);
	const order = exact.map((each, place) => ({place, rest: each % 1})).toSorted((one, other) => other.rest - one.rest);
	const more = new Set(order.slice(0, left).map(({place}) => place));
	return whole.map((each, place) => (more.has(place) ? each + 1 : each));
}

/** For the results: each flow with its number, and of how many. */
export function swingRows(swing: Swing | undefined, width: number): readonly Row[] {
	if (!swing) return [];
	const title = row(span('The audience', 'strong'), span(`  ${plural(swing.voted, 'listener')} voted`, 'dim'));
	if (!swing.isClosed)
		return [title, line('  The vote is not closed: where they stand is told then.', 'dim'), line('')];
	const most = Math.max(1, ...swing.flows.map(({count}) => count));
	return [
		title,
		...swingBars(swing, width - 2).map(each => ({...each, spans: [span('  '), ...each.spans]})),
		...swing.flows.map(({from, to, count}) =>
			row(
				span(`  ${from.padEnd(9)} ${from === to ? '=' : '→'} ${to.padEnd(9)} `),
				span(signs.passed.repeat(Math.max(1, Math.round((count * 20) / most))), from === to ? 'dim' : 'accent'),
				span(` ${count}`, 'strong'),
			),
		),
		...wrapText(
			`Counted from the ${plural(swing.both, 'listener')} who voted both times, one vote a browser: no election. Whoever begins behind gains most easily.`,
			width - 2,
		).map(text => line(`  ${text}`, 'dim')),
		line(''),
	];
}
