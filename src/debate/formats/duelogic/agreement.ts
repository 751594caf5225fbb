/** How far the judges of a debate agree, over all that they answered about the same turns. */
import {agreementOf, type Agreement} from '../../evidence/agreement.ts';
import type {EvaluationEvent} from './events.ts';

/**
 * Agreement over every item that at least two usable verdicts answered; void answers are left out. Undefined where one
 * judge sat, or where all who sat are one voice: `voiceOf` gives a judge's voice.
 */
export function benchAgreement(
	evaluations: readonly EvaluationEvent[],
	voiceOf: (judge: string) => string,
): Agreement | undefined {
	const judges = [...new Set(evaluations.flatMap(({verdicts = []}) => verdicts.map(({judge}) => judge)))];
	if (new Set(judges.map(voiceOf)).size < 2) return undefined;
	return agreementOf(evaluations.flatMap(evaluation => rowsOf(evaluation, judges)));
}

/** A row an item, an answer a judge. */
function rowsOf({verdicts = []}: EvaluationEvent, judges: readonly string[]): (string | undefined)[][] {
	const usable = verdicts.filter(({score}) => score !== null);
	const ids = new Set(usable.flatMap(({items}) => items.map(({id}) => id)));
	return [...ids].map(id =>
		judges.map(judge => {
			const item = usable.find(one => one.judge === judge)?.items.find(one => one.id === id);
			return item === undefined || item.state === 'void' ? undefined : item.grade;
		}),
	);
}
