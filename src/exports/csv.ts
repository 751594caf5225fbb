/** Scores and what they rest on as a table (RFC 4180): a line a score, one an item of its working, one a point. */
import type {DebateState, Turn} from '../debate/state.ts';
import {speakerIn, speakerOf, speakerOfTurn} from '../languages/wording.ts';
import {concessionsIn, type Concession} from '../debate/claims.ts';
import type {EvaluationEvent} from '../debate/evaluation.ts';
import {disclosure, type Episode} from './episode.ts';
import {scoreColumns, type ScoreRow} from './format-parts.ts';
import {explainedItems, isGraded} from './scores.ts';

export function* csv({state, edited, format}: Pick<Episode, 'state' | 'edited' | 'format'>): Generator<string> {
	const debate = state.start?.debateId;
	const lineOf = (row: ScoreRow): string =>
		`${scoreColumns.map(column => cell({debate, edited, ...row}[column])).join(',')}\r\n`;
	const linesOf = (rows: readonly ScoreRow[]): string => rows.map(lineOf).join('');
	// Turn by turn: a long debate has a hundred thousand rows.
	yield `${scoreColumns.join(',')}\r\n`;
	const note = disclosure(state);
	if (note !== '') yield lineOf({kind: 'note', finding: note});
	for (const turn of state.turns) yield linesOf(turnRows(state, turn));
	yield linesOf(concessionsIn(state.formats.ledger).map(one => concessionRow(state, one)));
	for (const {rows} of Object.values(format?.events ?? {})) yield linesOf(rows?.(state) ?? []);
}

const concessionRow = (state: DebateState, {kind, claim, turnId, sentence}: Concession): ScoreRow => ({
	turn: turnId,
	speaker: speakerIn(state, turnId),
	kind: 'concession',
	item: claim.id,
	value: kind,
	finding: claim.claim,
	quote: sentence,
});

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
		...explainedItems(state, items).map(({id, grade, finding, quote, against}) => ({
			judge: speakerOf(state, judge),
			kind: 'item',
			item: id,
			value: grade,
			finding,
			// Of an evasion there is no sentence but the question.
			quote: quote ?? against,
		})),
	]);
}

/** Text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function cell(value: ScoreRow[keyof ScoreRow]): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'string') return String(value);
	const text = value.replace(/\s*\n\s*/gu, ' ');
	const safe = /^[=+\-@\t]/u.test(text) ? `'${text}` : text;
	return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
