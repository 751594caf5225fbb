/** Critiques: every agent reviews the text in parallel, and each critique is recorded. */
import type {
	CountedVote,
	SpecGroup,
	Standing,
	Vote,
	NamedCheck,
	SpecIssue,
	SpecConsensus,
} from '../../debate/formats/adversarial-spec.ts';
import {tag} from '../../debate/prompt.ts';
import {headingText} from '../../debate/text/words.ts';
import {withoutMarks} from '../../debate/citations/marks.ts';
import type {Floor} from '../../debate/protocol.ts';
import type {Agent} from './config.ts';
import {checksIn, CritiqueAnswer, issueOf, askAgent, BallotAnswer, voteOf} from './queries.ts';
import {critiquePrompt, ballotPrompt} from './prompts.ts';
import {searchFor} from '../research.ts';
import {checkedQuotations, foundFor, passageTags} from '../sources.ts';
import {isByCode, isOut, settledGroups, undecidedGroups, type SpecState, synthesisId} from './spec-state.ts';

// Counts votes: support for an issue among the agents that answered, and the standing that follows. Pure.

type CountingRule = {
	/** Share of the answering agents that makes consensus, 0 to 1. */
	readonly threshold: number;
	/** Tie-breaking weights by agent; 1 if not given. */
	readonly weights: Readonly<Record<string, number>>;
	/** Agents whose votes count in this round. */
	readonly answered: readonly string[];
};

type IssueCount = {readonly support: number; readonly standing: Standing; readonly by: SpecGroup['by']};

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
function isChangeRejected(raisers: number, votes: readonly Pick<CountedVote, 'change' | 'void'>[]): boolean {
	const against = votes.filter(({change}) => change === 'reject').length;
	return against > raisers + votes.filter(({change, void: lack}) => change && change !== 'reject' && !lack).length;
}

export type Critique = {
	readonly agent: Agent;
	readonly issues: readonly SpecIssue[];
	readonly checks: readonly NamedCheck[];
	readonly strongestObjection?: string;
	readonly cached?: true;
};

/** Asks all active agents in parallel. Returns the critiques received in seat order, each recorded and narrated. */
export async function collectCritiques(state: SpecState, floor: Floor, round: number): Promise<Critique[]> {
	const before = {open: undecidedGroups(state), settled: settledGroups(state), changed: state.changed};
	const asking = {about: state.systemMessage, temperature: state.config.temperature};
	const invited = state.agents.filter(({id}) => !isOut(floor, id));
	const answers = await floor.together(
		Object.fromEntries(
			invited.map(agent => [
				`critique-${round}-${agent.id}`,
				async (own: Floor): Promise<Critique | undefined> => {
					const found = await passagesFor(state, own, agent, before.open);
					const reply = await askAgent(state, own, {
						agent: agent.id,
						persona: agent.persona,
						purpose: 'critique',
						round,
						prompt: critiquePrompt(asking, agent, round, {...before, found}),
						schema: CritiqueAnswer,
					});
					return reply.ok ? critiqueOf(state, agent, reply.value, reply.cached) : undefined;
				},
			]),
		),
	);
	const critiques = answers.filter(answer => answer !== undefined);
	for (const critique of critiques) await recordCritique(floor, critique, round);
	return critiques;
}

/** Words of a search. */
const mostWords = 30;

/**
 * Passages of the sources for a reviewer’s task: found by the words of the text’s headings, of what the persona checks,
 * and of what is in dispute. Nothing where all of the sources stands in every prompt.
 */
export async function passagesFor(
	{sources, title, text}: SpecState,
	floor: Floor,
	{id, card}: Agent,
	open: readonly SpecGroup[],
): Promise<readonly string[]> {
	if (!sources || sources.whole) return [];
	const short = (words: string): string => words.split(/\s+/u).slice(0, mostWords).join(' ');
	const headings = text.match(/^#{1,6}[ \t].*$/gmu) ?? [];
	const disputed = open.map(group => short(group.title));
	const about = [title, ...headings.map(headingText)].join(' ');
	await searchFor(floor, id, [...disputed.slice(0, 2), short(about), short(card.checks.join(' '))]);
	const found = foundFor(floor.heard, id);
	return found.length === 0 ? [] : [tag('found', {}, passageTags(found, sources.documents))];
}

export function critiqueOf(
	state: SpecState,
	agent: Agent,
	{issues, checks, strongest_objection: objection}: CritiqueAnswer,
	cached?: true,
): Critique {
	return {
		agent,
		issues: issues.map(issue => issueOf(issue, state.lastLine)),
		checks: checksIn(state.text, checks),
		...(objection ? {strongestObjection: objection} : {}),
		...(cached ? {cached} : {}),
	};
}

export async function recordCritique(
	floor: Floor,
	{agent, issues, checks, strongestObjection, cached}: Critique,
	round: number,
): Promise<void> {
	const lack = approvalFlaw({checks, strongestObjection});
	const turn = await floor.say(agent.id, critiqueText({issues, strongestObjection, lack}), {kind: 'critique'});
	await floor.record({
		type: 'spec-critique',
		agent: agent.id,
		round,
		turnId: turn.id,
		issues: [...issues],
		checks: [...checks],
		...(strongestObjection === undefined ? {} : {strongestObjection}),
		...(issues.length === 0 && lack !== undefined ? {void: lack} : {}),
		...(cached ? {kept: cached} : {}),
	});
}

function critiqueText({
	issues,
	strongestObjection,
	lack,
}: {
	readonly issues: readonly SpecIssue[];
	readonly strongestObjection: string | undefined;
	readonly lack: string | undefined;
}): string {
	if (issues.length > 0)
		return issues
			.map(issue => `- ${issue.title} (${issue.severity}${placeOf(issue)}): ${issue.claim}${citedEvidence(issue)}`)
			.join('\n');
	return lack === undefined
		? `I let it pass. The strongest objection that remains: ${strongestObjection ?? ''}`
		: `I let it pass, but this does not count: the approval ${lack}.`;
}

/** Evidence that cites a source is said, so that it is held against it. */
const citedEvidence = ({evidence}: SpecIssue): string =>
	withoutMarks(evidence).marks.length > 0 ? ` ${evidence.replaceAll(/\s+/gu, ' ')}` : '';

const placeOf = ({lines, section}: SpecIssue): string =>
	lines ? `, line ${lines.from}` : section === undefined ? '' : `, ${section}`;

// Votes of a round: each agent votes on the issues that others raised, and the votes are counted.

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
		groups: state.groups.filter(group => open.some(({id}) => id === group.id) || (round === 1 && isByCode(group))),
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
		...(parts.length === 0 ? ['Nothing new is in dispute.'] : parts),
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
						prompt: ballotPrompt(asking, agent, round, {
							others,
							own: mine,
							checked: text => checkedQuotations(own.heard, text),
						}),
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
