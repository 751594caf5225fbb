/** The state of a debate, as `reduce` makes it of the events. */
import type {
	EventOf,
	Finish,
	InterruptionEvent,
	Outcome,
	Question,
	RunEvent,
	Usage,
	UserAction,
	WantedTurn,
} from './events.ts';
import type {EvaluationEvent, InterjectionEvent} from './formats/duelogic/events.ts';
import {emptyFormats, type FormatEvent, type FormatStates} from './formats/slices.ts';
import type {Holder, Seat} from './seats.ts';
import type {Spending} from './spending.ts';

export type Turn = {
	readonly id: string;
	readonly step: string | undefined;
	readonly speaker: string;
	/** Who sat in the speaker's seat then; undefined for one who has no seat. */
	readonly by: Holder | undefined;
	readonly kind: string;
	readonly segment: string;
	readonly round: number | undefined;
	readonly replyTo: string | undefined;
	readonly amid: {readonly turnId: string; readonly offset: number} | undefined;
	/** The debate's clock in milliseconds. */
	readonly startedAt: number;
	readonly endedAt: number | undefined;
	/** What was heard, once it has ended; while it runs, `heardText` gives it. */
	readonly text: string;
	readonly finish: Finish | undefined;
	readonly reason: string | undefined;
	readonly usage: Usage | undefined;
	readonly cost: number | undefined;
	readonly contentHash: string | undefined;
	readonly firstTokenMs: number | undefined;
	readonly totalMs: number | undefined;
	readonly evaluation: EvaluationEvent | undefined;
	/** Who cut it, where someone did. */
	readonly cut: InterruptionEvent | undefined;
	/** What it calls out, where it is an interjection. */
	readonly interjection: InterjectionEvent | undefined;
};

type WaitingVoice = {
	readonly participant: string;
	readonly purpose: string;
	readonly since: number;
	readonly thinking: number;
};

export type DebateState = {
	readonly start: EventOf<'debate-start'> | undefined;
	readonly seats: readonly Seat[];
	readonly segment: string | undefined;
	readonly round: number | undefined;
	/** Turns in the order in which they began; one that took another's place after a crash stands in its place. */
	readonly turns: readonly Turn[];
	/** Ids of the turns that run now, the innermost last. */
	readonly open: readonly string[];
	/**
	 * What was heard so far of the turns that run: whole sentences, and live words since. Kept apart, so that a word
	 * costs the same in a long debate.
	 */
	readonly speech: Readonly<Record<string, {readonly sentences: string; readonly words: string}>>;
	readonly interruptions: readonly (InterruptionEvent & {readonly at: number})[];
	readonly interjections: readonly (InterjectionEvent & {readonly at: number})[];
	/** What the formats recorded besides turns, in order; `formats` is what it comes to. */
	readonly records: readonly (FormatEvent & {readonly at: number})[];
	readonly formats: FormatStates;
	readonly actions: readonly (UserAction & {readonly at: number})[];
	readonly notices: readonly (EventOf<'notice'> & {readonly at: number})[];
	/** Requests by participant. */
	readonly spending: Readonly<Record<string, Spending>>;
	readonly paused: boolean;
	readonly waiting: WaitingVoice | undefined;
	/** What the user is being asked, while the debate waits for it. */
	readonly question: Question | undefined;
	/** Turns that people are asked to type, the one asked for first in front. */
	readonly wanted: readonly WantedTurn[];
	/** How many turns ever began, replaced ones included: the next turn's number less one. */
	readonly begun: number;
	readonly outcome: Outcome | undefined;
	readonly reason: string | undefined;
	readonly stats: EventOf<'debate-end'>['stats'] | undefined;
	/** The number and the clock of the last event. */
	readonly seq: number;
	readonly at: number;
};

/** What a replay tells that has gone elsewhere: the state there, which is a fold over the events up to there. */
export type Jump = {readonly type: 'jump'; readonly state: DebateState};

/** What those who watch are told: what happens, or a jump in a replay. */
export type SessionEvent = RunEvent | Jump;

export const emptyState: DebateState = {
	start: undefined,
	seats: [],
	segment: undefined,
	round: undefined,
	turns: [],
	open: [],
	speech: {},
	interruptions: [],
	interjections: [],
	records: [],
	formats: emptyFormats,
	actions: [],
	notices: [],
	spending: {},
	paused: false,
	waiting: undefined,
	question: undefined,
	wanted: [],
	begun: 0,
	outcome: undefined,
	reason: undefined,
	stats: undefined,
	seq: 0,
	at: 0,
};
