/** A batch as lines: how far it is, who leads, and what runs. */
import {clock, formatCount, money, plural, spentText} from '../../languages/wording.ts';
import type {Amount} from '../../app/batch/share.ts';
import type {BatchProgress, BatchRunning, BatchStanding} from '../../app/batch/progress.ts';
import {blank, line, row, rule, span, spansWidth, type Row, figureTable} from '../../view/rows.ts';
import {truncate, widthOf, wrapText} from '../../view/wrap.ts';

/** `now` is the wall clock in milliseconds. */
export function batchRows(progress: BatchProgress, width: number, now: number): readonly Row[] {
	const {running, standings, notices} = progress;
	return [
		...totalRows(progress, width),
		blank,
		rule(width, span('So far', 'strong')),
		...standingRows(standings, width),
		blank,
		rule(width, span(`Running (${running.length})`, 'strong')),
		...(running.length === 0
			? [line('nothing at the moment', 'dim')]
			: running.flatMap(one => runningRows(one, width, now))),
		...(notices.length === 0 ? [] : [blank, rule(width, span('Notices', 'strong'))]),
		...notices.flatMap(text => wrapText(text, width).map(each => line(each, 'warning'))),
	];
}

const amountText = ({usd, tokens}: Amount): string => `${formatCount(tokens)} tokens, ${spentText(usd)}`;

function totalRows(
	{done, total, unwell, elapsedMs, leftMs, spent, expected, budget}: BatchProgress,
	width: number,
): Row[] {
	const label = `${done} of ${plural(total, 'debate')}`;
	const room = Math.max(8, Math.min(40, width - widthOf(label) - 2));
	const filled = total === 0 ? 0 : Math.round((done / total) * room);
	const capped = [
		...(budget?.usd === undefined ? [] : [money(budget.usd)]),
		...(budget?.tokens === undefined ? [] : [`${formatCount(budget.tokens)} tokens`]),
	];
	return [
		row(span('█'.repeat(filled), 'accent'), span('░'.repeat(room - filled), 'dim'), span(`  ${label}`, 'strong')),
		line(
			`${clock(elapsedMs)} so far${leftMs === undefined ? '' : `, about ${clock(leftMs)} left`}${unwell === 0 ? '' : ` · ${unwell} went wrong`}`,
		),
		line(`used ${amountText(spent)}${capped.length === 0 ? '' : ` of ${capped.join(', ')}`}`),
		line(`left: about ${amountText(expected)}`, 'dim'),
	];
}

/** One line where all of it fits; else who debates stands beneath the topic. */
function runningRows(running: BatchRunning, width: number, now: number): readonly Row[] {
	const {topic, pro, con, seed, turns, since, worker} = running;
	const who = `${pro} for, ${con} against, seed ${seed}${worker === undefined ? '' : `, on ${worker}`}`;
	const right = [span(`${plural(turns, 'turn')} · ${clock(now - since)}`, 'dim')];
	const oneLine = [span(topic), span(`  ${who}`, 'dim')];
	if (spansWidth(oneLine) + 1 + spansWidth(right) <= width) return [{spans: oneLine, right}];
	return [{spans: [span(topic)], right}, ...wrapText(who, width - 2).map(text => line(`  ${text}`, 'dim'))];
}

const longestName = 40;

function standingRows(standings: readonly BatchStanding[], width: number): readonly Row[] {
	if (standings.length === 0) return [line('nobody has been judged on both sides yet', 'dim')];
	const caution = standings.some(({tooFew}) => tooFew)
		? 'After so few matchups the intervals are too narrow to go by.'
		: standings.some(({apart}) => apart === false)
			? 'Where intervals overlap, the order may still change.'
			: undefined;
	const table = figureTable(
		['Debater', 'rating', '95 %', 'won–tied–lost'],
		standings.map(({rank, name, rating, low, high, wins, ties, losses}) => [
			`${rank}  ${truncate(name, longestName)}`,
			String(Math.round(rating)),
			`${Math.round(low)}–${Math.round(high)}`,
			`${wins}–${ties}–${losses}`,
		]),
		width,
	);
	return [...table.slice(1), ...(caution === undefined ? [] : wrapText(caution, width).map(text => line(text, 'dim')))];
}
