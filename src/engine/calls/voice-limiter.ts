/** Per voice: a circuit breaker, and limits of requests at once and of a rate, both shared by a server's voices. */
import {setTimeout as wait} from 'node:timers/promises';
import {
	ExponentialBackoff,
	noJitterGenerator,
	BrokenCircuitError,
	circuitBreaker,
	ConsecutiveBreaker,
	handleWhen,
} from 'cockatiel';
import {
	VoiceError,
	type Clock,
	type RateLimits,
	type Voice,
	type VoiceDelta,
	type VoiceErrorKind,
} from '../../voices/voice.ts';

/** Which requests go first: turns (`speaking`), but for questions that run `between` one turn and the next. */
type Precedence = {readonly speaking: boolean; readonly between?: boolean};

/** Limits how many requests run at once. */
type PrioritySemaphore = {
	/** Waits for a slot and returns the function that frees it. Rejects with the signal's reason. */
	take(precedence: Precedence, signal: AbortSignal): Promise<() => void>;
};

/** Milliseconds in which a question may follow on an answer. */
const followingMs = 25;

type QueuedRequest = Precedence & {readonly since: number; readonly begin: () => void};

function prioritySemaphore(count: number, clock: Clock, heldUp: (ms: number) => void): PrioritySemaphore {
	let free = count;
	const waiting: QueuedRequest[] = [];
	/** Since when questions run between two turns. */
	let between: number | undefined;
	let isBehindTurn = false;

	async function leave({speaking, between: isBetween = false}: Precedence): Promise<void> {
		isBehindTurn = isBetween && (isBehindTurn || speaking);
		if (isBehindTurn) await wait(followingMs);
		const question = isBehindTurn ? waiting.find(each => !each.speaking) : undefined;
		isBehindTurn = question !== undefined;
		const next = question ?? waiting.find(each => each.speaking) ?? waiting[0];
		if (question) between ??= clock.now();
		else if (between !== undefined) {
			if (next?.speaking) heldUp(clock.now() - Math.max(between, next.since));
			between = undefined;
		}
		if (!next) {
			free += 1;
			return;
		}
		waiting.splice(waiting.indexOf(next), 1);
		next.begin();
	}

	const once = (precedence: Precedence): (() => void) => {
		let left = false;
		return () => {
			if (!left) void leave(precedence);
			left = true;
		};
	};

	return {
		async take(precedence, signal) {
			signal.throwIfAborted();
			if (free > 0) {
				free -= 1;
				return once(precedence);
			}
			const {promise, resolve, reject} = Promise.withResolvers<void>();
			const one: QueuedRequest = {...precedence, since: clock.now(), begin: resolve};
			const giveUp = () => {
				const index = waiting.indexOf(one);
				if (index >= 0) waiting.splice(index, 1);
				reject(signal.reason);
			};
			waiting.push(one);
			signal.addEventListener('abort', giveUp, {once: true});
			try {
				await promise;
			} finally {
				signal.removeEventListener('abort', giveUp);
			}
			return once(precedence);
		},
	};
}

// Whether a server answers one request at a time, learned from when its answers begin.

/** So many answers that began only when another one was over say it, and none may say otherwise. */
const enoughSigns = 4;
/** What waited so many times as an answer takes to begin, and so many milliseconds, has waited for another one. */
const waited = {times: 2, leastMs: 500} as const;

type WatchedRequest = {readonly began: number; first: number | undefined; readonly beside: ReadonlySet<WatchedRequest>};

type QueueWatch = {
	/** To be called when a request is made; `said` when its answer begins, and `over` however it ends. */
	begin(): {said(): void; over(): void};
};

/** Calls `learned` once where a server is found to answer one request at a time. */
function queueWatch({now}: Clock, learned: () => void): QueueWatch {
	const running = new Set<WatchedRequest>();
	const ended = new Map<WatchedRequest, number>();
	/** How long an answer took to begin when last nothing else ran. */
	let alone: number | undefined;
	let signs = 0;
	let isSettled = false;

	/** Whether this request waited for another one to end, long after it would have been answered beside it. */
	const hasWaited = ({began, beside}: WatchedRequest): boolean =>
		alone !== undefined &&
		[...beside]
			.map(other => (ended.get(other) ?? 0) - began)
			.some(ms => ms > Math.max(waited.leastMs, waited.times * (alone ?? 0)));

	function weigh(request: WatchedRequest, at: number): void {
		const others = [...running].filter(other => other !== request);
		if (others.some(({first}) => first !== undefined)) {
			// Two answers at once.
			isSettled = true;
		} else if (request.beside.size === 0 && others.length === 0) {
			alone = at - request.began;
		} else if (hasWaited(request)) signs += 1;
		if (signs < enoughSigns || isSettled) return;
		isSettled = true;
		learned();
	}

	return {
		begin() {
			const request: WatchedRequest = {began: now(), first: undefined, beside: new Set(running)};
			running.add(request);
			return {
				said() {
					if (request.first !== undefined) return;
					request.first = now();
					if (!isSettled) weigh(request, request.first);
				},
				over() {
					running.delete(request);
					ended.set(request, now());
					const waitedOn = new Set([...running].flatMap(({beside}) => [...beside]));
					for (const past of ended.keys()) if (!waitedOn.has(past)) ended.delete(past);
				},
			};
		},
	};
}

// A token bucket: a burst at once, then a fixed rate. Requests that find it empty queue, and check again with
// exponential backoff.

export type Bucket = {
	/** Takes a token, first come first served, and returns the milliseconds waited. Rejects with the signal's reason. */
	take(signal?: AbortSignal): Promise<number>;
};

type Time = {readonly now: () => number; readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>};

const real: Time = {
	now: () => performance.now(),
	sleep: async (ms, signal) => wait(ms, undefined, signal ? {signal} : {}),
};

/** The first and the longest backoff, in milliseconds. */
const [shortest, longest] = [50, 2000];

/** Starts with `capacity` tokens, less those taken at the times in `taken`; `perSecond` tokens come back. */
export function tokenBucket(
	{
		capacity,
		perSecond,
		taken = [],
	}: {readonly capacity: number; readonly perSecond: number; readonly taken?: readonly number[]},
	{now, sleep}: Time = real,
): Bucket {
	let tokens = capacity;
	let at = taken[0] ?? now();
	let last: Promise<unknown> = Promise.resolve();

	const fill = (time = now()): void => {
		tokens = Math.min(capacity, tokens + ((time - at) / 1000) * perSecond);
		at = time;
	};

	for (const time of taken) {
		fill(time);
		tokens = Math.max(0, tokens - 1);
	}

	async function queue(signal: AbortSignal | undefined): Promise<void> {
		let backoff = new ExponentialBackoff({
			initialDelay: shortest,
			maxDelay: longest,
			generator: noJitterGenerator,
		}).next();
		for (fill(); tokens < 1; fill()) {
			await sleep(Math.min(backoff.duration, Math.max(1, Math.ceil(((1 - tokens) / perSecond) * 1000))), signal);
			backoff = backoff.next(undefined);
		}
		tokens -= 1;
	}

	return {
		async take(signal) {
			const began = now();
			const turn = last.then(() => queue(signal));
			last = turn.catch(() => undefined);
			await turn;
			return now() - began;
		},
	};
}

/** Concurrency, rate limit and breaker for one voice. */
export type VoiceGuard = {
	/**
	 * Waits until a request may begin, and returns the function to call when it has ended. Turns go before questions, but
	 * for those that run between turns: where a turn always waits, the next one comes when they are answered.
	 */
	acquire(precedence: Precedence, signal: AbortSignal): Promise<() => void>;
	/** One try of a request. Throws at once while the breaker is open; when it is half open, one try is let through. */
	attempt(open: () => AsyncIterable<VoiceDelta>, signal: AbortSignal): AsyncGenerator<VoiceDelta>;
};

export type VoiceLimiter = {
	/** The guard of a voice; undefined for a deterministic one, which runs on virtual time. */
	guardFor(voice: Voice): VoiceGuard | undefined;
	/** Whether the server of a voice answers one request at a time: it is said of it, or was learned. */
	isQueue(voice: Voice): boolean;
	/** Milliseconds for which turns have waited so far for a server that answers one request at a time. */
	readonly heldUpMs: number;
};

/** The breaker opens after so many failed tries in a row, for so many milliseconds. */
const [mostFailures, restMs] = [6, 15_000];

const breaking: ReadonlySet<VoiceErrorKind> = new Set(['server', 'network', 'timeout', 'stalled', 'malformed']);

/** Makes the bucket that all voices of a server with one rate share; it may lie outside of this process. */
export type BucketFor = (server: string, rate: Parameters<typeof tokenBucket>[0]) => Bucket;

export function voiceLimiter(
	clock: Clock,
	bucketFor: BucketFor = (_server, rate) => tokenBucket(rate, clock),
): VoiceLimiter {
	let heldUpMs = 0;
	const slots = serverSlots(clock, ms => {
		heldUpMs += ms;
	});
	const buckets = new Map<string, Bucket>();
	const open = new Map<string, VoiceGuard>();

	function sharedBucket({server, rate}: RateLimits): Bucket | undefined {
		if (!rate) return undefined;
		const key = JSON.stringify([server, rate]);
		const bucket = buckets.get(key) ?? bucketFor(server, {capacity: rate.burst, perSecond: rate.perMinute / 60});
		buckets.set(key, bucket);
		return bucket;
	}

	function make({id, rateLimits}: Voice): VoiceGuard {
		const watch = rateLimits && slots.watchOver(rateLimits);
		const bucket = rateLimits && sharedBucket(rateLimits);
		const attempt = breakerOf(id);
		return {
			async acquire(precedence, signal) {
				const leave = await (rateLimits && slots.of(rateLimits))?.take(precedence, signal);
				try {
					await bucket?.take(signal);
				} catch (error) {
					leave?.();
					throw error;
				}
				return () => leave?.();
			},
			attempt: watch ? (made, signal) => attempt(() => watched(watch, made), signal) : attempt,
		};
	}

	return {
		get heldUpMs() {
			return heldUpMs;
		},
		isQueue: ({rateLimits}) => rateLimits !== undefined && slots.isOne(rateLimits),
		guardFor(voice) {
			if (voice.deterministic) return undefined;
			const line = open.get(voice.id) ?? make(voice);
			open.set(voice.id, line);
			return line;
		},
	};
}

/** How many requests each server answers at once, as its rows say or as it is learned. */
function serverSlots(clock: Clock, heldUp: (ms: number) => void) {
	const slots = new Map<string, PrioritySemaphore>();
	const watches = new Map<string, QueueWatch>();
	const queues = new Set<string>();

	function limit(server: string, atOnce: number): void {
		if (atOnce === 1) queues.add(server);
		slots.set(server, slots.get(server) ?? prioritySemaphore(atOnce, clock, heldUp));
	}

	return {
		of: ({server}: RateLimits): PrioritySemaphore | undefined => slots.get(server),
		isOne: ({server, atOnce}: RateLimits): boolean => atOnce === 1 || queues.has(server),
		/** Undefined where it is said how many a server answers. */
		watchOver({server, atOnce}: RateLimits): QueueWatch | undefined {
			if (atOnce !== undefined) {
				limit(server, atOnce);
				return undefined;
			}
			const watch = watches.get(server) ?? queueWatch(clock, () => limit(server, 1));
			watches.set(server, watch);
			return watch;
		},
	};
}

/** Passes an answer on, and tells when it begins and ends. */
async function* watched(watch: QueueWatch, open: () => AsyncIterable<VoiceDelta>): AsyncGenerator<VoiceDelta> {
	const {said, over} = watch.begin();
	try {
		for await (const delta of open()) {
			if (delta.type === 'finish') over();
			else if (delta.type !== 'notice') said();
			yield delta;
		}
	} finally {
		over();
	}
}

/** A circuit breaker around the tries of one voice. */
function breakerOf(id: string): VoiceGuard['attempt'] {
	const policy = circuitBreaker(
		handleWhen(error => error instanceof VoiceError && breaking.has(error.kind)),
		{breaker: new ConsecutiveBreaker(mostFailures), halfOpenAfter: restMs},
	);
	let last: VoiceError | undefined;
	return async function* (open, signal) {
		const outcome = Promise.withResolvers<void>();
		const admitted = Promise.withResolvers<void>();
		const giveUp = () => admitted.reject(signal.reason);
		signal.addEventListener('abort', giveUp, {once: true});
		// If the breaker lets nothing through, nobody waits for the outcome.
		outcome.promise.catch(() => undefined);
		policy
			.execute(() => {
				admitted.resolve();
				return outcome.promise;
			})
			.catch((error: unknown) => {
				// Without effect if the try was let through: its failure is thrown below.
				admitted.reject(error instanceof BrokenCircuitError ? leftAlone(id, last) : error);
			});
		let isTried = false;
		try {
			await admitted.promise;
			isTried = true;
			yield* open();
			outcome.resolve();
		} catch (error) {
			if (isTried && error instanceof VoiceError && breaking.has(error.kind)) last = error;
			outcome.reject(error);
			throw error;
		} finally {
			signal.removeEventListener('abort', giveUp);
			// A listener who stopped iterating says nothing about the voice: neither success nor failure.
			outcome.reject(new Error('left'));
		}
	};
}

/** `retryAfterMs` lets a request whose deadline allows it wait until the breaker is half open. */
const leftAlone = (id: string, last: VoiceError | undefined): VoiceError =>
	new VoiceError(
		last?.kind ?? 'network',
		`${last?.message ?? `${id} failed.`} It keeps failing, and is left alone for ${restMs / 1000} s.`,
		{retryAfterMs: restMs, cause: last},
	);
