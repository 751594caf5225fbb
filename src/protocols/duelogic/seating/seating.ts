/** Who sits at the table, what for, and what was said there in the order in which it was done being said. */
import type {Participant, Subject} from '../../../debate/events.ts';
import type {Setup} from '../../../debate/protocol.ts';
import type {Seat} from '../../../debate/seats.ts';
import {countWords} from '../../../debate/text/words.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {frameworkOf, type DuelogicConfig} from '../config/config.ts';
import type {Framework} from '../config/frameworks.ts';

/** One who argues: `id` is the position, `name` that of the model that speaks. */
export type ChairSeat = Participant & {readonly framework: string; readonly frameworkProfile: Framework};

/** What the exchanges up to a turn (by its name in prompts) came to, where they are no longer sent word for word. */
type TranscriptDigest = {readonly upto: string; readonly text: string};

export type DuelogicDebate = {
	readonly config: DuelogicConfig;
	readonly subject: Subject;
	readonly chairs: readonly ChairSeat[];
	readonly arbiter: Participant;
	/** Grows at ends of exchanges, where the transcript becomes too long. */
	readonly digests: TranscriptDigest[];
	/** Interjections that the arbiter has resolved upon and that are not over yet: the closing waits for them. */
	readonly pendingInterjections: Set<Promise<void>>;
};

/** Sits everyone down. Throws if nobody was cast for a chair or as the arbiter, which is the caller's mistake. */
export function createDebate({config, subject, participants}: Setup<DuelogicConfig>): DuelogicDebate {
	const seatOf = (id: string): Participant => {
		const seat = participants.find(participant => participant.id === id);
		if (!seat) throw new Error(`nobody was cast as ${id}`);
		return seat;
	};
	const chairs = config.chairs.map(({position, framework, persona}): ChairSeat => {
		const seat = seatOf(position);
		return {
			...seat,
			framework,
			frameworkProfile: frameworkOf(config, framework),
			...(persona === undefined ? {} : {persona}),
		};
	});
	return {config, subject, chairs, arbiter: seatOf('arbiter'), digests: [], pendingInterjections: new Set()};
}

export const chairOf = (debate: DuelogicDebate, id: string): ChairSeat => {
	const seat = debate.chairs.find(chair => chair.id === id);
	if (!seat) throw new Error(`"${id}" is no chair of this debate`);
	return seat;
};

/**
 * The table with the names of those who sit there now: a seat may have been taken by another voice, or a person. The
 * cards in every prompt keep the first ones, so that prompts go on sharing their beginning.
 */
export const withCurrentNames = (debate: DuelogicDebate, {seats}: DebateState): DuelogicDebate => {
	const nameNow = (id: string, before: string): string => seats.find(seat => seat.id === id)?.name ?? before;
	return {
		...debate,
		chairs: debate.chairs.map(chair => ({...chair, name: nameNow(chair.id, chair.name)})),
		arbiter: {...debate.arbiter, name: nameNow(debate.arbiter.id, debate.arbiter.name)},
	};
};

export const seatIn = (heard: DebateState, id: string): Seat | undefined => heard.seats.find(seat => seat.id === id);
export const isOut = (heard: DebateState, id: string): boolean => seatIn(heard, id)?.out !== undefined;

/** Chairs that can still speak, in seat order. */
export const activeChairs = (debate: DuelogicDebate, heard: DebateState): readonly ChairSeat[] =>
	debate.chairs.filter(({id}) => !isOut(heard, id));

/** The turns in which a chair makes its own case. */
export const isCaseTurn = ({kind}: Turn): boolean => kind === 'opening' || kind === 'reply' || kind === 'resumption';

/**
 * Turns with words, in the order in which they ended: one heard amid another comes before it. So the list only ever
 * grows at its end, and prompts built from it share their beginnings.
 */
export function turnsByEnd(turns: readonly Turn[]): Turn[] {
	const ids = new Set(turns.map(({id}) => id));
	const hostOf = (turn: Turn) => (turn.amid && ids.has(turn.amid.turnId) ? turn.amid.turnId : undefined);
	const within = Map.groupBy(turns, hostOf);
	const settled = (turn: Turn): Turn[] => [
		...(within.get(turn.id) ?? []).flatMap(settled),
		...(turn.finish === undefined ? [] : [turn]),
	];
	return (within.get(undefined) ?? []).flatMap(settled).filter(({text}) => text.trim() !== '');
}

/** The pace of speech, by which debate time goes. */
export const wordsPerMinute = 150;

/** How long these turns take to say, in minutes. */
export const spokenMinutes = (turns: readonly Turn[], running = 0): number =>
	(turns.reduce((sum, {text}) => sum + countWords(text), 0) + running) / wordsPerMinute;
