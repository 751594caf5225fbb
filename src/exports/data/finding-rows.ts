/** Lines of the table for what debates without scores find: points, issues, votes, verdicts, steps. */
import type {MotionState} from '../../debate/formats/motion/state.ts';
import type {DebateState} from '../../debate/state.ts';
import {codeDebateOf} from '../../debate/views/code-debate.ts';
import {duelOf} from '../../debate/views/model-duel.ts';
import {judgeName, pointFate} from '../../debate/views/motion.ts';
import {speakerOf} from '../wording.ts';
import type {ScoreRow} from './score-row.ts';

export function findingRows(state: DebateState): ScoreRow[] {
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
