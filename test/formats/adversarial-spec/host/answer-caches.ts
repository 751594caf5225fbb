/** Answer caches that a test opens, and what is expected of every one, wherever it stores its answers. */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it, vi} from 'vitest';
import {openCache, type AnswerCache, type CacheOptions} from '../../../../src/formats/adversarial-spec/host/effects.ts';

const open: AnswerCache[] = [];

export const freshFile = (): string => path.join(mkdtempSync(path.join(tmpdir(), 'cache-')), 'answers.sqlite');

/** Closed after the test; `troubles` are the messages that the user would see. */
export async function openTestCache(
	options: Partial<CacheOptions> = {},
): Promise<AnswerCache & {readonly troubles: readonly string[]}> {
	const troubles: string[] = [];
	const cache = await openCache({file: freshFile(), onTrouble: text => troubles.push(text), ...options});
	open.push(cache);
	return {...cache, troubles};
}

/** For `afterEach`, in each file that opens caches. */
export async function closeTestCaches(): Promise<void> {
	vi.useRealTimers();
	for (const cache of open.splice(0)) await cache.close();
}

export function itStoresAnswers(options: Partial<CacheOptions>): void {
	it('returns answers as they were stored, and nothing for an unknown key', async () => {
		const key = `k${Math.random()}`;
		const cache = await openTestCache(options);
		expect(await cache.get(key)).toBeUndefined();
		await cache.set(key, {issues: [{title: 'ü'}], none: null});
		expect(await cache.get(key)).toEqual({issues: [{title: 'ü'}], none: null});
		await cache.set(key, 'another');
		expect(await cache.get(key)).toBe('another');
	});

	it('drops answers when their time is over', async () => {
		const key = `k${Math.random()}`;
		const cache = await openTestCache({...options, ttlMs: 40});
		await cache.set(key, 'a');
		await vi.waitFor(async () => expect(await cache.get(key)).toBeUndefined(), {timeout: 5000, interval: 20});
	});
}
