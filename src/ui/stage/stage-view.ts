/** The view state of a stage, and the ways to leave it. */
import {useEffect, useReducer} from 'react';
import type {SpecReviewProps} from '../screens/spec-review.tsx';
import {paneOf} from '../../formats/index.ts';
import type {DebateStore} from './debate-store.ts';

/** What covers the whole stage, its foot too. */
const covering = ['help', 'working', 'columns', 'documents', 'subject', 'audience', 'export'] as const;

type Overlay =
	| (typeof covering)[number]
	| 'interject'
	| 'steer'
	| 'barge-in'
	| 'stop'
	| 'instant'
	| 'answer'
	| 'seats'
	| 'seat'
	| 'voices'
	| 'amount'
	| 'typing'
	| 'search'
	| 'vote';

export const isCovering = (overlay: Overlay | undefined): overlay is (typeof covering)[number] =>
	covering.some(one => one === overlay);

/**
 * `tab` is the index of the shown pane if only one fits; `search` is the text searched for; `closed` is the review that
 * was closed unanswered and `review` the decisions made in it; `asked` is the open question; `busy` is true while the
 * user types a turn; `seat` is the one to be reassigned; `left` is the turn that the user left untyped to look around;
 * `opened` is the turn that was clicked on.
 */
export type StageView = {
	readonly overlay: Overlay | undefined;
	readonly tab: number;
	readonly search: string;
	readonly asked?: string | undefined;
	readonly closed?: string | undefined;
	readonly review?: SpecReviewProps['view'];
	readonly busy?: boolean;
	readonly seat?: string | undefined;
	readonly left?: string | undefined;
	/** The point of a Code Debate that is looked at, if it does not follow the debate. */
	readonly point?: string | undefined;
	readonly opened?: string | undefined;
};
export type SetView = (change: Partial<StageView>) => void;

/** What a stage asks of the app. */
export type StageExit = {
	readonly results: () => void;
	readonly leave: () => void;
	readonly redraw: () => void;
	readonly fail: (error: unknown) => void;
};

const initialView: StageView = {overlay: undefined, tab: 0, search: ''};
const change = (view: StageView, next: Partial<StageView>): StageView =>
	'asked' in next ? withQuestion({...view, ...next}) : {...view, ...next};

/** A question opens by itself unless the user is busy; once closed, it comes back by a key only. */
function withQuestion(view: StageView): StageView {
	if (view.asked !== undefined && view.overlay === undefined && !view.busy) return {...view, overlay: 'answer'};
	return view.asked === undefined && view.overlay === 'answer' ? {...view, overlay: undefined} : view;
}

type StageViewState = {
	/** The view as the user set it. */
	readonly view: StageView;
	/** The same, with the dialog of a turn that a person is to type. */
	readonly shownView: StageView;
	readonly set: SetView;
	/** The question that is asked on a screen of its own, and that the user has not closed. */
	readonly review: string | undefined;
	/** Whether that review is on the screen. */
	readonly reviewing: boolean;
	readonly typing: boolean;
};

/** The stage's own view state. Questions, reviews and a person's turn open by themselves. */
export function useStageView(store: DebateStore): StageViewState {
	const [view, set] = useReducer(change, {
		...initialView,
		// Listeners come before the debate begins, where a page for them was asked for.
		overlay: store.session.audience?.look() ? 'audience' : undefined,
		search: store.session.startAt?.words ?? '',
	});
	const {question} = store.state;
	// A question without options is answered on a screen of its protocol.
	const asked = question && question.options.length > 0 ? question.id : undefined;
	const pending = paneOf(store.state)?.asks?.(store.state);
	const review = view.closed === pending ? undefined : pending;
	const reviewing = view.overlay === undefined && review !== undefined;
	const {wanted} = store;
	const typing = view.overlay === undefined && !reviewing && wanted !== undefined && view.left !== wanted.call;
	useEffect(() => set({asked, busy: typing}), [asked, typing]);
	return {view, shownView: typing ? {...view, overlay: 'typing'} : view, set, review, reviewing, typing};
}
