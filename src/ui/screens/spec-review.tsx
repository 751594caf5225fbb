/** The review of a refined specification: a diff to be accepted edit by edit, and its contested issues. */
import {useStdin, useStdout} from 'ink';
import {useEffect, useState} from 'react';
import {reviewAsked} from '../../formats/adversarial-spec/view.ts';
import {Reading} from '../kit/reading.tsx';
import type {CoveringProps, DebateStore} from '../stage/debate-store.ts';
import type {Action} from '../terminal/key-table.ts';
import {idleContext, type KeyContext} from '../terminal/keys.ts';
import {
	rowsOf,
	titleOf,
	acceptedIn,
	inSight,
	mark,
	markAll,
	markIssue,
	move,
	openReview,
	reviewedText,
	type ReviewView,
} from '../../formats/adversarial-spec/review-view.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';

type Review = Parameters<typeof openReview>[0];

export type SpecReviewProps = CoveringProps & {
	/** What was decided in this review, or in the one before it. */
	readonly view: ReviewView | undefined;
	readonly set: (view: ReviewView) => void;
	readonly redraw: () => void;
};

/** What decides something, and so does not count on a screen that has just opened. */
const deciding: readonly Action[] = [
	'take',
	'drop',
	'option',
	'take-issue',
	'drop-issue',
	'take-all',
	'drop-all',
	'edit',
	'edit-all',
	'save',
	'more-rounds',
	'reset',
	'leave-it',
];

/** The review that the user is being asked about. */
export function SpecReview(props: SpecReviewProps) {
	const review = reviewAsked(props.store.state);
	return review ? <ReviewScreen {...props} review={review} /> : null;
}

/** Reviews a specification edit by edit, before and after side by side; then its contested issues. */
export function ReviewScreen({
	store,
	review,
	view,
	set,
	width,
	height,
	redraw,
	act,
}: SpecReviewProps & {readonly review: Review}) {
	const runEditor = useEditor(redraw);
	const current = view?.question === review.question ? view : openReview(review, view);
	const settled = useSettled(`${review.question} ${current.confirming}`);
	const choose = (choice: object) =>
		store.act({action: 'choose', question: review.question, choice: JSON.stringify(choice)});
	const edit = (whole: boolean) =>
		runEditor(() => {
			const text = editedText(store, review, current, whole);
			if (text !== undefined) choose({do: 'edit', text});
		});
	const perform = (action: Action, key: string) => {
		const next = viewAfter(action, review, current);
		const choice = choiceFor(action, review, current, key);
		if (choice) choose(choice);
		else if (next) set(next);
		else if (action === 'review-on') set({...current, confirming: false});
		else if (action !== 'edit' && action !== 'edit-all') act(action);
		else if (store.session.edit) edit(action === 'edit-all');
	};
	return (
		<Reading
			key={`${current.question} ${current.at} ${current.summary} ${current.confirming}`}
			title={titleOf(review, current)}
			rows={rowsOf(store.state, review, current, {width, height})}
			width={width}
			height={height}
			scope="review"
			keyContext={{...idleContext, ...keysIn(review, current, settled)}}
			act={perform}
		/>
	);
}

/** What is shown is the author’s to choose: its options. */
const optionsInSight = (review: Review, view: ReviewView): readonly string[] => {
	const {issue} = inSight(review, view);
	return view.summary || view.confirming || issue === undefined
		? []
		: (review.contested[issue]?.forAuthor?.options ?? []);
};

/** What only edits have, and what only the author’s choices have. */
const ofEdits: readonly Action[] = ['take', 'edit', 'take-issue', 'drop-issue'];

/** The keys of what is shown: a choice takes a number. */
function keysIn(
	review: Review,
	view: ReviewView,
	settled: boolean,
): Pick<KeyContext, 'unavailable' | 'hints' | 'shown'> {
	const count = optionsInSight(review, view).length;
	const unheard = unheardIn(view, settled);
	if (count === 0) return {unavailable: [...unheard, 'option']};
	const numbers = Array.from({length: Math.min(9, count)}, (_, at) => at + 1).join(' ');
	return {
		unavailable: [...unheard, ...ofEdits],
		hints: {option: 'choose', drop: 'none of these', 'next-change': 'others'},
		shown: {option: numbers},
	};
}

/** Keys that do not count now: all that decide in the first half second, and those of the other screen after it. */
function unheardIn({confirming}: ReviewView, settled: boolean): readonly Action[] {
	const escape: Action = confirming ? 'close' : 'review-on';
	if (!settled) return [...deciding, 'confirm', escape];
	return [
		escape,
		...(confirming ? ([...deciding, 'next-change', 'change-before', 'overview'] as const) : (['confirm'] as const)),
	];
}

/** The text with the shown passage, or all of it, as it comes back from the editor; undefined if it is unchanged. */
function editedText(
	{session, state}: DebateStore,
	review: Review,
	view: ReviewView,
	whole: boolean,
): string | undefined {
	const text = reviewedText(state, review);
	const {change, issue} = inSight(review, view);
	const place = whole ? undefined : passageOf(review, change, issue);
	if (!place) return session.edit?.(text);
	const lines = text.split('\n');
	const passage = lines.slice(place.from - 1, place.to).join('\n');
	const made = session.edit?.(passage === '' ? '' : `${passage}\n`);
	if (made === undefined) return undefined;
	const put = made.replace(/\n$/u, '');
	lines.splice(place.from - 1, place.to - place.from + 1, ...(put === '' ? [] : put.split('\n')));
	return lines.join('\n');
}

/** The lines, in the refined text, of the shown edit or contested issue. */
function passageOf(
	{changes, contested}: Review,
	change: number | undefined,
	issue: number | undefined,
): {readonly from: number; readonly to: number} | undefined {
	if (change === undefined) return issue === undefined ? undefined : contested[issue]?.raised[0]?.issue.lines;
	const shown = changes[change];
	if (!shown || shown.added.length === 0) return undefined;
	// Edits of one line are changes of the same line, each of which moves what follows only once.
	const before = changes.slice(0, change).filter(({line, removed}) => line + removed.length <= shown.line);
	const from = before.reduce((sum, {added, removed}) => sum + added.length - removed.length, shown.line);
	return {from, to: from + shown.added.length - 1};
}

/** What an action answers the review with, if anything. */
function choiceFor(action: Action, review: Review, view: ReviewView, key: string): object | undefined {
	switch (action) {
		case 'option': {
			const {issue} = inSight(review, view);
			const group = issue === undefined ? undefined : review.contested[issue];
			const option = Number(key);
			return group && option <= (group.forAuthor?.options?.length ?? 0)
				? {do: 'decide', issue: group.id, take: true, option}
				: undefined;
		}
		case 'take':
		case 'drop': {
			const {issue} = inSight(review, view);
			const group = issue === undefined ? undefined : review.contested[issue];
			return group && {do: 'decide', issue: group.id, take: action === 'take'};
		}
		case 'confirm':
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

/** The view after an action that only changes what is shown or decided. */
function viewAfter(action: Action, review: Review, view: ReviewView): ReviewView | undefined {
	switch (action) {
		case 'take':
		case 'drop':
			return mark(review, view, action === 'take' ? 'accepted' : 'rejected');
		case 'take-issue':
		case 'drop-issue':
			return markIssue(review, view, action === 'take-issue' ? 'accepted' : 'rejected');
		case 'take-all':
		case 'drop-all':
			return markAll(review, view, action === 'take-all' ? 'accepted' : 'rejected');
		case 'save':
			return {...view, confirming: true};
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

/** Runs an editor that takes the terminal, and then draws the screen again. */
function useEditor(redraw: () => void): (edit: () => void) => void {
	const {setRawMode} = useStdin();
	const {stdout} = useStdout();
	const drawn = useScreenReader() === undefined;
	return edit => {
		setRawMode(false);
		if (drawn) stdout.write('\u001B[?1049l\u001B[?25h');
		try {
			edit();
		} finally {
			if (drawn) stdout.write('\u001B[?1049h\u001B[?25l');
			setRawMode(true);
			redraw();
		}
	};
}

/** For this many milliseconds a screen that writes hears no keys: they were meant for the one before. */
const unheard = 500;

/** Whether what is on the screen, named by `screen`, has been there long enough for its keys to count. */
function useSettled(screen: string): boolean {
	const [settled, setSettled] = useState<string>();
	useEffect(() => {
		const timer = setTimeout(() => setSettled(screen), unheard);
		return () => clearTimeout(timer);
	}, [screen]);
	return settled === screen;
}
