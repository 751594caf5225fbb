import {createClient} from '@keyv/redis';
import {afterAll, afterEach, describe, expect, it} from 'vitest';
import {closeTestCaches, itStoresAnswers, openTestCache} from '../formats/adversarial-spec/host/answer-caches.ts';
import {absent} from './absent.ts';
import {findRedis} from './redis-server.ts';

const redis = await findRedis();
const redisUrl = redis?.url ?? '';
const why = absent(
	'redis-server',
	redis !== undefined,
	'install it, or name one by ROSTRUM_TEST_REDIS_URL or ROSTRUM_TEST_REDIS_SERVER',
);
afterEach(closeTestCaches);
afterAll(() => redis?.stop());

describe.skipIf(redis === undefined)(`answers cached in Redis${why}`, () => {
	itStoresAnswers({redisUrl});

	it('are there for every process, for 60 minutes', async () => {
		const key = `k${Math.random()}`;
		await (await openTestCache({redisUrl})).set(key, {issues: []});
		const other = await openTestCache({redisUrl});
		expect(await other.get(key)).toEqual({issues: []});
		expect(other.troubles).toEqual([]);
		const client = createClient({url: redisUrl});
		await client.connect();
		const [found = ''] = await client.keys(`*${key}`);
		const left = await client.pTTL(found);
		await client.close();
		expect(left).toBeGreaterThan(59 * 60_000);
		expect(left).toBeLessThanOrEqual(60 * 60_000);
	});
});
