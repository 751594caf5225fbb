import {createClient} from '@keyv/redis';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {openCache, type AnswerCache, type CacheOptions} from '../../../src/hosts/adversarial-spec/cache.ts';

const open: AnswerCache[] = [];
async function cache(
	options: Partial<CacheOptions> = {},
): Promise<AnswerCache & {readonly troubles: readonly string[]}> {
	const troubles: string[] = [];
	const made = await openCache({
		file: path.join(mkdtempSync(path.join(tmpdir(), 'cache-')), 'answers.sqlite'),
		onTrouble: text => troubles.push(text),
		...options,
	});
	open.push(made);
	return {...made, troubles};
}

afterEach(async () => {
	vi.useRealTimers();
	for (const one of open.splice(0)) await one.close();
});

/**
 * A real Redis server to hold the same tests against: the one that is named, else one of our own where there is the
 * program.
 */
const server =
	process.env['ROSTRUM_TEST_REDIS_URL'] === undefined
		? await startRedis(process.env['ROSTRUM_TEST_REDIS_SERVER'] ?? 'redis-server')
		: undefined;
const redisUrl = process.env['ROSTRUM_TEST_REDIS_URL'] ?? server?.url;
const untested =
	redisUrl === undefined
		? ' (NOT TESTED: there is no redis-server on the PATH, and neither ROSTRUM_TEST_REDIS_URL nor ROSTRUM_TEST_REDIS_SERVER names one)'
		: '';
if (untested !== '') process.stderr.write(`Kept answers in Redis${untested}\n`);
afterAll(() => server?.stop());

async function startRedis(program: string): Promise<{readonly url: string; readonly stop: () => void} | undefined> {
	const port = await freePort();
	const child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const missing = new Promise<false>(resolve => child.once('error', () => resolve(false)));
	const ready = new Promise<true>(resolve =>
		child.stdout.on('data', (text: Buffer) =>
			String(text).includes('Ready to accept connections') ? resolve(true) : undefined,
		),
	);
	return (await Promise.race([missing, ready]))
		? {url: `redis://127.0.0.1:${port}`, stop: () => void child.kill()}
		: undefined;
}

async function freePort(): Promise<number> {
	const probe = createServer().listen(0, '127.0.0.1');
	await once(probe, 'listening');
	const address = probe.address();
	await new Promise(resolve => probe.close(resolve));
	return typeof address === 'object' && address ? address.port : 0;
}

describe.each([
	['the embedded store', {}, false],
	[`Redis${untested}`, {redisUrl: redisUrl ?? ''}, redisUrl === undefined],
] as const)('kept answers in %s', (_, options, skipped) => {
	beforeEach(({skip}) => skip(skipped));

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
		expect(kept.troubles).toEqual([
			expect.stringMatching(/^Answers are not kept: \/dev\/null\/answers\.sqlite cannot be used/u),
		]);
	});
});

describe('a Redis server', () => {
	it.skipIf(redisUrl === undefined)(`keeps answers for whoever asks, for 60 minutes${untested}`, async () => {
		const key = `k${Math.random()}`;
		const options = {redisUrl: redisUrl ?? ''};
		await (await cache(options)).set(key, {issues: []});
		const other = await cache(options);
		expect(await other.get(key)).toEqual({issues: []});
		expect(other.troubles).toEqual([]);
		const client = createClient({url: options.redisUrl});
		await client.connect();
		const [found = ''] = await client.keys(`*${key}`);
		const left = await client.pTTL(found);
		await client.close();
		expect(left).toBeGreaterThan(59 * 60_000);
		expect(left).toBeLessThanOrEqual(60 * 60_000);
	});

	it('that cannot be reached is told once, and holds nothing', async () => {
		const kept = await cache({redisUrl: 'redis://127.0.0.1:1'});
		await kept.set('k', 'a');
		expect(await kept.get('k')).toBeUndefined();
		expect(kept.troubles).toEqual([expect.stringMatching(/^Answers are not kept: the Redis server cannot be used/u)]);
	});
});
