/** A review in progress: which changes are accepted, what is shown, and what each key does. Pure. */
import type {SpecReview} from '../../debate/formats/adversarial-spec/events.ts';
import {countChangedLines} from '../../debate/views/adversarial-spec.ts';

/** Above this many changed lines a review begins with a summary. */
const long = 500;

/**
 * `at` is an index into the changes followed by the contested issues; `rejected` has indexes of `changes`; `summary`
 * shows the list of all of them.
 */
export type ReviewView = {
	readonly question: string;
	readonly changes: SpecReview['changes'];
	readonly at: number;
	readonly rejected: ReadonlySet<number>;
	readonly summary: boolean;
};

/** A new review. All changes are accepted, except those that were rejected `before` and are unchanged. */
export function openReview({question, changes}: SpecReview, before?: ReviewView): ReviewView {
	const sunk = new Set(before?.changes.filter((_, place) => before.rejected.has(place)).map(sameness));
	const rejected = [...changes.keys()].filter(
		place => changes[place] !== undefined && sunk.has(sameness(changes[place])),
	);
	return {question, changes, at: 0, rejected: new Set(rejected), summary: countChangedLines(changes) > long};
}

const sameness = ({line, removed, added}: SpecReview['changes'][number]): string =>
	JSON.stringify([line, removed, added]);

/** What is shown: the index of a change or of a contested issue, or neither at the end of the list. */
export function inSight(
	{changes, contested}: SpecReview,
	{at}: ReviewView,
): {readonly change?: number; readonly issue?: number} {
	if (at < changes.length) return {change: at};
	return at - changes.length < contested.length ? {issue: at - changes.length} : {};
}

export const move = (review: SpecReview, view: ReviewView, by: number): ReviewView => ({
	...view,
	at: Math.min(Math.max(0, review.changes.length + review.contested.length - 1), Math.max(0, view.at + by)),
});

/** Accepts or rejects the shown change and goes on to the next. */
export function mark(review: SpecReview, view: ReviewView, accept: boolean): ReviewView {
	const {change} = inSight(review, view);
	if (change === undefined) return view;
	const rejected = accept ? view.rejected.difference(new Set([change])) : view.rejected.union(new Set([change]));
	return move(review, {...view, rejected}, change + 1 < review.changes.length ? 1 : 0);
}

export const markAll = ({changes}: SpecReview, view: ReviewView, accept: boolean): ReviewView => ({
	...view,
	rejected: accept ? new Set() : new Set(changes.keys()),
});

/** The indexes of the accepted changes. */
export const acceptedIn = ({changes}: SpecReview, {rejected}: ReviewView): number[] =>
	[...changes.keys()].filter(place => !rejected.has(place));

/** The refined text: the original with all its changes. */
export function withChangesOf(original: string, changes: SpecReview['changes']): string {
	const lines = original.split('\n');
	for (const {line, removed, added} of changes.toReversed()) lines.splice(line - 1, removed.length, ...added);
	return lines.join('\n');
}
