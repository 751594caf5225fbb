/** 100 debates, held under every trouble there is: the ranking is that of a run that nothing disturbed. */
import {setTimeout as wait} from 'node:timers/promises';
import {join} from 'node:path';
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {freshFolder, rostrum} from '../run-cli.ts';
import {absent} from './absent.ts';
import * as batches from './batch-processes.ts';
import {journals, pausedWithin, ranking, start, startsAndEnds, whole} from './batch-processes.ts';
import {installQueue} from './install-queue.ts';
import {startRedis} from './redis-server.ts';

/** CI has no time for more than a few. */
const debates = Number(process.env['ROSTRUM_BATCH_DEBATES'] ?? '100');
const share = (of: number): number => Math.max(1, Math.round(of * debates));
const topics = ['Zoos', 'Homework', 'Exams', 'Lotteries', 'Tips'].map(what => `${what} should be abolished.`);
const batch = {
	topics,
	debaters: [
		{voice: 'rehearsal', persona: 'a patient farmer'},
		{voice: 'rehearsal', persona: 'a brisk lawyer'},
	],
	seeds: debates / 10,
	config: {style: 'short'},
};
const newHome = (packages?: string): string => batches.newHome(batch, packages === undefined ? {} : {packages});

/** Longer than anything here takes on a busy machine, in milliseconds. */
const patience = debates * 3000;
const until = async (name: string, what: () => boolean, told: () => string): Promise<void> =>
	batches.until(name, what, told, patience);

const probe = await startRedis();
await probe?.stop();
const home = newHome();
const installed = probe !== undefined && (await installQueue(home));
const why =
	absent('redis-server', probe !== undefined, 'install it, or name one by ROSTRUM_TEST_REDIS_SERVER') ||
	absent('BullMQ', installed, 'npm has to reach its registry');

describe(`a batch of ${debates} debates`, () => {
	let calm = '';
	beforeAll(async () => {
		const own = newHome();
		expect((await rostrum(['batch', 'b.json', '--json', '--out', 'held'], {home: own})).code).toBe(0);
		calm = await ranking(own);
	}, 900_000);

	it('ends in the same ranking though it is killed three times, and no debate is held twice', async () => {
		const own = newHome();
		const args = ['batch', 'b.json', '--json', '--out', 'held'];
		for (const done of [0.1, 0.35, 0.7].map(share)) {
			const {child, told, over} = start(own, args);
			await until(`${done} debates`, () => told().includes(`${done} of ${debates}`), told);
			child.kill('SIGKILL');
			await over;
		}
		expect((await rostrum(args, {home: own})).code).toBe(0);
		expect(await ranking(own)).toBe(calm);
		expect(journals(own).map(startsAndEnds)).toEqual(Array.from({length: debates}, () => whole));
	}, 900_000);

	it.skipIf(!installed)(
		`does so through Redis too, with a worker killed, one paused and the server restarted${why}`,
		async () => {
			const folder = freshFolder();
			const first = await startRedis({folder});
			onTestFinished(() => first?.stop());
			const url = ['--redis', first?.url ?? '', '--stall', '4'];
			const packages = join(home, 'packages');
			const own = newHome(packages);
			const hold = start(own, ['batch', 'b.json', '--json', '--out', 'held', '--at-once', '0', ...url]);
			// Workers on machines of their own, as it were: they share no folder.
			const homes: [string, string, string] = [newHome(packages), newHome(packages), newHome(packages)];
			const work = (at: string) => start(at, ['batch', 'work', '--out', 'held', '--at-once', '1', ...url]);
			const [killed, paused, third] = [work(homes[0]), work(homes[1]), work(homes[2])];
			const workers = [killed, paused, third];
			const told = () => [hold, ...workers].map((each, at) => `${at}: ${each.told()}`).join('\n');
			const over = (count: number) => hold.told().includes(`${count} of ${debates}`);
			await until('a tenth of the debates', () => over(share(0.1)), told);
			await until('a debate of the first worker', () => batches.isWithin(homes[0]), told);
			killed.child.kill('SIGKILL');
			await pausedWithin(paused, homes[1]);
			await until('three tenths of the debates', () => over(share(0.3)), told);
			await first?.stop();
			const second = await startRedis({folder, port: first?.port ?? 0});
			onTestFinished(() => second?.stop());
			await wait(6000);
			paused.child.kill('SIGCONT');
			let code: number | null | undefined;
			void hold.over.then(ended => (code = ended));
			await until('the end of the batch', () => code !== undefined, told);
			expect(code).toBe(0);
			for (const {child} of workers) child.kill('SIGTERM');
			let left = workers.length;
			for (const worker of workers) void worker.over.then(() => left--);
			await until('the end of the workers', () => left === 0, told);
			expect(await ranking(own)).toBe(calm);
			expect(journals(own).map(startsAndEnds)).toEqual(Array.from({length: debates}, () => whole));
			expect(workers.map(each => each.told()).join('')).toMatch(/Goes on with .* from its journal/u);
		},
		900_000,
	);
});
