/** When listeners are asked for their stance, and the ballot that they fill in at the keyboard. */
import type {UserAction} from '../debate/events.ts';
import type {DebateState} from '../debate/state.ts';
import {arguingSeats} from '../debate/seats.ts';
import {votesOf} from '../debate/views/judgements.ts';
import {charactersOf, cleanInput} from './wrap.ts';

export type VoteTime = 'before' | 'after';

/** Until the first opening has been heard to its end, and once all have argued: from the closing or the verdict on. */
export function voteTime({outcome, segment, turns, seats}: DebateState): VoteTime | undefined {
	if (outcome !== undefined || segment === 'synthesis' || segment === 'verdict') return 'after';
	const chairs = new Set(arguingSeats(seats).map(({id}) => id));
	return turns.some(({speaker, finish}) => chairs.has(speaker) && finish !== undefined) ? undefined : 'before';
}

/** Who votes, by the names they gave; `chosen` counts them, and then the next one who has not voted yet. */
export type Ballot = {
	readonly when: VoteTime;
	readonly listeners: readonly string[];
	readonly chosen: number;
	readonly name: string;
	readonly stance: number;
};

type VoteAction = Extract<UserAction, {action: 'vote'}>;

const longestName = 24;

/** What a listener has said, the last time counting. */
export const stanceOf = (state: Pick<DebateState, 'actions'>, listener: string, when: VoteTime): number | undefined =>
	votesOf(state).find(vote => vote.listener === listener)?.[when];

/** A ballot for the first who has not voted yet. */
export function newBallot(state: Pick<DebateState, 'actions'>, when: VoteTime): Ballot {
	const listeners = votesOf(state).map(({listener}) => listener);
	const due = listeners.findIndex(listener => stanceOf(state, listener, when) === undefined);
	return choose(state, {when, listeners, chosen: 0, name: '', stance: 0}, due < 0 ? listeners.length : due);
}

function choose(state: Pick<DebateState, 'actions'>, ballot: Ballot, chosen: number): Ballot {
	const {listeners, when} = ballot;
	const name = listeners[chosen] ?? nextName(listeners);
	return {...ballot, chosen, name, stance: stanceOf(state, name, when) ?? stanceOf(state, name, 'before') ?? 0};
}

function nextName(listeners: readonly string[]): string {
	let number = listeners.length + 1;
	while (listeners.includes(`Listener ${number}`)) number++;
	return `Listener ${number}`;
}

/** What a key that types nothing does to a ballot; `enter` is the caller's, who casts it. */
export function fillIn(state: Pick<DebateState, 'actions'>, ballot: Ballot, key: string): Ballot {
	const {stance, chosen, listeners, name} = ballot;
	const count = listeners.length + 1;
	switch (key) {
		case 'left':
			return {...ballot, stance: Math.max(-3, stance - 1)};
		case 'right':
			return {...ballot, stance: Math.min(3, stance + 1)};
		case 'up':
			return choose(state, ballot, (chosen + count - 1) % count);
		case 'down':
		case 'tab':
			return choose(state, ballot, (chosen + 1) % count);
		case 'backspace':
			return {...ballot, chosen: listeners.length, name: charactersOf(name).slice(0, -1).join('')};
		default:
			return ballot;
	}
}

/** What is typed or pasted: the suggested name gives way to it. */
export function typed(ballot: Ballot, text: string): Ballot {
	const {listeners, name} = ballot;
	const own = listeners.includes(name) || name === nextName(listeners) ? '' : name;
	return {
		...ballot,
		chosen: listeners.length,
		name: charactersOf(own + cleanInput(text))
			.slice(0, longestName)
			.join('')
			.trimStart(),
	};
}

/** The vote that a ballot makes. */
export const voteOf = ({when, name, listeners, stance}: Ballot): VoteAction => ({
	action: 'vote',
	listener: name.trim() || nextName(listeners),
	when,
	stance,
});

/** A stance as it is written: −3 … +3. */
export const stanceText = (stance: number | undefined): string =>
	stance === undefined ? '—' : stance > 0 ? `+${stance}` : String(stance).replace('-', '−');
