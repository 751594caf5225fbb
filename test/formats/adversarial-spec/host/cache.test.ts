import path from 'node:path';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {closeTestCaches, freshFile, itStoresAnswers, openTestCache} from './answer-caches.ts';

afterEach(closeTestCaches);

describe('the embedded store', () => {
	itStoresAnswers({});

	it('keeps answers for 60 minutes, over restarts', async () => {
		vi.useFakeTimers({toFake: ['Date']});
		const file = path.join(path.dirname(freshFile()), 'deeper', 'answers.sqlite');
		await (await openTestCache({file})).set('k', 'a');
		vi.setSystemTime(Date.now() + 59 * 60_000);
		expect(await (await openTestCache({file})).get('k')).toBe('a');
		vi.setSystemTime(Date.now() + 2 * 60_000);
		expect(await (await openTestCache({file})).get('k')).toBeUndefined();
	});

	it('that cannot be used is told once, and holds nothing', async () => {
		const cache = await openTestCache({file: '/dev/null/answers.sqlite'});
		await cache.set('k', 'a');
		expect(await cache.get('k')).toBeUndefined();
		expect(cache.troubles).toEqual([
			expect.stringMatching(/^Answers are not kept: \/dev\/null\/answers\.sqlite cannot be used/u),
		]);
	});
});

describe('a Redis server', () => {
	it('that cannot be reached is told once, and holds nothing', async () => {
		const cache = await openTestCache({redisUrl: 'redis://127.0.0.1:1'});
		await cache.set('k', 'a');
		expect(await cache.get('k')).toBeUndefined();
		expect(cache.troubles).toEqual([expect.stringMatching(/^Answers are not kept: the Redis server cannot be used/u)]);
	});
});
