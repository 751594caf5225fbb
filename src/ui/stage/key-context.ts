/** Which keys count for a debate: what it has not got at any time, and what is of use just now. */
import {arguingSeats} from '../../debate/seats.ts';
import {type DebateState, lastSaid, lastSay} from '../../debate/state.ts';
import {commandFor} from '../../exports/debate-command.ts';
import {visualActions} from '../plain/screen-reader-lines.ts';
import type {DebateStore} from './debate-store.ts';
import {bindings} from '../terminal/key-table.ts';
import type {KeyContext} from '../terminal/keys.ts';
import {formatOf, paneOf} from '../../formats/index.ts';
import {voteTime} from '../../view/voting.ts';

/** The command that holds the same debate again, where there is one. */
export const commandOf = ({start}: DebateState): string | undefined =>
	start && commandFor(start, formatOf(start.protocol)?.optionFor);

/** Actions that the debate has not got at any time. */
export function unavailableIn({
	session,
	state,
	openedFrom,
	isHook,
	hasScreenReader: isRead,
}: DebateStore): readonly string[] {
	const {exports, replay, again, setup, seek, live, speech, audience, highlights, held} = session;
	const own = paneOf(state);
	return [
		...(openedFrom || isHook ? [] : ['back']),
		...(live ? [] : bindings.filter(({when}) => when === 'live').map(({action}) => action)),
		...(exports ? [] : ['export']),
		// Where edits are reviewed in the end, the same key accepts them all: hit early, it would open another screen.
		...(audience && !own?.asks ? [] : ['audience']),
		...(state.start && commandOf(state) === undefined ? ['copy-command'] : []),
		...(replay ? [] : ['replay']),
		...(highlights ? [] : ['highlights']),
		...(held ? [] : ['compare', 'rename']),
		...(again ? [] : ['again']),
		...(setup ? [] : ['other-voices']),
		...(speech ? [] : ['sound']),
		...(seek ? [] : ['turn-before', 'next-turn', 'segment-before', 'next-segment']),
		...(own?.asks ? [] : ['review']),
		...(state.sources ? [] : ['documents']),
		...(live && (!own || own.votes) ? [] : ['vote']),
		...(own?.audit && own.audit(state, 80).length > 0 ? [] : ['audit']),
		...(own?.step && own.hasCode?.(state) ? [] : ['next-point', 'point-before']),
		...(own?.steering ? [] : ['steer']),
		...(own?.unavailable ?? []),
		...(isRead ? visualActions : []),
	];
}

/** Whether a vote can be cast now: on a proposition, and where it would be recorded. */
function mayVote({state, session}: DebateStore): boolean {
	const own = paneOf(state);
	if ((own && !own.votes) || state.seats.length === 0 || voteTime(state) === undefined) return false;
	return state.outcome === undefined ? session.live : session.vote !== undefined;
}

/** What decides which keys count. */
export function keyContextOf(store: DebateStore): KeyContext {
	const {
		session: {live},
		state,
		over,
		paused,
		wanted,
	} = store;
	const {question} = state;
	const now = [
		...(question && question.options.length > 0 ? [] : ['answer']),
		...(wanted ? [] : ['type']),
		...(live && lastSay(state) ? [] : ['unsay']),
		...(mayVote(store) ? [] : ['vote']),
		...(paneOf(state)?.steering?.(state).length === 0 ? ['steer'] : []),
	];
	return {
		live,
		steerable: live || store.isReplay,
		over,
		paused,
		chairs: arguingSeats(state.seats).length,
		unavailable: [...unavailableIn(store), ...now],
		tooEarly: [
			...(paneOf(state)?.asks?.(state) === undefined ? ['review'] : []),
			...(lastSaid(state) ? [] : ['unsay']),
		],
	};
}
