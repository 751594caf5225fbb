/**
 * The program of the process that reads documents: they are read in a thread, and beside it the processor and memory of
 * the process are looked at. What a file unpacks to is in no heap whose limit would see it.
 */
import {Worker} from 'node:worker_threads';
import {readsDocuments, type ReadOutcome, type ReadTask} from './reader-task.ts';

/** On a busy machine it may take so many times as long by the clock. */
const busy = 3;
/** How often it is looked at, in milliseconds: what a file unpacks to comes fast. */
const lookEvery = 5;

async function readWatched(thread: Worker, {limits, ...task}: ReadTask): Promise<ReadOutcome> {
	const {promise, resolve} = Promise.withResolvers<ReadOutcome>();
	const tooLarge = {
		refused: `it takes more than ${limits.memory} MB of memory to read`,
		isSpent: true,
		isLarge: true,
	} as const;
	const tooSlow = {refused: `it was not read within ${limits.ms / 1000} seconds`, isSpent: true} as const;
	const [began, used] = [performance.now(), process.cpuUsage()];
	const look = setInterval(() => {
		const {user, system} = process.cpuUsage(used);
		const isSlow = (user + system) / 1000 > limits.ms || performance.now() - began > busy * limits.ms;
		if (process.memoryUsage.rss() / 1e6 > limits.memory) resolve(tooLarge);
		else if (isSlow) resolve(tooSlow);
	}, lookEvery);
	const failed = (error: unknown): void =>
		resolve(isOutOfMemory(error) ? tooLarge : {refused: `it cannot be read: ${String(error)}`, isSpent: true});
	thread.on('message', resolve).on('error', failed);
	thread.postMessage(task, []);
	const outcome = await promise;
	clearInterval(look);
	thread.off('message', resolve).off('error', failed);
	return outcome;
}

const isOutOfMemory = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** The arguments are the mark of such a process, and the program of its thread. It ends with whoever started it. */
const [mark, program] = process.argv.slice(2);
if (mark === readsDocuments && program !== undefined) {
	let thread: Worker | undefined;
	process.once('disconnect', () => void thread?.terminate());
	process.on('message', (task: ReadTask) => {
		const resourceLimits = {maxOldGenerationSizeMb: task.limits.memory, maxYoungGenerationSizeMb: 8};
		// Whoever started the process ends it where a document was refused.
		const options = {workerData: {readsDocuments: true}, resourceLimits};
		thread ??= new Worker(new URL(program), options).on('error', () => undefined);
		void readWatched(thread, task).then(outcome => process.send?.(outcome));
	});
}
