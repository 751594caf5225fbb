/** The debate's result as a Markdown report for the specification's owner. Pure. */
import type {SpecGroup} from '../../../debate/formats/adversarial-spec/events.ts';
import {changesBetween} from '../document/lines.ts';
import {unmergedGroups, undecidedGroups, type SpecState} from '../state/spec-state.ts';

/** The report on the text as it was refined. */
export function reportOf(state: SpecState, text: string): string {
	const changes = changesBetween(state.original, text);
	const of = (standing: SpecGroup['standing']): SpecGroup[] =>
		state.groups.filter(group => group.standing === standing);
	const waiting = new Set(unmergedGroups(state).map(({id}) => id));
	const mended = of('agreed').filter(({id}) => !waiting.has(id));
	return [
		`# Report: ${oneLine(state.title)}`,
		'',
		`${state.groups.length} issues were raised by ${state.agents.map(({id}) => id).join(', ')}: ${mended.length} agreed and worked in, ${waiting.size} agreed and not worked in, ${of('rejected').length} rejected, ${undecidedGroups(state).length} still contested. The text changed in ${changes.length} places.`,
		'',
		...part('Agreed and worked in', mended),
		...part('Agreed and not worked in', unmergedGroups(state)),
		...part('Still contested', undecidedGroups(state)),
		...part('Rejected', of('rejected')),
	].join('\n');
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

const part = (heading: string, groups: readonly SpecGroup[]): string[] =>
	groups.length === 0 ? [] : [`## ${heading}`, '', ...groups.flatMap(entry)];

function entry({id, title, severity, raised, votes, support}: SpecGroup): string[] {
	const [first] = raised;
	const place = first?.issue.lines ? `, line ${first.issue.lines.from}` : '';
	return [
		`### ${id}: ${oneLine(title)} (${severity}${place}, support ${Math.round(support * 100)} %)`,
		'',
		...raised.flatMap(({agent, issue}) => [
			`- ${agent}: ${oneLine(issue.claim)} Evidence: ${oneLine(issue.evidence)} Suggested: ${oneLine(issue.suggestedChange)}`,
		]),
		...votes.map(
			({agent, vote, reason, void: lack}) =>
				`- ${agent} ${vote === 'agree' ? 'agrees' : vote === 'disagree' ? 'disagrees' : 'abstains'}${lack === undefined ? '' : ` (an agreement that does not count: its critique ${lack})`}: ${oneLine(reason)}`,
		),
		'',
	];
}
