/** Scores and what they rest on as a table (RFC 4180): a line a score, one an item of its working, one a point. */
import type {MotionState} from '../debate/formats/motion.ts';
import type {DebateState, Turn} from '../debate/state.ts';
import {codeDebateOf} from '../debate/views/code-debate.ts';
import {duelOf} from '../debate/views/model-duel.ts';
import {judgeName, pointFate} from '../debate/views/motion.ts';
import {speakerOf, speakerOfTurn} from '../languages/wording.ts';
import type {EvaluationEvent} from '../debate/evaluation.ts';
import {disclosure, type Episode} from './episode.ts';
import {explainedItems, isGraded} from './scores.ts';

// The table of scores: its columns, and a line of it.

const columns = [
	'debate',
	'turn',
	'segment',
	'round',
	'speaker',
	'model',
	'framework',
	'judge',
	'kind',
	'item',
	'value',
	'points',
	'finding',
	'quote',
	'edited',
] as const;
/** A line: what it leaves out is empty. */
type ScoreRow = Partial<Record<(typeof columns)[number], string | number | boolean | null | undefined>>;

// Lines of the table for what debates without scores find: points, issues, votes, verdicts, steps.

function findingRows(state: DebateState): ScoreRow[] {
	const points = codeDebateOf(state)?.ledger ?? [];
	const issues = duelOf(state)?.points ?? [];
	return [
		...points.map(({id, title, by, state: standing}) => ({
			kind: 'point',
			item: id,
			speaker: by,
			value: standing,
			quote: title,
		})),
		...issues.map(({number, issue, answer}) => ({
			kind: 'issue',
			item: String(number),
			value: answer?.decision ?? 'not answered',
			finding: answer?.rationale,
			quote: issue.claim,
		})),
		...state.formats.adversarialSpec.issues.map(({id, title, severity, standing, support}) => ({
			kind: 'issue',
			item: id,
			value: standing,
			points: support,
			finding: severity,
			quote: title,
		})),
		...motionRows(state),
		...buildRows(state),
	];
}

/** The verdicts with what both readings rest on, then what was recorded on the way to them. */
function motionRows(state: DebateState): ScoreRow[] {
	const {panel, verdicts, points, checks, newClaims} = state.formats.motion;
	return [
		...(panel ? [{judge: 'all', kind: 'verdict', value: panel.winner ?? 'none', points: panel.margin}] : []),
		...verdicts.flatMap(verdict => verdictRows(verdict, judgeName(state, verdict.judge))),
		...points.map(point => ({
			turn: point.turnId,
			speaker: speakerOf(state, point.by),
			kind: 'point of information',
			value: pointFate(point),
			quote: point.point,
		})),
		...checks.map(({question, turnId, answered, evaded, open}) => ({
			turn: turnId,
			kind: 'answer',
			item: question,
			value: answered === null ? 'not checked' : evaded ? 'evaded' : answered ? 'answered' : 'not answered',
			finding: open,
		})),
		...newClaims.flatMap(({turnId, sentences}) =>
			sentences.map(quote => ({turn: turnId, kind: 'new in a closing', quote})),
		),
	];
}

function verdictRows({winner, margin, flipped, readings, reason}: MotionState['verdicts'][number], judge: string) {
	const readingRows = readings.flatMap(({a, grounds, decisive}, place): ScoreRow[] => {
		const finding = `reading ${place + 1}, ${a} as side A`;
		return [
			...Object.entries(grounds ?? {}).map(([item, {better, sentences}]) => ({
				judge,
				kind: 'ground',
				item,
				value: better,
				finding,
				turn: sentences[0]?.turnId,
				quote: sentences.map(({text}) => text).join(' '),
			})),
			...(decisive ? [{judge, kind: 'decisive', finding, turn: decisive.turnId, quote: decisive.text}] : []),
		];
	});
	const finding = reason ?? (flipped ? 'flipped when the labels were swapped' : undefined);
	return [{judge, kind: 'verdict', value: winner ?? 'none', points: margin, finding}, ...readingRows];
}

function buildRows({formats: {builderReviewer}}: DebateState): ScoreRow[] {
	const {updates, alerts, decisions, end} = builderReviewer;
	return [
		...updates.map(({step, cycle, status, note, final}) => ({
			round: cycle,
			kind: 'step',
			item: final ? 'all' : step,
			value: status,
			finding: note,
		})),
		...alerts.map(({step, cycle, severity, reason, evidence}) => ({
			round: cycle,
			kind: 'alert',
			item: step,
			value: severity,
			finding: reason,
			quote: evidence,
		})),
		...decisions.map(({decision, rationale}, place) => ({
			round: place + 1,
			kind: 'decision',
			value: decision,
			finding: rationale,
		})),
		...(end ? [{kind: 'end', value: end.status, finding: end.summary}] : []),
	];
}

export function* csv({state, edited}: Pick<Episode, 'state' | 'edited'>): Generator<string> {
	const debate = state.start?.debateId;
	const lineOf = (row: ScoreRow): string =>
		`${columns.map(column => cell({debate, edited, ...row}[column])).join(',')}\r\n`;
	const linesOf = (rows: readonly ScoreRow[]): string => rows.map(lineOf).join('');
	// Turn by turn: a long debate has a hundred thousand rows.
	yield `${columns.join(',')}\r\n`;
	const note = disclosure(state);
	if (note !== '') yield lineOf({kind: 'note', finding: note});
	for (const turn of state.turns) yield linesOf(turnRows(state, turn));
	yield linesOf(findingRows(state));
}

function turnRows(state: DebateState, turn: Turn): ScoreRow[] {
	const {evaluation} = turn;
	if (!evaluation) return [];
	const seat = state.seats.find(({id}) => id === turn.speaker);
	const of = {
		turn: turn.id,
		segment: turn.segment,
		round: turn.round,
		speaker: speakerOfTurn(state, turn),
		model: turn.by?.model ?? turn.by?.voice,
		framework: seat?.framework ?? seat?.persona,
	};
	return [
		{...of, judge: 'all', kind: 'score', value: evaluation.adherenceScore, finding: evaluation.reason},
		...evaluation.working.map(({dimension, level, points}) => ({
			...of,
			judge: 'all',
			kind: 'dimension',
			item: dimension,
			value: level,
			points,
		})),
		...itemRows(state, evaluation).map(row => ({...of, ...row})),
	];
}

/** By rules 2 what became of every answer; before, the answers as they were given. */
function itemRows(state: DebateState, evaluation: EvaluationEvent): ScoreRow[] {
	if (!isGraded(evaluation))
		return evaluation.items.map(({id, answer, match, quote}) => ({
			judge: speakerOf(state, evaluation.judge),
			kind: 'item',
			item: id,
			value: answer,
			finding: match,
			quote,
		}));
	return (evaluation.verdicts ?? []).flatMap(({judge, score, reason, items}) => [
		{judge: speakerOf(state, judge), kind: 'verdict', value: score, finding: reason},
		...explainedItems(state, items).map(({id, grade, finding, quote}) => ({
			judge: speakerOf(state, judge),
			kind: 'item',
			item: id,
			value: grade,
			finding,
			quote,
		})),
	]);
}

/** Text that a spreadsheet would take for a formula gets an apostrophe before it. */
function cell(value: ScoreRow[keyof ScoreRow]): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'string') return String(value);
	const text = value.replace(/\s*\n\s*/gu, ' ');
	const safe = /^[=+\-@\t]/u.test(text) ? `'${text}` : text;
	return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
