/** A batch with its screen. What is left of it on the terminal is the ranking. */
import type {BatchEnd, BatchPlace} from '../app/batch/hold-batch.ts';
import {batchTracker, type BatchTracker} from '../app/batch/progress.ts';
import type {CliContext} from '../app/context.ts';
import {screenOptions} from '../ui/terminal/screen-options.ts';
import {showBatch} from '../ui/screens/batch.tsx';

type Begin = (tracker: BatchTracker, own: BatchPlace['context']) => Promise<BatchEnd>;
export type ShownEnd = BatchEnd & Pick<BatchTracker, 'judgements'>;

/** `q` and Ctrl+C stop it: what runs can be resumed. */
export async function holdOnScreen(
	held: Parameters<typeof batchTracker>[0] & {readonly place: BatchPlace},
	begin: Begin,
	context: CliContext,
): Promise<ShownEnd> {
	const stopping = new AbortController();
	const signal = AbortSignal.any([context.signal, stopping.signal]);
	const tracker = batchTracker(held);
	const {progress, watch, judgements} = tracker;
	const end = begin(tracker, {cwd: context.cwd, signal, recorder: context.recorder, notice: watch.told});
	const over = end.then(
		() => undefined,
		() => undefined,
	);
	const options = screenOptions({...context, signal}, held.place.configuration.settings);
	await showBatch({progress, stop: () => stopping.abort(), over}, options);
	return {...(await end), judgements};
}
