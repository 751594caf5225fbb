/** Who judges: fixed when the debate starts, and the same for every chair, so that equal speeches get equal scores. */
import type {Participant} from '../../../debate/events.ts';
import type {Bench} from './evaluate.ts';

export const maxJudges = 3;

/**
 * Up to three judges: those that were seated, else the arbiter. One whose model, or as far as it is known its maker,
 * sits in a chair judges nobody; where nobody would be left, all of them judge, and the scores say so.
 */
export function benchOf(participants: readonly Participant[]): Bench {
	const seated = participants.filter(({role}) => role === 'judge');
	const candidates = seated.length > 0 ? seated : participants.filter(({role}) => role === 'arbiter');
	const chairs = participants.filter(({role}) => role === 'chair');
	const independent = candidates.filter(judge => !chairs.some(chair => isKin(judge, chair)));
	const judges = independent.length > 0 ? independent : candidates;
	return {
		judges: judges.slice(0, maxJudges).map(({id}) => id),
		selfJudged: judges.length > 0 && independent.length === 0,
	};
}

/** Whether two seats have one model, wherever it is served, or models of one maker. */
function isKin(one: Participant, other: Participant): boolean {
	if (one.voice === other.voice) return true;
	const bare = ({model}: Participant) => model?.toLowerCase().split('/').at(-1);
	if (bare(one) !== undefined && bare(one) === bare(other)) return true;
	return makerOf(one) !== undefined && makerOf(one) === makerOf(other);
}

/** `anthropic` of `anthropic/claude-sonnet-4`; unknown where the model's id does not say. */
const makerOf = ({model}: Participant): string | undefined =>
	/^(?<maker>[\w.-]+)\/./u.exec(model?.toLowerCase() ?? '')?.groups?.['maker'];
