/** A rate that all workers of a queue keep together: the token bucket of `rate-limit.ts`, kept in Redis. */
import {setTimeout as wait} from 'node:timers/promises';
import type {BucketFor} from '../../../engine/calls/voice-limiter.ts';
import {sha256} from '../../../engine/host/hash.ts';
import type {Redis} from './bullmq.ts';
import {keyPrefix} from './shared-state.ts';

/**
 * KEYS: the bucket. ARGV: capacity, tokens a millisecond. Takes a token by the server's clock, and gives the
 * milliseconds until there will be one: 0 where it was taken. A bucket that nobody uses is full and forgotten.
 */
const take = `local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
local most, speed = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = math.min(most, (tonumber(kept[1]) or most) + (now - (tonumber(kept[2]) or now)) * speed)
local missing = 0
if tokens < 1 then missing = math.ceil((1 - tokens) / speed) else tokens = tokens - 1 end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', tostring(now))
redis.call('PEXPIRE', KEYS[1], math.ceil(most / speed) + 1000)
return missing`;

/** Nobody waits longer than this before it looks again, in milliseconds. */
const longest = 2000;

export const sharedBuckets =
	(redis: Redis): BucketFor =>
	(server, {capacity, perSecond}) => {
		const key = `${keyPrefix}:rate:${sha256(server).slice(0, 16)}:${capacity}`;
		return {
			async take(signal) {
				const began = performance.now();
				for (;;) {
					const missing = Number(await redis.eval(take, 1, key, capacity, perSecond / 1000));
					if (missing === 0) return performance.now() - began;
					signal?.throwIfAborted();
					await wait(Math.min(missing, longest), undefined, signal ? {signal} : {});
				}
			},
		};
	};
