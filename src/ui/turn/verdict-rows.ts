/** What judges answered by graded items: each judge's score, attempts to sway, every answer with its sentence. */
import type {EvaluationEvent} from '../../debate/formats/duelogic.ts';
import type {DebateState} from '../../debate/state.ts';
import {contestedText, explainedItems, failureText, shownVerdict, type ExplainedItem} from '../../exports/scores.ts';
import {displayOf} from '../../view/participants.ts';
import {blank, line, row, span, type Row} from '../../view/rows.ts';
import {signs, type Tone} from '../../view/theme.ts';
import {truncate, widthOf, wrapText} from '../../view/wrap.ts';

/** Columns before what was asked, and before what was quoted for it. */
const answered = 20;
const narrowest = 8;
const longestName = 24;

export const verdictRows = (state: DebateState, evaluation: EvaluationEvent, width: number): readonly Row[] => [
	...benchRows(state, evaluation, width),
	...swayRows(evaluation, width),
	...answerRows(state, evaluation, width),
];

/** Each judge's score, where more than one judged, and what they do not agree on. */
function benchRows(state: DebateState, evaluation: EvaluationEvent, width: number): readonly Row[] {
	const {verdicts = []} = evaluation;
	// Where no verdict was usable, the reason that stands above names them all.
	if (verdicts.length < 2 || verdicts.every(({score}) => score === null)) return [];
	const nameOf = (judge: string): string => truncate(displayOf(state, judge).name, longestName);
	const column = Math.min(longestName, Math.max(...verdicts.map(({judge}) => widthOf(nameOf(judge))))) + 2;
	const contested = contestedText(evaluation);
	return [
		blank,
		line('Each judge by itself', 'strong'),
		...verdicts.flatMap(verdict =>
			below(
				verdict.score === null ? `not scored: ${failureText(verdict)}` : String(verdict.score),
				width - column - 2,
			).map((text, index) =>
				row(
					span(`  ${padded(index === 0 ? nameOf(verdict.judge) : '', column)}`, 'dim'),
					span(text, verdict.score === null ? 'warning' : 'strong'),
				),
			),
		),
		...(contested === undefined
			? []
			: below(`${contested}; nobody is called out for what judges do not agree on`, width - 2).map(text =>
					row(span('  '), span(text, 'warning')),
				)),
	];
}

function swayRows({sway = []}: EvaluationEvent, width: number): readonly Row[] {
	if (sway.length === 0) return [];
	return [
		blank,
		line('Tried to sway the judge; counts for nothing', 'warning'),
		...sway.flatMap(({text}) => below(`“${text}”`, width - 2).map(words => row(span('  '), span(words, 'dim')))),
	];
}

function answerRows(state: DebateState, evaluation: EvaluationEvent, width: number): readonly Row[] {
	const {verdicts = []} = evaluation;
	const shown = shownVerdict(evaluation);
	const items = evaluation.items.length > 0 ? evaluation.items : (shown?.items ?? []);
	if (items.length === 0) return [];
	const judge = verdicts.length > 1 && shown ? displayOf(state, shown.judge).name : 'the judge';
	const who = verdicts.length > 1 && shown?.score !== null ? `${judge}, nearest to the score,` : judge;
	return [
		blank,
		...wrapText(`What ${who} answered`, width).map(text => line(text, 'strong')),
		...explainedItems(state, items).flatMap(item => itemRow(item, width)),
	];
}

/** What was asked and answered, and below it the sentence that the answer rests on. */
function itemRow(item: ExplainedItem, width: number): readonly Row[] {
	const {sign, tone} = signOf(item);
	const ownWords = item.asks.replaceAll(' ', '_') === item.id;
	const [first = '', ...rest] = below(item.asks, width - answered);
	const grounds = [
		item.quote === undefined ? '' : `“${item.quote}”`,
		item.against === undefined ? '' : `held against ${item.against}`,
		item.remark ?? '',
	].filter(text => text !== '');
	const indented = (text: string, how: Tone): Row => row(span(' '.repeat(answered)), span(text, how));
	return [
		row(
			span(`  ${(ownWords ? '' : item.id).padEnd(4)}`, 'dim'),
			span(`${sign} ${item.grade}`.padEnd(14), tone),
			span(first),
		),
		...rest.map(text => indented(text, 'plain')),
		...grounds.flatMap(text => below(text, width - answered - 2).map(words => indented(`  ${words}`, 'dim'))),
	];
}

function signOf({good}: ExplainedItem): {readonly sign: string; readonly tone: Tone} {
	if (good === undefined) return {sign: signs.none, tone: 'dim'};
	return good ? {sign: signs.yes, tone: 'good'} : {sign: signs.no, tone: 'warning'};
}

const below = (text: string, columns: number): readonly string[] => wrapText(text, Math.max(narrowest, columns));

const padded = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - widthOf(text)));
