/** Time limits for an agent's answer. */
import {timedOut, withTimeout} from '../timeout.ts';
import {VoiceError, type VoiceContext, type VoiceRequest} from '../voice.ts';

export type Deadlines = {
	/** Waits for the next piece. Throws a timeout `VoiceError`, or the signal's reason. */
	wait<T>(work: Promise<T>): Promise<T>;
	/** Reports that a piece has arrived, which restarts the limit for silence. */
	received(): void;
};

/** Whether the time limit covers the whole answer. Agents that explore a folder first report progress instead. */
export const limitsWholeAnswer = ({schema, workplace}: VoiceRequest): boolean =>
	schema !== undefined && workplace === undefined;

/**
 * The first limit covers the first piece, or the `whole` answer. `gone` resolves with an error once nothing more can
 * arrive. Thoughts and the use of tools are no words of an answer: `hasSpoken` tells whether there were any.
 */
export function deadlines(
	name: string,
	{clock, signal, timeoutMs, firstMs}: VoiceContext,
	whole: boolean,
	gone: Promise<VoiceError>,
	hasSpoken: () => boolean = () => false,
): Deadlines {
	const deadline = clock.now() + (firstMs ?? timeoutMs);
	const aborted = Promise.withResolvers<never>();
	let last: number | undefined;
	// It may reject while nobody is waiting.
	aborted.promise.catch(() => undefined);
	const abort = () => aborted.reject(signal.reason);
	if (signal.aborted) abort();
	else signal.addEventListener('abort', abort, {once: true});
	const ended = gone.then((error): never => {
		throw error;
	});
	ended.catch(() => undefined);
	return {
		async wait(work) {
			const left = (last === undefined || whole ? deadline : last + timeoutMs) - clock.now();
			const next = await withTimeout(Promise.race([aborted.promise, work, ended]), left, clock);
			if (next !== timedOut) return next;
			const limit = `${timeoutMs / 1_000} s`;
			if (last === undefined || whole)
				throw new VoiceError('timeout', `${name} gave no ${whole ? 'whole answer' : 'first word'} within ${limit}.`);
			const where = hasSpoken() ? 'in the middle of its answer' : 'at its work, and said no word of its answer';
			throw new VoiceError('stalled', `${name} fell silent for ${limit} ${where}.`);
		},
		received() {
			last = clock.now();
		},
	};
}
