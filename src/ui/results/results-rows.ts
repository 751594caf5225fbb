/** The results of a debate: its outcome, how each chair argued, what it cost, where its files are. */
import type {DebateStore} from '../stage/debate-store.ts';
import {swingOf} from '../../debate/audience.ts';
import {swingRows} from '../../view/audience.ts';
import {totalSpending, type Spending, type DebateState} from '../../debate/state.ts';
import {clock, formatCount, humanize, money, plural, pricesOf, spentText} from '../../languages/wording.ts';
import {compact, percent, spark} from '../../view/format.ts';
import {displayOf, speakerDisplay, type ParticipantDisplay} from '../../view/participants.ts';
import {costText, isAllRehearsal} from '../board/costs.ts';
import {row, span, type Row, blank, line, type Span} from '../../view/rows.ts';
import {truncate, widthOf, wrapText} from '../../view/wrap.ts';
import {memoizeRecent} from '../../debate/fold.ts';
import {unjudged} from '../../debate/views/judgements.ts';
import {agreementText, leftOutOfMeans} from '../../exports/scores.ts';
import {goals, statisticsOf, type ChairStatistics, type Statistics} from '../../exports/statistics.ts';
import {cardRows, judgeVoteRows, voteRows} from './card-rows.ts';
import {latestMoments} from '../../view/moments.ts';
import {unfolded} from '../board/moments.ts';
import {claimRows} from '../../view/pane-rows.ts';
import {isRead, paneOf, shownEvents} from '../../formats/index.ts';
import {chartRows} from './score-chart.ts';
import {signs} from '../../view/theme.ts';
import type {TurnIndex} from '../../view/turn-index.ts';

// The cost of a debate, in total and by voice.

const LABEL = 8;

export function costRows(state: DebateState, width: number): readonly Row[] {
	const sum = totalSpending(state);
	const cost = costText(state);
	const dollars =
		isAllRehearsal(state) || cost === spentText(0)
			? ''
			: ` · US dollars${sum.saved === 0 ? '' : ` · ${money(sum.saved)} saved by the cache`}`;
	const prices = pricesOf(state);
	return [
		row(span('Cost'.padEnd(LABEL), 'strong'), span(cost), span(dollars, 'dim')),
		...wrapText(
			[...tokensOf(sum), ...requestsOf(sum), ...(prices === '' ? [] : [`prices: ${prices}`])].join(' · '),
			Math.max(8, width - LABEL),
		).map(text => row(span(' '.repeat(LABEL)), span(text, 'dim'))),
		...Object.entries(state.spending).flatMap(([id, one]) => voiceRows(state, id, one, width)),
	];
}

function tokensOf({input, cached, output, reasoning}: Spending): readonly string[] {
	const shared = input === 0 ? '' : ` (${percent(cached / input)} cached)`;
	const thought = reasoning === 0 ? '' : ` (${formatCount(reasoning)} of it thinking)`;
	return [`${formatCount(input)} tokens in${shared}`, `${formatCount(output)} out${thought}`];
}

/** A cancelled request is no failure: it was a prefetch, or its turn was cut off. */
function requestsOf({calls, failed, withdrawn}: Spending): readonly string[] {
	const troubles = [
		...(failed === 0 ? [] : [`${formatCount(failed)} failed`]),
		...(withdrawn === 0 ? [] : [`${formatCount(withdrawn)} withdrawn`]),
	];
	return [[plural(calls, 'request'), ...troubles].join(', ')];
}

/** Whose requests they are: whoever spoke for the seat with that voice. */
function spenderOf(state: DebateState, key: string): ParticipantDisplay & {readonly id: string} {
	const [id = '', voice] = key.split('\n');
	const seat = state.seats.find(each => each.id === id);
	const before = seat?.voice === voice ? undefined : seat?.formerly.findLast(holder => holder.voice === voice);
	return {...(before ? speakerDisplay(state, {speaker: id, by: before}) : displayOf(state, id)), id};
}

/** A table if its columns fit; else the figures below each name. */
function voiceRows(state: DebateState, key: string, one: Spending, width: number): readonly Row[] {
	const {id, sign, tone, name, rehearsal} = spenderOf(state, key);
	const price = rehearsal ? 'rehearsal' : one.unpriced === one.calls ? 'cost unknown' : spentText(one.cost);
	const cells = [
		plural(one.calls, 'request').padStart(12),
		`${compact(one.input)} in`.padStart(9),
		(one.input === 0 ? '' : `${percent(one.cached / one.input)} cached`).padStart(13),
		`${compact(one.output)} out`.padStart(10),
		price.padStart(14),
	];
	const room = width - LABEL - cells.join('').length;
	// One model may have several seats: then each row names its seat.
	const alike = state.seats.filter(seat => seat.name === name);
	const part = alike.length > 1 ? ` · ${humanize(alike.find(seat => seat.id === id)?.role ?? '')}` : '';
	const named = (columns: number) => {
		const short = truncate(`${sign} ${name}${part}`, columns);
		return span(short + ' '.repeat(Math.max(0, columns - widthOf(short))), tone);
	};
	const indent = span(' '.repeat(LABEL));
	if (room >= 16) return [row(indent, named(Math.min(room, 32)), span(cells.join(''), 'dim'))];
	return [
		row(indent, named(width - LABEL)),
		row(
			indent,
			span('  '),
			span(
				cells
					.map(text => text.trim())
					.filter(text => text !== '')
					.join(' · '),
				'dim',
			),
		),
	];
}

const WIDE = 90;

/** A width at which no two columns stand side by side. */
const ALONE = 60;

/**
 * Computed again when the state changes, not on every key. With `heard`, for a screen reader, nothing stands side by
 * side.
 */
export const resultsRows = memoizeRecent(
	(state: DebateState, index: TurnIndex, folder: string | undefined, width: number, heard: boolean): readonly Row[] => {
		const room = heard ? ALONE : width;
		const statistics = statisticsOf(state);
		const {chairs: figures, agreement, votes, judgeVotes} = statistics;
		return [
			...cardRows(state, index, width, heard),
			blank,
			...(figures.some(judged)
				? [
						...scoreRows(state, figures, room),
						...leftOutOfMeans(state, statistics).flatMap(told => wrapText(told, room).map(text => line(text, 'dim'))),
						...agreementRows(agreement, room),
						line('Scores over the turns', 'strong'),
						...chartRows(state, figures, room),
					]
				: unjudgedRows(state, room)),
			...ownResults(state, width),
			...voteRows(votes, room),
			...swingRows(swingOf(state.audience), room),
			...judgeVoteRows(judgeVotes, room),
			...momentsRows(state, index, width),
			...costRows(state, width),
			blank,
			...(folder === undefined
				? []
				: wrapText(folder, width - 8).map((text, index) =>
						row(span((index === 0 ? 'Files' : '').padEnd(8), 'strong'), span(text)),
					)),
		];
	},
);

/** Why there are no scores, where judges sat who may not judge; a verdict's absence is said by its format. */
function unjudgedRows(state: DebateState, width: number): readonly Row[] {
	const told = paneOf(state) ? undefined : unjudged(state);
	return told === undefined ? [] : [...wrapText(told.remedy, width).map(text => line(text, 'dim')), blank];
}

/** Whether any of its turns was scored. */
const judged = ({scores}: ChairStatistics): boolean => scores.length > 0;

const scoreRows = (state: DebateState, figures: readonly ChairStatistics[], width: number): readonly Row[] =>
	width >= WIDE ? tableRows(state, figures, width) : figures.flatMap(each => blockRows(state, each, width));

/** How far the bench agreed, where more than one judge sat. */
const agreementRows = (agreement: Statistics['agreement'], width: number): readonly Row[] =>
	agreement ? [...wrapText(agreementText(agreement), width).map(text => line(text, 'dim')), blank] : [];

function ownResults(state: DebateState, width: number): readonly Row[] {
	const rows = paneOf(state)?.results(state, width) ?? claimRows(state, width);
	return rows.length === 0 ? [] : [...rows.slice(rows[0] === blank ? 1 : 0), blank];
}

const goal = (share: number | undefined, wanted: number): Span =>
	share === undefined
		? span(signs.none)
		: span(`${percent(share)} ${share > wanted ? signs.yes : signs.no}`, share > wanted ? 'good' : 'warning');

/** A padded cell, with at least one blank at its end. */
function cell({text, tone}: Span, columns: number): Span {
	const short = truncate(text, columns - 1);
	return span(short + ' '.repeat(columns - widthOf(short)), tone);
}

const meanText = (mean: number | undefined): string => (mean === undefined ? signs.none : String(Math.round(mean)));

const remarks = ({seat, unscored, contested}: ChairStatistics): string =>
	(unscored === 0 ? '' : ` · ${plural(unscored, 'turn')} not scored`) +
	(contested === 0 ? '' : ` · ${plural(contested, 'turn')} contested`) +
	(seat.out === undefined ? '' : ` · out: ${seat.out}`);

/** Columns: chair, mean and trend, the two goals, consistency, cuts. */
function tableRows(state: DebateState, figures: readonly ChairStatistics[], width: number): readonly Row[] {
	const first = Math.min(44, Math.max(20, width - 82));
	const second = Math.min(24, width - first - 57);
	const columns = [first, second, 17, 17, 14, 9] as const;
	const heads = ['Chair', 'adherence', 'steel-man', 'self-critique', 'framework', 'cuts'];
	const under = ['', 'mean, course', '> 80 % of turns', '> 70 % of turns', 'of turns kept', 'made/got'];
	const inRow = (cells: readonly Span[]): Row => ({spans: cells.map((each, index) => cell(each, columns[index] ?? 1))});
	return [
		inRow(heads.map(text => span(text, 'strong'))),
		inRow(under.map(text => span(text, 'dim'))),
		...figures.flatMap(each => {
			const {sign, tone, name, part} = speakerDisplay(state, {speaker: each.seat.id, by: each.seat});
			const course = `${meanText(each.mean)} ${spark(each.scores, second - 6)}`;
			return [
				inRow([
					span(`${sign} ${name}`, tone),
					span(course, tone),
					goal(each.steelMan, goals.steelMan),
					goal(each.selfCritique, goals.selfCritique),
					span(percent(each.consistent)),
					span(`${each.cutsMade}/${each.cutsSuffered}`),
				]),
				line(`  ${part}${remarks(each)}`, 'dim'),
			];
		}),
		blank,
	];
}

/** The same for a narrow screen, one figure below another. */
function blockRows(state: DebateState, figures: ChairStatistics, width: number): readonly Row[] {
	const {sign, tone, name, part} = speakerDisplay(state, {speaker: figures.seat.id, by: figures.seat});
	return [
		row(span(`${sign} ${name}`, tone), span(` · ${part}${remarks(figures)}`, 'dim')),
		row(
			span('  adherence ', 'dim'),
			span(meanText(figures.mean), 'strong'),
			span(` ${spark(figures.scores, width - 40)}`, tone),
			span('  framework ', 'dim'),
			span(percent(figures.consistent)),
		),
		row(span('  steel-man in ', 'dim'), goal(figures.steelMan, goals.steelMan), span(' of turns (goal > 80 %)', 'dim')),
		row(
			span('  self-critique in ', 'dim'),
			goal(figures.selfCritique, goals.selfCritique),
			span(' of turns (goal > 70 %)', 'dim'),
		),
		row(
			span('  cuts made ', 'dim'),
			span(String(figures.cutsMade)),
			span(', suffered ', 'dim'),
			span(String(figures.cutsSuffered)),
		),
		blank,
	];
}

const MOMENTS = 12;

function momentsRows(state: DebateState, index: TurnIndex, width: number): readonly Row[] {
	const moments = latestMoments(state, MOMENTS, shownEvents);
	return moments.length === 0
		? []
		: [line('Moments', 'strong'), ...unfolded({state, index}, moments.toReversed(), width), blank];
}

/**
 * The text that is left on the primary screen after the app has closed: outcome, figures, files, and how to go on.
 * Plain lines without colour, each ended by a newline.
 */
export function farewellText({state, session, spokenMs, over}: DebateStore): string {
	if (!state.start) return '';
	const means = statisticsOf(state).chairs.flatMap(({seat, mean}) =>
		mean === undefined ? [] : [`${seat.name} ${Math.round(mean)}`],
	);
	const resumable = session.live && state.outcome === undefined;
	return [
		state.edition?.title ?? state.start.subject.text,
		`${state.outcome ?? (session.live ? 'not finished' : 'replay')}${state.reason === undefined ? '' : `: ${state.reason}`} · ${plural(state.turns.length, 'turn')}${isRead(state.start.protocol) ? '' : ` · ${clock(spokenMs)} aloud`} · ${costText(state)}`,
		...(means.length === 0 ? [] : [`Adherence: ${means.join(', ')}`]),
		...(session.folder === undefined ? [] : [`Files: ${session.folder}`]),
		...(resumable && session.resumeWith !== undefined ? [`Go on with: ${session.resumeWith}`] : []),
		...(over && !resumable && session.replayWith !== undefined ? [`Watch again with: ${session.replayWith}`] : []),
	]
		.map(text => `${text}\n`)
		.join('');
}
