import {useStdin, useStdout} from 'ink';
import {originalText, countChangedLines} from '../../debate/views/adversarial-spec.ts';
import type {SpecReview as Review} from '../../debate/formats/adversarial-spec/events.ts';
import {plural} from '../../transcripts/wording.ts';
import {Reading} from '../kit/reading.tsx';
import type {DebateStore} from '../store/debate-store.ts';
import type {Action} from '../input/key-table.ts';
import {idleContext} from '../input/keys.ts';
import {contestedRows, reviewRows} from '../panes/adversarial-spec.ts';
import {blank, line, type Row} from '../text/rows.ts';
import {
	acceptedIn,
	inSight,
	mark,
	markAll,
	move,
	openReview,
	withChangesOf,
	type ReviewView,
} from './spec-review-view.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {signs} from '../text/theme.ts';
import {truncate, wrapText} from '../text/wrap.ts';

type SpecReviewProps = {
	readonly store: DebateStore;
	readonly review: Review;
	/** What was decided in this review, or in the one before it. */ readonly view: ReviewView | undefined;
	readonly set: (view: ReviewView) => void;
	readonly width: number;
	readonly height: number;
	readonly redraw: () => void;
	readonly act: (action: Action) => void;
};

/**
 * The review of a specification: original and refined beside each other, change by change, then what stayed contested.
 */
export function SpecReview({store, review, view, set, width, height, redraw, act}: SpecReviewProps) {
	const {setRawMode} = useStdin();
	const {stdout} = useStdout();
	const drawn = useScreenReader() === undefined;
	const current = view?.question === review.question ? view : openReview(review, view);
	const choose = (choice: object) =>
		store.act({action: 'choose', question: review.question, choice: JSON.stringify(choice)});
	const decide = (take: boolean) => {
		const {issue} = inSight(review, current);
		const group = issue === undefined ? undefined : review.contested[issue];
		if (group) choose({do: 'decide', issue: group.id, take});
		else set(mark(review, current, take));
	};
	const edit = () => {
		// The editor has the terminal to itself meanwhile.
		setRawMode(false);
		if (drawn) stdout.write('\u001B[?1049l\u001B[?25h');
		try {
			const text = store.session.edit?.(withChangesOf(originalText(store.state), review.changes));
			if (text !== undefined) choose({do: 'edit', text});
		} finally {
			if (drawn) stdout.write('\u001B[?1049h\u001B[?25l');
			setRawMode(true);
			redraw();
		}
	};
	const perform = (action: Action) => {
		switch (action) {
			case 'take':
				return decide(true);
			case 'drop':
				return decide(false);
			case 'take-all':
				return set(markAll(review, current, true));
			case 'drop-all':
				return set(markAll(review, current, false));
			case 'next-change':
				return set(move(review, current, 1));
			case 'change-before':
				return set(move(review, current, -1));
			case 'overview':
				return set({...current, summary: !current.summary});
			case 'edit':
				return store.session.edit ? edit() : undefined;
			case 'save':
				return choose({do: 'accept', changes: acceptedIn(review, current)});
			case 'more-rounds':
				return choose({do: 'again'});
			case 'reset':
				return choose({do: 'reset'});
			case 'leave-it':
				return choose({do: 'leave'});
			default:
				return act(action);
		}
	};
	const rows = [
		...faultRows(review, width),
		...(current.summary ? summaryRows(review, current, width) : sightRows(store, review, current, {width, height})),
	];
	return (
		<Reading
			key={`${current.question} ${current.at} ${current.summary}`}
			title={titleOf(review, current)}
			rows={rows}
			width={width}
			height={height}
			scope="review"
			keyContext={idleContext}
			act={perform}
		/>
	);
}

function titleOf(review: Review, view: ReviewView): string {
	const {change, issue} = inSight(review, view);
	const accepted = `${acceptedIn(review, view).length} of ${review.changes.length} accepted`;
	if (view.summary) return `Review · summary · ${accepted}`;
	if (change !== undefined) return `Review · change ${change + 1} of ${review.changes.length} · ${accepted}`;
	return issue === undefined
		? `Review · ${accepted}`
		: `Review · contested issue ${issue + 1} of ${review.contested.length} · ${accepted}`;
}

/** What is wrong with the text that was edited or put together last. */
const faultRows = ({faults}: Review, width: number): readonly Row[] =>
	faults.flatMap(({line: number, what}) =>
		wrapText(`${signs.notice} line ${number}: ${what}`, width).map(text => line(text, 'error')),
	);

function sightRows(
	{state}: DebateStore,
	review: Review,
	view: ReviewView,
	{width, height}: {readonly width: number; readonly height: number},
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
const summaryRows = ({changes, contested}: Review, {rejected, at}: ReviewView, width: number): readonly Row[] => [
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
