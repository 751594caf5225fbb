/** Groups the issues of a round: by the merging voice or by rules, together with the groups already in dispute. */
import concepts from '../../../data/formats/specification-concepts.json' with {type: 'json'};
import type {SpecIssue, SpecGroup} from '../../debate/formats/adversarial-spec.ts';
import type {Floor} from '../../debate/protocol.ts';
import {GroupingAnswer, query} from './queries.ts';
import {groupingPrompt} from './prompts.ts';
import {codeId, synthesisId, type SpecState} from './spec-state.ts';
import type {Critique} from './rounds.ts';

// Detects by rules when issues of several agents are the same: shared concepts weighted by rarity, distance of the
// places they refer to, and contradiction. Pure; the thresholds were tuned on test/fixtures/adversarial-spec/issue-
// pairs.json.

const stopWords = new Set(
	(
		'a an the and or of to in on at by for from with as is are was be been being it its this that these those there then than so if when while where which who whom whose what how not ' +
		'can could may might must shall should will would do does did has have had any all each every some such only also just more most very into out up over under about after before between during until per via ' +
		'we you they he she i our your their them us one two three other another same own state stated say says said spec specification text section line word requirement requirement need needs define defined specify specified describe described clear ' +
		'system service feature product application app happen happens case cases set give given get gets make made use used using reader implement implementer'
	).split(' '),
);

/** Strips endings, so that `retries` matches `retry`. */
function stem(word: string): string {
	const bare = word.replace(/[’']s$/u, '');
	if (bare.length <= 4) return bare.replace(/(?<=\w{3})s$/u, '');
	return bare
		.replace(/(?:ies)$/u, 'y')
		.replace(/(?:sses)$/u, 'ss')
		.replace(/(?<=[^s])s$/u, '')
		.replace(/(?:ing|ed)$/u, '')
		.replace(/(?<=[^aeiou])e$/u, '');
}

/** Synonyms in specifications, each row a concept, in stems. */
const conceptOf = new Map(
	concepts.flatMap(([name = '', ...others]) => [name, ...others].map(word => [stem(word), name])),
);

/** The concepts and stems in a text. */
function termsOf(text: string): Set<string> {
	const words =
		text
			.toLowerCase()
			.normalize('NFKD')
			.replaceAll(/\p{M}/gu, '')
			.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
	return new Set(
		words
			.filter(word => !stopWords.has(word) && (word.length > 1 || /\d/u.test(word)))
			.flatMap(word => {
				const whole = conceptOf.get(stem(word));
				if (whole !== undefined || !word.includes('-')) return [whole ?? stem(word)];
				return word
					.split('-')
					.filter(part => part.length > 1 && !stopWords.has(part))
					.map(part => conceptOf.get(stem(part)) ?? stem(part));
			}),
	);
}

/** Terms for how something is wrong rather than what: given little weight, since most issues have some. */
const weakTerms = new Set(['vague', 'miss', 'limit', 'error', 'user', 'contradict', 'test']);

type IssueProfile = {
	readonly terms: ReadonlySet<string>;
	readonly title: ReadonlySet<string>;
	readonly change: ReadonlySet<string>;
	readonly trigrams: ReadonlySet<string>;
	readonly denies: boolean;
	readonly numbers: ReadonlySet<string>;
	readonly issue: SpecIssue;
};

const denial =
	/\b(?:not|never|no longer|cannot|nothing|nobody|non|without|forbid|forbidden|must not|should not|n't)\b|n['’]t\b/giu;

function profile(issue: SpecIssue): IssueProfile {
	const said = `${issue.title}. ${issue.claim}`;
	const bare = said
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
	return {
		issue,
		terms: termsOf(said),
		title: termsOf(issue.title),
		change: termsOf(issue.suggestedChange),
		denies: (issue.suggestedChange.match(denial) ?? []).length % 2 === 1,
		trigrams: new Set(Array.from({length: Math.max(0, bare.length - 2)}, (_, at) => bare.slice(at, at + 3))),
		numbers: new Set(said.match(/\b\d+(?:\.\d+)?\b/gu) ?? []),
	};
}

type TermWeight = (term: string) => number;

/** 0.6 × weighted overlap coefficient + 0.4 × weighted Jaccard index. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>, weigh: TermWeight): number {
	const sum = (terms: Iterable<string>): number => [...terms].reduce((total, term) => total + weigh(term), 0);
	const common = sum(one.intersection(other));
	const [least, both] = [Math.min(sum(one), sum(other)), sum(one.union(other))];
	return both === 0 ? 0 : 0.6 * (common / Math.max(least, 1e-9)) + 0.4 * (common / both);
}

const dice = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
	one.size + other.size === 0 ? 0 : (2 * one.intersection(other).size) / (one.size + other.size);

/** Proximity of the places: 1 for overlapping lines, 0 if unknown, negative if known to be apart. */
function nearness({lines: one, section: here}: SpecIssue, {lines: other, section: there}: SpecIssue): number {
	if (one && other) {
		if (one.from <= other.to && other.from <= one.to) return 1;
		const gap = Math.max(one.from, other.from) - Math.min(one.to, other.to);
		return gap <= 2 ? 0.6 : gap > 12 ? -0.8 : -0.5;
	}
	if (here === undefined || there === undefined) return 0;
	return here.trim().toLowerCase() === there.trim().toLowerCase() ? 0.3 : -0.4;
}

/** Of two issues, about 0 to 1. */
function similarity(one: IssueProfile, other: IssueProfile, weigh: TermWeight): number {
	// What would mend them tells most: the same fault is mended by the same change.
	const words =
		0.35 * overlap(one.terms, other.terms, weigh) +
		0.15 * overlap(one.title, other.title, weigh) +
		0.4 * overlap(one.change, other.change, weigh) +
		0.1 * dice(one.trigrams, other.trigrams);
	const against = one.denies !== other.denies && one.issue.title !== other.issue.title ? 0.06 : 0;
	const figures =
		one.numbers.size > 0 && other.numbers.size > 0 && one.numbers.intersection(other.numbers).size === 0 ? 0.08 : 0;
	return words + 0.16 * nearness(one.issue, other.issue) - against - figures;
}

const sameIssueThreshold = 0.32;

/** Weights terms by inverse document frequency among these issues. */
function rarity(profiles: readonly IssueProfile[]): TermWeight {
	const counts = new Map<string, number>();
	for (const {terms, change} of profiles)
		for (const term of terms.union(change)) counts.set(term, (counts.get(term) ?? 0) + 1);
	return term => (weakTerms.has(term) ? 0.35 : 1) * Math.log(1 + (profiles.length + 6) / ((counts.get(term) ?? 0) + 1));
}

/** Groups of indexes into `issues`: each joins the group most similar on average, or starts a new one. */
export function groupIssues(issues: readonly SpecIssue[]): number[][] {
	const profiles = issues.map(profile);
	const weigh = rarity(profiles);
	const groups: number[][] = [];
	for (const [place, each] of profiles.entries()) {
		const scored = groups.map(group => ({
			group,
			score: group.reduce((sum, member) => sum + similarity(each, profiles[member] ?? each, weigh), 0) / group.length,
		}));
		const best = scored.reduce<(typeof scored)[number] | undefined>(
			(top, one) => (top && top.score >= one.score ? top : one),
			undefined,
		);
		if (best && best.score >= sameIssueThreshold) best.group.push(place);
		else groups.push([place]);
	}
	return groups;
}

type RaisedIssue = {readonly ref: string; readonly agent: string; readonly issue: SpecIssue};

/** Merges issues into the state’s groups: one in dispute takes up duplicates; rejected ones stay closed. */
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
	if (round === 1)
		state.groups = [...state.groups, ...hiddenIssues(state).map(issue => groupByCode(`i${++state.issued}`, issue))];
	if (fresh.length === 0) return;
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

const groupByCode = (id: string, issue: SpecIssue): SpecGroup => ({
	...newGroup(id, 1, [{ref: id, agent: codeId, issue}]),
	support: 1,
	standing: 'agreed',
});

/** What a reader of the file does not see, or takes for something else; a few lines, and how many more there are. */
export function hiddenIssues({config: {hidden = []}}: Pick<SpecState, 'config'>): SpecIssue[] {
	return hidden.slice(0, mostHidden).map(({line, names}, at) => ({
		title: `hidden-character: ${names.split(';')[0] ?? names}`,
		severity: 'major',
		lines: {from: line, to: line},
		claim: `This line holds what a reader does not see, or takes for something else: ${names}. Found in the bytes by code, not by a model.${at === mostHidden - 1 && hidden.length > mostHidden ? ` So do ${hidden.length - mostHidden} more lines.` : ''}`,
		evidence: `line ${line}: ${names}`,
		suggestedChange: 'Take the escape out of this line, and leave the rest of it as it is.',
		confidence: 1,
	}));
}
const mostHidden = 12;

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
 * Groups by the merging voice if it answers, else by rules. Existing groups are never merged with each other. Who
 * raised several at once has told them apart: nobody is asked where no other did.
 */
async function cluster(
	state: SpecState,
	floor: Floor,
	round: number,
	all: readonly RaisedIssue[],
): Promise<RaisedIssue[][]> {
	if (new Set(all.map(each => (isKnown(each) ? each.ref : each.agent))).size < 2) return all.map(each => [each]);
	if (state.config.grouping === 'model') {
		const prompt = groupingPrompt({title: state.title, temperature: state.config.temperature}, round, all);
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
