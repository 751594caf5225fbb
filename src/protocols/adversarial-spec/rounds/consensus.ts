/**
 * Counts a round: who raised or endorses an issue, out of those that answered, and which side that gives it to. Pure.
 */
import type {SpecGroup, Standing, Vote} from '../../../debate/formats/adversarial-spec/events.ts';

export type CountingRule = {
	/** The share of the answering agents that makes consensus, 0 to 1: five of ten are 0.5. */
	readonly threshold: number;
	/** Breaks ties; an agent that is not named weighs 1. */
	readonly weights: Readonly<Record<string, number>>;
	/** Agents whose answers count in this round. */
	readonly answered: readonly string[];
};

export type IssueCount = {readonly support: number; readonly standing: Standing; readonly by: SpecGroup['by']};

type Ballots = {
	readonly raisedBy: readonly string[];
	readonly votes: readonly {readonly agent: string; readonly vote: Vote}[];
};

/**
 * Where an issue stands. Whoever raised it is for it, however they vote. As many for it as against it is a tie, whoever
 * abstains: the side with the higher sum of weights has it, and where these are equal too, the threshold decides alone.
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

/** Fewer than half of those invited answered: what they agree on never ends a debate as consensus. */
export const isThin = (answered: number, invited: number): boolean => answered * 2 < invited;

/** A named check whose quotation stands in the text counts; three are needed. */
const requiredChecks = 3;

type Approval = {
	readonly checks: readonly {readonly found: boolean; readonly quote: string}[];
	readonly strongestObjection?: string | undefined;
};

/** Why an approval does not count, in words; nothing where it does. Agreement that costs nothing says nothing. */
export function approvalFlaw({checks, strongestObjection}: Approval): string | undefined {
	const found = new Set(checks.filter(check => check.found).map(({quote}) => quote.trim())).size;
	if (found < requiredChecks) return `names ${found} of the ${requiredChecks} checks that an approval needs`;
	return (strongestObjection ?? '').trim() === '' ? 'names no strongest remaining objection' : undefined;
}

/** An agreement whose ballot lacks what it needs counts as an abstention, and says so. */
export function countedVote(
	vote: {readonly agent: string; readonly vote: Vote; readonly reason: string},
	lack: string | undefined,
): SpecGroup['votes'][number] {
	return vote.vote === 'agree' && lack !== undefined ? {...vote, vote: 'abstain', void: lack} : {...vote};
}
