import {useEffect, useReducer} from 'react';
import type {SpecReview} from '../../debate/formats/adversarial-spec.ts';
import {reviewAsked} from '../../debate/views/adversarial-spec.ts';
import type {SetView, StageView} from '../dialogs/stage-view.ts';
import type {DebateStore} from '../store/debate-store.ts';

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
	/** The review that is asked for and that the user has not closed. */
	readonly review: SpecReview | undefined;
	/** Whether that review is on the screen. */
	readonly reviewing: boolean;
	readonly typing: boolean;
};

/** The stage's own view state. Questions, reviews and a person's turn open by themselves. */
export function useStageView(store: DebateStore): StageViewState {
	const [view, set] = useReducer(change, {...initialView, search: store.session.startAt?.words ?? ''});
	const {question} = store.state;
	// A question without options is answered on a screen of its protocol.
	const asked = question && question.options.length > 0 ? question.id : undefined;
	const pending = reviewAsked(store.state);
	const review = pending !== undefined && view.closed !== pending.question ? pending : undefined;
	const reviewing = view.overlay === undefined && review !== undefined;
	const {wanted} = store;
	const typing = view.overlay === undefined && !reviewing && wanted !== undefined && view.left !== wanted.call;
	useEffect(() => set({asked, busy: typing}), [asked, typing]);
	return {view, shownView: typing ? {...view, overlay: 'typing'} : view, set, review, reviewing, typing};
}
