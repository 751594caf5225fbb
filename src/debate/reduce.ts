/** The one reducer: state is a fold over events. Screens, exports and statistics derive from it alone. */
import {reduceAudience} from './audience.ts';
import type {EventOf, JournalEvent, Question, UserAction} from './events.ts';
import {append, replace, type InPlaceArrays} from './fold.ts';
import {withoutPartsOf} from './form.ts';
import {reduceFormats} from './slices.ts';
import {isCutFor, reduceSources, withFindings, withSupport, type SupportEvent} from './sources.ts';
import {personHolder, reseat, type Holder, type Seat} from './seats.ts';
import {addCall, emptyState, type DebateState, type SessionEvent, isUnsaid, type Turn, unheard} from './state.ts';

/** Folds one event into a state; changes neither. */
export const reduce = (state: DebateState, event: SessionEvent): DebateState => reduceInPlace(state, event, undefined);

/** Like `reduce`, but arrays in `own` are changed in place. */
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

/** The state after all of the events. */
export const fold = (events: Iterable<SessionEvent>, from: DebateState = emptyState): DebateState => {
	const own: InPlaceArrays = new WeakSet();
	let state = from;
	for (const event of events) state = reduceInPlace(state, event, own);
	return state;
};

function apply(state: DebateState, event: JournalEvent, own: InPlaceArrays | undefined): DebateState {
	switch (event.type) {
		case 'debate-start':
			return startDebate(event);
		case 'segment-start':
			return {...state, segment: event.segment, round: event.round};
		case 'turn-start':
			return startTurn(state, event, own);
		case 'turn-delta':
			return hear(state, event.turnId, heard => ({sentences: heard.sentences + event.text, words: ''}));
		case 'turn-end':
			return endTurn(state, event, own);
		case 'evaluation':
		case 'interruption':
		case 'interjection':
			return annotateTurn(state, event, own);
		case 'participant-out':
			return changeSeat(state, event.participant, {out: event.reason});
		case 'participant-back':
			return changeSeat(state, event.participant, {out: undefined});
		case 'user-action':
			return act(state, event, own);
		case 'voice-call':
			return {
				...state,
				spending: {...state.spending, [spenderKey(event)]: addCall(state.spending[spenderKey(event)], event)},
			};
		case 'notice':
			return {...state, notices: append(state.notices, event, own)};
		case 'step-end':
			return endStep(state, event.step ?? '');
		case 'edition':
			return {...state, edition: event};
		case 'audience':
			return {...state, audience: reduceAudience(state.audience, event)};
		case 'debate-end':
			return endDebate(state, event);
		case 'sources':
		case 'passages':
		case 'research':
		case 'citation':
		case 'support':
			return documented(state, event, own);
		default:
			return {
				...state,
				records: append(state.records, event, own),
				formats: reduceFormats(state.formats, event, own),
			};
	}
}

/** What a seat spends is its voice's: whoever takes the seat has a price of their own. */
const spenderKey = ({participant, voice}: EventOf<'voice-call'>): string => `${participant}\n${voice}`;

/** Starts from an empty state, because a watched log may hold one debate after another. */
const startDebate = (event: EventOf<'debate-start'> & {seq: number; at: number}): DebateState => ({
	...emptyState,
	seq: event.seq,
	at: event.at,
	start: event,
	seats: event.participants.map(seat => ({...seat, out: undefined, formerly: [], since: 0})),
});

/** The answer that the debate waited for has arrived. */
const endStep = (state: DebateState, step: string): DebateState => ({
	...state,
	wanted: withoutPartsOf(state.wanted, step),
	...(state.waiting && step.endsWith(` ask ${state.waiting.participant}`) && {waiting: undefined}),
});

const endDebate = (state: DebateState, event: EventOf<'debate-end'>): DebateState => ({
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
});

function annotateTurn(
	state: DebateState,
	event: Extract<JournalEvent, {type: 'evaluation' | 'interruption' | 'interjection'}>,
	own: InPlaceArrays | undefined,
): DebateState {
	const {turnId} = event;
	if (event.type === 'evaluation') return evaluateTurn(state, event, own);
	if (event.type === 'interruption')
		return {
			...changeTurn(state, turnId, turn => ({...turn, cut: event}), own),
			interruptions: append(state.interruptions, event, own),
		};
	return {
		...changeTurn(state, turnId, turn => ({...turn, interjection: event}), own),
		interjections: append(state.interjections, event, own),
	};
}

function documented(
	state: DebateState,
	event: Extract<JournalEvent, {type: 'sources' | 'passages' | 'research' | 'citation' | 'support'}>,
	own: InPlaceArrays | undefined,
): DebateState {
	const told = {...state, sources: reduceSources(state.sources, event)};
	if (event.type === 'support')
		return withoutFallenCut(
			changeTurn(told, event.turnId, turn => withSupport(turn, [event]), own),
			event,
			own,
		);
	if (event.type !== 'citation') return told;
	return changeTurn(told, event.turnId, turn => ({...turn, citations: [...(turn.citations ?? []), event]}), own);
}

/** A cut for a quotation that was right after all: it corrected nothing, and nobody makes a show of it. */
function withoutFallenCut(
	state: DebateState,
	{turnId, citation, answer}: SupportEvent,
	own: InPlaceArrays | undefined,
): DebateState {
	const turn = state.turns.findLast(({id}) => id === turnId);
	const about = turn?.citations?.find(({offset}) => offset === citation);
	if (answer !== 'fair' || !turn?.cut || !about || !isCutFor(about, turn.cut)) return state;
	const cut = {...turn.cut, reason: 'direct_challenge', fallen: true} as const;
	return {
		...changeTurn(state, turnId, each => ({...each, cut}), own),
		interruptions: state.interruptions.map(each => (each.turnId === turnId ? {...each, ...cut} : each)),
	};
}

function evaluateTurn(
	state: DebateState,
	event: EventOf<'evaluation'> & {seq: number; at: number; hash: string},
	own: InPlaceArrays | undefined,
): DebateState {
	const judged = changeTurn(state, event.turnId, turn => withFindings({...turn, evaluation: event}), own);
	const {turnId, at, sway = []} = event;
	const speaker = sway.length > 0 ? state.turns.findLast(({id}) => id === turnId)?.speaker : undefined;
	if (speaker === undefined) return judged;
	const swayAttempts = sway.reduce((all, {text}) => append(all, {at, turnId, speaker, text}, own), state.swayAttempts);
	return {...judged, swayAttempts};
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
		...(event.owes ? {owes: event.owes} : {}),
		...(event.asked ? {asked: event.asked} : {}),
		amid: event.amid,
		startedAt: event.at,
		...unheard,
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
			text: isUnsaid(state, turn.step) ? '' : event.text,
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
		actions: append(withoutUnsaid(state.actions, data), {...data, at: event.at}, own),
		...seating(state, data, event.at),
	};
}

/** Words that were taken back are nowhere but in the journal. */
const withoutUnsaid = (actions: DebateState['actions'], taken: UserAction): DebateState['actions'] =>
	taken.action === 'unsay'
		? actions.map(each => (each.action === 'say' && each.call === taken.call ? {...each, text: ''} : each))
		: actions;

/** The seats after an action, and the turns that people have yet to give. */
function seating({seats, wanted}: DebateState, action: UserAction, at: number): Pick<DebateState, 'seats' | 'wanted'> {
	// When part of an answer changes, the parts after it are asked for again.
	if (action.action === 'say')
		return {
			seats,
			wanted: wanted.filter(({call, before = []}) => [{call}, ...before].every(each => each.call !== action.call)),
		};
	if (action.action !== 'take' && action.action !== 'give-back' && action.action !== 'replace') return {seats, wanted};
	const {participant} = action;
	return {
		seats: seats.map(seat => (seat.id === participant ? reseat(seat, action, at) : seat)),
		wanted: wanted.filter(turn => turn.participant !== participant),
	};
}

/** The person who typed the turn, who may have left since; else whoever holds the seat now. */
function speakerOf(
	{seats, actions}: DebateState,
	{speaker, step}: {readonly speaker: string; readonly step?: string | undefined},
): Holder | undefined {
	const said = actions.findLast(action => action.action === 'say' && action.call === step && action.text !== '');
	if (said?.action === 'say' && said.name !== undefined) return personHolder(said.name);
	const seat = seats.find(one => one.id === speaker);
	return seat && {name: seat.name, voice: seat.voice, model: seat.model, provider: seat.provider};
}

/**
 * Whether an action answers the question: its own choice does, and so does what it is about (a new voice, a raised
 * budget); the engine's own questions are also settled by a stop.
 */
export function answers(action: UserAction, question: Question | undefined): boolean {
	if (!question) return false;
	if (action.action === 'choose') return action.question === question.id;
	if (action.action === 'replace' || action.action === 'take') return action.participant === question.seat;
	if (action.action === 'stop') return question.seat !== undefined || question.budget !== undefined;
	return action.action === 'raise' && question.budget !== undefined;
}
