/** A review in progress: what was decided of each edit, what is shown, and what each key does. Pure. */
import type {SpecEdit, SpecGroup, SpecReview} from '../../debate/formats/adversarial-spec.ts';
import {countChangedLines} from '../../debate/views/adversarial-spec.ts';

/** Above this many changed lines a review begins with a summary. */
const long = 500;

export type EditDecision = 'accepted' | 'rejected';

/**
 * `at` is an index into the changes followed by the contested issues; `decided` has indexes of `changes`, and what is
 * not in it is undecided; `summary` shows the list of all, `confirming` what is about to be written.
 */
export type ReviewView = {
	readonly question: string;
	readonly changes: SpecReview['changes'];
	readonly at: number;
	readonly decided: ReadonlyMap<number, EditDecision>;
	readonly summary: boolean;
	readonly confirming: boolean;
};

/**
 * A new review. All edits are undecided, except those that were decided `before` and are unchanged, and the user's own.
 */
export function openReview({question, changes, edits = []}: SpecReview, before?: ReviewView): ReviewView {
	const known = new Map(
		[...(before?.decided ?? [])].map(([place, decision]) => [sameness(before?.changes[place]), decision]),
	);
	const decided = [...changes.entries()].flatMap(([place, change]): [number, EditDecision][] => {
		const decision = known.get(sameness(change)) ?? (edits[place]?.byUser ? 'accepted' : undefined);
		return decision === undefined ? [] : [[place, decision]];
	});
	return {
		question,
		changes,
		at: before ? Math.min(before.at, Math.max(0, changes.length - 1)) : 0,
		decided: new Map(decided),
		summary: before === undefined && countChangedLines(changes) > long,
		confirming: false,
	};
}

const sameness = (change: SpecReview['changes'][number] | undefined): string =>
	JSON.stringify([change?.line, change?.removed, change?.added]);

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

/** Decides the shown edit and goes on to the next. */
export function mark(review: SpecReview, view: ReviewView, decision: EditDecision): ReviewView {
	const {change} = inSight(review, view);
	if (change === undefined) return view;
	return move(review, withDecision(view, [change], decision), change + 1 < review.changes.length ? 1 : 0);
}

/** Decides all edits that answer an issue of the shown one. */
export function markIssue(review: SpecReview, view: ReviewView, decision: EditDecision): ReviewView {
	const {change} = inSight(review, view);
	if (change === undefined) return view;
	const issues = new Set(editAt(review, change)?.issues);
	const places = [...review.changes.keys()].filter(
		place => place === change || editAt(review, place)?.issues.some(id => issues.has(id)),
	);
	return withDecision(view, places, decision);
}

export const markAll = ({changes}: SpecReview, view: ReviewView, decision: EditDecision): ReviewView =>
	withDecision(view, [...changes.keys()], decision);

const withDecision = (view: ReviewView, places: readonly number[], decision: EditDecision): ReviewView => ({
	...view,
	decided: new Map([...view.decided, ...places.map(place => [place, decision] as const)]),
});

/** The indexes of the accepted changes. */
export const acceptedIn = ({changes}: SpecReview, {decided}: ReviewView): number[] =>
	[...changes.keys()].filter(place => decided.get(place) === 'accepted');
/** How many edits are undecided. */
export const undecidedIn = ({changes}: SpecReview, {decided}: ReviewView): number =>
	[...changes.keys()].filter(place => !decided.has(place)).length;

/** The edit of a change; journals of version 0.1.0 have none. */
export const editAt = ({edits}: SpecReview, place: number): SpecEdit | undefined => edits?.[place];
/** The issues that an edit answers. */
export const issuesOf = ({answered = []}: SpecReview, edit: SpecEdit | undefined): SpecGroup[] =>
	answered.filter(({id}) => edit?.issues.includes(id));

/** The refined text: the original with all its edits. */
export function refinedText(original: string, {changes, edits}: SpecReview): string {
	if (!edits) {
		const lines = original.split('\n');
		for (const {line, removed, added} of changes.toReversed()) lines.splice(line - 1, removed.length, ...added);
		return lines.join('\n');
	}
	let [made, at] = ['', 0];
	for (const {from, to, put} of edits) {
		made += original.slice(at, from) + put;
		at = to;
	}
	return made + original.slice(at);
}
