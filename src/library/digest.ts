/** What the library stores about a debate, derived from its events. Pure. */
import {isPerson, isPlayed, isRehearsal, arguingSeats, type Seat} from '../debate/seats.ts';
import type {EvaluationEvent, ScoreTerm} from '../debate/evaluation.ts';
import type {JournalEvent, Outcome} from '../debate/events.ts';
import {countWords} from '../debate/text/words.ts';
import {citationsOf, quotationsHeld, type QuotationCount} from '../debate/sources.ts';
import {fold} from '../debate/reduce.ts';
import {heardText, totalSpending, type DebateState, type Turn} from '../debate/state.ts';
import {votesOf, type ListenerVote, judgesAgreement, type ReviewCounts} from '../debate/views/judgements.ts';

/**
 * The model of a voice: `anthropic/claude-sonnet-4` for `openrouter:anthropic/claude-sonnet-4`. All people are `human`;
 * other voices without a model keep their name.
 */
function modelOf(voice: string): string {
	if (isPerson({voice})) return 'human';
	if (isRehearsal({voice})) return 'rehearsal';
	if (isPlayed({voice})) return 'played by hand';
	if (voice.startsWith('agent:')) return voice;
	return (
		/^https?:\/\/[^#]*#(?<model>.+)$/u.exec(voice)?.groups?.['model'] ??
		/^[^:/]+:(?<model>.+)$/u.exec(voice)?.groups?.['model'] ??
		voice
	);
}

export type DigestSeat = {
	readonly id: string;
	readonly name: string;
	readonly role: string;
	readonly voice: string;
	readonly model: string;
	readonly framework: string | undefined;
	readonly persona: string | undefined;
	readonly argues: boolean;
	/** Names, voices and models of everyone who has held the seat, for search. */
	readonly findableNames: string;
};

/** Each dimension's value, 0 to 1; absent if it did not apply. */
type Dimensions = {readonly [D in ScoreTerm['dimension']]?: number};

/** The judgement of a turn. `score` is 0 to 100, or null if the judge gave no usable answer. */
export type DigestScore = Dimensions & {
	readonly score: number | null;
	/** Whether it was done, of what was due. */
	readonly steelDone: boolean | undefined;
	readonly selfDone: boolean | undefined;
	readonly consistent: boolean | undefined;
};

/** A searchable text: a turn's words. A debate's first passage is its topic, which has no turn. */
export type DigestPassage = {
	readonly turn: string | undefined;
	readonly speaker: string;
	readonly name: string;
	readonly kind: string;
	readonly segment: string;
	readonly round: number | undefined;
	readonly text: string;
	readonly model: string;
	readonly framework: string | undefined;
	readonly judged: DigestScore | undefined;
	/** Quotations of documents; undefined in a debate that stands on none. */
	readonly quotations: QuotationCount | undefined;
};

/** Who cut in on whom. */
export type DigestCut = {
	readonly model: string;
	readonly framework: string | undefined;
	readonly ofModel: string;
	readonly ofFramework: string | undefined;
	readonly reason: string;
};

export type Digest = {
	readonly debateId: string;
	readonly protocol: string;
	readonly title: string;
	readonly topic: string;
	/** Unix time in milliseconds; `ms` is the debate's duration on its own clock. */
	readonly startedAt: number;
	readonly ms: number;
	readonly outcome: Outcome | undefined;
	readonly reason: string | undefined;
	readonly turns: number;
	readonly words: number;
	/** US dollars; null if a price was unknown. */
	readonly cost: number | null;
	readonly seats: readonly DigestSeat[];
	readonly passages: readonly DigestPassage[];
	readonly cuts: readonly DigestCut[];
	readonly votes: readonly ListenerVote[];
	/** How many of the answers on which judges can be compared were the same. */
	readonly agreement: {readonly same: number; readonly answers: number} | undefined;
	/** How often a builder's reviewer agreed with the checks. */
	readonly review: (ReviewCounts & {readonly model: string}) | undefined;
};

/** What the debate's format has for the library. */
type FactsOf = (state: DebateState) => {readonly review?: ReviewCounts};

/** The digest of a journal's events; undefined if they do not start a debate. */
export function digestOf(events: Iterable<JournalEvent>, factsOf: FactsOf): Digest | undefined {
	const state = fold(events);
	const {start} = state;
	if (!start) return undefined;
	const spending = totalSpending(state);
	return {
		debateId: start.debateId,
		protocol: start.protocol,
		title: start.title,
		topic: start.subject.text,
		startedAt: Date.parse(start.startedAt),
		ms: state.stats?.ms ?? state.at,
		outcome: state.outcome,
		reason: state.reason,
		turns: state.turns.length,
		words: state.turns.reduce((sum, turn) => sum + countWords(heardText(state, turn)), 0),
		cost: state.stats ? state.stats.cost : spending.unpriced > 0 ? null : spending.cost,
		seats: seatsOf(state),
		passages: passagesOf(state),
		cuts: cutsOf(state),
		votes: votesOf(state),
		agreement: judgesAgreement(state),
		review: reviewOf(state, factsOf(state)),
	};
}

function seatsOf({seats}: DebateState): DigestSeat[] {
	const speakers = new Set(arguingSeats(seats).map(({id}) => id));
	return seats.map(({id, name, role, voice, framework, persona, formerly}) => ({
		id,
		name,
		role,
		voice,
		model: modelOf(voice),
		framework,
		persona,
		argues: speakers.has(id),
		findableNames: [...formerly, {name, voice}]
			.map(holder => `${holder.name} ${holder.voice} ${modelOf(holder.voice)}`)
			.join(' '),
	}));
}

function passagesOf(state: DebateState): DigestPassage[] {
	const topic: DigestPassage = {
		turn: undefined,
		speaker: '',
		name: '',
		kind: 'topic',
		segment: '',
		round: undefined,
		text: state.start?.subject.text ?? '',
		model: '',
		framework: undefined,
		judged: undefined,
		quotations: undefined,
	};
	return [topic, ...state.turns.map(turn => passageOf(state, turn)).filter(({text}) => text.trim() !== '')];
}

function passageOf(state: DebateState, turn: Turn): DigestPassage {
	const {id, speaker, by, kind, segment, round, evaluation} = turn;
	return {
		turn: id,
		speaker,
		name: by?.name ?? (speaker === 'user' ? 'You' : speaker),
		kind,
		segment,
		round,
		text: heardText(state, turn),
		model: modelOf(by?.voice ?? speaker),
		framework: seatOf(state, speaker)?.framework,
		judged: evaluation && judgedOf(evaluation),
		quotations: state.sources && quotationsHeld(citationsOf(turn)),
	};
}

const seatOf = ({seats}: DebateState, id: string): Seat | undefined => seats.find(seat => seat.id === id);

const judgedOf = (evaluation: EvaluationEvent): DigestScore => {
	const {adherenceScore, working, steelManning, selfCritique, frameworkConsistency} = evaluation;
	const isScored = adherenceScore !== null;
	return {
		...Object.fromEntries(working.map(({dimension, value}) => [dimension, value])),
		score: adherenceScore,
		steelDone: isScored && steelManning?.applicable ? steelManning.attempted : undefined,
		selfDone: isScored && selfCritique?.applicable ? selfCritique.attempted : undefined,
		consistent: isScored ? frameworkConsistency?.consistent : undefined,
	};
};

/** An interrupter speaks next, so the model of its next turn is the one that interrupted. */
function cutsOf(state: DebateState): DigestCut[] {
	return state.interruptions.map(({turnId, interrupter, interrupted, reason}) => {
		const place = state.turns.findIndex(({id}) => id === turnId);
		const next = state.turns.slice(place + 1).find(({speaker}) => speaker === interrupter);
		const [cutter, cut] = [seatOf(state, interrupter), seatOf(state, interrupted)];
		return {
			model: modelOf(next?.by?.voice ?? cutter?.voice ?? ''),
			framework: cutter?.framework,
			ofModel: modelOf(state.turns[place]?.by?.voice ?? cut?.voice ?? ''),
			ofFramework: cut?.framework,
			reason,
		};
	});
}

/**
 * Names the model that spoke the reviewer's last turn; a reviewer that is another program has its seat's voice. Several
 * reviewers decide as one, and are named together.
 */
function reviewOf(state: DebateState, {review}: ReturnType<FactsOf>): Digest['review'] {
	if (!review) return undefined;
	const models = state.seats
		.filter(({role}) => role === 'reviewer')
		.map(({id, voice}) => modelOf(state.turns.findLast(({speaker}) => speaker === id)?.by?.voice ?? voice));
	return {...review, model: [...new Set(models)].join(' + ')};
}

/** What could be read of a journal, and the fault at which reading stopped, if any. */
export type JournalReading = {readonly digest?: Digest | undefined; readonly fault?: string | undefined};
