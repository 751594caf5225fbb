/** The voice port: what the engine needs from every kind of voice. */
import type {PriceSource, Usage} from '../debate/events.ts';
import type {Message, Workplace} from '../debate/protocol.ts';

/**
 * Time for voices: `now` in milliseconds from an arbitrary start; `sleep` rejects with the signal's reason when
 * aborted.
 */
export type Clock = {now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void>};

export type VoiceRequest = {
	/** What the answer is for, such as `reply` or `judge`: for logs, never sent to the model. */
	readonly purpose: string;
	readonly messages: readonly Message[];
	/** For agents: without it they may touch no files. */
	readonly workplace?: Workplace;
	readonly maxTokens?: number;
	/** What the budget has for the whole answer, thinking included; never more is allowed than that. */
	readonly mostTokens?: number;
	readonly temperature?: number;
	/** Makes the answer reproducible, if the voice supports it. */
	readonly seed?: number;
	/** JSON Schema for the whole answer, and the name that servers require for it; `inWords` as in `AskOptions`. */
	readonly schema?: {readonly name: string; readonly json: Record<string, unknown>; readonly inWords?: boolean};
};

/**
 * A piece of an answer. A stream that is not aborted and does not throw ends with exactly one `finish`: `stop` is
 * complete, `length` hit its limit, `refusal` was declined, `cut` was ended early by the server; `why` says more of it
 * behind the speaker's name. Behind `taken-back`, all text so far turned out to be thinking, or with `broke` was broken
 * off for that reason and comes again from its beginning. A `notice` is for the user; `model` is what answered, where
 * only the voice knows.
 */
export type VoiceDelta =
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'thinking'; readonly text: string}
	| {readonly type: 'taken-back'; readonly broke?: string}
	| {readonly type: 'usage'; readonly usage: Usage; readonly cost?: number; readonly model?: string}
	| {readonly type: 'notice'; readonly text: string}
	| {readonly type: 'finish'; readonly finish: 'stop' | 'length' | 'refusal' | 'cut'; readonly why?: string};

/**
 * `timeoutMs` limits the wait for the first piece and every silence after it, or the whole answer if there is a
 * schema. `firstMs` is what earlier attempts at the same request have left of the first of these limits.
 */
export type VoiceContext = {
	readonly signal: AbortSignal;
	readonly timeoutMs: number;
	readonly firstMs?: number;
	readonly clock: Clock;
};

/**
 * Rate limits of a voice. Voices with the same `server` share `atOnce`, the number of concurrent requests it accepts.
 * `rate` is per voice: the size of a burst, and requests per minute after it. `mayQueue` is set for a server of this
 * machine that has not said how many it accepts: most answer one after the other, and keep the prompt of the last.
 */
export type RateLimits = {
	readonly server: string;
	readonly atOnce?: number;
	readonly mayQueue?: true;
	readonly rate?: {readonly burst: number; readonly perMinute: number};
};

type FlatPrice = {readonly input: number; readonly cached?: number | undefined; readonly output: number};

/** US dollars a million tokens; `above` are the prices of prompts of more than so many tokens, lowest first. */
export type VoicePrice = FlatPrice & {
	readonly above?: readonly (FlatPrice & {readonly tokens: number})[] | undefined;
	readonly from?: PriceSource;
};

export type Billing = {
	/** What is billed of a stream whose reader went away: what was written until then, or the whole answer. */
	readonly cancelled: 'written' | 'whole' | 'unknown';
	/** What a token costs that is written into a cache, times a fresh one. */
	readonly cacheWrite: number;
};

/** Streams an answer, or throws `VoiceError`. */
export type Voice = {
	/** As written in settings: `openrouter:anthropic/claude-sonnet-4`, `rehearsal`. */
	readonly id: string;
	/** The display name, such as `Claude Sonnet 4`, on screen and in introductions. */
	readonly name: string;
	readonly provider: string;
	readonly model?: string;
	/**
	 * Whether a request always gets the same answer at the same time on the clock: such debates run on a simulated
	 * clock.
	 */
	readonly deterministic: boolean;
	/** A person whose turns are typed at this keyboard: the engine asks the screen instead of this voice. */
	readonly person?: true;
	/** Context size in tokens (prompt and answer), if known. */
	readonly contextTokens?: number;
	/** Undefined if it is not known. */
	readonly price?: VoicePrice;
	/** The shortest prompt, in tokens, whose beginning its server caches, if known. */
	readonly cacheFrom?: number;
	/** How its provider bills what its price does not say. */
	readonly billing?: Billing;
	/** What it uses is known only from its reports, when a request is over: a budget cannot stop it before. */
	readonly reportsUsage?: true;
	/** Limits on concurrency and rate; unlimited if undefined. */
	readonly rateLimits?: RateLimits;
	answer(request: VoiceRequest, context: VoiceContext): AsyncIterable<VoiceDelta>;
};

/**
 * `unusable` covers 401, 402, 403 and unknown models: retrying cannot help, so the seat drops out at once. A server
 * that is `loading` its model is waited for.
 */
export type VoiceErrorKind =
	| 'unusable'
	| 'loading'
	| 'rate-limit'
	| 'server'
	| 'network'
	| 'timeout'
	| 'stalled'
	| 'malformed'
	| 'empty'
	| 'refused-request';

/** Why a voice could not answer, with a message for the user. */
export class VoiceError extends Error {
	override readonly name = 'VoiceError';
	readonly kind: VoiceErrorKind;
	readonly status: number | undefined;
	readonly retryAfterMs: number | undefined;
	/** What a user has to bring before this voice can be asked again. */
	readonly owed: 'login' | 'money' | undefined;
	/** What was wrong with what this one request said, or with what was said to it: it is asked in another way. */
	readonly input: 'flagged' | 'too-long' | 'called-tool' | 'only-thought' | undefined;

	constructor(
		kind: VoiceErrorKind,
		message: string,
		options: {
			status?: number | undefined;
			retryAfterMs?: number | undefined;
			input?: VoiceError['input'];
			owed?: VoiceError['owed'];
			cause?: unknown;
		} = {},
	) {
		super(message, {cause: options.cause});
		this.kind = kind;
		this.status = options.status;
		this.retryAfterMs = options.retryAfterMs;
		this.input = options.input;
		this.owed = options.owed;
	}

	/** Whether a retry may help. */
	get transient(): boolean {
		return (
			this.kind === 'rate-limit' ||
			this.kind === 'server' ||
			this.kind === 'network' ||
			this.kind === 'loading' ||
			(this.kind === 'empty' && this.input === undefined) ||
			this.kind === 'timeout'
		);
	}
}

// A person at this keyboard. The engine asks the screen for their turns (engine/turns/people.ts), so this voice is
// never asked.

/** A person's voice under their name. Not deterministic, so debates with people run on the real clock. */
export const humanVoice = (id: string, name: string): Voice => ({
	id,
	name,
	provider: 'a person',
	person: true,
	deterministic: false,
	price: {input: 0, output: 0},
	answer() {
		throw new VoiceError('refused-request', `${name} is a person, and is asked for turns on the screen alone.`);
	},
});
