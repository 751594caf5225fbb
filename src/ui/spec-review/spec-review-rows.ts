/** What a review shows: one edit or issue at a time, a summary of all, or what is about to be written. */
import {countChangedLines, originalText} from '../../debate/views/adversarial-spec.ts';
import type {SpecEdit, SpecGroup, SpecReview} from '../../debate/formats/adversarial-spec.ts';
import {plural} from '../../languages/wording.ts';
import {contestedRows, reviewRows} from '../../formats/adversarial-spec/pane.ts';
import {proseLines} from '../../view/markdown.ts';
import type {DebateStore} from '../store/debate-store.ts';
import {blank, line, row, span, type Row} from '../../view/rows.ts';
import {signs, type Tone} from '../../view/theme.ts';
import {truncate, wrapText} from '../../view/wrap.ts';
import {
	acceptedIn,
	editAt,
	inSight,
	issuesOf,
	refinedText,
	undecidedIn,
	type EditDecision,
	type ReviewView,
} from './spec-review-view.ts';

type ReviewSize = {readonly width: number; readonly height: number};

export const rowsOf = (store: DebateStore, review: SpecReview, view: ReviewView, size: ReviewSize): readonly Row[] =>
	view.confirming
		? confirmRows(review, view, size.width)
		: [
				...faultRows(review, size.width),
				...(view.summary ? summaryRows(review, view, size.width) : sightRows(store, review, view, size)),
			];

export function titleOf(review: SpecReview, view: ReviewView): string {
	const {change, issue} = inSight(review, view);
	const {length} = review.changes;
	const left = undecidedIn(review, view);
	const count = `${acceptedIn(review, view).length} of ${length} accepted · ${left} undecided`;
	if (view.confirming) return 'Review · write this?';
	if (view.summary) return `Review · summary · ${count}`;
	if (change !== undefined) return `Review · edit ${change + 1} of ${length} · ${count}`;
	return issue === undefined
		? `Review · ${count}`
		: `Review · contested ${issue + 1} of ${review.contested.length} · ${count}`;
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
	{state}: DebateStore,
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
		? contestedRows(refinedText(originalText(state), review), group, width)
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
					breaks === undefined ? [] : wrapped(`${signs.notice} ${agent} warns: ${breaks}`, 'warning'),
				),
			];
		}),
		...wrapped(`${edit.byUser ? '' : 'why: '}${edit.reason}`, 'plain'),
		...(edit.proposed
			? wrapped(`${signs.notice} numbers that nobody voted on: ${edit.proposed.join(', ')}`, 'warning')
			: []),
	];
}

/** Lines shown before and after a change: more where there is room. */
const linesAround = (height: number): number => Math.max(2, Math.min(12, Math.floor((height - 20) / 3)));

function summaryRows(review: SpecReview, view: ReviewView, width: number): readonly Row[] {
	const {changes, contested} = review;
	const changed = plural(countChangedLines(changes), 'line');
	return [
		line(`${plural(changes.length, 'edit')} in ${changed}, ${plural(contested.length, 'issue')} contested`, 'strong'),
		blank,
		...changes.map((change, place) => {
			const {sign, tone} = looks[view.decided.get(place) ?? 'undecided'];
			const ids = editAt(review, place)?.issues.join(', ') ?? '';
			const words = (change.added[0] ?? change.removed[0] ?? '').trim();
			const text = `${sign} line ${change.line}${ids === '' ? '' : `, ${ids}`}, −${change.removed.length} +${change.added.length}: ${words}`;
			return line(truncate(text, width), place === view.at ? 'chosen' : tone);
		}),
		...contested.map(({id, title, support}) =>
			line(truncate(`${signs.drift} contested ${id}: ${title}, ${Math.round(support * 100)} %`, width), 'warning'),
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
