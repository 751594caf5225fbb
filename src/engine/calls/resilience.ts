/** Retries: the one place that makes a failed request again. */
import {ExponentialBackoff, halfJitterGenerator, noJitterGenerator, type IBackoff} from 'cockatiel';
import type {VoiceGuard} from './voice-limiter.ts';
import {VoiceError, type Voice, type VoiceContext, type VoiceDelta, type VoiceRequest} from '../../voices/voice.ts';

export type Persistence = {
	/** How often to ask again after a first failure. */
	readonly retries?: number;
	/** Called before each retry, with the number of tries so far and the delay before the next. */
	readonly onRetry?: (tries: number, error: VoiceError, delayMs: number) => void;
	/** Passes pieces of a structured answer on as they come, which is then not retried once it has begun. */
	readonly asItComes?: boolean;
	/** Concurrency, rate limit and breaker of the voice, if it has any. */
	readonly guard?: VoiceGuard | undefined;
};

/**
 * Streams a voice's answer. Transient failures are retried as long as nothing of it was heard; all tries share one
 * deadline, `context.timeoutMs` to the first word. A structured answer is held back until it is complete, so it can be
 * retried until then, unless it is wanted as it comes. Throws `VoiceError`, or the signal's reason when aborted.
 */
export async function* answer(
	voice: Voice,
	request: VoiceRequest,
	context: VoiceContext,
	persistence: Persistence = {},
): AsyncGenerator<VoiceDelta> {
	const leave = await persistence.guard?.acquire(request.schema === undefined, context.signal);
	try {
		yield* persevere(voice, request, context, persistence);
	} finally {
		leave?.();
	}
}

/** The tries, one after another. The deadline counts from here: waiting for a free slot is not the voice's delay. */
async function* persevere(
	voice: Voice,
	request: VoiceRequest,
	context: VoiceContext,
	{retries = 3, onRetry, guard, asItComes = false}: Persistence,
): AsyncGenerator<VoiceDelta> {
	const {clock, signal} = context;
	const deadline = clock.now() + (context.firstMs ?? context.timeoutMs);
	let backoff = firstBackoff(voice);
	for (let tries = 1; ; tries++) {
		const open = () => voice.answer(request, {...context, firstMs: deadline - clock.now()});
		const hearing = listen(guard ? guard.attempt(open, signal) : open(), request.schema !== undefined && !asItComes);
		try {
			return yield* hearing.pieces;
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof VoiceError) || !error.transient || hearing.heard() || mayHaveActed(request)) throw error;
			const delayMs = Math.ceil(error.retryAfterMs ?? backoff.duration);
			const leftMs = deadline - clock.now();
			if (tries > retries || delayMs >= leftMs) throw inVain(error, {tries, delayMs, leftMs, spent: tries > retries});
			onRetry?.(tries, error, delayMs);
			await clock.sleep(delayMs, signal);
			backoff = backoff.next(undefined);
		}
	}
}

/** An agent that edits files may have done half of the work, which a retry would do twice: its protocol decides. */
const mayHaveActed = ({workplace}: VoiceRequest): boolean => workplace?.may === 'edit';

/** Half a second, doubling. Jitter keeps voices that failed together from retrying together, unless deterministic. */
const firstBackoff = (voice: Voice): IBackoff<unknown> =>
	new ExponentialBackoff({
		initialDelay: 500,
		maxDelay: 20_000,
		generator: voice.deterministic ? noJitterGenerator : halfJitterGenerator,
	}).next();

function listen(
	answer: AsyncIterable<VoiceDelta>,
	whole: boolean,
): {readonly pieces: AsyncGenerator<VoiceDelta, void>; heard(): boolean} {
	let heard = false;
	async function* pieces(): AsyncGenerator<VoiceDelta, void> {
		const held: VoiceDelta[] = [];
		for await (const delta of answer) {
			if (whole && delta.type !== 'thinking' && delta.type !== 'notice') {
				held.push(delta);
				continue;
			}
			heard ||= delta.type === 'text' && delta.text.trim() !== '';
			yield delta;
		}
		yield* held;
	}
	return {pieces: pieces(), heard: () => heard};
}

type Effort = {readonly tries: number; readonly delayMs: number; readonly leftMs: number; readonly spent: boolean};

/** The last error, with the number of tries and why there is no other. */
function inVain(error: VoiceError, {tries, delayMs, leftMs, spent}: Effort): VoiceError {
	const {kind, status, retryAfterMs} = error;
	const tried = tries > 1 ? ` Tried ${tries} times.` : '';
	const waiting =
		!spent && retryAfterMs !== undefined
			? ` The next try could be in ${seconds(delayMs)}, but only ${seconds(Math.max(0, leftMs))} are left.`
			: '';
	return tried === '' && waiting === ''
		? error
		: new VoiceError(kind, `${error.message}${tried}${waiting}`, {status, retryAfterMs, cause: error});
}

const seconds = (ms: number): string => `${Number((ms / 1_000).toFixed(ms < 10_000 ? 1 : 0))} s`;
