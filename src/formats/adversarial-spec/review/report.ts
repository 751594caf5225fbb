/** The debate's result as a Markdown report for the specification's owner. Pure. */
import type {CountedVote, SpecEdit, SpecGroup} from '../../../debate/formats/adversarial-spec/events.ts';
import type {DebateState} from '../../../debate/state.ts';
import {changesOf} from '../document/edits.ts';
import {unmergedGroups, undecidedGroups, type SpecState} from '../state/spec-state.ts';

/** The report on the text as it was refined; `took` are the places of the edits that were accepted. */
export function reportOf(state: SpecState, took: readonly number[], heard: Pick<DebateState, 'records'>): string {
	const of = (standing: SpecGroup['standing']): SpecGroup[] =>
		state.groups.filter(group => group.standing === standing);
	const waiting = new Set(unmergedGroups(state).map(({id}) => id));
	const mended = of('agreed').filter(({id}) => !waiting.has(id));
	return [
		`# Report: ${oneLine(state.title)}`,
		'',
		`${state.groups.length} issues were raised by ${state.agents.map(({id}) => id).join(', ')}: ${mended.length} agreed and worked in, ${waiting.size} agreed and not worked in, ${of('rejected').length} rejected, ${undecidedGroups(state).length} still contested. The text changed in ${state.edits.length} places.`,
		'',
		...attendance(heard),
		...editList(state, took),
		...part('Agreed and worked in', mended),
		...part('Agreed and not worked in', unmergedGroups(state)),
		...part('Still contested', undecidedGroups(state)),
		...part('Rejected', of('rejected')),
		...conflictList(heard),
		...objectionList(heard),
	].join('\n');
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** Who was heard in each round. */
function attendance({records}: Pick<DebateState, 'records'>): string[] {
	const rounds = records.flatMap(record => (record.type === 'spec-consensus' ? [record] : []));
	if (rounds.length === 0) return [];
	return [
		...rounds.map(({round, invited, answered}) => {
			const missed = invited.filter(id => !answered.includes(id));
			return `- Round ${round}: ${answered.length} of ${invited.length} answered${missed.length > 0 ? `; not heard: ${missed.join(', ')}` : ''}.`;
		}),
		'',
	];
}

function editList({original, edits, groups}: SpecState, took: readonly number[]): string[] {
	if (edits.length === 0) return [];
	const changes = changesOf(original, edits);
	const titled = ({issues, byUser}: SpecEdit): string =>
		issues.map(id => `${id} (${oneLine(groups.find(group => group.id === id)?.title ?? id)})`).join(', ') ||
		(byUser ? 'your own' : 'no issue');
	return [
		'## Edits',
		'',
		...edits.map((edit, place) => {
			const proposed = edit.proposed ? ` Numbers that nobody voted on: ${edit.proposed.join(', ')}.` : '';
			return `- Line ${changes[place]?.line ?? 1}, ${took.includes(place) ? 'accepted' : 'not accepted'}, for ${titled(edit)}: ${oneLine(edit.reason)}${proposed}`;
		}),
		'',
	];
}

function conflictList({records}: Pick<DebateState, 'records'>): string[] {
	const conflicts = records.flatMap(record => (record.type === 'spec-refinement' ? (record.conflicts ?? []) : []));
	return conflicts.length === 0
		? []
		: [
				'## Issues in conflict',
				'',
				...conflicts.map(({issues, reason}) => `- ${issues.join(', ')}: ${oneLine(reason)}`),
				'',
			];
}

/** What each agent, in its latest critique, still held against the text. */
function objectionList({records}: Pick<DebateState, 'records'>): string[] {
	const latest = new Map(
		records.flatMap(record =>
			record.type === 'spec-critique' && record.strongestObjection !== undefined
				? [[record.agent, record.strongestObjection] as const]
				: [],
		),
	);
	return latest.size === 0
		? []
		: [
				'## The strongest objections that remain',
				'',
				...[...latest].map(([agent, words]) => `- ${agent}: ${oneLine(words)}`),
				'',
			];
}

const part = (heading: string, groups: readonly SpecGroup[]): string[] =>
	groups.length === 0 ? [] : [`## ${heading}`, '', ...groups.flatMap(entry)];

function entry({id, title, severity, raised, votes, support, changeRejected, forAuthor}: SpecGroup): string[] {
	const [first] = raised;
	const place = first?.issue.lines ? `, line ${first.issue.lines.from}` : '';
	return [
		`### ${id}: ${oneLine(title)} (${severity}${place}, support ${Math.round(support * 100)} %)`,
		'',
		...(forAuthor
			? [`For you to decide: ${[oneLine(forAuthor.why), ...(forAuthor.options ?? [])].join(' / ')}`, '']
			: []),
		...(changeRejected ? ['The fault is agreed, and the change that was suggested is rejected.', ''] : []),
		...raised.flatMap(({agent, issue}) => [
			`- ${agent}: ${oneLine(issue.claim)} Evidence: ${oneLine(issue.evidence)} Suggested: ${oneLine(issue.suggestedChange)}`,
		]),
		...votes.map(voteLine),
		'',
	];
}

const voteWords = {agree: 'agrees', disagree: 'disagrees', abstain: 'abstains'} as const;
const changeWords = {accept: 'accepts the change', amend: 'amends the change', reject: 'rejects the change'} as const;

function voteLine({agent, vote, reason, void: lack, change, amendment, breaks, contradicts}: CountedVote): string {
	const parts = [
		`- ${agent} ${voteWords[vote]}`,
		...(lack === undefined ? [] : [` (an agreement that does not count: its critique ${lack})`]),
		...(change ? [`, ${changeWords[change]}`] : []),
		`: ${oneLine(reason)}`,
		...(amendment === undefined ? [] : [` Amendment: ${oneLine(amendment)}`]),
		...(breaks === undefined ? [] : [` Breaks: ${oneLine(breaks)}`]),
		...(contradicts === undefined ? [] : [` Contradicts: ${contradicts.join(', ')}.`]),
	];
	return parts.join('');
}
