/** The two sides of a motion debate, who speaks for them when, and who hosts and judges. */
import {equalBench, type EqualBench} from '../../../debate/evidence/bench.ts';
import {newReading, type LedgerReading} from '../../../debate/claims/keep-ledger.ts';
import type {Participant, Subject} from '../../../debate/events.ts';
import type {MotionSide} from '../../../debate/formats/motion/events.ts';
import type {Setup} from '../../../debate/protocol.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {mostJudges, type MotionConfig} from '../config/config.ts';

export type MotionSpeakerSeat = Participant & {readonly side: MotionSide; readonly place: number};

/** What all parts of the script share. */
export type MotionDebate = {
	readonly config: MotionConfig;
	readonly subject: Subject;
	readonly speakers: readonly MotionSpeakerSeat[];
	readonly moderator: Participant;
	/** Fixed at the start. */
	readonly bench: EqualBench;
	readonly ledger: LedgerReading;
};

export const moderatorId = 'moderator';
export const sides = ['for', 'against'] as const satisfies readonly MotionSide[];
export const otherSide = (side: MotionSide): MotionSide => (side === 'for' ? 'against' : 'for');

/** The id of a side's seat, `for_1` for the first. */
export const seatId = (side: MotionSide, place: number): string => `${side}_${place}`;

/** The side of a seat; undefined for hosts, judges and listeners. */
export const sideOf = (id: string): MotionSide | undefined =>
	/^for_\d$/u.test(id) ? 'for' : /^against_\d$/u.test(id) ? 'against' : undefined;

/** Claims belong to a side, whose letter is that of its first seat: A for the motion, B against it. */
export const ledgerSeats = sides.map(side => seatId(side, 1));
export const ledgerSeat = (speaker: string): string => seatId(sideOf(speaker) ?? 'for', 1);

/** Builds the debate from its setup. Throws if a seat has no participant (a caller's bug). */
export function createMotionDebate({config, subject, participants}: Setup<MotionConfig>): MotionDebate {
	const seatOf = (id: string): Participant => {
		const seat = participants.find(participant => participant.id === id);
		if (!seat) throw new Error(`nobody was cast as ${id}`);
		return seat;
	};
	const speakers = sides.flatMap(side =>
		config.speakers[side].map(({persona}, at): MotionSpeakerSeat => ({
			...seatOf(seatId(side, at + 1)),
			side,
			place: at + 1,
			...(persona === undefined ? {} : {persona}),
		})),
	);
	const judges = participants.filter(({role}) => role === 'judge');
	const moderator = seatOf(moderatorId);
	const bench = equalBench(judges.length > 0 ? judges : [moderator], speakers, mostJudges);
	return {config, subject, speakers, moderator, bench, ledger: newReading()};
}

export const isOut = (heard: DebateState, id: string): boolean =>
	heard.seats.find(seat => seat.id === id)?.out !== undefined;

/** Kinds of turns in which a side argues, whoever speaks for it. */
const arguing = new Set(['opening', 'rebuttal', 'question', 'answer', 'closing', 'resumption']);
export const isArguing = ({kind}: Turn): boolean => arguing.has(kind);

/** The speaker whose turn it is: a side's speakers take turns, and step in for one who is out. Undefined if all are. */
export function nextOfSide(debate: MotionDebate, heard: DebateState, side: MotionSide): MotionSpeakerSeat | undefined {
	const team = debate.speakers.filter(speaker => speaker.side === side);
	const spoken = heard.turns.filter(
		turn => isArguing(turn) && turn.kind !== 'resumption' && sideOf(turn.speaker) === side,
	);
	const begun = spoken.filter(({finish, text}) => finish !== 'failed' || text.trim() !== '').length;
	const order = team.map((_, at) => team[(begun + at) % team.length]);
	return order.find(speaker => speaker !== undefined && !isOut(heard, speaker.id));
}

/** The name of whoever sits there now. */
export const nameNow = (debate: MotionDebate, heard: DebateState, id: string): string =>
	heard.seats.find(seat => seat.id === id)?.name ??
	[...debate.speakers, debate.moderator].find(seat => seat.id === id)?.name ??
	(id === 'user' ? 'Listener' : id);
