/** 100 debates, held under every trouble there is: the ranking is that of a run that nothing disturbed. */
import {setTimeout as wait} from 'node:timers/promises';
import {spawn, type ChildProcess} from 'node:child_process';
import {globSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {afterEach, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {connectRedis, loadQueueLibrary} from '../../src/app/batch/queue/bullmq.ts';
import {sharedBatch} from '../../src/app/batch/queue/shared-state.ts';
import {packageRoot} from '../../src/engine/host/package-root.ts';
import {freshFolder, rostrum} from '../run-cli.ts';
import {absent} from './absent.ts';
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

function newHome(packages?: string): string {
	const home = freshFolder();
	writeFileSync(join(home, 'b.json'), JSON.stringify(batch));
	if (packages !== undefined) symlinkSync(packages, join(home, 'packages'));
	return home;
}

const started: ChildProcess[] = [];
/** One that stands still is ended too. */
afterEach(() => {
	for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** A process of the built program that is not waited for. */
function start(
	home: string,
	args: readonly string[],
): {child: ChildProcess; told: () => string; over: Promise<number | null>} {
	const child = spawn(process.execPath, [join(packageRoot, 'bin', 'rostrum.js'), ...args], {
		cwd: home,
		env: {PATH: process.env['PATH'] ?? '', ROSTRUM_HOME: home, ROSTRUM_REHEARSAL_SPEED: '2000'},
	});
	started.push(child);
	let told = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => void (told += text));
	const over = new Promise<number | null>(resolve => child.once('close', resolve));
	return {child, told: () => told, over};
}

/** Longer than anything here takes on a busy machine, in milliseconds. */
const patience = debates * 3000;

/** Waits for something; where it does not come, says what that is and what was told by then. */
async function until(name: string, what: () => boolean, told: () => string): Promise<void> {
	const limit = Date.now() + patience;
	while (!what()) {
		if (Date.now() > limit) throw new Error(`${name} did not come. Told by then:\n${told()}`);
		await wait(20);
	}
}

const ranking = async (home: string): Promise<string> => (await rostrum(['rank', 'held', '--json'], {home})).stdout;
const journals = (home: string): string[] =>
	globSync('held/**/debate.jsonl', {cwd: home}).map(file => join(home, file));
const startsAndEnds = (file: string): string[] | null =>
	readFileSync(file, 'utf8').match(/"type":"debate-(?:start|end)"/gu);
const whole = ['"type":"debate-start"', '"type":"debate-end"'];

const probe = await startRedis();
await probe?.stop();
const home = freshFolder();
writeFileSync(join(home, 'b.json'), JSON.stringify(batch));
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
			const homes = [newHome(packages), newHome(packages), newHome(packages)];
			const workers = homes.map(each => start(each, ['batch', 'work', '--out', 'held', '--at-once', '1', ...url]));
			const [killed, paused] = workers;
			const told = () => [hold, ...workers].map((each, at) => `${at}: ${each.told()}`).join('\n');
			const over = (count: number) => hold.told().includes(`${count} of ${debates}`);
			await until('a tenth of the debates', () => over(share(0.1)), told);
			await until('a debate of the first worker', () => isWithin(homes[0]), told);
			killed?.child.kill('SIGKILL');
			await pausedWithin(paused?.child, homes[1], told);
			await until('three tenths of the debates', () => over(share(0.3)), told);
			await first?.stop();
			const second = await startRedis({folder, port: first?.port ?? 0});
			onTestFinished(() => second?.stop());
			await wait(6000);
			paused?.child.kill('SIGCONT');
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
			expect(workers[1]?.told()).toMatch(/another worker has taken it over/u);
			expect(workers.map(({told}) => told()).join('')).toMatch(/Goes on with .* from its journal/u);
			// A worker that dies within its first moments leaves a scrap that nobody knows of; none is held twice.
			const held = homes.flatMap(journals).filter(file => startsAndEnds(file)?.length === 2);
			const copies = [...Map.groupBy([...held, ...journals(own)], file => basename(dirname(file))).values()];
			expect(copies.map(files => new Set(files.map(debateIdIn)).size)).toEqual(copies.map(() => 1));
		},
		900_000,
	);
});

describe.skipIf(!installed)(`who may hold a debate of a queue${why}`, () => {
	it('rises for each worker though the server has lost its data, and is nobody once its journal was collected', async () => {
		const server = await startRedis();
		const redis = await connectRedis(loadQueueLibrary(home), server?.url ?? '', () => undefined);
		const shared = sharedBatch(redis, 'b');
		const first = (await shared.claim('one', 1)) ?? 0;
		await redis.eval(`return redis.call('FLUSHALL')`, 0);
		// The number follows the server's clock, in ms, where nothing else is left.
		await wait(10);
		const second = (await shared.claim('one', 1)) ?? 0;
		expect(second).toBeGreaterThan(first);
		expect(await shared.append('one', first, 0, Buffer.from('stale'))).toBeUndefined();
		await shared.append('one', second, 0, Buffer.from('whole'));
		await shared.hold('one', first, 'a worker that wakes', 3);
		expect(await shared.held()).toEqual(new Map());
		await shared.collected('one');
		// Its job may be handed out once more at the moment in which it ends.
		expect(await shared.claim('one', 1)).toBeUndefined();
		expect(await shared.append('one', second, 5, Buffer.from('more'))).toBeUndefined();
		expect(await shared.copy('one')).toBeUndefined();
		await shared.reopen(['one']);
		expect(await shared.claim('one', second)).toBeGreaterThan(second);
		redis.disconnect();
		await server?.stop();
	});
});

/** Whether the worker of this home has got into its newest debate, and has not ended it. */
function isWithin(home: string | undefined): boolean {
	const [newest] = journals(home ?? '').toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
	const text = newest === undefined ? '' : readFileSync(newest, 'utf8');
	return text.includes('"type":"turn-end"') && !text.includes('"type":"debate-end"');
}

async function pausedWithin(
	child: ChildProcess | undefined,
	home: string | undefined,
	told: () => string,
): Promise<void> {
	for (;;) {
		await until('a debate of the second worker', () => isWithin(home), told);
		child?.kill('SIGSTOP');
		if (isWithin(home)) return;
		child?.kill('SIGCONT');
	}
}

const debateIdIn = (file: string): string | undefined =>
	/"debateId":"(?<id>[^"]+)"/u.exec(readFileSync(file, 'utf8'))?.groups?.['id'];
