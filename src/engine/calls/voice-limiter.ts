/**
 * The way to each voice: no more requests at once than its server answers, none faster than it wants them, and none for
 * a while where one after another has failed.
 */
import {BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, handleWhen} from 'cockatiel';
import {VoiceError, type Clock, type Voice, type VoiceDelta, type VoiceErrorKind} from '../../voices/voice.ts';
import {prioritySemaphore, type PrioritySemaphore} from './priority-semaphore.ts';
import {tokenBucket} from './rate-limit.ts';

/** The way to one voice. */
export type VoiceGuard = {
	/**
	 * Waits until a request may begin, and gives the way to say that it has ended. Who speaks goes before who is only
	 * asked.
	 */
	acquire(speaking: boolean, signal: AbortSignal): Promise<() => void>;
	/**
	 * One try of a request. Throws at once where the voice has failed too often; one try in a while finds out whether it
	 * is back.
	 */
	attempt(open: () => AsyncIterable<VoiceDelta>, signal: AbortSignal): AsyncGenerator<VoiceDelta>;
};

export type VoiceLimiter = {
	/** Nothing stands between us and a voice that always answers the same: its time is not the context's. */
	guardFor(voice: Voice): VoiceGuard | undefined;
};

/** After so many failed tries running a voice is left alone for so long, in milliseconds. */
const [mostFailures, restMs] = [6, 15_000];

const breaking: ReadonlySet<VoiceErrorKind> = new Set(['server', 'network', 'timeout', 'stalled', 'malformed']);

export function voiceLimiter(clock: Clock): VoiceLimiter {
	const servers = new Map<string, PrioritySemaphore>();
	const open = new Map<string, VoiceGuard>();

	function make({id, rateLimits}: Voice): VoiceGuard {
		const atOnce =
			rateLimits?.atOnce === undefined
				? undefined
				: (servers.get(rateLimits.server) ?? prioritySemaphore(rateLimits.atOnce));
		if (rateLimits && atOnce) servers.set(rateLimits.server, atOnce);
		const bucket =
			rateLimits?.rate &&
			tokenBucket({capacity: rateLimits.rate.burst, perSecond: rateLimits.rate.perMinute / 60}, clock);
		return {
			async acquire(speaking, signal) {
				const leave = await atOnce?.take(speaking, signal);
				try {
					await bucket?.take(signal);
				} catch (error) {
					leave?.();
					throw error;
				}
				return () => leave?.();
			},
			attempt: guard(id),
		};
	}

	return {
		guardFor(voice) {
			if (voice.deterministic) return undefined;
			const line = open.get(voice.id) ?? make(voice);
			open.set(voice.id, line);
			return line;
		},
	};
}

/** A circuit breaker around the tries of one voice. */
function guard(id: string): VoiceGuard['attempt'] {
	const policy = circuitBreaker(
		handleWhen(error => error instanceof VoiceError && breaking.has(error.kind)),
		{breaker: new ConsecutiveBreaker(mostFailures), halfOpenAfter: restMs},
	);
	return async function* (open, signal) {
		const outcome = Promise.withResolvers<void>();
		const admitted = Promise.withResolvers<void>();
		const giveUp = () => admitted.reject(signal.reason);
		signal.addEventListener('abort', giveUp, {once: true});
		// Where nothing was let through nobody waits for how it went.
		outcome.promise.catch(() => undefined);
		policy
			.execute(() => {
				admitted.resolve();
				return outcome.promise;
			})
			.catch((error: unknown) => {
				// Not heard any more where the try was let through: its failure is thrown below.
				admitted.reject(error instanceof BrokenCircuitError ? leftAlone(id) : error);
			});
		try {
			await admitted.promise;
			yield* open();
			outcome.resolve();
		} catch (error) {
			outcome.reject(error);
			throw error;
		} finally {
			signal.removeEventListener('abort', giveUp);
			// A listener who has left says nothing about the voice.
			outcome.reject(new Error('left'));
		}
	};
}

/** Whoever has the time waits until it may be tried again. */
const leftAlone = (id: string): VoiceError =>
	new VoiceError(
		'network',
		`${id} has failed ${mostFailures} times running and is left alone for ${restMs / 1000} s.`,
		{retryAfterMs: restMs},
	);
