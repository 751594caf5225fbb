/** What a chair's last judged turn did well, and what the chair owes. */
import type {EvaluationEvent} from '../../debate/formats/duelogic.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {plural} from '../../languages/wording.ts';
import {blank, exactly, row, span, spansWidth, type Row, type Span} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {wrapText} from '../../view/wrap.ts';

type JudgedChair = {
	readonly state: DebateState;
	readonly judged: readonly Turn[];
	/** Claims of others that it has not met. */
	readonly unanswered: number;
};

type ChairRemark = {readonly sign: Span; readonly text: string};

/** Exactly `height` rows, so that nothing below moves when the remarks change. */
export function remarkRows(chair: JudgedChair, width: number, height: number): readonly Row[] {
	const remarks = [praiseOf(chair), debtOf(chair)].filter(remark => remark !== undefined);
	const whole = remarks.flatMap(remark => wrapped(remark, width));
	return exactly(whole.length <= height ? whole : remarks.map(rowOf), height);
}

export function debtRow(chair: JudgedChair): Row {
	const debt = debtOf(chair);
	return debt ? rowOf(debt) : blank;
}

const rowOf = ({sign, text}: ChairRemark): Row => row(sign, span(text, 'dim'));

/** In two rows at most; what is left over is cut off at the end of the second. */
function wrapped({sign, text}: ChairRemark, width: number): readonly Row[] {
	const indent = spansWidth([sign]);
	const [first = '', ...rest] = wrapText(text, width - indent);
	const below = row(span(' '.repeat(indent)), span(rest.join(' '), 'dim'));
	return [row(sign, span(first, 'dim')), ...(rest.length === 0 ? [] : [below])];
}

function praiseOf({judged}: JudgedChair): ChairRemark | undefined {
	const {good} = gradesOf(judged.at(-1)?.evaluation);
	return good.length === 0 ? undefined : {sign: span(`${signs.yes} `, 'good'), text: good.join(', ')};
}

/** What its last turn lacked and whom it has not answered; once it is over, only the latter is left to say. */
function debtOf({judged, unanswered, state}: JudgedChair): ChairRemark | undefined {
	if (state.outcome !== undefined)
		return unanswered === 0
			? undefined
			: {sign: span(''), text: `left ${plural(unanswered, 'claim')} of others unanswered`};
	const {lacking} = gradesOf(judged.at(-1)?.evaluation);
	const owed = [...lacking, ...(unanswered > 0 ? [plural(unanswered, 'answer')] : [])];
	return owed.length === 0 ? undefined : {sign: span(`${signs.notice} `, 'warning'), text: `owes ${owed.join(', ')}`};
}

type Grades = {readonly good: readonly string[]; readonly lacking: readonly string[]};

/** What a turn did best and what it lacked, by dimension; what the bench contests accuses and praises nobody. */
function gradesOf(evaluation: EvaluationEvent | undefined): Grades {
	if (!evaluation || evaluation.adherenceScore === null) return {good: [], lacking: []};
	const {steelManning, selfCritique, frameworkConsistency, intellectualHonesty, contested = []} = evaluation;
	const grades = [
		[
			'steelManning',
			steelManning?.applicable === true ? steelManning.quality : undefined,
			'fair to the other side',
			'a fair restatement',
		],
		[
			'selfCritique',
			selfCritique?.applicable === true ? selfCritique.quality : undefined,
			'owns a limit',
			'a limit of its own',
		],
		['frameworkConsistency', frameworkConsistency?.level, 'true to its framework', 'its own framework'],
		['intellectualHonesty', intellectualHonesty?.score, 'honest', 'straight answers'],
	] as const;
	const of = (levels: readonly (string | undefined)[], word: 2 | 3) =>
		grades.filter(([id, level]) => levels.includes(level) && !contested.includes(id)).map(grade => grade[word]);
	return {
		good: of(['strong', 'consistent', 'high'], 2),
		lacking: of(['absent', 'major_drift', 'abandoned', 'low'], 3),
	};
}
