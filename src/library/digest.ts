/** What the library keeps of a debate: a fold over its events, like everything else. Pure. */
import type {EffectivenessEvent} from '../debate/build-events.ts';
import {buildOf} from '../debate/build.ts';
import type {EvaluationEvent, JournalEvent, Outcome, ScoreTerm} from '../debate/events.ts';
import {arguing, type Seat} from '../debate/seats.ts';
import {countWords, fold, heardText, totalSpending, type DebateState, type Turn} from '../debate/state.ts';
import {votesOf, type Vote} from '../debate/votes.ts';
import {modelOf, voicesByTurn, type VoicesByTurn} from './spoken-by.ts';

export type DigestSeat = {
	readonly id: string; readonly name: string; readonly role: string; readonly voice: string; readonly model: string;
	readonly framework: string | undefined; readonly persona: string | undefined; readonly argues: boolean;
};

/** The values of the dimensions, 0 to 1; absent where one was not due. */
type Dimensions = {readonly [D in ScoreTerm['dimension']]?: number};

/** A turn that was judged, with its score of 0 to 100: null where no usable judgement came. */
export type DigestScore = Dimensions & {readonly score: number | null};

/** Something that was said. The first one of a debate is what it is about, which nobody said: it has no turn. */
export type Passage = {
	readonly turn: string | undefined; readonly speaker: string; readonly name: string; readonly kind: string; readonly segment: string; readonly round: number | undefined;
	readonly text: string; readonly model: string; readonly framework: string | undefined; readonly judged: DigestScore | undefined;
};

/** Who cut in on whom. */
type Cut = {readonly model: string; readonly framework: string | undefined; readonly ofModel: string; readonly ofFramework: string | undefined; readonly reason: string};

export type Digest = {
	readonly debateId: string; readonly protocol: string; readonly title: string; readonly topic: string;
	/** Milliseconds of the wall clock, and of the debate's own. */
	readonly startedAt: number; readonly ms: number;
	readonly outcome: Outcome | undefined; readonly reason: string | undefined;
	readonly turns: number; readonly words: number;
	/** US dollars; null where a price was not known. */
	readonly cost: number | null;
	readonly seats: readonly DigestSeat[];
	readonly passages: readonly Passage[];
	readonly cuts: readonly Cut[];
	readonly votes: readonly Vote[];
	/** How the reviewer of a builder's work stood against the checks. */
	readonly review: (Omit<EffectivenessEvent, 'type'> & {readonly model: string}) | undefined;
};

/** The digest of a journal's events; undefined where they do not begin a debate. */
export function digestOf(events: readonly JournalEvent[]): Digest | undefined {
	const state = fold(events);
	const {start} = state;
	if (!start) return undefined;
	const voices = voicesByTurn(events);
	const spending = totalSpending(state);
	return {
		debateId: start.debateId, protocol: start.protocol, title: start.title, topic: start.subject.text, startedAt: Date.parse(start.startedAt), ms: state.stats?.ms ?? state.at,
		outcome: state.outcome, reason: state.reason, turns: state.turns.length, words: state.turns.reduce((sum, turn) => sum + countWords(heardText(state, turn)), 0),
		cost: state.stats ? state.stats.cost : spending.unpriced > 0 ? null : spending.cost,
		seats: seatsOf(state), passages: passagesOf(state, voices), cuts: cutsOf(state, voices), votes: votesOf(state), review: reviewOf(state, voices),
	};
}

function seatsOf({seats}: DebateState): DigestSeat[] {
	const speakers = new Set(arguing(seats).map(({id}) => id));
	return seats.map(({id, name, role, voice, framework, persona}) => ({id, name, role, voice, model: modelOf(voice), framework, persona, argues: speakers.has(id)}));
}

function passagesOf(state: DebateState, voices: VoicesByTurn): Passage[] {
	const topic: Passage = {turn: undefined, speaker: '', name: '', kind: 'topic', segment: '', round: undefined, text: state.start?.subject.text ?? '', model: '', framework: undefined, judged: undefined};
	return [topic, ...state.turns.map(turn => passageOf(state, turn, voices)).filter(({text}) => text.trim() !== '')];
}

function passageOf(state: DebateState, turn: Turn, voices: VoicesByTurn): Passage {
	const seat = seatOf(state, turn.speaker);
	const {id, speaker, kind, segment, round, evaluation} = turn;
	return {
		turn: id, speaker, name: seat?.name ?? (speaker === 'user' ? 'You' : speaker), kind, segment, round, text: heardText(state, turn),
		model: modelOf(voices.get(id) ?? ''), framework: seat?.framework, judged: evaluation && judgedOf(evaluation),
	};
}

const seatOf = ({seats}: DebateState, id: string): Seat | undefined => seats.find(seat => seat.id === id);

const judgedOf = ({adherenceScore, working}: EvaluationEvent): DigestScore => ({...Object.fromEntries(working.map(({dimension, value}) => [dimension, value])), score: adherenceScore});

/** A cut is made by whoever has the floor next: the model that speaks there is the one that cut in. */
function cutsOf(state: DebateState, voices: VoicesByTurn): Cut[] {
	return state.interruptions.map(({turnId, interrupter, interrupted, reason}) => {
		const next = state.turns.slice(state.turns.findIndex(({id}) => id === turnId) + 1).find(({speaker}) => speaker === interrupter);
		return {
			model: modelOf(voices.get(next?.id ?? '') ?? seatOf(state, interrupter)?.voice ?? ''), framework: seatOf(state, interrupter)?.framework,
			ofModel: modelOf(voices.get(turnId) ?? ''), ofFramework: seatOf(state, interrupted)?.framework, reason,
		};
	});
}

/** The reviewer is whoever's turns it reviewed by; one that is another program has the voice of its seat. */
function reviewOf(state: DebateState, voices: VoicesByTurn): Digest['review'] {
	const {effectiveness} = buildOf(state);
	const reviewer = state.seats.find(({role}) => role === 'reviewer');
	if (!effectiveness || !reviewer) return undefined;
	const {type: _type, ...counts} = effectiveness;
	const last = state.turns.findLast(({speaker}) => speaker === reviewer.id);
	return {...counts, model: modelOf(voices.get(last?.id ?? '') ?? reviewer.voice)};
}
