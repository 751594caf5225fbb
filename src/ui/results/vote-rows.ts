/** How the stances of listeners and judges moved, from −3 to +3. */
import type {JudgeVote, ListenerVote} from '../../debate/views/judgements.ts';
import {plural} from '../../languages/wording.ts';
import {blank, line, row, span, type Row, type Span} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {stanceText} from '../../view/voting.ts';
import {truncate, widthOf, wrapText} from '../../view/wrap.ts';

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
export function track(before: number | undefined, after: number | undefined): readonly Span[] {
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
