import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {openCache, type AnswerCache, type CacheOptions} from '../../src/engine/cache.ts';

const open: AnswerCache[] = [];
async function cache(options: Partial<CacheOptions> = {}): Promise<AnswerCache & {readonly troubles: readonly string[]}> {
	const troubles: string[] = [];
	const made = await openCache({file: path.join(mkdtempSync(path.join(tmpdir(), 'cache-')), 'answers.sqlite'), onTrouble: text => troubles.push(text), ...options});
	open.push(made);
	return {...made, troubles};
}

afterEach(async () => {
	vi.useRealTimers();
	for (const one of open.splice(0)) await one.close();
});

/** A real Redis server to hold the same tests against, where one is named. */
const redisUrl = process.env['ROSTRUM_TEST_REDIS_URL'];

describe.each([['the embedded store', {}], ...(redisUrl === undefined ? [] : [['Redis', {redisUrl}] as const])] as const)('kept answers in %s', (_, options) => {
	it('come back as they were, and unknown ones do not', async () => {
		const key = `k${Math.random()}`;
		const kept = await cache(options);
		expect(await kept.get(key)).toBeUndefined();
		await kept.set(key, {issues: [{title: 'ü'}], none: null});
		expect(await kept.get(key)).toEqual({issues: [{title: 'ü'}], none: null});
		await kept.set(key, 'another');
		expect(await kept.get(key)).toBe('another');
	});

	it('are gone after their time', async () => {
		const key = `k${Math.random()}`;
		const kept = await cache({...options, ttlMs: 40});
		await kept.set(key, 'a');
		await vi.waitFor(async () => expect(await kept.get(key)).toBeUndefined(), {timeout: 5000, interval: 20});
	});
});

describe('the embedded store', () => {
	it('keeps answers for 60 minutes, over restarts', async () => {
		vi.useFakeTimers({toFake: ['Date']});
		const file = path.join(mkdtempSync(path.join(tmpdir(), 'cache-')), 'deeper', 'answers.sqlite');
		await (await cache({file})).set('k', 'a');
		vi.setSystemTime(Date.now() + 59 * 60_000);
		expect(await (await cache({file})).get('k')).toBe('a');
		vi.setSystemTime(Date.now() + 2 * 60_000);
		expect(await (await cache({file})).get('k')).toBeUndefined();
	});

	it('that cannot be used is told once, and holds nothing', async () => {
		const kept = await cache({file: '/dev/null/answers.sqlite'});
		await kept.set('k', 'a');
		expect(await kept.get('k')).toBeUndefined();
		expect(kept.troubles).toEqual([expect.stringMatching(/^Answers are not kept: \/dev\/null\/answers\.sqlite cannot be used/u)]);
	});
});

describe('a Redis server', () => {
	it('that cannot be reached is told once, and holds nothing', async () => {
		const kept = await cache({redisUrl: 'redis://127.0.0.1:1'});
		await kept.set('k', 'a');
		expect(await kept.get('k')).toBeUndefined();
		expect(kept.troubles).toEqual([expect.stringMatching(/^Answers are not kept: the Redis server cannot be used/u)]);
	});
});
