/** Who judges a Duelogic debate: those that were seated, else the arbiter. */
import {equalBench} from '../../../debate/evidence/bench.ts';
import type {Participant} from '../../../debate/events.ts';
import type {Bench} from './evaluate.ts';

export const maxJudges = 3;

/** Up to three judges, none that shares a maker with a chair where that can be avoided. */
export function benchOf(participants: readonly Participant[]): Bench {
	const seated = participants.filter(({role}) => role === 'judge');
	const candidates = seated.length > 0 ? seated : participants.filter(({role}) => role === 'arbiter');
	return equalBench(
		candidates,
		participants.filter(({role}) => role === 'chair'),
		maxJudges,
	);
}
