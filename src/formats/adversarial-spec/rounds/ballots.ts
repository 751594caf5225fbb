/** Votes of a round: each agent votes on the issues that others raised, and the votes are counted. */
import type {SpecConsensus, SpecGroup} from '../../../debate/formats/adversarial-spec/events.ts';
import type {Floor} from '../../../debate/protocol.ts';
import {BallotAnswer, voteOf} from '../queries/answers.ts';
import {ballotPrompt} from '../queries/prompts.ts';
import {askAgent} from '../queries/query.ts';
import {isOut, synthesisId, undecidedGroups, type SpecState} from '../state/spec-state.ts';
import {approvalFlaw, countedVote, countIssue, isChangeRejected, isThin} from './consensus.ts';
import type {Critique} from './critique.ts';

/** Agents vote on each other's issues, and the votes are counted. Decided issues keep their standing. */
export async function countVotes(
	state: SpecState,
	floor: Floor,
	round: number,
	critiques: readonly Critique[],
): Promise<SpecConsensus> {
	const open = undecidedGroups(state);
	const ballots = await castBallots(state, floor, round, critiques, open);
	const answered = critiques.map(({agent}) => agent.id).filter(id => !isOut(floor, id));
	const lack = new Map(
		critiques.map(({agent, checks, strongestObjection}) => [agent.id, approvalFlaw({checks, strongestObjection})]),
	);
	const {consensusThreshold: threshold, agentWeights: weights} = state.config;
	state.groups = state.groups.map(group => {
		if (!open.includes(group)) return group;
		const votes = ballots.flatMap(({agent, votes}) =>
			votes
				.filter(({issue}) => issue === group.id)
				.slice(0, 1)
				.map(vote => countedVote(voteOf(agent, vote), lack.get(agent))),
		);
		const raisedBy = group.raised.map(({agent}) => agent);
		const counted = countIssue({raisedBy, votes}, {threshold, weights, answered});
		const rejected = counted.standing === 'agreed' && isChangeRejected(new Set(raisedBy).size, votes);
		return {...group, votes, ...counted, ...(rejected && {changeRejected: true as const})};
	});
	const invited = state.agents.map(({id}) => id);
	const consensus: SpecConsensus = {
		type: 'spec-consensus',
		round,
		invited,
		answered,
		thin: isThin(answered.length, invited.length),
		threshold,
		groups: state.groups.filter(({id}) => open.some(group => group.id === id)),
	};
	await floor.say(synthesisId, countInWords(consensus), {kind: 'count'});
	await floor.record(consensus);
	return consensus;
}

const standingLabels = {agreed: 'Agreed', rejected: 'Rejected', undecided: 'Still open'} as const;

function countInWords({answered, invited, groups, threshold}: SpecConsensus): string {
	const of = (standing: SpecGroup['standing']): string[] =>
		groups
			.filter(group => group.standing === standing)
			.map(
				({title, support, by, changeRejected}) =>
					`${title} (${Math.round(support * 100)} %${by === 'weights' ? ', by weight' : ''}${changeRejected ? ', but its change is rejected' : ''})`,
			);
	const parts = (['agreed', 'rejected', 'undecided'] as const).flatMap(standing =>
		of(standing).length === 0
			? []
			: [
					`${standingLabels[standing]}:\n${of(standing)
						.map(line => `- ${line}`)
						.join('\n')}`,
				],
	);
	return [
		`${answered.length} of ${invited.length} agents answered; ${Math.round(threshold * 100)} % of them make consensus.`,
		...(parts.length === 0 ? ['Nothing is in dispute.'] : parts),
	].join('\n\n');
}

type AgentBallot = {readonly agent: string; readonly votes: BallotAnswer['votes']};

/** Each agent votes on issues raised by others only; an agent with nothing to vote on is not asked. */
async function castBallots(
	state: SpecState,
	floor: Floor,
	round: number,
	critiques: readonly Critique[],
	open: readonly SpecGroup[],
): Promise<AgentBallot[]> {
	const asking = {about: state.systemMessage, temperature: state.config.temperature};
	const voters = critiques
		.map(({agent}) => {
			const own = open.filter(({raised}) => raised.some(each => each.agent === agent.id));
			return {agent, own, others: open.filter(group => !own.includes(group))};
		})
		.filter(({others}) => others.length > 0);
	const ballots = await floor.together(
		Object.fromEntries(
			voters.map(({agent, own: mine, others}) => [
				`ballot-${round}-${agent.id}`,
				async (own: Floor): Promise<AgentBallot | undefined> => {
					const reply = await askAgent(state, own, {
						agent: agent.id,
						persona: agent.persona,
						purpose: 'ballot',
						round,
						prompt: ballotPrompt(asking, agent, round, {others, own: mine}),
						schema: BallotAnswer,
					});
					return reply.ok
						? {agent: agent.id, votes: reply.value.votes.filter(({issue}) => others.some(({id}) => id === issue))}
						: undefined;
				},
			]),
		),
	);
	return ballots.filter(ballot => ballot !== undefined);
}
