/** What a duel hands over that did not come to its end. */
import type {Issue} from '../../debate/formats/model-duel/events.ts';

/** The draft where there is one, and what was found wrong with it where nobody has answered that. */
export function unfinishedText(
	reason: string,
	draft: string,
	critique: {readonly content: string; readonly issues: readonly Issue[]} | undefined,
): string {
	if (draft === '') return `There is no text to hand over: ${reason}`;
	if (!critique) return `Unreviewed draft (${reason}):\n\n${draft}`;
	const issues = critique.issues.map(({claim, evidence, suggestedFix}, at) =>
		[
			`${at + 1}. ${claim}`,
			...(evidence === undefined ? [] : [`   Evidence: ${evidence}`]),
			...(suggestedFix === undefined ? [] : [`   Suggested fix: ${suggestedFix}`]),
		].join('\n'),
	);
	return [
		`Unrevised draft (${reason}):`,
		draft,
		`The critique, which nobody has answered:`,
		critique.content,
		issues.join('\n'),
	].join('\n\n');
}
