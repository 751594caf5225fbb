/** The review of a specification as a screen: an edit or issue at a time, a summary, what is about to be written. */
import {countChangedLines, originalText} from './view.ts';
import type {SpecEdit, SpecGroup, SpecReview} from '../../debate/formats/adversarial-spec.ts';
import {plural} from '../../languages/wording.ts';
import {contestedRows, reviewRows} from './pane.ts';
import {proseLines} from '../../view/markdown.ts';
import type {DebateState} from '../../debate/state.ts';
import {blank, line, row, span, type Row} from '../../view/rows.ts';
import {signs, type Tone} from '../../view/theme.ts';
import {truncate, wrapText} from '../../view/wrap.ts';

type ReviewSize = {readonly width: number; readonly height: number};

export const rowsOf = (state: DebateState, review: SpecReview, view: ReviewView, size: ReviewSize): readonly Row[] =>
	view.confirming
		? confirmRows(review, view, size.width)
		: [
				...faultRows(review, size.width),
				...(view.summary ? summaryRows(review, view, size.width) : sightRows(state, review, view, size)),
			];

export function titleOf(review: SpecReview, view: ReviewView): string {
	const {change, issue} = inSight(review, view);
	const {length} = review.changes;
	const left = undecidedIn(review, view);
	const count = `${acceptedIn(review, view).length} of ${length} accepted · ${left} undecided`;
	if (view.confirming) return 'Review · write this?';
	if (view.summary) return `Review · summary · ${count}`;
	if (change !== undefined) return `Review · edit ${change + 1} of ${length} · ${count}`;
	if (issue === undefined) return `Review · ${count}`;
	const what = review.contested[issue]?.forAuthor ? 'yours to decide' : 'contested';
	return `Review · ${what} ${issue + 1} of ${review.contested.length} · ${count}`;
}

/** The faults of the text as it was last edited or put together. */
const faultRows = ({faults}: SpecReview, width: number): readonly Row[] =>
	faults.flatMap(({line: number, what}) =>
		wrapText(`${signs.notice} line ${number}: ${what}`, width).map(text => line(text, 'error')),
	);

const looks: Readonly<Record<EditDecision | 'undecided', {readonly sign: string; readonly tone: Tone}>> = {
	accepted: {sign: signs.yes, tone: 'good'},
	rejected: {sign: signs.no, tone: 'error'},
	undecided: {sign: signs.empty, tone: 'warning'},
};

function sightRows(
	state: DebateState,
	review: SpecReview,
	view: ReviewView,
	{width, height}: ReviewSize,
): readonly Row[] {
	const {change, issue} = inSight(review, view);
	const shown = change === undefined ? undefined : review.changes[change];
	const group = issue === undefined ? undefined : review.contested[issue];
	if (shown && change !== undefined) {
		const decision = view.decided.get(change) ?? 'undecided';
		const {sign, tone} = looks[decision];
		const edit = editAt(review, change);
		return [
			line(`${sign} ${decision} · line ${shown.line}`, tone),
			...whyRows(edit, issuesOf(review, edit), width),
			blank,
			...reviewRows(state, shown, width, linesAround(height)),
		];
	}
	return group
		? contestedRows(reviewedText(state, review), group, width)
		: wrapText('Nothing was changed: the text is the original. x ends the debate, m debates it further.', width).map(
				text => line(text, 'dim'),
			);
}

/** The issues of an edit with who raised them and how they were voted on, and the reason for it. */
function whyRows(edit: SpecEdit | undefined, issues: readonly SpecGroup[], width: number): readonly Row[] {
	if (!edit) return [];
	const wrapped = (text: string, tone: Tone): readonly Row[] =>
		proseLines(text, width, tone).map(pieces => row(...pieces));
	return [
		...issues.flatMap(({id, title, severity, support, raised, votes}) => {
			const raisers = [...new Set(raised.map(({agent}) => agent))];
			const votersFor = votes.filter(({vote}) => vote === 'agree').map(({agent}) => agent);
			const against = votes.filter(({vote}) => vote === 'disagree');
			return [
				...wrapped(`${id} ${title} (${severity})`, 'strong'),
				...wrapped(
					`raised by ${raisers.join(', ')} · support ${Math.round(support * 100)} %${votersFor.length > 0 ? ` · for it ${votersFor.join(', ')}` : ''}`,
					'dim',
				),
				...against.flatMap(({agent, reason}) => wrapped(`${signs.no} ${agent}: ${reason}`, 'dim')),
				...votes.flatMap(({agent, breaks}) =>
					breaks === undefined
						? []
						: amends(votes)
							? wrapped(`${agent} warned of the change before it was amended: ${breaks}`, 'dim')
							: wrapped(`${signs.notice} ${agent} warns: ${breaks}`, 'warning'),
				),
			];
		}),
		...wrapped(`${edit.byUser ? '' : 'why: '}${edit.reason}`, 'plain'),
		...(edit.unread
			? wrapped(`${signs.notice} found in the last round: no agent has read these words`, 'warning')
			: []),
		...(edit.proposed
			? wrapped(`${signs.notice} numbers that nobody voted on: ${edit.proposed.join(', ')}`, 'warning')
			: []),
	];
}

/** Whether another change was built than the one that was suggested first. */
const amends = (votes: SpecGroup['votes']): boolean =>
	votes.some(({change, amendment, void: lack}) => change === 'amend' && amendment !== undefined && lack === undefined);

/** Lines shown before and after a change: more where there is room. */
const linesAround = (height: number): number => Math.max(2, Math.min(12, Math.floor((height - 20) / 3)));

function summaryRows(review: SpecReview, view: ReviewView, width: number): readonly Row[] {
	const {changes, contested} = review;
	const changed = plural(countChangedLines(changes), 'line');
	return [
		line(`${plural(changes.length, 'edit')} in ${changed}, ${plural(contested.length, 'issue')} to decide`, 'strong'),
		blank,
		...changes.map((change, place) => {
			const {sign, tone} = looks[view.decided.get(place) ?? 'undecided'];
			const ids = editAt(review, place)?.issues.join(', ') ?? '';
			const words = (change.added[0] ?? change.removed[0] ?? '').trim();
			const text = `${sign} line ${change.line}${ids === '' ? '' : `, ${ids}`}, −${change.removed.length} +${change.added.length}: ${words}`;
			return line(truncate(text, width), place === view.at ? 'chosen' : tone);
		}),
		...contested.map(({id, title, standing, support}) =>
			line(
				truncate(
					`${signs.drift} ${standing === 'agreed' ? 'agreed, not in the text' : 'contested'} ${id}: ${title}, ${Math.round(support * 100)} %`,
					width,
				),
				'warning',
			),
		),
	];
}

/** What is written where, and what is not. */
function confirmRows(review: SpecReview, view: ReviewView, width: number): readonly Row[] {
	const {file, changes} = review;
	const accepted = acceptedIn(review, view);
	const left = undecidedIn(review, view);
	const rejected = changes.length - accepted.length - left;
	const lines = accepted.flatMap(place => changes[place]?.line ?? []);
	const paragraphs: readonly (readonly [string, Tone])[] = [
		...(accepted.length === 0
			? [['No edit is accepted: nothing is written, and the debate ends.', 'warning'] as const]
			: file === undefined
				? [['This text came from no file, so there is none to write to.', 'warning'] as const]
				: [
						[`${accepted.length} of ${plural(changes.length, 'edit')} will be written to`, 'strong'] as const,
						[file, 'accent'] as const,
						[`at line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}.`, 'plain'] as const,
						[`The version before is kept in ${file}.previous.`, 'dim'] as const,
					]),
		...(left > 0 ? [[`${signs.notice} ${plural(left, 'edit')} undecided: left out.`, 'warning'] as const] : []),
		...(rejected > 0 ? [[`${plural(rejected, 'edit')} rejected: left out.`, 'dim'] as const] : []),
		...(review.contested.length > 0
			? [[`${signs.notice} ${plural(review.contested.length, 'issue')} still contested.`, 'warning'] as const]
			: []),
		['The refined text and a report on every issue go to the debate’s folder.', 'dim'] as const,
	];
	return [
		...paragraphs.flatMap(([text, tone]) => wrapText(text, width).map(each => line(each, tone))),
		blank,
		{
			spans: [
				span('y', 'strong'),
				span(accepted.length === 0 ? ' ends the debate' : ' writes it', 'plain'),
				span(' · ', 'dim'),
				span('esc', 'strong'),
				span(' goes back', 'plain'),
			],
		},
	];
}

// A review in progress: what was decided of each edit, what is shown, and what each key does. Pure.

/** Above this many changed lines a review begins with a summary. */
const long = 500;

type EditDecision = 'accepted' | 'rejected';

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

/** A new review: all is undecided but the user’s own edits, and what was decided `before` and is unchanged. */
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

/** Decides the shown edit and goes on to the next, behind the last one to what is contested. */
export function mark(review: SpecReview, view: ReviewView, decision: EditDecision): ReviewView {
	const {change} = inSight(review, view);
	if (change === undefined) return view;
	return move(review, withDecision(view, [change], decision), 1);
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
const editAt = ({edits}: SpecReview, place: number): SpecEdit | undefined => edits?.[place];
const issuesOf = ({answered = []}: SpecReview, edit: SpecEdit | undefined): SpecGroup[] =>
	answered.filter(({id}) => edit?.issues.includes(id));

/** The text under review, with all its edits. */
export const reviewedText = (state: DebateState, review: SpecReview): string =>
	refinedText(originalText(state), review);

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
