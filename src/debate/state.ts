/**
 * The one reducer: a debate's state is a fold over its events. Screens, exports and statistics derive from it alone.
 */
import type {EffectivenessEvent, HandOverEvent, MessageEvent, RefusalEvent} from './formats/builder-reviewer/events.ts';
import type {CritiqueEvent, RevisionEvent} from './formats/model-duel/events.ts';
import type {
	EvaluationEvent,
	EventOf,
	Finish,
	InterjectionEvent,
	InterruptionEvent,
	JournalEvent,
	Outcome,
	Question,
	RunEvent,
	Usage,
	UserAction,
	VoiceCall,
	WantedTurn,
} from './events.ts';
import {withoutPartsOf} from './form.ts';
import {compactEvaluation} from './formats/duelogic/compact-evaluation.ts';
import {personOf, sitDown, type Holder, type Seat} from './seats.ts';
import {append, replace, type InPlaceArrays} from './fold/in-place-arrays.ts';
import type {SectionEvent} from './formats/code-debate/events.ts';
import type {SpecEvent} from './formats/adversarial-spec/events.ts';
import type {JudgeStanceEvent} from './formats/duelogic/events.ts';

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

/** Sums over requests. `unpriced` counts those whose price was not known. */
export type Spending = {
	readonly calls: number;
	readonly tries: number;
	readonly failed: number;
	/** Taken back by us, such as what was read ahead in vain. */
	readonly withdrawn: number;
	readonly input: number;
	readonly cached: number;
	readonly output: number;
	readonly reasoning: number;
	readonly cost: number;
	/** What cached tokens would have cost more, in US dollars, as far as prices are known. */
	readonly saved: number;
	readonly unpriced: number;
};

type Waiting = {
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
	/** What protocols recorded beside turns, in order. */
	readonly records: readonly ((
		| CritiqueEvent
		| RevisionEvent
		| SectionEvent
		| MessageEvent
		| RefusalEvent
		| HandOverEvent
		| EffectivenessEvent
		| JudgeStanceEvent
		| SpecEvent
	) & {readonly at: number})[];
	readonly actions: readonly (UserAction & {readonly at: number})[];
	readonly notices: readonly (EventOf<'notice'> & {readonly at: number})[];
	/** Requests by participant. */
	readonly spending: Readonly<Record<string, Spending>>;
	readonly paused: boolean;
	readonly waiting: Waiting | undefined;
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

/** Folds one event into a state, and changes neither. */
export const reduce = (state: DebateState, event: SessionEvent): DebateState => reduceInPlace(state, event, undefined);

/** The same, but that it may change lists which are the caller's own. */
export function reduceInPlace(state: DebateState, event: SessionEvent, own: InPlaceArrays | undefined): DebateState {
	if (event.type === 'turn-token')
		return hear(state, event.turnId, heard => ({...heard, words: heard.words + event.text}));
	if (event.type === 'voice-waiting') return {...state, waiting: event};
	if (event.type === 'jump') return event.state;
	if (event.type === 'question') return {...state, question: event};
	if (event.type === 'turn-wanted')
		return {...state, waiting: undefined, wanted: [...state.wanted.filter(({call}) => call !== event.call), event]};
	return apply({...state, seq: event.seq, at: event.at}, event, own);
}

/** The state that a whole list of events makes. */
export const fold = (events: Iterable<SessionEvent>, from: DebateState = emptyState): DebateState => {
	const own: InPlaceArrays = new WeakSet();
	let state = from;
	for (const event of events) state = reduceInPlace(state, event, own);
	return state;
};

function apply(state: DebateState, event: JournalEvent, own: InPlaceArrays | undefined): DebateState {
	switch (event.type) {
		// A watched log may tell one debate after the other: each begins with a clean slate.
		case 'debate-start':
			return {
				...emptyState,
				seq: event.seq,
				at: event.at,
				start: event,
				seats: event.participants.map(seat => ({...seat, out: undefined, formerly: [], since: 0})),
			};
		case 'segment-start':
			return {...state, segment: event.segment, round: event.round};
		case 'turn-start':
			return startTurn(state, event, own);
		case 'turn-delta':
			return hear(state, event.turnId, heard => ({sentences: heard.sentences + event.text, words: ''}));
		case 'turn-end':
			return endTurn(state, event, own);
		case 'evaluation':
			return changeTurn(state, event.turnId, turn => ({...turn, evaluation: compactEvaluation(event, turn.text)}), own);
		case 'interruption':
			return {
				...changeTurn(state, event.turnId, turn => ({...turn, cut: event}), own),
				interruptions: append(state.interruptions, event, own),
			};
		case 'interjection':
			return {
				...changeTurn(state, event.turnId, turn => ({...turn, interjection: event}), own),
				interjections: append(state.interjections, event, own),
			};
		case 'critique':
		case 'revision':
		case 'section':
		case 'message':
		case 'message-refused':
		case 'hand-over':
		case 'effectiveness':
		case 'judge-stance':
		case 'spec-query':
		case 'spec-critique':
		case 'spec-consensus':
		case 'spec-refinement':
		case 'spec-review':
		case 'spec-outcome':
			return {...state, records: append(state.records, event, own)};
		case 'participant-out':
			return changeSeat(state, event.participant, {out: event.reason});
		case 'participant-back':
			return changeSeat(state, event.participant, {out: undefined});
		case 'user-action':
			return act(state, event, own);
		case 'voice-call':
			return {
				...state,
				spending: {...state.spending, [event.participant]: spend(state.spending[event.participant], event)},
			};
		case 'notice':
			return {...state, notices: append(state.notices, event, own)};
		// A question that the debate waited for is answered.
		case 'step-end':
			return {
				...state,
				wanted: withoutPartsOf(state.wanted, event.step ?? ''),
				...(state.waiting && event.step?.endsWith(` ask ${state.waiting.participant}`) && {waiting: undefined}),
			};
		case 'debate-end':
			return {
				...state,
				outcome: event.outcome,
				reason: event.reason,
				stats: event.stats,
				open: [],
				speech: {},
				waiting: undefined,
				question: undefined,
				wanted: [],
				paused: false,
			};
		default:
			return event satisfies never;
	}
}

function startTurn(
	state: DebateState,
	event: EventOf<'turn-start'> & {at: number; step?: string | undefined},
	own: InPlaceArrays | undefined,
): DebateState {
	const turn: Turn = {
		id: event.turnId,
		step: event.step,
		speaker: event.speaker,
		by: event.by ? {...event.by, model: event.by.model, provider: event.by.provider} : speakerOf(state, event),
		kind: event.kind,
		segment: event.segment,
		round: event.round,
		replyTo: event.replyTo,
		amid: event.amid,
		startedAt: event.at,
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
	};
	const begun = state.begun + 1;
	const replaced =
		event.step === undefined
			? -1
			: state.turns.findLastIndex(old => old.step === event.step && old.finish === 'failed');
	const before = state.turns[replaced];
	const opened = {
		...state,
		begun,
		waiting: undefined,
		wanted: state.wanted.filter(({call}) => call !== event.step),
		open: [...state.open, turn.id],
		speech: {...state.speech, [turn.id]: {sentences: '', words: ''}},
	};
	if (!before) return {...opened, turns: append(state.turns, turn, own)};
	const turns = state.turns
		.with(replaced, turn)
		.map(other => (other.amid?.turnId === before.id ? {...other, amid: {...other.amid, turnId: turn.id}} : other));
	return {...opened, turns, interruptions: state.interruptions.filter(cut => cut.turnId !== before.id)};
}

function endTurn(
	state: DebateState,
	event: EventOf<'turn-end'> & {at: number},
	own: InPlaceArrays | undefined,
): DebateState {
	const ended = changeTurn(
		state,
		event.turnId,
		turn => ({
			...turn,
			endedAt: event.at,
			text: event.text,
			finish: event.finish,
			reason: event.reason,
			usage: event.usage,
			cost: event.cost,
			contentHash: event.contentHash,
			firstTokenMs: event.firstTokenMs,
			totalMs: event.totalMs,
		}),
		own,
	);
	const {[event.turnId]: _ended, ...speech} = state.speech;
	return {...ended, waiting: undefined, open: state.open.filter(id => id !== event.turnId), speech};
}

function hear(
	state: DebateState,
	id: string,
	change: (heard: {sentences: string; words: string}) => {sentences: string; words: string},
): DebateState {
	const heard = state.speech[id];
	return heard ? {...state, speech: {...state.speech, [id]: change(heard)}} : state;
}

function changeTurn(
	state: DebateState,
	id: string,
	change: (turn: Turn) => Turn,
	own: InPlaceArrays | undefined,
): DebateState {
	const index = state.turns.findLastIndex(turn => turn.id === id);
	const turn = state.turns[index];
	return turn ? {...state, turns: replace(state.turns, index, change(turn), own)} : state;
}

/** The judgement of a turn as the state keeps it, where it has one. */
export const judgementKeptOf = ({turns}: DebateState, id: string): EvaluationEvent | undefined =>
	turns.findLast(turn => turn.id === id)?.evaluation;

function changeSeat(state: DebateState, id: string, change: Partial<Seat>): DebateState {
	return {...state, seats: state.seats.map(seat => (seat.id === id ? {...seat, ...change} : seat))};
}

function act(
	state: DebateState,
	event: EventOf<'user-action'> & {at: number},
	own: InPlaceArrays | undefined,
): DebateState {
	const {action} = event.data;
	const paused = action === 'pause' || (action !== 'resume' && state.paused);
	const {data} = event;
	return {
		...state,
		paused,
		question: answers(data, state.question) ? undefined : state.question,
		actions: append(state.actions, {...data, at: event.at}, own),
		...seating(state, data, event.at),
	};
}

/** Who sits where after an action, and of whom turns are wanted then. */
function seating({seats, wanted}: DebateState, action: UserAction, at: number): Pick<DebateState, 'seats' | 'wanted'> {
	// A change to what is there of an answer has the rest of it asked for again.
	if (action.action === 'say')
		return {
			seats,
			wanted: wanted.filter(({call, before = []}) => [{call}, ...before].every(each => each.call !== action.call)),
		};
	if (action.action !== 'take' && action.action !== 'give-back' && action.action !== 'replace') return {seats, wanted};
	const {participant} = action;
	return {
		seats: seats.map(seat => (seat.id === participant ? sitDown(seat, action, at) : seat)),
		wanted: wanted.filter(turn => turn.participant !== participant),
	};
}

/** A question is answered by its choice, or by what it is about being done; one of the engine’s own also by the end. */
export function answers(action: UserAction, question: Question | undefined): boolean {
	if (!question) return false;
	if (action.action === 'choose') return action.question === question.id;
	if (action.action === 'replace' || action.action === 'take') return action.participant === question.seat;
	if (action.action === 'stop') return question.seat !== undefined || question.budget !== undefined;
	return action.action === 'raise' && question.budget !== undefined;
}

/** Whoever sits there now; or the person who said it, who may have left since. */
function speakerOf(
	{seats, actions}: DebateState,
	{speaker, step}: {readonly speaker: string; readonly step?: string | undefined},
): Holder | undefined {
	const said = actions.findLast(action => action.action === 'say' && action.call === step && action.text !== '');
	if (said?.action === 'say' && said.name !== undefined) return personOf(said.name);
	const seat = seats.find(one => one.id === speaker);
	return seat && {name: seat.name, voice: seat.voice, model: seat.model, provider: seat.provider};
}

function spend(sum: Spending = noSpending, call: VoiceCall): Spending {
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
export const totalSpending = (state: DebateState): Spending =>
	Object.values(state.spending).reduce<Spending>(
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

/** Words as a listener counts them. */
export const countWords = (text: string): number => text.match(/\S+/gu)?.length ?? 0;

/** The turn that is speaking now, where one is. */
export const speaking = (state: DebateState): Turn | undefined => {
	const id = state.open.at(-1);
	return id === undefined ? undefined : state.turns.findLast(turn => turn.id === id);
};

/** What was heard of a turn so far, live words included. */
export const heardText = (state: DebateState, turn: Turn): string => {
	const running = state.speech[turn.id];
	return running ? running.sentences + running.words : turn.text;
};
