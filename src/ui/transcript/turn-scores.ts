/** How a turn was scored: the sum, the judge's answers with quotations, and the turn with these marked. */
import {isSelfJudged} from '../../debate/attribution.ts';
import type {ChecklistItem, EvaluationEvent} from '../../debate/evaluation.ts';
import {rubricItem} from '../../debate/rubric.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {
	isGraded,
	unscoredReason,
	contestedText,
	explainedItems,
	failureText,
	shownVerdict,
	type ExplainedItem,
} from '../../exports/scores.ts';
import {englishEpisodeWords} from '../../languages/find.ts';
import {wordFor} from '../../languages/language.ts';
import {dimensionNames, humanize, violationNames} from '../../languages/wording.ts';
import {levelSign} from '../../view/format.ts';
import {displayOf} from '../../view/participants.ts';
import {markSource, WrapCache} from '../../view/markdown.ts';
import {type Marks, blank, line, row, span, spansWidth, type Row, type Span} from '../../view/rows.ts';
import {signs, type Tone} from '../../view/theme.ts';
import {widthOf, wrapText, truncate} from '../../view/wrap.ts';

const MATCHES = {exact: '', fuzzy: ' (nearly so)', not_found: ' (not found)', too_short: ' (too short)'} as const;

/** The sum and the judge's answers, or that the turn was not judged. */
export function workingRows(state: DebateState, {evaluation, finish}: Turn, width: number): readonly Row[] {
	if (!evaluation) return [line(finish === undefined ? 'Not judged yet: it is being said.' : 'Not judged.', 'dim')];
	return [
		...sumRows(state, evaluation, width),
		...violationRows(evaluation, width),
		...(isGraded(evaluation) ? verdictRows(state, evaluation, width) : itemRows(evaluation.items, width)),
	];
}

const isOwnModels = ({turns}: DebateState, evaluation: EvaluationEvent): boolean =>
	isSelfJudged({by: turns.findLast(({id}) => id === evaluation.turnId)?.by, evaluation});

function sumRows(state: DebateState, evaluation: EvaluationEvent, width: number): readonly Row[] {
	const {adherenceScore, working, cap, range} = evaluation;
	if (adherenceScore === null) {
		const reason = unscoredReason(state, evaluation);
		return wrapText(`Not scored${reason === undefined ? '' : `: ${reason}`}`, width).map(text => line(text, 'warning'));
	}
	const sum = working.map(({points}) => Math.round(points)).join(' + ');
	const total = working.reduce((all, {weight}) => all + weight, 0);
	const judges = evaluation.judges ?? [evaluation.judge];
	const notes = [
		`judged by ${judges.map(id => displayOf(state, id).name).join(', ')}`,
		...(isOwnModels(state, evaluation) ? ['judged by its own model'] : []),
		...(range ? [`single judges ${range[0]} to ${range[1]}`] : []),
	];
	return [
		...sumRow(String(adherenceScore), sum === '' ? '' : ` = ${sum}`, notes.join(' · '), width, isGraded(evaluation)),
		...(cap ? [line(`not above ${cap.at}: ${cap.because}`, 'warning')] : []),
		...working.map(({dimension, level, points, weight}) =>
			row(
				span(`  ${dimensionNames[dimension].padEnd(14)}`, 'dim'),
				span(humanize(level).padEnd(12)),
				span(levelSign(level).padEnd(4)),
				span(String(Math.round(points)).padStart(3), 'strong'),
				span(` of ${Math.round((100 * weight) / total)}`, 'dim'),
			),
		),
	];
}

/** The sum, and who judged behind it; below it where it does not fit, but for scores of version 0.1.0. */
function sumRow(score: string, sum: string, notes: string, width: number, mayWrap: boolean): readonly Row[] {
	const head = [span(score, 'strong'), span(sum)];
	const fits = spansWidth(head) + 3 + widthOf(notes) <= width;
	if (fits || !mayWrap) return [row(...head, span(`   ${notes}`, 'dim'))];
	return [row(...head), ...wrapText(notes, width - INDENT.length).map(text => line(`${INDENT}${text}`, 'dim'))];
}

const violationRows = ({violations: called}: EvaluationEvent, width: number): readonly Row[] =>
	called.flatMap(({violation, major, about}) =>
		wrapText(
			`${signs.notice} ${violationNames[violation]}${major ? '' : ' (minor)'}${about === undefined ? '' : `: ${about}`}`,
			width,
		).map(text => line(text, 'warning')),
	);

const ANSWERS: Readonly<Record<ChecklistItem['answer'], {readonly sign: string; readonly tone: Tone}>> = {
	yes: {sign: signs.yes, tone: 'good'},
	no: {sign: signs.no, tone: 'warning'},
	na: {sign: signs.none, tone: 'dim'},
};

function itemRows(items: readonly ChecklistItem[], width: number): readonly Row[] {
	return items.length === 0
		? []
		: [blank, line('What the judge answered', 'strong'), ...items.flatMap(item => itemRow(item, width))];
}

/** What the first rules asked otherwise; their journals have no grades. */
const askedOtherwise = {S3: 'so that they would sign it', S5: 'makes it stronger', C4: 'does not take it back'};

/** Indents of questions and of quotations, in columns. */
const ANSWERED = 16;

/** A question with its answer, and the evidence for it below. */
function itemRow(item: ChecklistItem, width: number): readonly Row[] {
	const {sign, tone} = ANSWERS[item.answer];
	const quoted =
		item.quote === undefined ? '' : `“${item.quote}”${item.match === undefined ? '' : MATCHES[item.match]}`;
	const said = [item.severity ?? '', quoted, item.note ?? ''].filter(text => text !== '').join(' · ');
	const asked = wordFor({...englishEpisodeWords.score.items, ...askedOtherwise}, item.id) ?? humanize(item.id);
	const head: readonly Span[] = [
		span(`  ${rubricItem(item.id)?.finds === 'lapse' ? '    ' : item.id.padEnd(4)}`, 'dim'),
		span(`${sign} ${item.answer === 'na' ? 'not due' : item.answer}`.padEnd(10), tone),
	];
	const below = (text: string, columns: number, how: Tone) =>
		text === '' ? [] : wrapText(text, Math.max(8, columns)).map(words => span(words, how));
	const [first = span(''), ...rest] = below(asked, width - ANSWERED, 'plain');
	return [
		row(...head, first),
		...[...rest, ...below(said, width - ANSWERED - 2, 'dim').map(each => ({...each, text: `  ${each.text}`}))].map(
			each => row(span(' '.repeat(ANSWERED)), each),
		),
	];
}

/** The wrapped lines of the turn that is open. */
const wrapped = new WrapCache();

/** A turn's text, with the judge's quotations marked. */
export function textRows(
	text: string,
	items: readonly Pick<ChecklistItem, 'start' | 'end'>[],
	width: number,
	open = false,
): readonly Row[] {
	if (text.trim() === '') return [line('Nothing was said.', 'dim')];
	const quotes = united(
		items.flatMap(({start, end}) => (start === undefined || end === undefined ? [] : [[start, end] as const])),
	);
	const lines = wrapped.wrap('turn', text, width, open);
	return [
		line(quotes.length > 0 ? 'The turn, what was quoted marked' : 'The turn', 'strong'),
		...(quotes.length > 0 ? markSource(lines, text, quotes) : lines.rows),
	];
}

const INDENT = '  ';

/** Sorted, with overlapping ranges merged. */
function united(marks: Marks): Marks {
	return marks
		.toSorted(([one], [other]) => one - other)
		.reduce<Marks>((before, [start, end]) => {
			const [from, to] = before.at(-1) ?? [0, -1];
			return start <= to ? [...before.slice(0, -1), [from, Math.max(to, end)]] : [...before, [start, end]];
		}, []);
}

// What judges answered by graded items: each judge's score, attempts to sway, every answer with its sentence.

/** Columns before what was asked, and before what was quoted for it. */
const answered = 20;
const narrowest = 8;
const longestName = 24;

const verdictRows = (state: DebateState, evaluation: EvaluationEvent, width: number): readonly Row[] => [
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
		...explainedItems(state, items).flatMap(item => explainedRow(item, width)),
	];
}

/** What was asked and answered, and below it the sentence that the answer rests on. */
function explainedRow(item: ExplainedItem, width: number): readonly Row[] {
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
