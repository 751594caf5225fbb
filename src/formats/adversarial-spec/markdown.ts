/** What a Markdown transcript says of a debate on a specification beside its turns: its edits, and what is open. */
import type {SpecChange, SpecEdit, SpecGroup} from '../../debate/formats/adversarial-spec.ts';
import type {DebateState} from '../../debate/state.ts';
import {escapeInline} from '../../exports/escape-markdown.ts';

/** Sections in order, each a piece of Markdown; none for debates whose edits were not recorded. */
export function specSections({formats}: DebateState): string[] {
	const {review, outcome} = formats.adversarialSpec;
	if (!review?.edits) return [];
	const {edits, changes, contested, answered = []} = review;
	const took = new Set(outcome?.took);
	return [
		...(edits.length === 0
			? []
			: [
					'## Edits',
					...edits.flatMap((edit, place) => {
						const change = changes[place];
						return change ? [editEntry(edit, change, answered, outcome ? took.has(place) : undefined)] : [];
					}),
				]),
		...(contested.length === 0 ? [] : ['## For the author to decide', contested.map(contestedEntry).join('\n')]),
	];
}

function editEntry(
	{issues, reason, proposed}: SpecEdit,
	{line, removed, added}: SpecChange,
	answered: readonly SpecGroup[],
	accepted: boolean | undefined,
): string {
	const why = answered
		.filter(({id}) => issues.includes(id))
		.map(
			({id, title, raised, support}) =>
				`${id} ${escapeInline(title)}, raised by ${[...new Set(raised.map(({agent}) => agent))].join(', ')}, support ${Math.round(support * 100)} %`,
		);
	const standing = accepted === undefined ? 'undecided' : accepted ? 'accepted' : 'not accepted';
	const numbers = proposed ? ` Numbers that nobody voted on: ${proposed.join(', ')}.` : '';
	// A line of the text may be a fence itself.
	const diff = [...removed.map(text => `    - ${text}`), ...added.map(text => `    + ${text}`)].join('\n');
	return `**Line ${line}, ${standing}**${why.length > 0 ? `: ${why.join('; ')}` : ''}. ${escapeInline(reason)}${numbers}\n\n${diff}`;
}

const contestedEntry = ({id, title, support, forAuthor}: SpecGroup): string =>
	`- ${id} ${escapeInline(title)}, support ${Math.round(support * 100)} %${forAuthor ? `: ${escapeInline([forAuthor.why, ...(forAuthor.options ?? [])].join(' / '))}` : ''}`;
