/** Streams the answer to one request, with a time limit for every wait. */
import {voiceError, type RequestTarget} from '../errors.ts';
import {timedOut, withTimeout} from '../timeout.ts';
import {VoiceError, type VoiceContext, type VoiceDelta} from '../voice.ts';
import type {AnswerReader} from './answer-reader.ts';
import type {BodyPart} from './response-body.ts';

/**
 * `deadline`, on the context's clock, is for the first piece, or for the `whole` answer; `uncounted` if the server
 * does not report usage.
 */
type StreamOptions = {
	readonly to: RequestTarget;
	readonly context: VoiceContext;
	readonly deadline: number;
	readonly whole: boolean;
	readonly uncounted: boolean;
};

/**
 * How long to wait for the usage after a complete answer, in milliseconds: usually, and if the server does not report
 * it, or has said that nothing follows.
 */
const [settleMs, partMs] = [1_000, 50];

/**
 * The pieces of one answer. It ends with its body, or with the mark behind it; a finish reason only shortens the wait
 * for that. Every wait has a time limit, and the request is aborted when the consumer stops.
 */
export async function* streamAnswer(
	open: (signal: AbortSignal) => AsyncIterator<BodyPart>,
	reader: AnswerReader,
	{to, context, deadline, whole, uncounted}: StreamOptions,
): AsyncGenerator<VoiceDelta> {
	const {clock, signal, timeoutMs} = context;
	const stop = new AbortController();
	let ended = false;
	let lastPiece: number | undefined;
	/** One deadline for all that follows the end, however much that is, until words show that it was none. */
	let settled: number | undefined;
	function left(): number {
		if (reader.settled) return (settled ??= clock.now() + (uncounted || reader.done ? partMs : settleMs)) - clock.now();
		settled = undefined;
		return (lastPiece === undefined || whole ? deadline : lastPiece + timeoutMs) - clock.now();
	}
	try {
		signal.throwIfAborted();
		const parts = open(AbortSignal.any([signal, stop.signal]));
		for (;;) {
			const next = await withTimeout(parts.next(), left(), clock);
			signal.throwIfAborted();
			if (next === timedOut && !reader.finished && !reader.done) throw tooLate(to, lastPiece, whole, timeoutMs);
			if (next === timedOut || (reader.settled && left() <= 0)) return;
			ended = next.done === true;
			if (next.done) return;
			for (const piece of reader.read(next.value)) {
				yield piece;
				if (piece.type !== 'notice') lastPiece = clock.now();
			}
		}
	} catch (error) {
		throw signal.aborted ? signal.reason : voiceError(error, to);
	} finally {
		// A finished stream leaves its connection open for reuse.
		if (!ended) stop.abort();
	}
}

function tooLate(to: RequestTarget, lastPiece: number | undefined, whole: boolean, timeoutMs: number): VoiceError {
	const limit = `${timeoutMs / 1_000} s`;
	if (whole) return new VoiceError('timeout', `${to.name} did not finish its answer within ${limit}.`);
	return lastPiece === undefined
		? new VoiceError('timeout', `${to.name} gave no first word within ${limit}.`)
		: new VoiceError('stalled', `${to.name} fell silent for ${limit} in the middle of its answer.`);
}
