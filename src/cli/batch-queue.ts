/** What `rostrum batch` and `rostrum batch work` need to get at a queue. */
import {installQueueLibrary, loadQueueLibrary, type QueueLibrary} from '../app/batch/bullmq.ts';
import type {CommandContext} from '../app/context.ts';
import {UsageError} from '../debate/usage-error.ts';
import {flagOption, numberOption, textOption, type Input} from '../formats/options.ts';
import type {Configuration} from '../settings/settings.ts';

export type QueueAccess = {readonly library: QueueLibrary; readonly redisUrl: string; readonly stallMs: number};

/** BullMQ's own time after which a worker counts as dead, in seconds. */
const usualStall = 30;

/**
 * The queue that was asked for; undefined where the batch is held in this process. Where only the environment names a
 * server, and BullMQ is not there, it is too. Throws `UsageError`.
 */
export async function queueFor(
	options: Input['options'],
	configuration: Configuration,
	{stderr, signal}: CommandContext,
): Promise<QueueAccess | undefined> {
	const given = textOption(options, 'redis');
	const redisUrl = given ?? configuration.redisUrl;
	if (redisUrl === undefined) return undefined;
	if (flagOption(options, 'install')) await installQueueLibrary(configuration.home, signal);
	const stallMs = 1000 * (numberOption(options, 'stall', {flag: '--stall', from: 1, to: 3600}) ?? usualStall);
	try {
		return {library: loadQueueLibrary(configuration.home), redisUrl, stallMs};
	} catch (error) {
		if (given !== undefined || !(error instanceof UsageError)) throw error;
		stderr.write('ROSTRUM_REDIS_URL is set, but BullMQ is not installed: the batch is held in this process.\n');
		return undefined;
	}
}
