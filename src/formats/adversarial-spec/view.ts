/** An Adversarial Spec debate as its panes and its review show it, derived from the debate's state. */
import {memoizeRecent} from '../../debate/fold.ts';
import type {
	SpecChange,
	SpecCritique,
	SpecGroup,
	SpecReview,
	AdversarialSpecState,
	TimedQuery,
} from '../../debate/formats/adversarial-spec.ts';
import type {DebateState} from '../../debate/state.ts';

/** What an agent is doing. `since` is milliseconds of the debate's clock. */
export type AgentView = {
	readonly id: string;
	readonly status: 'waiting' | 'thinking' | 'done' | 'failed';
	readonly purpose: string | undefined;
	readonly since: number | undefined;
	/** Why it is out. */
	readonly reason: string | undefined;
	readonly critique: SpecCritique | undefined;
};

export type Spec = Omit<AdversarialSpecState, 'queriesBy' | 'critiquesBy'> & {
	readonly round: number;
	readonly agents: readonly AgentView[];
	/** Ids of the issues that most agents raised: at least two, and as many as raised any other. */
	readonly key: ReadonlySet<string>;
};

/** Undefined for debates of other formats. */
export const specOf = ({start, formats, seats, actions}: DebateState): Spec | undefined =>
	start?.protocol === 'adversarial-spec' ? specFrom(formats.adversarialSpec, seats, actions) : undefined;

const specFrom = memoizeRecent(
	(spec: AdversarialSpecState, seats: DebateState['seats'], actions: DebateState['actions']): Spec => {
		const {queriesBy, critiquesBy, consensus, review, outcome} = spec;
		const answered = actions.some(action => action.action === 'choose' && action.question === review?.question);
		return {
			...spec,
			key: keyOf(spec.issues),
			round: Math.max(1, ...Object.values(queriesBy).map(query => query.round)),
			review: outcome || answered ? undefined : review,
			agents: seats
				.filter(({role}) => role === 'agent')
				.map(({id, out}) => agentView(id, out, queriesBy[id], critiquesBy[id], consensus?.round ?? 0)),
		};
	},
);

/** The review that the user is being asked about. */
export function reviewAsked(state: DebateState): SpecReview | undefined {
	const review = specOf(state)?.review;
	return review && state.question?.id === review.question ? review : undefined;
}

const keyOf = memoizeRecent((issues: readonly SpecGroup[]): ReadonlySet<string> => {
	const supporters = issues.map(({raised}) => new Set(raised.map(({agent}) => agent)).size);
	const most = supporters.reduce((most, count) => Math.max(most, count), 2);
	return new Set(issues.filter((_, place) => supporters[place] === most).map(({id}) => id));
});

/** An agent is busy until its critique of the round, or the round's count, has come in. */
function agentView(
	id: string,
	out: string | undefined,
	query: TimedQuery | undefined,
	critique: SpecCritique | undefined,
	counted: number,
): AgentView {
	const idle =
		query === undefined ||
		query.state === 'kept' ||
		(query.purpose === 'critique' ? critique?.round === query.round : counted >= query.round);
	const status =
		out !== undefined
			? 'failed'
			: !query
				? 'waiting'
				: idle
					? 'done'
					: query.state === 'waiting'
						? 'waiting'
						: 'thinking';
	return {id, status, purpose: query?.purpose, since: query?.at, reason: out, critique};
}

/** The text under review, before any change. */
export const originalText = ({start}: DebateState): string => start?.subject.context ?? start?.subject.text ?? '';

export const countChangedLines = (changes: readonly SpecChange[]): number =>
	changes.reduce((sum, {removed, added}) => sum + removed.length + added.length, 0);
