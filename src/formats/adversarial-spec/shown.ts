/** Where the events of an Adversarial Spec debate are shown beside the turns that put them in words. */
import type {EventOf} from '../../debate/events.ts';
import {
	Standing,
	type AdversarialSpecEvent,
	type SpecChange,
	type SpecConsensus,
	type SpecEdit,
	type SpecGroup,
} from '../../debate/formats/adversarial-spec.ts';
import type {DebateState} from '../../debate/state.ts';
import {namedIn} from '../../exports/chapter-names.ts';
import type {OutcomePoints, ScoreRow, UnnamedPart} from '../../exports/format-parts.ts';
import {splitPoints} from '../../exports/outcome-points.ts';
import {firstWords} from '../../debate/text/words.ts';
import {plural} from '../../languages/wording.ts';
import {agreedMoment} from '../../view/moments.ts';
import type {ShownEvents} from '../contract.ts';

/** Said by a turn, or of use to the pane alone. */
const nowhere = {plain: null, moment: null, rows: null, outcome: null, findings: null, digest: null} as const;

export const specShown: ShownEvents<AdversarialSpecEvent> = {
	'spec-query': nowhere,
	'spec-critique': nowhere,
	'spec-consensus': {
		plain: null,
		moment: consensus => agreedMoment(consensus.at, `round ${consensus.round}: ${agreementText(consensus)}`),
		rows: issueRows,
		outcome: issuePoints,
		findings: issueFindings,
		digest: null,
	},
	'spec-refinement': {
		...nowhere,
		plain: {
			stream: 'out',
			lines: ({fellBack, faults, changes}) =>
				fellBack ? faults.map(({line, what}) => `[put away] line ${line}: ${what}`) : changes.flatMap(changeLines),
		},
	},
	'spec-review': {...nowhere, plain: {stream: 'out', lines: reviewLines}},
	'spec-outcome': nowhere,
};

const changeLines = ({line, removed, added}: SpecChange): readonly string[] => [
	`[change at line ${line}]`,
	...removed.map(text => `− ${text}`),
	...added.map(text => `+ ${text}`),
];

/** All that there is to decide, in the order in which a review goes through it. */
function reviewLines({
	changes,
	contested,
	faults,
	edits = [],
	answered = [],
}: EventOf<'spec-review'>): readonly string[] {
	const disputes = contested.flatMap(({id, title, standing, support, raised, votes, forAuthor}) => [
		`[${standing === 'agreed' ? 'agreed, not in the text' : 'contested'}] ${id}: ${title}, ${Math.round(support * 100)} % for it`,
		...(forAuthor
			? [
					`For you to decide: ${[forAuthor.why, ...(forAuthor.options ?? []).map((option, at) => `[${at + 1}] ${option}`)].join(' ')}`,
				]
			: []),
		...raised.map(({agent, issue}) => `For it, ${agent}: ${issue.claim} Suggested: ${issue.suggestedChange}`),
		...votes.filter(({vote}) => vote === 'disagree').map(({agent, reason}) => `Against it, ${agent}: ${reason}`),
	]);
	return [
		`[review] ${plural(changes.length, 'change')} against the original, ${plural(contested.length, 'issue')} to decide`,
		...faults.map(({line, what}) => `[fault] line ${line}: ${what}`),
		...changes.flatMap((change, place) => [...changeLines(change), ...whyLines(edits[place], answered)]),
		...disputes,
	];
}

/** The issues that an edit answers, who raised them, their support, and the reason for the edit. */
function whyLines(edit: SpecEdit | undefined, answered: readonly SpecGroup[]): readonly string[] {
	if (!edit) return [];
	const issues = answered
		.filter(({id}) => edit.issues.includes(id))
		.map(
			({id, title, support, raised}) =>
				`For ${id}: ${title}, raised by ${[...new Set(raised.map(({agent}) => agent))].join(', ')}, support ${Math.round(support * 100)} %`,
		);
	return [
		...issues,
		`Why: ${edit.reason}`,
		...(edit.proposed ? [`Numbers that nobody voted on: ${edit.proposed.join(', ')}`] : []),
	];
}

function agreementText({groups}: SpecConsensus): string {
	if (groups.length === 0) return 'nothing new is in dispute';
	return `${groups.filter(({standing}) => standing === 'agreed').length} of ${plural(groups.length, 'issue')} agreed`;
}

function issueRows({formats}: DebateState): readonly ScoreRow[] {
	return formats.adversarialSpec.issues.map(({id, title, severity, standing, support}) => ({
		kind: 'issue',
		item: id,
		value: standing,
		points: support,
		finding: severity,
		quote: title,
	}));
}

function issueFindings({formats, seats}: DebateState): readonly string[] {
	const agents = seats.filter(({role}) => role === 'agent').length;
	const nameOf = (agent: string): string => seats.find(({id}) => id === agent)?.name ?? agent;
	const named = (agents: readonly string[]): string => [...new Set(agents)].map(nameOf).join(', ');
	const {issues} = formats.adversarialSpec;
	const counted = Standing.options.map(
		standing => `${issues.filter(issue => issue.standing === standing).length} ${standing}`,
	);
	const lines = issues.map(({id, severity, standing, title, raised, votes, support}) => {
		const against = votes.filter(({vote}) => vote === 'disagree').map(({agent}) => agent);
		const favour = Math.round(support * agents);
		const unsure = agents - favour - against.length;
		const who = [
			`raised by ${named(raised.map(({agent}) => agent))}`,
			`${favour} of ${plural(agents, 'critic')} for it`,
			...(against.length === 0 ? [] : [`against it ${named(against)}`]),
			...(unsure > 0 ? [`${unsure} without a vote that counts`] : []),
		].join('; ');
		return `${id} [${severity}, ${standing}] ${title}: ${firstWords(raised[0]?.issue.claim ?? '', 30)} (${who})`;
	});
	return issues.length === 0
		? []
		: [`${plural(issues.length, 'issue')}, by the critics’ votes: ${counted.join(', ')}`, ...lines];
}

function issuePoints({formats: {adversarialSpec}, seats}: DebateState): OutcomePoints | undefined {
	if (adversarialSpec.issues.length === 0) return undefined;
	const agents = seats.filter(({role}) => role === 'agent').length;
	const points = adversarialSpec.issues.map(({title, severity, standing, support}) => ({
		isSettled: standing !== 'undecided',
		text: title,
		how: `${severity}, ${standing}, with ${Math.round(support * 100)} % of ${plural(agents, 'agent')}`,
	}));
	return splitPoints(points, 'The issues that the agents raised, and what their votes made of each.');
}

/** By the issues of the critiques that are heard there. */
export function specPartName({formats}: DebateState, {segments, code}: UnnamedPart): string | undefined {
	const ids = new Set(segments.map(({turn}) => turn.id));
	const critiques = Object.values(formats.adversarialSpec.critiquesBy).filter(({turnId}) => ids.has(turnId));
	return namedIn(code, [...new Set(critiques.flatMap(({issues}) => issues.map(({title}) => title)))]);
}
