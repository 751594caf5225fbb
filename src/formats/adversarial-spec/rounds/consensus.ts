/** Counts votes: support for an issue among the agents that answered, and the standing that follows. Pure. */
import type {CountedVote, SpecGroup, Standing, Vote} from '../../../debate/formats/adversarial-spec/events.ts';

export type CountingRule = {
	/** Share of the answering agents that makes consensus, 0 to 1. */
	readonly threshold: number;
	/** Tie-breaking weights by agent; 1 if not given. */
	readonly weights: Readonly<Record<string, number>>;
	/** Agents whose votes count in this round. */
	readonly answered: readonly string[];
};

export type IssueCount = {readonly support: number; readonly standing: Standing; readonly by: SpecGroup['by']};

type Ballots = {
	readonly raisedBy: readonly string[];
	readonly votes: readonly {readonly agent: string; readonly vote: Vote}[];
};

/**
 * The standing of an issue. Raising it counts as a vote for it. With as many votes for as against, the higher sum of
 * weights decides; if those are equal too, the threshold does. Support = votes for / max(2, agents that answered).
 */
export function countIssue({raisedBy, votes}: Ballots, {threshold, weights, answered}: CountingRule): IssueCount {
	const counted = votes.filter(({agent}) => answered.includes(agent));
	const raisers = answered.filter(agent => raisedBy.includes(agent));
	const voted = (wanted: Vote): string[] =>
		answered.filter(
			agent => !raisers.includes(agent) && counted.some(ballot => ballot.agent === agent && ballot.vote === wanted),
		);
	const [agreeing, opposed] = [[...raisers, ...voted('agree')], voted('disagree')];
	const share = (agents: readonly string[]): number => agents.length / Math.max(2, answered.length);
	const support = share(agreeing);
	const heavier =
		agreeing.length > 0 && agreeing.length === opposed.length ? weigh(agreeing, weights) - weigh(opposed, weights) : 0;
	if (heavier !== 0) return {support, standing: heavier > 0 ? 'agreed' : 'rejected', by: 'weights'};
	if (support >= threshold) return {support, standing: 'agreed', by: 'threshold'};
	return {
		support,
		standing: opposed.length > agreeing.length && share(opposed) >= threshold ? 'rejected' : 'undecided',
		by: 'threshold',
	};
}

const weigh = (agents: readonly string[], weights: CountingRule['weights']): number =>
	agents.reduce((sum, agent) => sum + (weights[agent] ?? 1), 0);

/** Whether fewer than half of the invited agents answered; such a round never ends a debate as consensus. */
export const isThin = (answered: number, invited: number): boolean => answered * 2 < invited;

/** An approval needs this many checks whose quotation was found. */
const requiredChecks = 3;

type Approval = {
	readonly checks: readonly {readonly found: boolean; readonly quote: string}[];
	readonly strongestObjection?: string | undefined;
};

/** Why an approval does not count, in words; undefined if it does. */
export function approvalFlaw({checks, strongestObjection}: Approval): string | undefined {
	const found = new Set(checks.filter(check => check.found).map(({quote}) => quote.trim())).size;
	if (found < requiredChecks) return `names ${found} of the ${requiredChecks} checks that an approval needs`;
	return (strongestObjection ?? '').trim() === '' ? 'names no strongest remaining objection' : undefined;
}

/** An agreement from an agent whose critique lacks required evidence counts as an abstention. */
export function countedVote(vote: CountedVote, lack: string | undefined): CountedVote {
	return vote.vote === 'agree' && lack !== undefined ? {...vote, vote: 'abstain', void: lack} : {...vote};
}

/** Whether more voters reject the change than those who raised it, accept it or amend it. */
export function isChangeRejected(raisers: number, votes: readonly Pick<CountedVote, 'change' | 'void'>[]): boolean {
	const against = votes.filter(({change}) => change === 'reject').length;
	return against > raisers + votes.filter(({change, void: lack}) => change && change !== 'reject' && !lack).length;
}
