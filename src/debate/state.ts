/** The state of a debate, as `reduce` makes it of the events. */
import type {
	VoiceCall,
	EventOf,
	Finish,
	InterruptionEvent,
	Outcome,
	Question,
	RunEvent,
	Usage,
	UserAction,
	WantedTurn,
	JournalEvent,
} from './events.ts';
import type {EvaluationEvent, InterjectionEvent} from './evaluation.ts';
import type {AudienceState} from './audience.ts';
import type {EditionEvent} from './edition.ts';
import type {CitationEvent, SourcesState} from './sources.ts';
import {isPart} from './form.ts';
import {emptyFormats, type FormatEvent, type FormatStates} from './slices.ts';
import type {Holder, Seat} from './seats.ts';

// What a debate's requests used and cost.

/** Sums over requests. `unpriced` counts those whose price was not known. */
export type Spending = {
	readonly calls: number;
	readonly tries: number;
	readonly failed: number;
	/** Cancelled by us, such as a prefetched request that was not needed. */
	readonly withdrawn: number;
	readonly input: number;
	readonly cached: number;
	readonly output: number;
	readonly reasoning: number;
	readonly cost: number;
	/** US dollars that caching saved, as far as prices are known. */
	readonly saved: number;
	readonly unpriced: number;
};

const noSpending: Spending = {
	calls: 0,
	tries: 0,
	failed: 0,
	withdrawn: 0,
	input: 0,
	cached: 0,
	output: 0,
	reasoning: 0,
	cost: 0,
	saved: 0,
	unpriced: 0,
};

/** Adds one request. */
export function addCall(sum: Spending = noSpending, call: VoiceCall): Spending {
	return {
		calls: sum.calls + 1,
		tries: sum.tries + call.tries,
		failed: sum.failed + (call.error === undefined ? 0 : 1),
		withdrawn: sum.withdrawn + (call.withdrawn === undefined ? 0 : 1),
		input: sum.input + (call.usage?.input ?? 0),
		cached: sum.cached + (call.usage?.cached ?? 0),
		output: sum.output + (call.usage?.output ?? 0),
		reasoning: sum.reasoning + (call.usage?.reasoning ?? 0),
		cost: sum.cost + (call.cost ?? 0),
		saved: sum.saved + (call.saved ?? 0),
		unpriced: sum.unpriced + (call.cost === undefined ? 1 : 0),
	};
}

/** Sums the spending of all participants. */
export const totalSpending = ({spending}: {readonly spending: Readonly<Record<string, Spending>>}): Spending =>
	Object.values(spending).reduce<Spending>(
		(sum, one) => ({
			calls: sum.calls + one.calls,
			tries: sum.tries + one.tries,
			failed: sum.failed + one.failed,
			withdrawn: sum.withdrawn + one.withdrawn,
			input: sum.input + one.input,
			cached: sum.cached + one.cached,
			output: sum.output + one.output,
			reasoning: sum.reasoning + one.reasoning,
			cost: sum.cost + one.cost,
			saved: sum.saved + one.saved,
			unpriced: sum.unpriced + one.unpriced,
		}),
		noSpending,
	);

export type Turn = {
	readonly id: string;
	readonly step: string | undefined;
	readonly speaker: string;
	/** Who held the speaker's seat at that time; undefined for a speaker without a seat. */
	readonly by: Holder | undefined;
	readonly kind: string;
	readonly segment: string;
	readonly round: number | undefined;
	readonly replyTo: string | undefined;
	/** What it owes its listeners, where that was recorded. */
	readonly owes?: Readonly<Record<string, boolean>> | undefined;
	/** Questions that its prompt had it answer, where that was recorded. */
	readonly asked?: readonly {readonly turnId: string; readonly sentence: string}[] | undefined;
	readonly amid: {readonly turnId: string; readonly offset: number} | undefined;
	/** The debate's clock in milliseconds. */
	readonly startedAt: number;
	readonly endedAt: number | undefined;
	/** Set when the turn ends; `heardText` gives the text of a running turn. */
	readonly text: string;
	readonly finish: Finish | undefined;
	readonly reason: string | undefined;
	readonly usage: Usage | undefined;
	readonly cost: number | undefined;
	readonly contentHash: string | undefined;
	readonly firstTokenMs: number | undefined;
	readonly totalMs: number | undefined;
	readonly evaluation: EvaluationEvent | undefined;
	/** The interruption that cut it short. */
	/** `fallen` where it was made for a quotation that was right after all. */
	readonly cut: (InterruptionEvent & {readonly fallen?: true}) | undefined;
	/** Set if the turn is an interjection. */
	readonly interjection: InterjectionEvent | undefined;
	/** What it cites of the documents that the debate stands on, in the order in which it was heard. */
	readonly citations?: readonly CitationEvent[];
};

/** What a turn has before any of it was heard. */
export const unheard = {
	endedAt: undefined,
	text: '',
	finish: undefined,
	reason: undefined,
	usage: undefined,
	cost: undefined,
	contentHash: undefined,
	firstTokenMs: undefined,
	totalMs: undefined,
	evaluation: undefined,
	cut: undefined,
	interjection: undefined,
} as const satisfies Partial<Turn>;

type WaitingVoice = {
	readonly participant: string;
	readonly purpose: string;
	readonly since: number;
	readonly thinking: number;
};

/** A sentence that speaks to whoever scores the turn. */
type SwayAttempt = {
	readonly at: number;
	readonly turnId: string;
	readonly speaker: string;
	readonly text: string;
};

export type DebateState = {
	readonly start: EventOf<'debate-start'> | undefined;
	readonly seats: readonly Seat[];
	readonly segment: string | undefined;
	readonly round: number | undefined;
	/** Turns in the order in which they began; one that is spoken again after a crash replaces the failed one. */
	readonly turns: readonly Turn[];
	/** Ids of the running turns, the innermost last. */
	readonly open: readonly string[];
	/**
	 * Text of the running turns so far: whole sentences, and live words since. Kept apart from `turns`, so that a word
	 * costs the same in a long debate.
	 */
	readonly speech: Readonly<Record<string, {readonly sentences: string; readonly words: string}>>;
	readonly interruptions: readonly (InterruptionEvent & {readonly at: number; readonly fallen?: true})[];
	readonly interjections: readonly (InterjectionEvent & {readonly at: number})[];
	/** Sentences by which speakers tried to sway those who score them, by the time at which they were judged. */
	readonly swayAttempts: readonly SwayAttempt[];
	/** What the formats recorded besides turns, in order; `formats` is what it comes to. */
	readonly records: readonly (FormatEvent & {readonly at: number})[];
	readonly formats: FormatStates;
	/** What the user calls it, where it was given a name. */
	readonly named?: string;
	/** What an editor made of it, for those who read of it. */
	readonly edition: EditionEvent | undefined;
	/** What listeners did on their page, where one was served. */
	readonly audience: AudienceState | undefined;
	/** Set if the debate stands on documents. */
	readonly sources: SourcesState | undefined;
	readonly actions: readonly (UserAction & {readonly at: number})[];
	readonly notices: readonly (EventOf<'notice'> & {readonly at: number})[];
	/** Requests by seat and voice, with a line end between the two. */
	readonly spending: Readonly<Record<string, Spending>>;
	readonly paused: boolean;
	readonly waiting: WaitingVoice | undefined;
	/** The question that the debate waits for the user to answer. */
	readonly question: Question | undefined;
	/** Turns that people are asked to type, oldest first. */
	readonly wanted: readonly WantedTurn[];
	/** How many turns ever began, replaced ones included; the next turn's number is one more. */
	readonly begun: number;
	readonly outcome: Outcome | undefined;
	readonly reason: string | undefined;
	readonly stats: EventOf<'debate-end'>['stats'] | undefined;
	/** The number and the clock of the last event. */
	readonly seq: number;
	readonly at: number;
};

/**
 * What is shown of a recorded event. It has a method's type, so that those of one kind of event can stand in a table of
 * all kinds, where they are found by the event's own type.
 */
export type EventView<E extends FormatEvent, R> = {
	show(event: E & {readonly at: number}, state: DebateState): R;
}['show'];

/** A replay has jumped to another position: the state there, a fold over the events before it. */
export type Jump = {readonly type: 'jump'; readonly state: DebateState};

/** What a session emits: events as they happen, or a jump in a replay. */
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
	swayAttempts: [],
	records: [],
	formats: emptyFormats,
	edition: undefined,
	audience: undefined,
	sources: undefined,
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

// Questions that are often asked of a debate's state.

/** The turn that is being spoken now. */
export const speaking = (state: DebateState): Turn | undefined => {
	const id = state.open.at(-1);
	return id === undefined ? undefined : state.turns.findLast(turn => turn.id === id);
};

/** A turn's text so far, live words included. */
export const heardText = (state: DebateState, turn: Turn): string => {
	const running = state.speech[turn.id];
	return running ? running.sentences + running.words : turn.text;
};

/** The last that a person did about a turn, by its step: said it, or took it back. */
export const lastAbout = ({actions}: DebateState, step: string | undefined) =>
	actions.findLast(action => (action.action === 'say' || action.action === 'unsay') && action.call === step);

/** Whether a person took back what they had said for it. */
export const isUnsaid = (state: DebateState, step: string | undefined): boolean =>
	lastAbout(state, step)?.action === 'unsay';

type Say = Extract<UserAction, {action: 'say'}>;

/** The turn that a person said last, of which nothing was taken back; undefined for an answer in parts. */
export function lastSay({actions}: DebateState): Say | undefined {
	const said = actions.findLast(action => action.action === 'say');
	return said && said.text.trim() !== '' && !isPart(said.call) ? said : undefined;
}

/** The same, while it can be taken back: nobody has spoken since. */
export function lastSaid(state: DebateState): Say | undefined {
	const said = state.outcome === undefined ? lastSay(state) : undefined;
	const turn = said && state.turns.findLast(({step}) => step === said.call);
	return turn?.endedAt === undefined || turn.finish === 'failed' ? said : undefined;
}

/** The reason of a turn that its speaker took back. */
export const unsaidReason = 'its speaker took it back';

/** A turn's evaluation, in its compact form. */
export const evaluationOf = ({turns}: DebateState, id: string): EvaluationEvent | undefined =>
	turns.findLast(turn => turn.id === id)?.evaluation;

// The end of a journal: after `debate-end`, only what listeners do may follow.

/** Whether an event may stand after the end. */
export const mayFollowEnd = (event: JournalEvent): boolean =>
	event.type === 'audience' || (event.type === 'user-action' && event.data.action === 'vote');

/** The `debate-end` event; undefined for a debate that has not ended and can be resumed. */
export function endingIn(events: Iterable<JournalEvent>): EventOf<'debate-end'> | undefined {
	let last: JournalEvent | undefined;
	for (const event of events) if (!mayFollowEnd(event)) last = event;
	return last?.type === 'debate-end' ? last : undefined;
}
