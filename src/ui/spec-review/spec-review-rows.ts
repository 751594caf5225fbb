/** What a review shows: one change or issue at a time, or a summary of all. */
import {countChangedLines} from '../../debate/views/adversarial-spec.ts';
import type {SpecReview} from '../../debate/formats/adversarial-spec/events.ts';
import {plural} from '../../transcripts/wording.ts';
import {contestedRows, reviewRows} from '../panes/adversarial-spec.ts';
import type {DebateStore} from '../store/debate-store.ts';
import {blank, line, type Row} from '../text/rows.ts';
import {signs} from '../text/theme.ts';
import {truncate, wrapText} from '../text/wrap.ts';
import {acceptedIn, inSight, type ReviewView} from './spec-review-view.ts';

type ReviewSize = {readonly width: number; readonly height: number};

export const rowsOf = (store: DebateStore, review: SpecReview, view: ReviewView, size: ReviewSize): readonly Row[] => [
	...faultRows(review, size.width),
	...(view.summary ? summaryRows(review, view, size.width) : sightRows(store, review, view, size)),
];

export function titleOf(review: SpecReview, view: ReviewView): string {
	const {change, issue} = inSight(review, view);
	const accepted = `${acceptedIn(review, view).length} of ${review.changes.length} accepted`;
	if (view.summary) return `Review · summary · ${accepted}`;
	if (change !== undefined) return `Review · change ${change + 1} of ${review.changes.length} · ${accepted}`;
	return issue === undefined
		? `Review · ${accepted}`
		: `Review · contested issue ${issue + 1} of ${review.contested.length} · ${accepted}`;
}

/** The faults of the text as it was last edited or put together. */
const faultRows = ({faults}: SpecReview, width: number): readonly Row[] =>
	faults.flatMap(({line: number, what}) =>
		wrapText(`${signs.notice} line ${number}: ${what}`, width).map(text => line(text, 'error')),
	);

function sightRows(
	{state}: DebateStore,
	review: SpecReview,
	view: ReviewView,
	{width, height}: ReviewSize,
): readonly Row[] {
	const {change, issue} = inSight(review, view);
	const [shown, group] = [
		change === undefined ? undefined : review.changes[change],
		issue === undefined ? undefined : review.contested[issue],
	];
	if (shown)
		return [
			line(
				`${view.rejected.has(change ?? 0) ? `${signs.no} rejected` : `${signs.yes} accepted`} · line ${shown.line}`,
				view.rejected.has(change ?? 0) ? 'error' : 'good',
			),
			blank,
			...reviewRows(state, shown, width, linesAround(height)),
		];
	return group
		? contestedRows(state, group, width)
		: wrapText('Nothing was changed: the text is the original. x ends the debate, m debates it further.', width).map(
				text => line(text, 'dim'),
			);
}

/** Lines shown before and after a change: more where there is room. */
const linesAround = (height: number): number => Math.max(2, Math.min(12, Math.floor((height - 18) / 3)));

/** One row a change, with its sign; then the contested issues. */
const summaryRows = ({changes, contested}: SpecReview, {rejected, at}: ReviewView, width: number): readonly Row[] => [
	line(
		`${plural(changes.length, 'change')} of ${plural(countChangedLines(changes), 'line')}. s shows them one by one.`,
		'dim',
	),
	blank,
	...changes.map(({line: number, removed, added}, place) =>
		line(
			truncate(
				`${place === at ? signs.chosen : ' '} ${rejected.has(place) ? signs.no : signs.yes} line ${number}, −${removed.length} +${added.length}: ${added[0] ?? removed[0] ?? ''}`,
				width,
			),
			rejected.has(place) ? 'error' : 'good',
		),
	),
	...contested.map(({title}, place) =>
		line(
			truncate(`${place + changes.length === at ? signs.chosen : ' '} ${signs.drift} contested: ${title}`, width),
			'warning',
		),
	),
];
