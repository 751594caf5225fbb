/**
 * The whole vocabulary of a debate: what happened, as facts in order. The journal (`debate.jsonl`) is a list of these,
 * one JSON object a line; every screen, export and statistic is a fold over them.
 */
import {z} from 'zod';
import type {Field, AnswerPart, Reading} from './form.ts';
import {adversarialSpecEvents} from './formats/adversarial-spec/events.ts';
import {builderReviewerEvents} from './formats/builder-reviewer/events.ts';
import {codeDebateEvents} from './formats/code-debate/events.ts';
import {duelogicEvents, Stance} from './formats/duelogic/events.ts';
import {modelDuelEvents} from './formats/model-duel/events.ts';

/** One who speaks, judges or listens in this debate. `name` is that of the model that really speaks. */
export const Participant = z.object({
	id: z.string().min(1),
	name: z.string().min(1),
	role: z.string().min(1),
	voice: z.string().min(1),
	model: z.string().optional(),
	provider: z.string().optional(),
	framework: z.string().optional(),
	persona: z.string().optional(),
});
export type Participant = z.infer<typeof Participant>;

/**
 * What the debate is about: `text` is the proposition, task or title; `source` says where it came from, `hash` what it
 * was.
 */
export const Subject = z.object({
	text: z.string().min(1),
	context: z.string().optional(),
	source: z.string().optional(),
	hash: z.string().optional(),
});
export type Subject = z.infer<typeof Subject>;

/**
 * Tokens of one request, as the server counted them; `estimated` where it did not and we did (4 characters a token).
 * `cached` is inside `input`, `reasoning` inside `output`.
 */
export const Usage = z.object({
	input: z.int().nonnegative(),
	output: z.int().nonnegative(),
	cached: z.int().nonnegative().optional(),
	reasoning: z.int().nonnegative().optional(),
	estimated: z.boolean().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** A hard cap, in US dollars or tokens (prompt and answer together); where both are given, both hold. */
export const Budget = z.object({usd: z.number().positive().optional(), tokens: z.int().positive().optional()});
export type Budget = z.infer<typeof Budget>;

const DebateStart = z.object({
	type: z.literal('debate-start'),
	v: z.literal(1),
	debateId: z.string().min(1),
	startedAt: z.iso.datetime(),
	protocol: z.string().min(1),
	title: z.string(),
	subject: Subject,
	config: z.unknown(),
	participants: z.array(Participant),
	seed: z.int(),
	/** What it may use, as it was set at the start; `raise` actions add to it. */
	budget: Budget.optional(),
	app: z.object({name: z.string(), version: z.string(), protocolVersion: z.int()}),
});

const SegmentStart = z.object({
	type: z.literal('segment-start'),
	segment: z.string().min(1),
	round: z.int().positive().optional(),
});

const TurnStart = z.object({
	type: z.literal('turn-start'),
	turnId: z.string().min(1),
	speaker: z.string().min(1),
	kind: z.string().min(1),
	segment: z.string(),
	round: z.int().positive().optional(),
	replyTo: z.string().optional(),
	/** Who spoke it, where that may be somebody else than sits there now. */
	by: z
		.object({name: z.string(), voice: z.string(), model: z.string().optional(), provider: z.string().optional()})
		.optional(),
	/** Set where this turn is heard inside another: which, and after how many characters (UTF-16) of it. */
	amid: z.object({turnId: z.string(), offset: z.int().nonnegative()}).optional(),
});

const TurnDelta = z.object({
	type: z.literal('turn-delta'),
	turnId: z.string().min(1),
	text: z.string(),
});

/**
 * How a turn ended: to its end, cut by someone, cut short by the model or server with its words kept, or not at all.
 */
export const Finish = z.enum(['complete', 'interrupted', 'truncated', 'failed']);
export type Finish = z.infer<typeof Finish>;

const TurnEnd = z.object({
	type: z.literal('turn-end'),
	turnId: z.string().min(1),
	/** What was heard, and nothing else; the sum of the turn's deltas. */
	text: z.string(),
	finish: Finish,
	/** Why it did not end complete, in words for the user. */
	reason: z.string().optional(),
	usage: Usage.optional(),
	/** US dollars; absent where the price is not known. */
	cost: z.number().nonnegative().optional(),
	/** SHA-256 of `text`, hex. */
	contentHash: z.string(),
	/** Milliseconds from asking to the first word, and to the end; of the model, not of the pace. */
	firstTokenMs: z.number().nonnegative().optional(),
	totalMs: z.number().nonnegative(),
});

export const InterruptionReason = z.enum([
	'factual_correction',
	'straw_man_detected',
	'direct_challenge',
	'clarification_needed',
	'strong_agreement',
	'pivotal_point',
]);
export type InterruptionReason = z.infer<typeof InterruptionReason>;

const InterruptionEvent = z.object({
	type: z.literal('interruption'),
	/** The turn that was cut. */
	turnId: z.string().min(1),
	interrupter: z.string().min(1),
	interrupted: z.string().min(1),
	reason: InterruptionReason,
	/** The phrase that set it off, as it was said. */
	trigger: z.string(),
	urgency: z.number().min(0).max(1),
	/** Milliseconds since the debate started. */
	atMs: z.number().nonnegative(),
	opener: z.string(),
	line: z.string(),
});
export type InterruptionEvent = z.infer<typeof InterruptionEvent>;

const ParticipantOut = z.object({
	type: z.literal('participant-out'),
	participant: z.string().min(1),
	reason: z.string(),
});
const ParticipantBack = z.object({
	type: z.literal('participant-back'),
	participant: z.string().min(1),
	reason: z.string(),
});

/** What a user does to a running debate. `pace` is words a minute, 0 for instant. */
export const UserAction = z.discriminatedUnion('action', [
	z.object({action: z.literal('pause')}),
	z.object({action: z.literal('resume')}),
	z.object({action: z.literal('step')}),
	z.object({action: z.literal('pace'), pace: z.number().nonnegative()}),
	z.object({action: z.literal('interject'), reason: z.string().min(1), target: z.string().optional()}),
	z.object({action: z.literal('barge-in'), text: z.string().min(1)}),
	z.object({action: z.literal('skip')}),
	z.object({action: z.literal('stop'), closing: z.boolean()}),
	/** A person sits down in a seat, under the name given; whoever sat there may be given the seat back. */
	z.object({action: z.literal('take'), participant: z.string(), name: z.string().min(1).optional()}),
	z.object({action: z.literal('give-back'), participant: z.string()}),
	/**
	 * Another voice takes a seat; what it is called is added as it is recorded, and why, where the one before could not
	 * go on.
	 */
	z.object({
		action: z.literal('replace'),
		participant: z.string(),
		voice: z.string(),
		name: z.string().min(1).optional(),
		model: z.string().optional(),
		provider: z.string().optional(),
		because: z.string().optional(),
	}),
	/**
	 * What a person has to say in the turn, or to the one thing of an answer, that they were asked for as `call`; nothing
	 * where they let it pass. Said to a call that has an answer, it takes that one's place. Their name is added as it is
	 * recorded.
	 */
	z.object({
		action: z.literal('say'),
		participant: z.string(),
		call: z.string(),
		text: z.string(),
		name: z.string().optional(),
	}),
	/** Adds to the budget. */
	z.object({action: z.literal('raise'), ...Budget.shape}),
	z.object({action: z.literal('vote'), listener: z.string(), when: z.enum(['before', 'after']), stance: Stance}),
	z.object({action: z.literal('choose'), question: z.string(), choice: z.unknown()}),
]);
export type UserAction = z.infer<typeof UserAction>;

const UserActionEvent = z.object({type: z.literal('user-action'), data: UserAction});

export const VoiceCall = z.object({
	type: z.literal('voice-call'),
	/** The step it was made for. */
	call: z.string(),
	participant: z.string(),
	voice: z.string(),
	purpose: z.string(),
	tries: z.int().positive(),
	usage: Usage.optional(),
	cost: z.number().nonnegative().optional(),
	/** US dollars that its cached tokens would have cost more, where the prices are known. */
	saved: z.number().nonnegative().optional(),
	ms: z.number().nonnegative(),
	firstTokenMs: z.number().nonnegative().optional(),
	error: z.string().optional(),
	/** Why we took it back: its answer was not needed any more. What it had used until then still counts. */
	withdrawn: z.string().optional(),
});
export type VoiceCall = z.infer<typeof VoiceCall>;

const Notice = z.object({
	type: z.literal('notice'),
	level: z.enum(['info', 'warning', 'error']),
	text: z.string(),
	participant: z.string().optional(),
});

/** An effect's recorded answer: what the script got, so that a resumed script gets the same. */
const StepEnd = z.object({type: z.literal('step-end'), value: z.unknown().optional()});

export const Outcome = z.enum(['completed', 'consensus', 'deadlock', 'degraded', 'stopped', 'budget', 'failed']);
export type Outcome = z.infer<typeof Outcome>;

const DebateEnd = z.object({
	type: z.literal('debate-end'),
	outcome: Outcome,
	reason: z.string().optional(),
	stats: z.object({
		turns: z.int(),
		words: z.int(),
		interruptions: z.int(),
		interjections: z.int(),
		notScored: z.int(),
		calls: z.int(),
		input: z.int(),
		cached: z.int(),
		output: z.int(),
		/** US dollars; null where a price was not known. */
		cost: z.number().nullable(),
		ms: z.number(),
	}),
});

/** Every fact a debate can hold, without its stamp: those of every debate, and a line a format for its own. */
export const DebateEvent = z.discriminatedUnion('type', [
	DebateStart,
	SegmentStart,
	TurnStart,
	TurnDelta,
	TurnEnd,
	InterruptionEvent,
	...duelogicEvents,
	...modelDuelEvents,
	...codeDebateEvents,
	...builderReviewerEvents,
	...adversarialSpecEvents,
	ParticipantOut,
	ParticipantBack,
	UserActionEvent,
	VoiceCall,
	Notice,
	StepEnd,
	DebateEnd,
]);
export type DebateEvent = z.infer<typeof DebateEvent>;
export type EventOf<T extends DebateEvent['type']> = Extract<DebateEvent, {type: T}>;

/**
 * What the runner adds to a fact, in one place: its number from 1, the debate's clock in milliseconds, the key of the
 * script's step that it belongs to, and the hash of its line and the one before (see engine/journal.ts).
 */
export const Stamp = z.object({
	seq: z.int().positive(),
	at: z.number().nonnegative(),
	step: z.string().optional(),
	hash: z.string(),
});
export type Stamp = z.infer<typeof Stamp>;
export type JournalEvent = DebateEvent & Stamp;

/**
 * What live panes get beside the journal's facts: words as they are heard, a model's thinking as a count, and what is
 * wanted of the user. Never written down.
 */
export type LiveEvent =
	| {readonly type: 'turn-token'; readonly turnId: string; readonly text: string}
	| {
			readonly type: 'voice-waiting';
			readonly participant: string;
			readonly purpose: string;
			readonly since: number;
			readonly thinking: number;
	  }
	/** Waits for a `choose` of the user with this id; without options its protocol has a screen of its own for it. */
	| ({readonly type: 'question'} & Question)
	| ({readonly type: 'turn-wanted'} & WantedTurn);

/**
 * What the user is asked. `seat`: its voice cannot go on, and a `replace` answers it too. `budget`: it is used up (this
 * is what it was first), and a `raise` answers it too.
 */
export type Question = {
	readonly id: string;
	readonly text: string;
	readonly options: readonly string[];
	readonly seat?: string;
	readonly budget?: Budget;
};

/**
 * A turn that a person at the keyboard is to type, and to `say` under this `call`; or, with a `field`, one thing of an
 * answer of theirs. `words` is how long it is meant to be; at the end of `limitMs` what is there is said. `before` is
 * what is there of that answer already: what is said to one of its calls takes its place; `reading` is what they have
 * to read for it.
 */
export type WantedTurn = {
	readonly call: string;
	readonly participant: string;
	readonly kind: string;
	readonly words?: number;
	readonly limitMs?: number;
	readonly field?: Field;
	readonly before?: readonly AnswerPart[];
	readonly reading?: Reading;
};

export type RunEvent = JournalEvent | LiveEvent;
