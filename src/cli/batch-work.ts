/** `rostrum batch work`: takes debates from a queue until it is stopped. */
import {once} from 'node:events';
import type {BatchWatch} from '../app/batch/hold-batch.ts';
import {debaterName} from '../app/batch/progress.ts';
import {openQueue} from '../app/batch/bullmq.ts';
import {startWorker, workerName} from '../app/batch/queue.ts';
import {batchOptions, settingFlags} from '../app/plan/option-rows.ts';
import {debatesFolder} from '../app/files/debate-folders.ts';
import {UsageError} from '../debate/usage-error.ts';
import {exitCodes} from '../formats/contract.ts';
import {numberOption} from '../formats/options.ts';
import {money} from '../languages/wording.ts';
import type {Run} from './command.ts';
import {queueFor} from './batch-queue.ts';

const usualAtOnce = 2;

export const work: Run = async ({options}, context) => {
	const configuration = context.configure(settingFlags(options, batchOptions));
	const {settings, home, redisUrl} = configuration;
	const access = await queueFor({...options, redis: options['redis'] ?? redisUrl}, configuration, context);
	if (!access)
		throw new UsageError({
			what: 'A worker needs the Redis server whose queue it takes debates from',
			todo: 'Give --redis URL, or set ROSTRUM_REDIS_URL.',
		});
	const folder = debatesFolder(settings.out, home, context.cwd);
	const atOnce = numberOption(options, 'atOnce', {flag: '--at-once', from: 1, to: 100}) ?? usualAtOnce;
	const watch = linesFor(text => void context.stderr.write(`${text}\n`));
	const {cwd, signal, recorder} = context;
	const own = {cwd, signal, recorder, notice: watch.told};
	const queue = await openQueue(access.library, access.redisUrl, watch.told);
	const {stallMs} = access;
	const stop = startWorker({queue, place: {folder, configuration, context: own}, atOnce, stallMs, watch});
	watch.told(`${workerName} takes debates, ${atOnce} at once, and keeps them in ${folder}. Ctrl+C ends it.`);
	if (!context.signal.aborted) await once(context.signal, 'abort');
	await stop();
	queue.close();
	return exitCodes.interrupted;
};

const linesFor = (write: (text: string) => void): BatchWatch => ({
	began: ({topic, one, other, seed}) =>
		write(`Holds ${topic} · ${debaterName(one)} for, ${debaterName(other)} against, seed ${seed}`),
	heard: () => undefined,
	ended: ({item, outcome, spent}) =>
		write(`Held ${item.topic}, seed ${item.seed} · ${outcome ?? ''} · ${money(spent.usd)}, ${spent.tokens} tokens`),
	left: ({topic, seed}) => write(`Left ${topic}, seed ${seed}`),
	told: write,
});
