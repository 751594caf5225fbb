/** What a protocol is, and the floor it gets: everything a script may ask of the world. */
import type {z} from 'zod';
import type {DebateEvent, InterruptionEvent, Outcome, Participant, Subject, UserAction} from './events.ts';
import type {Expectation} from './expectation.ts';
import type {Form, Reading} from './form.ts';
import type {Holder} from './seats.ts';
import type {FormatEvent} from './formats/slices.ts';
import type {DebateState, Turn} from './state.ts';

/**
 * One message of a prompt. `breakpoint` marks the end of what later prompts share (explicit cache breakpoints go
 * there).
 */
export type Message = {
	readonly role: 'system' | 'user' | 'assistant';
	readonly content: string;
	readonly breakpoint?: boolean;
};

/**
 * A folder whose files an agent may read, or change as well. Voices that are models have no hands, and take no notice
 * of it.
 */
export type Workplace = {readonly folder: string; readonly may: 'read' | 'edit'};

/**
 * What a voice is asked. Everything up to the last message is meant to be shared between prompts, byte for byte; the
 * last
 * one says who speaks and what is wanted. `words` is the expected length, which read-ahead and protected zones go by.
 */
export type Prompt = {
	/** Where a voice that has hands may use them for this answer. */
	readonly workplace?: Workplace;
	readonly messages: readonly Message[];
	readonly maxTokens?: number;
	readonly temperature?: number;
	readonly words?: number;
};

/** A decision to cut the turn that is speaking, at the end of the sentence that is running. */
export type Cut = Omit<InterruptionEvent, 'type' | 'turnId' | 'interrupted' | 'atMs'>;

/** A turn as far as it has come, offered to a watcher at a sentence end. `sentences` joined are the text. */
export type SoFar = {
	readonly turnId: string;
	readonly speaker: string;
	readonly sentences: readonly string[];
	readonly text: string;
	readonly words: number;
};

/** A request that the script expects to make once the turn that now speaks has been heard to its end. */
export type ExpectedRequest =
	| {readonly speak: string; readonly prompt: Prompt}
	| {
			readonly ask: string;
			readonly prompt: Prompt;
			readonly schema: z.ZodType;
			readonly name: string;
			readonly limitMs?: number;
	  };

/** What an expected question has been answered with so far, if it has. */
export type AnswerLookup = (participant: string, prompt: Prompt) => unknown;

export type SpeakOptions = {
	readonly kind: string;
	/** Who speaks, where that may be somebody else than sits there now. */
	readonly by?: Holder;
	readonly replyTo?: string;
	/**
	 * Milliseconds that the model may take to its last word; a turn that takes longer fails, and keeps what was heard.
	 */
	readonly limitMs?: number;
	/** Speak at the next sentence end of whoever is speaking, who then goes on; otherwise after them. */
	readonly amid?: boolean;
	/**
	 * Called beside the stream at sentence ends, one call in flight at a time; a cut it returns is made at the next
	 * sentence end. Its own questions go through the floor it is given. What comes after the turn has ended is ignored.
	 */
	readonly watch?: (sofar: SoFar, floor: Floor) => Promise<Cut | undefined>;
	/**
	 * What the script will ask next if this turn is heard to its end: called, with the state as it will then be, when the
	 * model has finished and again as foreseen answers come in. The requests are made ahead and adopted when the script
	 * makes the very same ones; others are withdrawn unheard. Pure, and of no effect on the debate but its speed.
	 */
	readonly prefetch?: (heard: DebateState, foreseen: AnswerLookup) => readonly ExpectedRequest[];
};

/**
 * A value that fits the schema, or why there is none; `raw` is what was answered instead, `whole` set where that came
 * to its own end, `timedOut` where nothing came in time.
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
	/** What the request is for, in one or two words: it is shown and recorded. */
	readonly purpose: string;
	/**
	 * Milliseconds that all of it may take a voice, being asked again included; without it every request has the engine's
	 * own deadline.
	 */
	readonly limitMs?: number;
	/** Instead of the engine's own: the deadline of each request, and how often it is made again after a failure. */
	readonly patience?: {readonly timeoutMs: number; readonly retries: number};
	/** The longest answer that is taken, in bytes of UTF-8. */
	readonly mostBytes?: number;
	/** How a person who sits there gives the answer; without it, none can. What it comes to fits the schema. */
	readonly form?: Form;
	/** What they have to read for it; a model has it in its prompt. */
	readonly reading?: Reading;
};

/** Facts a script records itself. */
export type Recordable = Extract<
	DebateEvent,
	{
		type:
			| 'evaluation'
			| 'interjection'
			| 'notice'
			| 'participant-out'
			| 'participant-back'
			| 'voice-call'
			| FormatEvent['type'];
	}
>;

/**
 * The script's only way to the world. Every call that waits is a durable step: it is recorded in the journal under a
 * key
 * made of the scope's name and the order of the calls in it, and a resumed script gets the recorded answer. A script
 * must
 * therefore make the same calls in the same order for the same answers. Calls reject only when the debate is being
 * ended (a stop, a budget, a signal), never because a voice failed: that is a fact in what they return.
 */
export type Floor = {
	/** The debate as heard so far. */
	readonly heard: DebateState;
	/** Set once the user or the budget wants the debate to come to its end: the script goes to its closing. */
	readonly stopping: boolean;
	/** Marks the beginning of a segment, or of a round in it. */
	segment(segment: string, round?: number): Promise<void>;
	/**
	 * Lets a participant speak a turn and returns it as heard. A participant who is out gives a turn with `finish:
	 * 'failed'` at once.
	 */
	speak(participant: string, prompt: Prompt, options: SpeakOptions): Promise<Turn>;
	/** Says a given text in a participant's place, as a turn: for announcements of ours. */
	say(participant: string, text: string, options: SpeakOptions): Promise<Turn>;
	/** Asks a participant for a value. */
	ask<T>(participant: string, prompt: Prompt, schema: z.ZodType<T>, options: AskOptions): Promise<Answer<T>>;
	/** Records a fact. */
	record(event: Recordable): Promise<void>;
	/**
	 * Runs a task beside the script, with a scope of its own; the debate does not end before it has. Names are unique.
	 */
	background(name: string, task: (floor: Floor) => Promise<void>): void;
	/** Runs tasks at once, each in a scope of its own, and gives their results in order. */
	together<T>(tasks: Readonly<Record<string, (floor: Floor) => Promise<T>>>): Promise<T[]>;
	/** Waits until every turn that is wanted amid the others and is ready has been heard. */
	quiet(): Promise<void>;
	/** Handles a kind of user action, each in a scope of its own, beside the script. */
	on<A extends UserAction['action']>(
		action: A,
		handler: (action: Extract<UserAction, {action: A}>, floor: Floor) => Promise<void>,
	): void;
	/** Asks the user to choose; gives `fallback` where nobody can answer. */
	choose(
		question: {readonly id: string; readonly text: string; readonly options: readonly string[]},
		fallback: string,
	): Promise<string>;
	/** An effect that the command brought along (files, git, checks), by name. JSON in, JSON out. */
	perform(effect: string, input: unknown): Promise<unknown>;
	/** A number in [0, 1) that follows from the seed and the step. */
	random(): number;
	/** The debate's clock, milliseconds since its start. */
	now(): Promise<number>;
};

/** A seat to be filled: who the protocol needs, and which model its config names for it. */
export type Casting = {
	readonly id: string;
	readonly role: string;
	/** A provider's model id as the config names it, such as `anthropic/claude-sonnet-4`. */
	readonly modelId?: string;
	/** A voice as a user writes it, where the config names one. */
	readonly voice?: string;
	readonly displayName?: string;
	readonly providerName?: string;
	readonly framework?: string;
	/** How the framework is called on screen. */
	readonly label?: string;
	readonly persona?: string;
	/** Takes this seat's voice where none is named for it. */
	readonly like?: string;
	/** Taken by somebody who takes part by other means than our voices, such as a shared file. */
	readonly outside?: true;
};

export type Setup<C> = {readonly config: C; readonly subject: Subject; readonly participants: readonly Participant[]};

export type Ending = {readonly outcome: Outcome; readonly reason?: string};

/** A debate format. `version` changes when a resumed older script would not make the same calls. */
export type Protocol<C = unknown> = {
	readonly id: string;
	readonly name: string;
	readonly summary: string;
	readonly version: number;
	/** Fills defaults in; refuses with the field, what it got and what it may be. */
	readonly config: z.ZodType<C>;
	readonly cast: (config: C) => readonly Casting[];
	/** Fewer speakers than this that are not out, and the debate ends as failed. */
	readonly minSpeakers: number;
	/** Ids of the seats that count as speakers for `minSpeakers`. */
	readonly speakers: (config: C) => readonly string[];
	/** What it is expected to come to, before it begins. Pure. */
	readonly estimate: (setup: Setup<C>) => Expectation;
	/**
	 * Ids of the seats that a person may take: all that is ever asked of them is turns, and answers that have a form.
	 * Without it, none.
	 */
	readonly humanSeats?: (config: C) => readonly string[];
	readonly script: (setup: Setup<C>, floor: Floor) => Promise<Ending>;
};

/** The protocol for callers that do not know its config's type: what they pass is parsed first. */
export function withUnknownConfig<C>(protocol: Protocol<C>): Protocol {
	const {config} = protocol;
	return {
		...protocol,
		cast: given => protocol.cast(config.parse(given)),
		speakers: given => protocol.speakers(config.parse(given)),
		estimate: setup => protocol.estimate({...setup, config: config.parse(setup.config)}),
		humanSeats: given => protocol.humanSeats?.(config.parse(given)) ?? [],
		script: (setup, floor) => protocol.script({...setup, config: config.parse(setup.config)}, floor),
	};
}
