/**
 * Requests a turn from a voice and streams its text: cleaned and redacted as it comes in, cut off where it never ends.
 */
import {reasonOf} from '../../debate/text/reason.ts';
import type {Prompt} from '../../debate/protocol.ts';
import {countWords} from '../../debate/text/words.ts';
import {cleanText, TextIntake} from '../../debate/text/intake.ts';
import {sumOf, type Used} from '../../voices/usage.ts';
import {VoiceError, type Clock} from '../../voices/voice.ts';
import {call, requestOf, unusable} from '../calls/call.ts';
import type {AnswerFinish} from '../calls/structured.ts';
import {thinkingMeter, type ThinkingMeter} from '../calls/thinking-meter.ts';
import {limitTime} from '../calls/time-limit.ts';
import {RequestCancelled, unlessAborted} from '../context/ending.ts';
import {continuing, endsWell, seam} from './continuation.ts';
import {promptTagFilter} from './prompt-tag-filter.ts';
import {repetitionDetector} from './repetition-detector.ts';
import type {TurnContext} from './turn-context.ts';
import {textBuffer, type TextBuffer, type TurnMeasures, type TurnStream, type TurnStreamEnd} from './turn-stream.ts';
import {isNearLimit, wordLimit} from './word-limit.ts';

export type TurnRequest = {
	readonly participant: string;
	readonly prompt: Prompt;
	readonly purpose: string;
	readonly step: string;
	readonly limitMs?: number | undefined;
};

/** A turn is cut off at this many times its expected length: a model that does not end must not fill the debate. */
const longestTurn = 8;
/** In characters: far longer than words are on average. */
const longestWord = 24;
/** The expected length where the prompt gives none, in words. */
const usualWords = 300;

/** Starts a turn's request at once. */
export function streamTurn(context: TurnContext, request: TurnRequest): TurnStream {
	const withdrawal = new AbortController();
	const outer = AbortSignal.any([withdrawal.signal, context.over.signal]);
	const {signal, lift} = limitTime(context, outer, request.limitMs);
	const buffer = textBuffer();
	const writing: Writing = {
		request,
		signal,
		buffer,
		pause: newPause(),
		intake: speechIntake(buffer, request.prompt.mostWords),
		repetition: repetitionDetector(),
		thinking: thinkingMeter(context.clock),
		meter: turnMeter(context.clock),
	};
	const finished = write(context, writing)
		.catch((error: unknown) => failure(writing, error))
		.then(ending => buffer.close({...ending, ...writing.meter.measured()}))
		.finally(lift);
	// The debate does not end before its last request is accounted for.
	context.background(async () => void (await finished));
	return {
		get text() {
			return buffer.text();
		},
		get sentences() {
			return buffer.sentences();
		},
		get end() {
			return buffer.end();
		},
		get measured() {
			return writing.meter.measured();
		},
		get takenBack() {
			return buffer.takenBack();
		},
		whileThinking: writing.thinking.listen,
		changed: buffer.changed,
		ready: buffer.ready,
		onSentence: buffer.onSentence,
		done: () => finished,
		withdraw: reason => withdrawal.abort(new RequestCancelled(reason)),
		hold(reason) {
			if (buffer.end()) return;
			writing.pause.begin.abort(new RequestCancelled(reason));
			writing.intake = speechIntake(buffer, request.prompt.mostWords);
			buffer.keepSentences();
		},
		goOn: () => writing.pause.over.resolve(),
	};
}

/** A turn that is being written. */
type Writing = {
	readonly request: TurnRequest;
	readonly signal: AbortSignal;
	readonly buffer: TextBuffer;
	/** The next time that the request is cancelled for now, and the end of that. */
	pause: WritingPause;
	/** Replaced after a pause: what it holds back belongs to the sentence that was dropped. */
	intake: ReturnType<typeof speechIntake>;
	readonly repetition: ReturnType<typeof repetitionDetector>;
	readonly thinking: ThinkingMeter;
	readonly meter: ReturnType<typeof turnMeter>;
};

type WritingEnd = Pick<TurnStreamEnd, 'finish' | 'reason' | 'out'>;

type WritingPause = {readonly begin: AbortController; readonly over: PromiseWithResolvers<void>};

const newPause = (): WritingPause => ({begin: new AbortController(), over: Promise.withResolvers()});

/** Writes the whole turn. Where the writing is paused, the rest is asked for when it is to go on. */
async function write(context: TurnContext, writing: Writing): Promise<WritingEnd> {
	for (;;) {
		const {pause, buffer} = writing;
		try {
			return await writeOn(context, writing, buffer.text());
		} catch (error) {
			if (error !== pause.begin.signal.reason || writing.signal.aborted) throw error;
			await unlessAborted(writing.signal, pause.over.promise);
			writing.pause = newPause();
		}
	}
}

/** Writes what follows on `said`: one request, and another one for the rest if that broke off. */
async function writeOn(context: TurnContext, writing: Writing, said: string): Promise<WritingEnd> {
	if (said !== '') return finishWriting(writing, await writeRest(context, writing, said, {finish: 'truncated'}));
	const {ending, brokeOff, text} = await writeAnswer(context, writing, writing.request.prompt, piece => piece);
	if (!brokeOff || text.trim() === '' || endsWell(text)) return finishWriting(writing, ending);
	if (isNearLimit(text, writing.request.prompt.mostWords)) return finishWriting(writing, endings.stop, true);
	context.log.emit({
		type: 'notice',
		level: 'info',
		participant: writing.request.participant,
		text: `The answer ${ending.reason ?? 'broke off'}: its rest is asked for.`,
	});
	return finishWriting(writing, await writeRest(context, writing, text, ending));
}

/** `atLimit` leaves out the sentence that a technical limit cut off. */
function finishWriting({intake, buffer}: Writing, end: WritingEnd, atLimit = false): WritingEnd {
	intake.end(atLimit);
	if (buffer.text().trim() !== '') return end;
	return {
		finish: 'failed',
		reason: end.finish === 'complete' ? 'gave an empty answer' : (end.reason ?? 'gave no answer'),
	};
}

/** `text` is the model's own, before cleaning. `brokeOff` says whether a second request may bring the rest. */
type WrittenAnswer = {readonly ending: WritingEnd; readonly brokeOff: boolean; readonly text: string};

/** Writes one answer, until it ends or runs away. */
async function writeAnswer(
	context: TurnContext,
	writing: Writing,
	prompt: Prompt,
	pass: (piece: string) => string,
): Promise<WrittenAnswer> {
	const {participant, step, purpose} = writing.request;
	const {thinking, meter} = writing;
	const signal = AbortSignal.any([writing.signal, writing.pause.begin.signal]);
	let finish: AnswerFinish = 'cut';
	let text = '';
	for await (const delta of call(context, {participant, step, request: requestOf(context, prompt, purpose), signal})) {
		if (delta.type === 'thinking') thinking.add(delta.text);
		if (delta.type === 'usage') meter.use(delta);
		if (delta.type === 'finish') ({finish} = delta);
		if (delta.type === 'taken-back') text = takeBack(writing);
		if (delta.type !== 'text') continue;
		// What a server sent before it saw that nobody listens any more.
		signal.throwIfAborted();
		meter.firstToken();
		text += delta.text;
		if (writing.intake.push(pass(delta.text))) return {ending: endings.stop, brokeOff: false, text};
		const stopped = runsAway(writing, prompt, delta.text, text.length);
		if (stopped !== undefined) return {ending: {finish: 'truncated', reason: stopped}, brokeOff: false, text};
	}
	return {ending: endings[finish], brokeOff: finish === 'length' || finish === 'cut', text};
}

/** What was written was thinking: the turn begins anew. */
function takeBack(writing: Writing): '' {
	writing.intake = speechIntake(writing.buffer, writing.request.prompt.mostWords);
	writing.buffer.takeBack();
	return '';
}

/** Why a turn is stopped after this piece: it repeats itself, or is far longer than it was to be. */
function runsAway(
	{repetition, buffer}: Pick<Writing, 'repetition' | 'buffer'>,
	prompt: Prompt,
	piece: string,
	length: number,
) {
	if (repetition.goesRound(piece)) return 'it kept repeating itself';
	const longest = longestTurn * (prompt.words ?? usualWords);
	// Without spaces there are no words to be counted.
	if (length > longest * longestWord) return `it went on past ${longest * longestWord} characters`;
	return buffer.text().length > longest * 4 && countWords(buffer.text()) > longest
		? `it went on past ${longest} words`
		: undefined;
}

/** Asks once for the rest. If none comes, the turn stays as it is. */
async function writeRest(
	context: TurnContext,
	writing: Writing,
	said: string,
	broken: WritingEnd,
): Promise<WritingEnd> {
	const {request, signal, intake, pause} = writing;
	const joint = seam(said);
	try {
		const {ending} = await writeAnswer(context, writing, continuing(request.prompt, cleanText(said)), joint.push);
		intake.push(joint.end());
		return ending;
	} catch (error) {
		if (signal.aborted || pause.begin.signal.aborted || !(error instanceof VoiceError)) throw error;
		return {reason: cleanText(error.message), ...broken};
	}
}

function failure({intake}: Writing, error: unknown): WritingEnd {
	intake.end();
	const out = unusable(error);
	return {
		finish: 'failed',
		reason: cleanText(reasonOf(error)),
		...(out === undefined ? {} : {out}),
	};
}

const endings: Readonly<Record<AnswerFinish, WritingEnd>> = {
	stop: {finish: 'complete'},
	length: {finish: 'truncated', reason: 'ran into its length limit'},
	refusal: {finish: 'failed', reason: 'declined to answer'},
	cut: {finish: 'truncated', reason: 'was ended by the server without saying that it was complete'},
};

/**
 * What a model writes on its way into the buffer: without echoed prompt tags, cleaned and redacted, and ended at its
 * limit of words, which `push` says. At the end of an answer that broke off, the unfinished sentence is left out.
 */
function speechIntake(
	buffer: TextBuffer,
	mostWords: number | undefined,
): {push(piece: string): boolean; end(brokeOff?: boolean): void} {
	const intake = new TextIntake();
	const filter = promptTagFilter();
	const limit = wordLimit(buffer.text, mostWords);
	const take = (piece: string): boolean => {
		const {text, over} = limit.push(piece);
		buffer.push(text);
		return over;
	};
	return {
		push: piece => take(intake.push(filter.push(piece))),
		end(brokeOff = false) {
			const over = take(intake.push(filter.end()) + intake.end());
			if (!over) buffer.push(limit.end(brokeOff));
		},
	};
}

/** Time and tokens of a turn, over all of its requests. */
function turnMeter(clock: Clock): {use(used: Used): void; firstToken(): void; measured(): TurnMeasures} {
	const began = clock.now();
	const uses: Used[] = [];
	let firstTokenMs: number | undefined;
	return {
		use: used => void uses.push(used),
		firstToken() {
			firstTokenMs ??= clock.now() - began;
		},
		measured: () => ({
			...sumOf(uses),
			...(firstTokenMs === undefined ? {} : {firstTokenMs}),
			totalMs: clock.now() - began,
		}),
	};
}
