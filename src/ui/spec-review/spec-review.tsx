import {originalText} from '../../debate/views/adversarial-spec.ts';
import type {SpecReview as Review} from '../../debate/formats/adversarial-spec/events.ts';
import {Reading} from '../kit/reading.tsx';
import type {DebateStore} from '../store/debate-store.ts';
import type {Action} from '../input/key-table.ts';
import {idleContext} from '../input/keys.ts';
import {rowsOf, titleOf} from './spec-review-rows.ts';
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
import {useEditor} from './use-editor.ts';

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

/** Reviews a specification change by change, original and refined side by side; then its contested issues. */
export function SpecReview({store, review, view, set, width, height, redraw, act}: SpecReviewProps) {
	const runEditor = useEditor(redraw);
	const current = view?.question === review.question ? view : openReview(review, view);
	const choose = (choice: object) =>
		store.act({action: 'choose', question: review.question, choice: JSON.stringify(choice)});
	const edit = () =>
		runEditor(() => {
			const text = store.session.edit?.(withChangesOf(originalText(store.state), review.changes));
			if (text !== undefined) choose({do: 'edit', text});
		});
	const perform = (action: Action) => {
		const next = viewAfter(action, review, current);
		const choice = choiceFor(action, review, current);
		if (choice) choose(choice);
		else if (next) set(next);
		else if (action !== 'edit') act(action);
		else if (store.session.edit) edit();
	};
	return (
		<Reading
			key={`${current.question} ${current.at} ${current.summary}`}
			title={titleOf(review, current)}
			rows={rowsOf(store, review, current, {width, height})}
			width={width}
			height={height}
			scope="review"
			keyContext={idleContext}
			act={perform}
		/>
	);
}

/** What an action answers the review with, if anything. */
function choiceFor(action: Action, review: Review, view: ReviewView): object | undefined {
	switch (action) {
		case 'take':
		case 'drop': {
			const {issue} = inSight(review, view);
			const group = issue === undefined ? undefined : review.contested[issue];
			return group && {do: 'decide', issue: group.id, take: action === 'take'};
		}
		case 'save':
			return {do: 'accept', changes: acceptedIn(review, view)};
		case 'more-rounds':
			return {do: 'again'};
		case 'reset':
			return {do: 'reset'};
		case 'leave-it':
			return {do: 'leave'};
		default:
			return undefined;
	}
}

/** The view after an action that only changes what is shown or marked. */
function viewAfter(action: Action, review: Review, view: ReviewView): ReviewView | undefined {
	switch (action) {
		case 'take':
		case 'drop':
			return mark(review, view, action === 'take');
		case 'take-all':
		case 'drop-all':
			return markAll(review, view, action === 'take-all');
		case 'next-change':
			return move(review, view, 1);
		case 'change-before':
			return move(review, view, -1);
		case 'overview':
			return {...view, summary: !view.summary};
		default:
			return undefined;
	}
}
