/** A round, part by part: critiques at once, the same issues put together, votes on each other's, the count. */
import type {NamedCheck, SpecConsensus, SpecGroup, SpecIssue} from '../../../debate/formats/adversarial-spec/events.ts';
import type {Floor} from '../../../debate/protocol.ts';
import type {Agent} from '../config/config.ts';
import {countedVote, countIssue, isThin, approvalFlaw} from './consensus.ts';
import {groupIssues} from './issue-similarity.ts';
import {ballotPrompt, critiquePrompt, groupingPrompt} from '../queries/prompts.ts';
import {askAgent, query} from '../queries/query.ts';
import {BallotAnswer, checksIn, CritiqueAnswer, GroupingAnswer, issueOf} from '../queries/answers.ts';
import {isOut, settledGroups, synthesisId, undecidedGroups, type SpecState} from '../state/spec-state.ts';

export type Critique = {
	readonly agent: Agent;
	readonly issues: readonly SpecIssue[];
	readonly checks: readonly NamedCheck[];
	readonly strongestObjection?: string;
	readonly cached?: true;
};

/**
 * Every agent that is not out criticises the text, all at once. Gives the critiques that came, in seat order, each
 * recorded and said.
 */
export async function collectCritiques(state: SpecState, floor: Floor, round: number): Promise<Critique[]> {
	const before = {open: undecidedGroups(state), settled: settledGroups(state)};
	const asking = {about: state.systemMessage, temperature: state.config.temperature};
	const invited = state.agents.filter(({id}) => !isOut(floor, id));
	const answers = await floor.together(
		Object.fromEntries(
			invited.map(agent => [
				`critique-${round}-${agent.id}`,
				async (own: Floor): Promise<Critique | undefined> => {
					const reply = await askAgent(state, own, {
						agent: agent.id,
						persona: agent.persona,
						purpose: 'critique',
						round,
						prompt: critiquePrompt(asking, agent, round, before),
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
		return issues.map(issue => `- ${issue.title} (${issue.severity}${placeOf(issue)}): ${issue.claim}`).join('\n');
	return lack === undefined
		? `I let it pass. The strongest objection that remains: ${strongestObjection ?? ''}`
		: `I let it pass, but this does not count: the approval ${lack}.`;
}

const placeOf = ({lines, section}: SpecIssue): string =>
	lines ? `, line ${lines.from}` : section === undefined ? '' : `, ${section}`;

type RaisedIssue = {readonly ref: string; readonly agent: string; readonly issue: SpecIssue};

/**
 * Puts this round's issues into the table's groups: those in dispute take up what is the same, what was rejected before
 * is not raised again. Gives how many are new.
 */
export async function groupNewIssues(
	state: SpecState,
	floor: Floor,
	round: number,
	critiques: readonly Critique[],
): Promise<number> {
	const standing = state.groups
		.filter(({id}) => !state.mergedIds.has(id))
		.flatMap(group => group.raised.slice(0, 1).map(({agent, issue}) => ({ref: group.id, agent, issue})));
	const fresh = critiques.flatMap(({agent, issues}) =>
		issues.map((issue, place) => ({ref: `${agent.id}/${place + 1}`, agent: agent.id, issue})),
	);
	const all: RaisedIssue[] = [...standing, ...fresh];
	const clusters = await cluster(state, floor, round, all);
	let born = 0;
	for (const members of clusters) {
		const news = members.filter(({ref}) => !standing.some(known => known.ref === ref));
		const known = state.groups.find(({id}) => members.some(({ref}) => ref === id));
		if (news.length === 0) continue;
		if (known)
			state.groups = state.groups.map(group =>
				group === known && group.standing === 'undecided'
					? {...group, raised: [...group.raised, ...news.map(({agent, issue}) => ({agent, issue}))]}
					: group,
			);
		else {
			state.groups = [...state.groups, newGroup(`i${state.groups.length + 1}`, round, news)];
			born++;
		}
	}
	return born;
}

const severityRank = {critical: 0, major: 1, minor: 2} as const;

function newGroup(id: string, round: number, members: readonly RaisedIssue[]): SpecGroup {
	const gravest = members.toSorted(
		(one, other) => severityRank[one.issue.severity] - severityRank[other.issue.severity],
	)[0]?.issue;
	return {
		id,
		round,
		title: members[0]?.issue.title ?? id,
		severity: gravest?.severity ?? 'minor',
		raised: members.map(({agent, issue}) => ({agent, issue})),
		votes: [],
		support: 0,
		standing: 'undecided',
		by: 'threshold',
	};
}

/**
 * By the voice that merges where it answers, else by rules. Groups that were already there stay apart from each other.
 */
async function cluster(
	state: SpecState,
	floor: Floor,
	round: number,
	all: readonly RaisedIssue[],
): Promise<RaisedIssue[][]> {
	if (all.length < 2) return all.map(each => [each]);
	if (state.config.grouping === 'model') {
		const prompt = groupingPrompt({about: state.systemMessage, temperature: state.config.temperature}, round, all);
		const reply = await query(state, floor, {
			agent: synthesisId,
			persona: '',
			purpose: 'grouping',
			round,
			prompt,
			schema: GroupingAnswer,
		});
		if (reply.ok) return separateKnownGroups(fromRefs(all, reply.value.groups));
		await floor.record({
			type: 'notice',
			level: 'warning',
			text: `The issues were put together by rules, since the voice that should have done so did not: ${reply.reason}`,
		});
	}
	return separateKnownGroups(
		groupIssues(all.map(({issue}) => issue)).map(places => places.flatMap(at => all[at] ?? [])),
	);
}

/** Every issue in exactly one group, whatever the answer leaves out or names twice. */
function fromRefs(all: readonly RaisedIssue[], refs: readonly (readonly string[])[]): RaisedIssue[][] {
	const left = new Map(all.map(each => [each.ref, each]));
	const named = refs
		.map(group =>
			group.flatMap(ref => {
				const found = left.get(ref);
				left.delete(ref);
				return found ?? [];
			}),
		)
		.filter(group => group.length > 0);
	return [...named, ...[...left.values()].map(each => [each])];
}

const isKnown = ({ref}: RaisedIssue): boolean => !ref.includes('/');

/** Of several known groups in one cluster, the first keeps what is new. */
const separateKnownGroups = (clusters: readonly RaisedIssue[][]): RaisedIssue[][] =>
	clusters.flatMap(members => {
		const known = members.filter(isKnown);
		return known.length < 2
			? [members]
			: [members.filter(each => !isKnown(each) || each === known[0]), ...known.slice(1).map(each => [each])];
	});

/** Agents vote on each other's issues, and the round is counted. Issues keep their standing once it is decided. */
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
				.map(({vote, reason}) => countedVote({agent, vote, reason}, lack.get(agent))),
		);
		return {
			...group,
			votes,
			...countIssue({raisedBy: group.raised.map(({agent}) => agent), votes}, {threshold, weights, answered}),
		};
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
				({title, support, by}) => `${title} (${Math.round(support * 100)} %${by === 'weights' ? ', by weight' : ''})`,
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

/** Each votes on what others raised; whoever has nothing to vote on is not asked. */
async function castBallots(
	state: SpecState,
	floor: Floor,
	round: number,
	critiques: readonly Critique[],
	open: readonly SpecGroup[],
): Promise<AgentBallot[]> {
	const asking = {about: state.systemMessage, temperature: state.config.temperature};
	const voters = critiques
		.map(({agent}) => ({agent, groups: open.filter(({raised}) => raised.every(each => each.agent !== agent.id))}))
		.filter(({groups}) => groups.length > 0);
	const ballots = await floor.together(
		Object.fromEntries(
			voters.map(({agent, groups}) => [
				`ballot-${round}-${agent.id}`,
				async (own: Floor): Promise<AgentBallot | undefined> => {
					const reply = await askAgent(state, own, {
						agent: agent.id,
						persona: agent.persona,
						purpose: 'ballot',
						round,
						prompt: ballotPrompt(asking, agent, round, groups),
						schema: BallotAnswer,
					});
					return reply.ok
						? {agent: agent.id, votes: reply.value.votes.filter(({issue}) => groups.some(({id}) => id === issue))}
						: undefined;
				},
			]),
		),
	);
	return ballots.filter(ballot => ballot !== undefined);
}
