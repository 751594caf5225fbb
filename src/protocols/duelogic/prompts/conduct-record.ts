/** One line per chair on how well it met its obligations, for the arbiter's closing. */
import type {EvaluationEvent} from '../../../debate/formats/duelogic/events.ts';
import type {DebateState} from '../../../debate/state.ts';
import type {DuelogicDebate} from '../seating/seating.ts';

/**
 * Lines such as `chair_1: mean 82, steel-man 3/4, self-critique 4/4, consistent 4/4`, over the scores available so far.
 */
export const conductLines = ({chairs}: DuelogicDebate, heard: DebateState): string[] =>
	chairs.map(({id}) => {
		const evaluations = heard.turns.flatMap(({speaker, evaluation}) =>
			speaker === id && evaluation && evaluation.adherenceScore !== null ? [evaluation] : [],
		);
		return `${id}: ${evaluations.length === 0 ? 'not scored' : conductOf(evaluations)}`;
	});

function conductOf(evaluations: readonly EvaluationEvent[]): string {
	const mean = evaluations.reduce((sum, {adherenceScore}) => sum + (adherenceScore ?? 0), 0) / evaluations.length;
	const consistent = evaluations.filter(({frameworkConsistency}) => frameworkConsistency?.consistent).length;
	return [
		`mean ${Math.round(mean)}`,
		`steel-man ${share(evaluations.map(({steelManning}) => steelManning))}`,
		`self-critique ${share(evaluations.map(({selfCritique}) => selfCritique))}`,
		`consistent ${consistent}/${evaluations.length}`,
	].join(', ');
}

/** Attempted out of applicable, such as `3/4`. */
function share(obligations: readonly EvaluationEvent['steelManning'][]): string {
	const due = obligations.filter(obligation => obligation?.applicable);
	return `${due.filter(obligation => obligation?.attempted).length}/${due.length}`;
}
