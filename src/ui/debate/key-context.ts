/** Which keys count for a debate: what it has not got at any time, and what is of use just now. */
import {reviewAsked, specOf} from '../../debate/views/adversarial-spec.ts';
import {onlySeen} from './debate-aloud.ts';
import type {DebateStore} from './debate-store.ts';
import type {Moment} from '../input/keys.ts';
import {ownPane} from '../panes/own.ts';
import {mayVote} from './voting.ts';

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
