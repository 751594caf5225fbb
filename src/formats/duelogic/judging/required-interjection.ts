/** What the arbiter should say about a scored turn, if it is to step in at all. */
import type {EvaluationEvent} from '../../../debate/formats/duelogic/events.ts';
import type {DuelogicConfig} from '../config/config.ts';
import type {Interjection} from '../prompts/arbiter-prompts.ts';

/** By the arbiter's level, the gravest fault first: `relaxed` never, `moderate` for major faults, `strict` for any. */
export function requiredInterjection(
	{mandates, interruptions, arbiter}: DuelogicConfig,
	{violations}: EvaluationEvent,
	speaker: string,
): Interjection | undefined {
	const {accountabilityLevel: level} = arbiter;
	if (!mandates.arbiterCanInterject || !interruptions.allowArbiterInterruptions || level === 'relaxed')
		return undefined;
	const fault = violations.find(({major}) => major) ?? (level === 'strict' ? violations[0] : undefined);
	return fault && {target: speaker, violation: fault.violation, reason: fault.about ?? fault.violation};
}
