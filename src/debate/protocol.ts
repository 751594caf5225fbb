/** What a protocol is, and the floor: everything a script may ask of the engine. */
import type {z} from 'zod';
import type {DebateEvent, InterruptionEvent, Outcome, Participant, Subject, UserAction} from './events.ts';
import type {Form, Reading} from './form.ts';
import type {Holder} from './seats.ts';
import type {FormatEvent} from './slices.ts';
import type {CitationEvent, SourceList} from './sources.ts';
import type {DebateState, Turn} from './state.ts';

// Estimates of a debate's words and tokens, made before it starts.

/**
 * Tokens of all requests of one seat. `repeated` is the part of `input` that an earlier request of that seat began
 * with, which the server may have cached.
 */
type Use = {readonly input: number; readonly repeated: number; readonly output: number};

/** `words` counts spoken words; `use` is by participant id. */
export type Expectation = {readonly words: number; readonly use: Readonly<Record<string, Use>>};

/** Tokens per spoken word, at four characters a token. */
export const tokensAWord = 1.33;

/** A text's tokens, at four characters each. */
export const tokensIn = (text: string | undefined): number => Math.ceil((text?.length ?? 0) / 4);

type Request = {
	/** Tokens at the beginning that all requests at this point of the debate share. */
	readonly shared?: number;
	/** Tokens that only this request has. */
	readonly own: number;
	readonly output: number;
	/** How many such requests are expected; may be a fraction. */
	readonly times?: number;
};

/** Adds up requests and words. */
export function tally() {
	let words = 0;
	const use = new Map<string, {input: number; repeated: number; output: number}>();
	const known = new Map<string, number>();
	return {
		ask(seat: string, {shared = 0, own, output, times = 1}: Request): void {
			const sum = use.get(seat) ?? {input: 0, repeated: 0, output: 0};
			sum.input += times * (shared + own);
			sum.repeated += times * Math.min(shared, known.get(seat) ?? 0);
			sum.output += times * output;
			use.set(seat, sum);
			if (shared > 0) known.set(seat, shared);
		},
		say(heard: number): void {
			words += heard;
		},
		get expected(): Expectation {
			return {
				words: Math.round(words),
				use: Object.fromEntries(
					[...use].map(([seat, {input, repeated, output}]) => [
						seat,
						{input: Math.round(input), repeated: Math.round(repeated), output: Math.round(output)},
					]),
				),
			};
		},
		/** Words so far. */
		get words(): number {
			return words;
		},
	};
}

/** A message of a prompt. `breakpoint` marks the end of what later prompts share, for prompt caches. */
export type Message = {
	readonly role: 'system' | 'user' | 'assistant';
	readonly content: string;
	readonly breakpoint?: boolean;
};

/** A folder whose files an agent may read, or also edit. Voices without tools ignore it. */
export type Workplace = {
	readonly folder: string;
	readonly may: 'read' | 'edit';
	/** It has documents as texts that we wrote, and nothing of anybody's repository. */
	readonly documents?: true;
	/** The folder in it that quotes what configures agents, where anything does. */
	readonly quoted?: string;
};

/**
 * What a voice is asked. Everything before the last message should stay the same in later prompts, byte for byte; the
 * last message says who speaks and what is wanted. `words` is the expected length, used for prefetching and for the
 * stretches of a turn that must not be cut.
 */
export type Prompt = {
	/** Where a voice that has tools may use them for this answer. */
	readonly workplace?: Workplace;
	readonly messages: readonly Message[];
	readonly maxTokens?: number;
	readonly temperature?: number;
	readonly words?: number;
	/**
	 * A turn of more words is ended, as complete, at a sentence: up to a tenth more is heard, and what goes beyond is
	 * not.
	 */
	readonly mostWords?: number;
};

/** A decision to cut the running turn at the end of a sentence: `sentence`, from 1, is the one that caused it. */
export type Cut = Omit<InterruptionEvent, 'type' | 'turnId' | 'interrupted' | 'atMs' | 'sentence' | 'unheard'> & {
	readonly sentence: number;
};

/** A running turn at a sentence end: as written, or as heard. `sentences` joined are `text`. */
export type SoFar = {
	readonly turnId: string;
	readonly speaker: string;
	readonly sentences: readonly string[];
	readonly text: string;
	readonly words: number;
	/** Words of the whole turn, once it is written. */
	readonly length: number | undefined;
};

export type SpokenCitation = Omit<CitationEvent, 'type' | 'turnId'>;

/**
 * Watches a turn as its model writes it, ahead of what is heard, for a reason to cut it. One look is taken at a time,
 * and one cut made at most: at the end of the sentence that caused it, or of the one after that.
 */
export type TurnWatch = {
	/**
	 * Up to which sentence, from 1, to look at what is written so far; undefined for not now. Called when sentences have
	 * been written and when a look has ended; `looks` are the sentences up to which it was looked before. Pure.
	 */
	readonly lookAt: (written: SoFar, heard: DebateState, looks: readonly number[]) => number | undefined;
	/** Takes a look, beside the turn; `seen` sentences of it were looked at before. */
	readonly look: (written: SoFar, seen: number, floor: Floor) => Promise<Cut | undefined>;
	/** Whether the cut may still be made after what was heard: asked when decided and when made. Pure. */
	readonly allows: (cut: Cut, spoken: SoFar, heard: DebateState) => boolean;
	/**
	 * The cut that a citation calls for which code has found to be false, at the end of its sentence and without a look;
	 * undefined for none. Pure.
	 */
	readonly objects?: (written: SoFar, citation: SpokenCitation, heard: DebateState) => Cut | undefined;
	/** Whether no cut can be made any more after what was heard: what comes next may be asked ahead. Pure. */
	readonly isPast: (spoken: SoFar) => boolean;
	/** Called after the turn for a cut that was not made: it came too late, or the debate had changed. */
	readonly missed: (cut: Cut, turnId: string, floor: Floor) => Promise<void>;
};

/** A request that the script will probably make when the running turn has ended. */
export type ExpectedRequest =
	| {readonly speak: string; readonly prompt: Prompt}
	| {
			readonly ask: string;
			readonly prompt: Prompt;
			readonly schema: z.ZodType;
			readonly name: string;
			readonly limitMs?: number;
	  };

/** The answer to a prefetched question, or the text of a prefetched turn; undefined while there is none. */
export type AnswerLookup = (participant: string, prompt: Prompt) => unknown;

export type SpeakOptions = {
	readonly kind: string;
	/** Who speaks, if that may differ from the seat's present holder. */
	readonly by?: Holder;
	readonly replyTo?: string;
	/** What the turn owes its listeners, recorded with it. */
	readonly owes?: Readonly<Record<string, boolean>>;
	/** Questions that its prompt has it answer, recorded with it. */
	readonly asked?: readonly {readonly turnId: string; readonly sentence: string}[];
	/** Tells a person in the seat what to speak on, where the turn's kind alone does not. */
	readonly hint?: string;
	/** Milliseconds until the model's last word. A turn that takes longer fails, and keeps what was heard. */
	readonly limitMs?: number;
	/** Speak at the next sentence end of the running turn, which then goes on; otherwise after it. */
	readonly amid?: boolean;
	/** Who may cut in. */
	readonly watch?: TurnWatch;
	/** What comes next does not depend on it: `prefetch` is asked for as soon as the turn begins. */
	readonly preamble?: true;
	/**
	 * What the script will ask next if the turn is heard to its end: called with the state as it will then be, once the
	 * model has finished and nobody can cut in any more, and again when a prefetched answer comes in. The requests are
	 * made early and claimed when the script makes exactly the same ones; others are cancelled. Pure; affects nothing
	 * but speed.
	 */
	readonly prefetch?: (heard: DebateState, foreseen: AnswerLookup) => readonly ExpectedRequest[];
};

/**
 * A value that fits the schema, or the reason why there is none. `raw` is the unusable answer, `whole` is set if it was
 * complete, `timedOut` if none came in time.
 */
export type Answer<T> =
	| {readonly ok: true; readonly value: T}
	| {
			readonly ok: false;
			readonly reason: string;
			readonly raw?: string;
			readonly whole?: true;
			readonly timedOut?: true;
	  };

export type AskOptions = {
	/** What the request is for, in one or two words; shown and recorded. */
	readonly purpose: string;
	/** Milliseconds for all attempts together; without it, each request has the engine's own deadline. */
	readonly limitMs?: number;
	/** Replaces the engine's deadline of each request and its number of retries. */
	readonly patience?: {readonly timeoutMs: number; readonly retries: number};
	/** An answer that does not fit is not sent back to be mended. */
	readonly once?: true;
	/**
	 * For a small question behind a long debate: a voice with a price is told the form in the last message. In front, as
	 * servers put a schema, it would keep the debate from being read from their cache.
	 */
	readonly inWords?: true;
	/** Called with the answer so far: a value that it returns is the answer, and the rest of it is not waited for. */
	readonly early?: (sofar: string) => unknown;
	/** The longest accepted answer, in bytes of UTF-8. */
	readonly mostBytes?: number;
	/** How a person gives the answer; its value fits the schema. Without it, no person can. */
	readonly form?: Form;
	/** What a person needs to read for it; a model has it in its prompt. */
	readonly reading?: Reading;
};

/** Events that a script may record itself. */
type Recordable = Extract<
	DebateEvent,
	{
		type:
			| 'evaluation'
			| 'interjection'
			| 'notice'
			| 'participant-out'
			| 'participant-back'
			| 'voice-call'
			| 'passages'
			| 'sources'
			| 'research'
			| 'support'
			| 'edition'
			| FormatEvent['type'];
	}
>;

/**
 * The script's only access to the outside. Every call that waits is a durable step: it is journaled under a key made of
 * the scope's name and the order of the calls in it, and a resumed script gets the journaled result. A script must
 * therefore make the same calls in the same order for the same results. Calls reject only when the debate is being
 * ended (a stop, the budget, a signal); a failed voice is reported in the result.
 */
export type Floor = {
	/** The debate as heard so far. */
	readonly heard: DebateState;
	/** Set once the user or the budget ends the debate: the script goes on to its closing. */
	readonly stopping: boolean;
	/** Starts a segment, or a round in it. */
	segment(segment: string, round?: number): Promise<void>;
	/** Has a participant speak a turn, and gives it as heard. A participant who is out fails at once. */
	speak(participant: string, prompt: Prompt, options: SpeakOptions): Promise<Turn>;
	/** Adds a turn with the given text in a participant's name, for announcements. */
	say(participant: string, text: string, options: SpeakOptions): Promise<Turn>;
	/**
	 * Has a participant write a turn that is not heard as it comes, so that it can be looked at before it is said: the
	 * text as a turn would have it, cleaned and within its words.
	 */
	draft(participant: string, prompt: Prompt, options: {readonly purpose: string}): Promise<Answer<string>>;
	/** Asks a participant for a value. */
	ask<T>(participant: string, prompt: Prompt, schema: z.ZodType<T>, options: AskOptions): Promise<Answer<T>>;
	/** Records a fact. */
	record(event: Recordable): Promise<void>;
	/** Runs a task in the background, in a scope of its own; the debate ends only after it. Names are unique. */
	background(name: string, task: (floor: Floor) => Promise<void>): void;
	/** Runs tasks concurrently, each in a scope of its own; the results are in their order. */
	together<T>(tasks: Readonly<Record<string, (floor: Floor) => Promise<T>>>): Promise<T[]>;
	/** Waits until every turn that was to be spoken amid others, and is ready, has been heard. */
	quiet(): Promise<void>;
	/** Handles a kind of user action in the background, each in a scope of its own. */
	on<A extends UserAction['action']>(
		action: A,
		handler: (action: Extract<UserAction, {action: A}>, floor: Floor) => Promise<void>,
	): void;
	/** Asks the user to choose; gives `fallback` if nobody can answer. */
	choose(
		question: {readonly id: string; readonly text: string; readonly options: readonly string[]},
		fallback: string,
	): Promise<string>;
	/** Calls a side effect supplied by the host (files, git, checks) by its name. JSON in, JSON out. */
	perform(effect: string, input: unknown): Promise<unknown>;
	/** Reads what time decides, such as what is ready by now; a resumed script gets what was read then, at once. */
	observe(what: string, read: () => string | null | Promise<string | null>): Promise<string | null>;
	/** A number in [0, 1), determined by the seed and the step. */
	random(): number;
	/** The debate's clock, milliseconds since its start. */
	now(): Promise<number>;
};

/** A seat to be filled, and the model that the config names for it. */
export type OpenSeat = {
	readonly id: string;
	readonly role: string;
	/** A provider's model id, such as `anthropic/claude-sonnet-4`. */
	readonly modelId?: string;
	/** A voice as the user writes it, if the config names one. */
	readonly voice?: string;
	readonly displayName?: string;
	readonly providerName?: string;
	readonly framework?: string;
	/** The framework's name on screen. */
	readonly label?: string;
	readonly persona?: string;
	/** The seat whose voice it gets if none is named for it. */
	readonly like?: string;
	/** It keeps the ledger of claims, unless another voice is named for that. */
	readonly keepsLedger?: true;
	/** Filled by somebody who takes part by other means than our voices, such as a shared file. */
	readonly outside?: true;
};

export type Setup<C> = {
	readonly config: C;
	readonly subject: Subject;
	readonly participants: readonly Participant[];
	/** What a cached prompt token costs of a fresh one, by participant, from 0 to 1, where prices are known. */
	readonly cachedShares?: Readonly<Record<string, number>>;
	/**
	 * All seats are one model on a server that answers one request at a time: it keeps the prompt before, so that a
	 * request costs what it does not share with the one before it.
	 */
	readonly onePrompt?: boolean;
	/** The documents that the debate stands on. */
	readonly sources?: SourceList | undefined;
	/** The seat whose voice edits the debate when it has ended. */
	readonly editor?: string | undefined;
};

export type Ending = {readonly outcome: Outcome; readonly reason?: string};

/** A debate format. `version` changes when a resumed older script would not make the same calls. */
export type Protocol<C = unknown> = {
	readonly id: string;
	readonly name: string;
	readonly summary: string;
	readonly version: number;
	/** Fills in defaults. Its errors name the field, the value and what is allowed. */
	readonly config: z.ZodType<C>;
	/** The seats of a debate, each with what the config says of who fills it. */
	readonly openSeats: (config: C) => readonly OpenSeat[];
	/** The debate ends as failed when fewer speakers than this are left. */
	readonly minSpeakers: number;
	/** Ids of the seats that count as speakers for `minSpeakers`. */
	readonly speakers: (config: C) => readonly string[];
	/** The expected words and tokens, before the debate begins. Pure. */
	readonly estimate: (setup: Setup<C>) => Expectation;
	/**
	 * Ids of the seats that a person may take: they are only ever asked for turns, and for answers that have a form.
	 * Without it, none.
	 */
	readonly humanSeats?: (config: C) => readonly string[];
	/** Whether turns are speeches: a line in one that begins with the label of another seat is not the speaker's own. */
	readonly spoken?: true;
	readonly script: (setup: Setup<C>, floor: Floor) => Promise<Ending>;
	/** Has this seat edit the debate when all of it has been heard and judged; formats without it have no editor. */
	readonly edit?: (editor: string, floor: Floor) => Promise<void>;
	/** What is wrong with a recorded event by the format's own rules, in words; undefined where nothing is. Pure. */
	readonly auditEvent?: (event: DebateEvent) => string | undefined;
};

/** A protocol for callers that do not know its config type: each config is parsed first. */
export function withUnknownConfig<C>(protocol: Protocol<C>): Protocol {
	const {config} = protocol;
	return {
		...protocol,
		openSeats: given => protocol.openSeats(config.parse(given)),
		speakers: given => protocol.speakers(config.parse(given)),
		estimate: setup => protocol.estimate({...setup, config: config.parse(setup.config)}),
		humanSeats: given => protocol.humanSeats?.(config.parse(given)) ?? [],
		script: (setup, floor) => protocol.script({...setup, config: config.parse(setup.config)}, floor),
	};
}

/** Variables of the process's environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;
