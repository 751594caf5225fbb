/** Deadlines for an agent's answer. */
import {timedOut, withTimeout} from '../timeout.ts';
import {VoiceError, type VoiceContext, type VoiceRequest} from '../voice.ts';

export type Deadlines = {
	/** Waits for the next piece; throws `VoiceError` where it takes too long, or the signal's reason. */
	wait<T>(work: Promise<T>): Promise<T>;
	/** A piece has come. */
	received(): void;
};

/** Whether a deadline is for the whole answer: who may look around first gives signs of life while doing so. */
export const limitsWholeAnswer = ({schema, workplace}: VoiceRequest): boolean =>
	schema !== undefined && workplace === undefined;

/** The deadline is for the first piece, or for the `whole` answer. `gone` tells why nothing will come any more. */
export function deadlines(
	name: string,
	{clock, signal, timeoutMs, firstMs}: VoiceContext,
	whole: boolean,
	gone: Promise<VoiceError>,
): Deadlines {
	const deadline = clock.now() + (firstMs ?? timeoutMs);
	const aborted = Promise.withResolvers<never>();
	let last: number | undefined;
	// It may be aborted while nobody waits.
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
			throw new VoiceError('stalled', `${name} fell silent for ${limit} in the middle of its answer.`);
		},
		received() {
			last = clock.now();
		},
	};
}
