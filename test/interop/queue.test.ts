/** A batch on several machines: who holds which debate, and what becomes of it where a machine or the server is lost. */
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {basename, dirname, join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {z} from 'zod';
import {loadQueueLibrary, openQueue} from '../../src/app/batch/bullmq.ts';
import {sharedBuckets} from '../../src/app/batch/queue.ts';
import {absent} from './absent.ts';
import * as batches from './batch-processes.ts';
import {
	debateIdIn,
	isWithin,
	journals,
	pausedWithin,
	readNewest,
	start,
	startsAndEnds,
	until,
	whole,
} from './batch-processes.ts';
import {installQueue} from './install-queue.ts';
import {startRedis, type Redis} from './redis-server.ts';

const probe = await startRedis();
await probe?.stop();
const installHome = batches.newHome(batchOf(1));
const installed = probe !== undefined && (await installQueue(installHome));
const why =
	absent('redis-server', probe !== undefined, 'install it, or name one by ROSTRUM_TEST_REDIS_SERVER') ||
	absent('BullMQ', installed, 'npm has to reach its registry');

const servers: Redis[] = [];
afterEach(async () => {
	for (const server of servers.splice(0)) await server.stop();
});

async function server(options: Parameters<typeof startRedis>[0] = {}): Promise<Redis> {
	const own = await startRedis(options);
	if (!own) throw new Error('no redis-server');
	servers.push(own);
	return own;
}

/** So many debates of one motion, in which every seat has the same voice. */
function batchOf(seeds: number, voice = 'rehearsal'): object {
	const debaters = ['a patient farmer', 'a brisk lawyer'].map(persona => ({voice, persona}));
	const others = voice === 'rehearsal' ? {} : {moderator: voice, judges: [voice]};
	return {topics: ['Zoos should be closed.'], debaters, seeds, swap: false, config: {style: 'short'}, ...others};
}

const newHome = (batch: object, settings = {}): string =>
	batches.newHome(batch, {packages: join(installHome, 'packages'), settings});

/** Makes homes with a batch whose voices are served as a model is, so that a debate takes seconds. */
async function slowHomes(seeds: number, tokensPerSecond = 400): Promise<() => string> {
	const {said, told} = start(newHome({}), ['serve-rehearsal', '--ttft', '20', '--tps', String(tokensPerSecond)]);
	await until('the address of the voices', () => /http:\S+\n/u.test(said()), told);
	const baseUrl = /http:\S+/u.exec(said())?.[0];
	return () => newHome(batchOf(seeds, 'loop:rehearsal'), {providers: {loop: {baseUrl}}});
}

/** Begins the batch, which works itself where it may hold debates. */
const hold = (home: string, {url}: Redis, atOnce = 0, ...more: readonly string[]) =>
	start(home, ['batch', 'b.json', '--json', '--out', 'held', '--at-once', String(atOnce), ...queueOf(url), ...more]);
const work = (home: string, {url}: Redis) =>
	start(home, ['batch', 'work', '--out', 'held', '--at-once', '1', ...queueOf(url)]);
const queueOf = (url: string): string[] => ['--redis', url, '--stall', '3'];

const Report = z.object({debates: z.number(), done: z.number(), tokens: z.number(), ended: z.string()});
const reportOf = (said: string) => Report.parse(JSON.parse(said));

/** The debates' ids by their folders' names. */
const idsIn = (home: string): Map<string, string | undefined> =>
	new Map(journals(home).map(file => [basename(dirname(file)), debateIdIn(file)]));

const readFirst = (home: string): string => readFileSync(journals(home)[0] ?? '', 'utf8');

/** How many turns have ended in the journal that was written last. */
const turnsIn = (home: string): number => readNewest(home).match(/"type":"turn-end"/gu)?.length ?? 0;

const endsOf = (home: string): number => journals(home).filter(file => startsAndEnds(file)?.length === 2).length;

describe.skipIf(!installed)(`a batch on several machines${why}`, () => {
	it('is shared by two workers, and each debate is held once', async () => {
		const redis = await server();
		const [own, one, other] = [newHome(batchOf(8)), newHome({}), newHome({})];
		const workers = [work(one, redis), work(other, redis)];
		const {over, said} = hold(own, redis);
		expect(await over).toBe(0);
		expect(reportOf(said())).toMatchObject({debates: 8, done: 8, ended: 'done'});
		for (const {child} of workers) child.kill('SIGTERM');
		expect(await Promise.all(workers.map(async each => each.over))).toEqual([130, 130]);
		expect([endsOf(one), endsOf(other)]).not.toContain(0);
		expect(endsOf(one) + endsOf(other)).toBe(8);
		expect(idsIn(own)).toEqual(new Map([...idsIn(one), ...idsIn(other)]));
	}, 120_000);

	it('goes on with the debate of a worker that was killed, from what that one had heard', async () => {
		const redis = await server();
		const home = await slowHomes(1);
		const [own, dead, other] = [home(), home(), home()];
		const batch = hold(own, redis);
		const first = work(dead, redis);
		await until('two turns of the first worker', () => turnsIn(dead) >= 2, first.told);
		first.child.kill('SIGKILL');
		const second = work(other, redis);
		expect(await batch.over).toBe(0);
		expect(second.told()).toMatch(/Goes on with Zoos .* from its journal/u);
		const [before, after] = [readFirst(dead), readFirst(own)];
		const firstTurn = before.slice(0, before.indexOf('\n', before.indexOf('"type":"turn-end"')));
		expect(after.startsWith(firstTurn)).toBe(true);
		expect(startsAndEnds(journals(own)[0] ?? '')).toEqual(whole);
	}, 120_000);

	it('counts a debate once that a worker went on with while another held it, in one folder for all', async () => {
		const redis = await server();
		const shared = (await slowHomes(4))();
		const paused = work(shared, redis);
		const batch = hold(shared, redis);
		await pausedWithin(paused, shared);
		const [, seed] = /Holds .* seed (?<seed>\d)/u.exec(paused.told()) ?? [];
		const other = work(shared, redis);
		await until(
			'the end of that debate',
			() => other.told().includes(`Held Zoos should be closed., seed ${seed}`),
			() => [batch, paused, other].map(({told}) => told()).join('\n'),
		);
		paused.child.kill('SIGCONT');
		await until('the loss', () => paused.told().includes('another worker goes on with it'), paused.told);
		expect(await batch.over).toBe(0);
		expect(reportOf(batch.said())).toMatchObject({debates: 4, done: 4});
		expect(journals(shared).map(startsAndEnds)).toEqual([whole, whole, whole, whole]);
	}, 180_000);

	it('waits for a server that is gone for a while, and hands out again what it has lost', async () => {
		const redis = await server();
		const home = await slowHomes(4);
		const [own, one] = [home(), home()];
		const batch = hold(own, redis, 1);
		const worker = work(one, redis);
		await until('the first debate', () => batch.told().includes('1 of 4'), batch.told);
		await redis.stop();
		await until('the outage', () => worker.told().includes('it is waited for'), worker.told);
		await server({port: redis.port});
		expect(await batch.over).toBe(0);
		expect(reportOf(batch.said())).toMatchObject({debates: 4, done: 4});
		expect(journals(own).map(startsAndEnds)).toEqual([whole, whole, whole, whole]);
	}, 180_000);

	it('gets a debate that the server has lost from the worker that held it', async () => {
		const redis = await server();
		const [own, one] = [newHome(batchOf(3)), newHome({})];
		const first = hold(own, redis);
		const worker = work(one, redis);
		await until('the debates that are handed out', () => worker.told().includes('Holds'), first.told);
		first.child.kill('SIGKILL');
		await until('the end of them', () => worker.told().match(/^Held/gmu)?.length === 3, worker.told);
		await redis.stop();
		await server({port: redis.port});
		expect(await hold(own, redis).over).toBe(0);
		expect(idsIn(own)).toEqual(idsIn(one));
	}, 120_000);

	it('is gone on with on another machine, which holds nothing anew', async () => {
		const redis = await server();
		const home = await slowHomes(3);
		const [lost, own] = [home(), home()];
		const first = hold(lost, redis, 1);
		await until('the first debate', () => first.told().includes('1 of 3'), first.told);
		await until('two turns of the second', () => isWithin(lost) && turnsIn(lost) >= 2, first.told);
		first.child.kill('SIGINT');
		expect(await first.over).toBe(130);
		const second = hold(own, redis, 1);
		expect(await second.over).toBe(0);
		expect(second.told()).toMatch(/Goes on with/u);
		expect(reportOf(second.said())).toMatchObject({debates: 3, done: 3});
		const before = [...idsIn(lost)];
		expect(before).toHaveLength(2);
		expect([...idsIn(own)]).toEqual(expect.arrayContaining(before));
	}, 180_000);

	it('spends no more than its budget on all machines, and goes on with more', async () => {
		const redis = await server();
		const own = newHome(batchOf(6));
		const workers = [work(newHome({}), redis), work(newHome({}), redis)];
		const short = hold(own, redis, 0, '--budget', '250000tok');
		expect(await short.over).toBe(4);
		const report = reportOf(short.said());
		expect(report.tokens).toBeLessThanOrEqual(250_000);
		expect(report.done).toBeGreaterThan(2);
		expect(report.done).toBeLessThan(6);
		const ample = hold(own, redis, 0, '--budget', '2000000tok');
		expect(await ample.over).toBe(0);
		expect(reportOf(ample.said()).done).toBe(6);
		for (const {child} of workers) child.kill('SIGTERM');
	}, 120_000);

	it('says what no worker could hold, and holds it when it is begun again', async () => {
		const redis = await server();
		const home = await slowHomes(1, 2000);
		const own = home();
		// This one does not know the provider.
		const worker = work(newHome({}), redis);
		const first = hold(own, redis);
		expect(await first.over).toBe(3);
		expect(first.told()).toMatch(/Not held to its end: Zoos should be closed., seed 1: .*loop/u);
		expect(worker.told().match(/^Left/gmu)).toHaveLength(3);
		worker.child.kill('SIGTERM');
		await worker.over;
		work(home(), redis);
		expect(await hold(own, redis).over).toBe(0);
	}, 120_000);

	it.each([
		['says nothing', undefined, /no answer within 10 seconds/u],
		['agrees to everything', '+OK\r\n', /what answers there is no Redis/u],
		['knows of nothing', '$-1\r\n', /what answers there is no Redis/u],
	])('refuses within seconds a server that %s', async (_, answer, why) => {
		const odd = createServer(socket => {
			socket.on('error', () => undefined);
			socket.on('data', data => {
				if (answer !== undefined) socket.write(answer.repeat(data.toString().match(/\*\d+\r\n/gu)?.length ?? 1));
			});
		}).listen(0, '127.0.0.1');
		await once(odd, 'listening');
		const address = z.object({port: z.number()}).parse(odd.address());
		const {over, told} = start(newHome(batchOf(1)), [
			'batch',
			'b.json',
			'--headless',
			...queueOf(`redis://127.0.0.1:${address.port}`),
		]);
		expect(await over).toBe(2);
		expect(told()).toMatch(why);
		odd.close();
	});

	it('ends soon when it is told to, also while the server is away', async () => {
		const redis = await server();
		const home = await slowHomes(2);
		const [batch, worker] = [hold(home(), redis, 1), work(home(), redis)];
		await until('both debates', () => worker.told().includes('Holds'), worker.told);
		await redis.stop();
		await until('the outage', () => batch.told().includes('it is waited for'), batch.told);
		batch.child.kill('SIGINT');
		worker.child.kill('SIGINT');
		expect(await Promise.all([batch.over, worker.over])).toEqual([130, 130]);
		expect(batch.told()).toMatch(/Interrupted with 0 of 2 debates held/u);
	}, 120_000);
});

it.skipIf(!installed)(
	`workers keep the rate of a server together${why}`,
	async () => {
		const {url} = await server();
		const library = loadQueueLibrary(installHome);
		const queues = await Promise.all([1, 2].map(async () => openQueue(library, url, () => undefined)));
		const began = performance.now();
		const taken: number[] = [];
		await Promise.all(
			queues.flatMap(({redis}) => {
				const bucket = sharedBuckets(redis)('a server', {capacity: 4, perSecond: 10});
				return Array.from({length: 10}, async () => {
					await bucket.take();
					taken.push(performance.now() - began);
				});
			}),
		);
		// Four in each 400 ms; the first stretch may be nearly over when it begins.
		expect(taken.filter(at => at < 400).length).toBeLessThanOrEqual(8);
		expect(taken.filter(at => at < 1200).length).toBeLessThanOrEqual(16);
		expect(Math.max(...taken)).toBeLessThan(4000);
		for (const queue of queues) queue.close();
	},
	60_000,
);
