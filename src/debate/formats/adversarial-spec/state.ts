/** What an Adversarial Spec debate has recorded so far. */
import {append, replace, type InPlaceArrays} from '../../fold/in-place-arrays.ts';
import type {
	AdversarialSpecEvent,
	SpecConsensus,
	SpecCritique,
	SpecGroup,
	SpecOutcome,
	SpecQuery,
	SpecRefinement,
	SpecReview,
} from './events.ts';

/** A query, and when it was made or changed, on the debate's clock. */
export type TimedQuery = SpecQuery & {readonly at: number};

export type AdversarialSpecState = {
	/** Every issue as the latest round left it. */
	readonly issues: readonly SpecGroup[];
	readonly consensus: SpecConsensus | undefined;
	readonly refinement: SpecRefinement | undefined;
	readonly review: SpecReview | undefined;
	readonly outcome: SpecOutcome | undefined;
	/** How many queries were made, and how many of them the cache answered. */
	readonly queries: number;
	readonly cached: number;
	/** The latest query and the latest critique, by agent. */
	readonly queriesBy: Readonly<Record<string, TimedQuery>>;
	readonly critiquesBy: Readonly<Record<string, SpecCritique>>;
};

export const emptyAdversarialSpec: AdversarialSpecState = {
	issues: [],
	consensus: undefined,
	refinement: undefined,
	review: undefined,
	outcome: undefined,
	queries: 0,
	cached: 0,
	queriesBy: {},
	critiquesBy: {},
};

export function reduceAdversarialSpec(
	spec: AdversarialSpecState,
	event: AdversarialSpecEvent & {readonly at: number},
	own: InPlaceArrays = new WeakSet(),
): AdversarialSpecState {
	switch (event.type) {
		case 'spec-query':
			return {
				...spec,
				queriesBy: {...spec.queriesBy, [event.agent]: event},
				queries: spec.queries + Number(event.state !== 'waiting'),
				cached: spec.cached + Number(event.state === 'kept'),
			};
		case 'spec-critique':
			return {...spec, critiquesBy: {...spec.critiquesBy, [event.agent]: event}};
		case 'spec-consensus':
			return {
				...spec,
				issues: event.groups.reduce((issues, group) => withIssue(issues, group, own), spec.issues),
				consensus: event,
			};
		case 'spec-refinement':
			return {...spec, refinement: event};
		case 'spec-review':
			return {...spec, review: event};
		case 'spec-outcome':
			return {...spec, outcome: event};
		default:
			return event satisfies never;
	}
}

function withIssue(issues: readonly SpecGroup[], issue: SpecGroup, own: InPlaceArrays): readonly SpecGroup[] {
	const index = issues.findIndex(({id}) => id === issue.id);
	return index === -1 ? append(issues, issue, own) : replace(issues, index, issue, own);
}
