/** The voice port: what the engine needs of every kind of voice. */
import type {Usage} from '../debate/events.ts';
import type {Message, Workplace} from '../debate/protocol.ts';

/**
 * Time as a voice sees it: `now` in milliseconds from any start; `sleep` rejects with the signal's reason when aborted.
 */
export type Clock = {now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void>};

export type VoiceRequest = {
	/** What it is for, such as `reply` or `judge`: for logs, never for the model. */
	readonly purpose: string;
	readonly messages: readonly Message[];
	/** For voices that are programs: without it they may touch nothing. */
	readonly workplace?: Workplace;
	readonly maxTokens?: number;
	readonly temperature?: number;
	/** Makes a voice that can repeat itself do so. */
	readonly seed?: number;
	/** JSON Schema that the whole answer is to fit, with the name that servers want for it. */
	readonly schema?: {readonly name: string; readonly json: Record<string, unknown>};
};

/**
 * A piece of an answer. A stream that was not aborted and did not throw ends with exactly one `finish`:
 * `stop` came to its end, `length` ran into its limit, `refusal` would not, `cut` was ended by the server without a
 * word.
 */
export type VoiceDelta =
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'thinking'; readonly text: string}
	| {readonly type: 'usage'; readonly usage: Usage; readonly cost?: number}
	| {readonly type: 'finish'; readonly finish: 'stop' | 'length' | 'refusal' | 'cut'};

/**
 * `timeoutMs`: to the first piece, and for every silence after it; for a request with a schema, to the whole answer.
 * `firstMs`: what earlier tries of the same request have left of the first or only of these.
 */
export type VoiceContext = {
	readonly signal: AbortSignal;
	readonly timeoutMs: number;
	readonly firstMs?: number;
	readonly clock: Clock;
};

/**
 * Rate limits of a voice. Voices with the same `server` share `atOnce`, the number of concurrent requests it accepts.
 * `rate` is per voice: the size of a burst, and requests per minute after it.
 */
export type RateLimits = {
	readonly server: string;
	readonly atOnce?: number;
	readonly rate?: {readonly burst: number; readonly perMinute: number};
};

/** A voice answers with a stream, and throws `VoiceError` where it cannot. */
export type Voice = {
	/** As a user writes it: `openrouter:anthropic/claude-sonnet-4`, `rehearsal`. */
	readonly id: string;
	/** What to call it on screen and in introductions, such as `Claude Sonnet 4`. */
	readonly name: string;
	readonly provider: string;
	readonly model?: string;
	/**
	 * True if the same request always gives the same answer at the same time on its clock: such debates run on a stepped
	 * clock.
	 */
	readonly deterministic: boolean;
	/** A person, whose turns are typed at this keyboard: they are asked for on the screen and never here. */
	readonly person?: true;
	/** How many tokens of prompt and answer it takes, where known. */
	readonly contextTokens?: number;
	/** US dollars a million tokens, where known. */
	readonly price?: {readonly input: number; readonly cached?: number; readonly output: number};
	/** From how many tokens on its server keeps what prompts begin with, where it is known to keep anything. */
	readonly cacheFrom?: number;
	/** How many requests may be under way at once, and how fast new ones may follow; without it as many as come. */
	readonly rateLimits?: RateLimits;
	answer(request: VoiceRequest, context: VoiceContext): AsyncIterable<VoiceDelta>;
};

/** `unusable` covers 401, 402, 403 and an unknown model: no retry helps, and the seat is out at once. */
export type VoiceErrorKind =
	'unusable' | 'rate-limit' | 'server' | 'network' | 'timeout' | 'stalled' | 'malformed' | 'empty' | 'refused-request';

/** Why a voice could not answer, in words for the user. */
export class VoiceError extends Error {
	override readonly name = 'VoiceError';
	readonly kind: VoiceErrorKind;
	readonly status: number | undefined;
	readonly retryAfterMs: number | undefined;

	constructor(
		kind: VoiceErrorKind,
		message: string,
		options: {status?: number | undefined; retryAfterMs?: number | undefined; cause?: unknown} = {},
	) {
		super(message, {cause: options.cause});
		this.kind = kind;
		this.status = options.status;
		this.retryAfterMs = options.retryAfterMs;
	}

	/** Whether asking again may help. */
	get transient(): boolean {
		return (
			this.kind === 'rate-limit' ||
			this.kind === 'server' ||
			this.kind === 'network' ||
			this.kind === 'empty' ||
			this.kind === 'timeout'
		);
	}
}
