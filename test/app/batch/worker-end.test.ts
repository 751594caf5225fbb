/** A worker of a queue ends when it is told to, whatever BullMQ waits for. */
import {afterEach, beforeEach, expect, it, vi} from 'vitest';
import type {JobQueue, QueueLibrary, Redis} from '../../../src/app/batch/bullmq.ts';
import {startWorker} from '../../../src/app/batch/queue.ts';
import {loadSettings} from '../../../src/settings/settings.ts';

beforeEach(() => void vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']}));
afterEach(() => void vi.useRealTimers());

const unused = (): never => {
	throw new Error('not used');
};
class NoRedis implements Redis {
	readonly connect = unused;
	readonly time = unused;
	readonly incr = unused;
	readonly pexpire = unused;
	readonly get = unused;
	readonly set = unused;
	readonly disconnect = unused;
	readonly on = unused;
}

class NoQueue implements JobQueue {
	readonly addBulk = unused;
	readonly getRanges = unused;
	readonly getJob = unused;
	readonly getJobs = unused;
	readonly getJobLogs = unused;
	readonly on = unused;
}

/** BullMQ whose worker waits for the end of a connection that has ended already. */
class StuckWorker {
	readonly cancelJob = unused;
	close(): Promise<void> {
		return new Promise(() => undefined);
	}
	on(): void {
		// It has no trouble to tell of.
	}
}

it('is over within seconds although its connection never says that it is', async () => {
	const library: QueueLibrary = {Queue: NoQueue, Worker: StuckWorker, WaitingError: Error, Redis: NoRedis};
	const signal = AbortSignal.abort();
	const stop = startWorker({
		queue: {library, redis: new NoRedis(), jobs: new NoQueue(), trouble: unused, close: unused},
		place: {folder: 'none', configuration: loadSettings({}, {env: {}}), context: {cwd: '.', signal, notice: unused}},
		atOnce: 1,
		stallMs: 30_000,
		watch: {began: unused, heard: unused, ended: unused, left: unused, told: unused},
	});
	let over = false;
	void stop().then(() => (over = true));
	await vi.advanceTimersByTimeAsync(4000);
	expect(over).toBe(false);
	await vi.advanceTimersByTimeAsync(2000);
	expect(over).toBe(true);
});
