/** Which keys count for a debate: what it has not got at any time, and what is of use just now. */
import {reviewAsked, specOf} from '../../debate/views/adversarial-spec.ts';
import {onlySeen} from '../plain/screen-reader-lines.ts';
import type {DebateStore} from '../store/debate-store.ts';
import type {Moment} from '../input/keys.ts';
import {ownPane} from './protocol-panes.ts';
import {voteTime} from '../debate/voting.ts';

/** Actions that the debate has not got at any time. */
export function lacksOf({session, state, openedFrom, isRead}: DebateStore): readonly string[] {
	const {exports, replay, again, setup, seek, live} = session;
	const own = ownPane(state);
	return [
		...(openedFrom ? [] : ['back']),
		...(exports ? [] : ['export']),
		...(replay ? [] : ['replay']),
		...(again ? [] : ['again']),
		...(setup ? [] : ['other-voices']),
		...(seek ? [] : ['turn-before', 'next-turn', 'segment-before', 'next-segment']),
		...(specOf(state) ? [] : ['review']),
		...(live && !own ? [] : ['vote']),
		...(own?.lacks ?? []),
		...(isRead ? onlySeen : []),
	];
}

/** Whether a vote can be cast now: on a proposition, and where it would be recorded. */
function mayVote({state, session}: DebateStore): boolean {
	if (ownPane(state) || state.seats.length === 0 || voteTime(state) === undefined) return false;
	return state.outcome === undefined ? session.live : session.vote !== undefined;
}

/** What decides which keys count. */
export function momentOf(store: DebateStore): Moment {
	const {
		session: {live, setSpeed},
		state,
		over,
		paused,
		wanted,
	} = store;
	const {question} = state;
	const now = [
		...(question && question.options.length > 0 ? [] : ['answer']),
		...(wanted ? [] : ['type']),
		...(mayVote(store) ? [] : ['vote']),
	];
	return {
		live,
		steerable: live || setSpeed !== undefined,
		over,
		paused,
		lacks: [...lacksOf(store), ...now],
		tooEarly: reviewAsked(state) ? [] : ['review'],
	};
}
