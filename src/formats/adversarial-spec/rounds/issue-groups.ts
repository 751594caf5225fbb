/** Groups the issues of a round: by the merging voice or by rules, together with the groups already in dispute. */
import type {SpecGroup, SpecIssue} from '../../../debate/formats/adversarial-spec/events.ts';
import type {Floor} from '../../../debate/protocol.ts';
import {GroupingAnswer} from '../queries/answers.ts';
import {groupingPrompt} from '../queries/prompts.ts';
import {query} from '../queries/query.ts';
import {synthesisId, type SpecState} from '../state/spec-state.ts';
import type {Critique} from './critique.ts';
import {groupIssues} from './issue-similarity.ts';

type RaisedIssue = {readonly ref: string; readonly agent: string; readonly issue: SpecIssue};

/**
 * Merges a round's issues into the state's groups: a group in dispute takes up duplicates, and rejected issues are not
 * reopened.
 */
export async function groupNewIssues(
	state: SpecState,
	floor: Floor,
	round: number,
	critiques: readonly Critique[],
): Promise<void> {
	const standing = state.groups
		.filter(({id}) => !state.mergedIds.has(id))
		.flatMap(group => group.raised.slice(0, 1).map(({agent, issue}) => ({ref: group.id, agent, issue})));
	const fresh = critiques.flatMap(({agent, issues}) =>
		issues.map((issue, place) => ({ref: `${agent.id}/${place + 1}`, agent: agent.id, issue})),
	);
	const all: RaisedIssue[] = [...standing, ...fresh];
	const clusters = await cluster(state, floor, round, all);
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
		else state.groups = [...state.groups, newGroup(`i${++state.issued}`, round, news)];
	}
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

/** Groups by the merging voice if it answers, else by rules. Existing groups are never merged with each other. */
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

/** Every issue in exactly one group, whatever the answer omits or repeats. */
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

/** If a cluster contains several existing groups, the first takes the new issues. */
const separateKnownGroups = (clusters: readonly RaisedIssue[][]): RaisedIssue[][] =>
	clusters.flatMap(members => {
		const known = members.filter(isKnown);
		return known.length < 2
			? [members]
			: [members.filter(each => !isKnown(each) || each === known[0]), ...known.slice(1).map(each => [each])];
	});
