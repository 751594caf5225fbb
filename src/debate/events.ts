/**
 * The whole vocabulary of a debate: what happened, as facts in order. The journal (`debate.jsonl`) is a list of these,
 * one JSON object a line; every screen, export and statistic is a fold over them.
 */
import {z} from 'zod';
import {AudienceEvent} from './audience.ts';
import type {Field, AnswerPart, Reading} from './form.ts';
import {adversarialSpecEvents} from './formats/adversarial-spec.ts';
import {builderReviewerEvents} from './formats/builder-reviewer.ts';
import {codeDebateEvents} from './formats/code-debate.ts';
import {councilEvents} from './formats/council.ts';
import {LedgerEvent} from './claims.ts';
import {EditionEvent} from './edition.ts';
import {evaluationEvents, Stance} from './evaluation.ts';
import {modelDuelEvents} from './formats/model-duel.ts';
import {motionEvents} from './formats/motion.ts';
import {sourceEvents} from './sources.ts';

/** Where a price is from, and of which day it is. */
export const PriceSource = z.object({source: z.string().min(1), date: z.iso.date()});
export type PriceSource = z.infer<typeof PriceSource>;

/** A speaker, judge or host of the debate. `name` is the name of the model or person behind the seat. */
export const Participant = z.object({
	id: z.string().min(1),
	name: z.string().min(1),
	role: z.string().min(1),
	voice: z.string().min(1),
	model: z.string().optional(),
	provider: z.string().optional(),
	framework: z.string().optional(),
	persona: z.string().optional(),
	/** Whose list of prices its costs go by, where they are worked out from tokens. */
	prices: PriceSource.optional(),
});
export type Participant = z.infer<typeof Participant>;

/**
 * What the debate is about: `text` is the proposition, task or title, `source` where it came from, `hash` a hash of
 * that source. `code` is what a Code Debate is about as its sides read it, with numbered lines: for screens only.
 */
export const Subject = z.object({
	text: z.string().min(1),
	context: z.string().optional(),
	source: z.string().optional(),
	hash: z.string().optional(),
	code: z.string().optional(),
	/** Of that code: the commit that is looked at, and the one that it is compared with, by their whole hashes. */
	commit: z.string().optional(),
	base: z.string().optional(),
});
export type Subject = z.infer<typeof Subject>;

/**
 * Tokens of one request as the server counted them; `estimated` if it did not (4 characters a token). `input` includes
 * `cached`, `output` includes `reasoning`.
 */
export const Usage = z.object({
	input: z.int().nonnegative(),
	output: z.int().nonnegative(),
	cached: z.int().nonnegative().optional(),
	reasoning: z.int().nonnegative().optional(),
	estimated: z.boolean().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** A hard limit in US dollars or tokens (input and output together); if both are given, both apply. */
export const Budget = z.object({usd: z.number().positive().optional(), tokens: z.int().positive().optional()});
export type Budget = z.infer<typeof Budget>;

/** The first line of a journal: what is debated, by whom, and how. */
export const DebateStart = z.object({
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
	/** The id of the preset that it was started from. */
	preset: z.string().optional(),
	/**
	 * What gives this config again: a preset of the package, and what differs from it as `--set` takes it. `exports` are
	 * the formats that are to lie beside the journal when the debate has ended.
	 */
	setup: z
		.object({preset: z.string().optional(), set: z.array(z.string()), exports: z.array(z.string()).optional()})
		.optional(),
	/** The seat whose voice edits the debate when it has ended; nobody where this is left out. */
	editor: z.string().optional(),
	/** The budget at the start; `raise` actions add to it. */
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
	/** Who speaks it, if that may differ from the seat's present holder. */
	by: z
		.object({name: z.string(), voice: z.string(), model: z.string().optional(), provider: z.string().optional()})
		.optional(),
	/** What it owes its listeners, where the format judges that: fixed when its prompt was made. */
	owes: z.record(z.string(), z.boolean()).optional(),
	/** Questions that its prompt has it answer, each as a sentence of the turn that put it. */
	asked: z.array(z.object({turnId: z.string().min(1), sentence: z.string()})).optional(),
	/** Set if the turn is heard inside another one: which, and after how many of its characters (UTF-16). */
	amid: z.object({turnId: z.string(), offset: z.int().nonnegative()}).optional(),
});

const TurnDelta = z.object({
	type: z.literal('turn-delta'),
	turnId: z.string().min(1),
	text: z.string(),
});

/** How a turn ended: complete, cut by someone, cut short by the model or server, or without a usable text. */
export const Finish = z.enum(['complete', 'interrupted', 'truncated', 'failed']);
export type Finish = z.infer<typeof Finish>;

/** The reason of a complete turn that was ended at its limit of words: more was written, and nobody heard it. */
export const endedAtLimit = 'ended at its limit of words';

const TurnEnd = z.object({
	type: z.literal('turn-end'),
	turnId: z.string().min(1),
	/** Exactly what was heard: all deltas of the turn joined. */
	text: z.string(),
	finish: Finish,
	/** Why it is not complete, for the user; of a complete one, that it was ended at its limit of words. */
	reason: z.string().optional(),
	usage: Usage.optional(),
	/** US dollars; absent where the price is not known. */
	cost: z.number().nonnegative().optional(),
	/** SHA-256 of `text`, hex. */
	contentHash: z.string(),
	/** Milliseconds from the request to the model's first word and to its end, whatever the pace of display. */
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

/** Of a motion, whose speakers rise with points. */
const pointOfInformation = 'point_of_information';

const InterruptionEvent = z.object({
	type: z.literal('interruption'),
	/** The turn that was cut. */
	turnId: z.string().min(1),
	interrupter: z.string().min(1),
	interrupted: z.string().min(1),
	reason: z.enum([...InterruptionReason.options, pointOfInformation]),
	/** The phrase that triggered it, verbatim. */
	trigger: z.string(),
	/** Number of the sentence that it stands in, from 1; the turn was heard to its end, or to the end of the next one. */
	sentence: z.int().positive().optional(),
	urgency: z.number().min(0).max(1),
	/** Milliseconds since the debate started. */
	atMs: z.number().nonnegative(),
	opener: z.string(),
	line: z.string(),
	/** What its speaker had written behind the cut, as far as it was there: nobody heard it. */
	unheard: z.string().optional(),
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

/** What a user does in a running debate. `pace` is words a minute, 0 for instant. */
export const UserAction = z.discriminatedUnion('action', [
	z.object({action: z.literal('pause')}),
	z.object({action: z.literal('resume')}),
	z.object({action: z.literal('step')}),
	z.object({action: z.literal('pace'), pace: z.number().nonnegative()}),
	z.object({action: z.literal('interject'), reason: z.string().min(1), target: z.string().optional()}),
	z.object({action: z.literal('barge-in'), text: z.string().min(1)}),
	z.object({action: z.literal('skip')}),
	z.object({action: z.literal('stop'), closing: z.boolean()}),
	/** A person takes a seat under the given name; `give-back` returns it to the voice that held it. */
	z.object({action: z.literal('take'), participant: z.string(), name: z.string().min(1).optional()}),
	z.object({action: z.literal('give-back'), participant: z.string()}),
	/** Another voice takes a seat. Its name is added when recorded, and `because` if the voice before it failed. */
	z.object({
		action: z.literal('replace'),
		participant: z.string(),
		voice: z.string(),
		name: z.string().min(1).optional(),
		model: z.string().optional(),
		provider: z.string().optional(),
		prices: PriceSource.optional(),
		because: z.string().optional(),
	}),
	/**
	 * What a person typed for the turn, or the part of an answer, asked for as `call`; empty if they passed. A second
	 * text for the same call replaces the first. The name is added when recorded.
	 */
	z.object({
		action: z.literal('say'),
		participant: z.string(),
		call: z.string(),
		text: z.string(),
		name: z.string().optional(),
	}),
	/** Takes back what was said for the turn asked for as `call`: it goes nowhere, and the turn is asked for again. */
	z.object({action: z.literal('unsay'), participant: z.string(), call: z.string()}),
	/** Adds to the budget. */
	z.object({action: z.literal('raise'), ...Budget.shape}),
	z.object({action: z.literal('vote'), listener: z.string(), when: z.enum(['before', 'after']), stance: Stance}),
	z.object({action: z.literal('choose'), question: z.string(), choice: z.unknown()}),
]);
export type UserAction = z.infer<typeof UserAction>;

const UserActionEvent = z.object({type: z.literal('user-action'), data: UserAction});

export const VoiceCall = z.object({
	type: z.literal('voice-call'),
	/** Key of the step that made the request. */
	call: z.string(),
	participant: z.string(),
	voice: z.string(),
	purpose: z.string(),
	tries: z.int().positive(),
	usage: Usage.optional(),
	cost: z.number().nonnegative().optional(),
	/** US dollars saved by cached tokens, if prices are known. */
	saved: z.number().nonnegative().optional(),
	ms: z.number().nonnegative(),
	firstTokenMs: z.number().nonnegative().optional(),
	error: z.string().optional(),
	/** Why it was cancelled because its answer was no longer needed. What it used until then still counts. */
	withdrawn: z.string().optional(),
	/** The model that answered, where only the voice can say, as coding agents do. */
	model: z.string().optional(),
	/** The number of its answer in `answers.jsonl`, if it was kept there. */
	answer: z.int().positive().optional(),
});
export type VoiceCall = z.infer<typeof VoiceCall>;

export const Notice = z.object({
	type: z.literal('notice'),
	level: z.enum(['info', 'warning', 'error']),
	text: z.string(),
	participant: z.string().optional(),
	/** The turn that it is about. */
	about: z.string().optional(),
	/** Tokens of a longer prompt that the participant's server has read. */
	reads: z.int().positive().optional(),
});
export type Notice = z.infer<typeof Notice>;

/** A step's recorded result, which a resumed script gets again. */
const StepEnd = z.object({type: z.literal('step-end'), value: z.unknown().optional()});

export const Outcome = z.enum(['completed', 'consensus', 'deadlock', 'degraded', 'stopped', 'budget', 'failed']);
export type Outcome = z.infer<typeof Outcome>;

const DebateStats = z.object({
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
});

/** Of a record of another program, which counts nothing. */
export const noStats: z.infer<typeof DebateStats> = {
	turns: 0,
	words: 0,
	interruptions: 0,
	interjections: 0,
	notScored: 0,
	calls: 0,
	input: 0,
	cached: 0,
	output: 0,
	cost: null,
	ms: 0,
};

const DebateEnd = z.object({
	type: z.literal('debate-end'),
	outcome: Outcome,
	reason: z.string().optional(),
	stats: DebateStats,
});

/** Every fact a debate can hold, without its stamp: those of every debate, and a line a format for its own. */
export const DebateEvent = z.discriminatedUnion('type', [
	DebateStart,
	SegmentStart,
	TurnStart,
	TurnDelta,
	TurnEnd,
	InterruptionEvent,
	...evaluationEvents,
	LedgerEvent,
	...modelDuelEvents,
	...codeDebateEvents,
	...builderReviewerEvents,
	...adversarialSpecEvents,
	...motionEvents,
	...councilEvents,
	...sourceEvents,
	EditionEvent,
	AudienceEvent,
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
 * What the engine adds to each event when it writes it: a number from 1, the debate's clock in milliseconds, the key of
 * the script's step, and the hash of this line and the one before (see engine/journal).
 */
export const Stamp = z.object({
	seq: z.int().positive(),
	at: z.number().nonnegative(),
	step: z.string().optional(),
	/** Whose line it is: see app/files/origin.ts. */
	mark: z.string().optional(),
	hash: z.string(),
});
export type Stamp = z.infer<typeof Stamp>;
export type JournalEvent = DebateEvent & Stamp;

/**
 * Events for live views only, never written to the journal: words as they arrive, a model's thinking as a count, and
 * what the user is asked for.
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
	/** Waits for a `choose` action with this id; without options, the format shows a screen of its own. */
	| ({readonly type: 'question'} & Question)
	| ({readonly type: 'turn-wanted'} & WantedTurn);

/**
 * A question to the user. With `seat`, the voice there cannot go on, and a `replace` answers it too. With `budget` (the
 * initial one), the budget is used up, and a `raise` answers it too.
 */
export type Question = {
	readonly id: string;
	readonly text: string;
	readonly options: readonly string[];
	readonly seat?: string;
	readonly budget?: Budget;
};

/**
 * A turn that a person is asked to type and `say` under this `call`; with `field`, one part of an answer. `words` is
 * the intended length; after `limitMs` milliseconds the text so far is used. `before` holds the parts answered already,
 * each of which can still be replaced; `reading` is what they need to read for it.
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
	/** What to speak on. */
	readonly hint?: string;
};

export type RunEvent = JournalEvent | LiveEvent;
