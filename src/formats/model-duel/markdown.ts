/**
 * What a Markdown transcript says of a model duel beside its turns: marks, issues with their answers, and what changed.
 */
import {englishDebateWords} from '../../languages/en.ts';
import {listIn} from '../../languages/language.ts';
import type {DebateState} from '../../debate/state.ts';
import {duelOf, rubricNames, type Duel, type Point} from '../../debate/views/model-duel.ts';
import {escapeInline} from '../../exports/escape-markdown.ts';
import {diffTexts} from '../../exports/text-diff.ts';
import {humanize, plural} from '../../languages/wording.ts';

/** Sections in order, each a piece of Markdown; none for debates of other kinds. */
export function duelSections(state: DebateState): string[] {
	const duel = duelOf(state);
	if (!duel) return [];
	return [
		...task(duel),
		...marks(duel),
		...points(duel, seat => state.seats.find(({id}) => id === seat)?.name ?? seat),
		...changes(duel),
		...(duel.unreviewed && duel.draft
			? [
					duel.critiques.length > 0
						? '**Not revised.** The duel ended before there was a revision: the draft, and the critique of it, are all there is.'
						: '**Unreviewed.** The duel ended before there was a critique: the draft is all there is.',
				]
			: []),
	];
}

function task({task: {request, target, doneWhen}}: Duel): string[] {
	if (target === undefined && doneWhen === undefined) return [];
	const part = (name: string, text: string | undefined): string[] =>
		text === undefined ? [] : [`- **${name}**: ${escapeInline(text)}`];
	return [
		'## The task',
		[...part('Request', request), ...part('Target', target), ...part('Done when', doneWhen)].join('\n'),
	];
}

function marks({marks: {draft, revision}}: Duel): string[] {
	if (!draft && !revision) return [];
	const rows = rubricNames.map(name => `| ${name} | ${draft?.[name] ?? '–'} | ${revision?.[name] ?? '–'} |`);
	return [
		'## Marks',
		['| out of 5 | draft, by its critic | revision, by its writer |', '| --- | --- | --- |', ...rows].join('\n'),
	];
}

function points({points: all, decision, unstructured}: Duel, nameOf: (seat: string) => string): string[] {
	if (all.length === 0) return [];
	const verdict = decision === undefined ? [] : [`The critique as a whole was **${humanize(decision)}**.`];
	const prose = unstructured ? ['*The critique came as plain prose: what its points did not say is left out.*'] : [];
	return ['## Issues and answers', ...prose, ...all.map(each => point(each, nameOf)), ...verdict];
}

function point(
	{number: place, issue: {claim, evidence, suggestedFix, severity, critics}, answer}: Point,
	nameOf: (seat: string) => string,
): string {
	const marks = [severity, critics && `raised by ${listIn(englishDebateWords, critics.map(nameOf))}`].filter(
		mark => mark !== undefined,
	);
	return [
		`${place}. **${escapeInline(claim)}**${marks.length > 0 ? ` (${escapeInline(marks.join('; '))})` : ''}`,
		...(evidence === undefined ? [] : [`   - Evidence: ${escapeInline(evidence)}`]),
		...(suggestedFix === undefined ? [] : [`   - Suggested fix: ${escapeInline(suggestedFix)}`]),
		`   - ${answer === undefined ? 'Not answered' : `**${humanize(answer.decision)}**: ${escapeInline(answer.rationale)}`}`,
	].join('\n');
}

/** A fence that no run of its own signs in the text can close. */
function changes({draft, revision}: Duel): string[] {
	if (!draft || !revision) return [];
	const lines = diffTexts(draft.text, revision.text);
	const longest = Math.max(2, ...[...`${draft.text}\n${revision.text}`.matchAll(/`+/gu)].map(([run]) => run.length));
	const fence = '`'.repeat(longest + 1);
	const count = (sign: '-' | '+'): number => lines.filter(line => line.sign === sign && line.text !== '').length;
	return [
		'## Draft against revision',
		`${plural(count('-'), 'sentence')} out, ${count('+')} in.`,
		[`${fence}diff`, ...lines.map(({sign, text}) => `${sign} ${text}`.trimEnd()), fence].join('\n'),
	];
}
