/** One list of issues out of what several critics say of a draft, none of whom has read another. */
import {issueSeverities, type Issue, type Rubric} from '../../debate/formats/model-duel/events.ts';

export type CriticIssues = {readonly critic: string; readonly issues: readonly Issue[]};

/**
 * Issues that say the same become one that names all its critics: the gravest severity, the first one's words, and the
 * other's fix behind its own. In order of severity, then of how many raised it.
 */
export function mergeIssues(critiques: readonly CriticIssues[], draft: string): Issue[] {
	const merged: MergedIssue[] = [];
	for (const {critic, issues} of critiques)
		for (const issue of issues) {
			const same = merged.findIndex(other => !other.critics.includes(critic) && sayTheSame(other, issue, draft));
			const found = merged[same];
			if (found) merged[same] = unite(found, issue, critic);
			else merged.push({...issue, critics: [critic]});
		}
	return merged.toSorted((one, other) => rankOf(one) - rankOf(other) || other.critics.length - one.critics.length);
}

type MergedIssue = Issue & {readonly critics: string[]};

/** One without a severity stands between what is major and what is minor. */
const rankOf = ({severity}: Issue): number => (severity === undefined ? 1.5 : issueSeverities.indexOf(severity));

function unite(found: MergedIssue, issue: Issue, critic: string): MergedIssue {
	const severity = rankOf(issue) < rankOf(found) ? issue.severity : found.severity;
	const {suggestedFix: fix = issue.suggestedFix} = found;
	const other = issue.suggestedFix;
	const both = fix === undefined || other === undefined || overlap(fix, other) > 0.5 ? fix : `${fix} Or: ${other}`;
	return {
		...found,
		...(severity === undefined ? {} : {severity}),
		...(both === undefined ? {} : {suggestedFix: both}),
		critics: [...found.critics, critic],
	};
}

/** Shares of content words from which two claims are taken for one: by themselves, and about the same words. */
const alike = 0.6;
const alikeOnOnePlace = 0.4;

function sayTheSame(one: Issue, other: Issue, draft: string): boolean {
	const shared = overlap(one.claim, other.claim);
	return shared >= alike || (shared >= alikeOnOnePlace && quoteSamePlace(one, other, draft));
}

const quoteSamePlace = (one: Issue, other: Issue, draft: string): boolean =>
	quotesOf(one, draft).some(quote => quotesOf(other, draft).some(each => quote.includes(each) || each.includes(quote)));

/** What an issue quotes of the draft, word for word but for white space and case. */
function quotesOf({evidence = ''}: Issue, draft: string): string[] {
	const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/gu, ' ').trim();
	const text = plain(draft);
	return [...evidence.matchAll(/[“"«„]([^”"»“]{12,})[”"»“]/gu)]
		.map(([, quote = '']) => plain(quote))
		.filter(quote => text.includes(quote));
}

/** The share of content words that two texts have in common, of all of both, 0 to 1 (Jaccard's index). */
function overlap(one: string, other: string): number {
	const [first, second] = [wordsOf(one), wordsOf(other)];
	const shared = [...first].filter(word => second.has(word)).length;
	return shared === 0 ? 0 : shared / (first.size + second.size - shared);
}

const wordsOf = (text: string): Set<string> =>
	new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(word => word.length > 3));

/** The lower median of each mark; undefined where nobody gave any. */
export function mergeMarks(marks: readonly (Rubric | undefined)[]): Rubric | undefined {
	const given = marks.filter(rubric => rubric !== undefined);
	const [first] = given;
	if (!first) return undefined;
	const median = (name: keyof Rubric): number =>
		given.map(rubric => rubric[name]).toSorted((one, other) => one - other)[Math.floor((given.length - 1) / 2)] ??
		first[name];
	return {
		correctness: median('correctness'),
		feasibility: median('feasibility'),
		risk: median('risk'),
		clarity: median('clarity'),
		testability: median('testability'),
	};
}
