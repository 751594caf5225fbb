/** Requests a turn from a voice and streams its text, cleaned and redacted as it comes in. */
import {fence, tag} from '../../debate/prompt.ts';
import type {Prompt} from '../../debate/protocol.ts';
import {countWords, reasonOf} from '../../debate/text/words.ts';
import {SentenceStream} from '../../debate/text/sentences.ts';
import {endedAtLimit, type Finish, type Usage} from '../../debate/events.ts';
import {repetitionDetector} from '../../debate/text/repetition.ts';
import {refusalGate} from '../../debate/text/refusal.ts';
import {TextIntake, cleanText} from '../../debate/text/intake.ts';
import {CitationFilter, withoutMarks, type CitationMark} from '../../debate/citations/marks.ts';
import {type ThinkingListener, thinkingMeter, type ThinkingMeter} from '../calls/call-context.ts';
import {sumOf, type Used} from '../../voices/usage.ts';
import {VoiceError, type Clock} from '../../voices/voice.ts';
import {call, requestOf, unusable} from '../calls/call.ts';
import type {AnswerFinish} from '../calls/structured.ts';
import {limitTime} from '../calls/ask-voice.ts';
import {RequestCancelled, unlessAborted} from '../context.ts';
import {labelRules, nameOf, promptTagFilter, SpeakerLabels, type OwnWords} from './speaker-labels.ts';
import type {TurnContext} from './turn-context.ts';
import {isNearLimit, wordLimit} from './word-limit.ts';

// Continues a turn that broke off: the prompt for the rest, and the joining of both parts.

/** Whether a text ends like a finished sentence: then a listener misses nothing. */
export const endsWell = (text: string): boolean => /[.!?…]["'”’»)\]*_]*\s*$/u.test(text);

/** How many characters of the text the model is asked to repeat, so that the seam can be found. */
const anchorLength = 60;

/** The last words of a text, starting at a whole word. */
export const anchorOf = (text: string): string =>
	text
		.slice(-anchorLength)
		.replace(/^\S*\s+(?=\S)/u, '')
		.trimEnd();

/** Tokens for coming to an end, if a turn is more than half again as long as it was to be. */
const lastTokens = 200;

const restOf = ({words = Infinity, maxTokens = Infinity}: Prompt, text: string): Pick<Prompt, 'maxTokens'> =>
	countWords(text) > 1.5 * words ? {maxTokens: Math.min(maxTokens, lastTokens)} : {};

/** The same prompt with the answer so far, and the request for the rest. */
export function continuing(prompt: Prompt, text: string): Prompt {
	const wish = [
		'Your answer was cut off by a technical limit. Go on from the very place: say its last words again exactly as they are, then the rest, and come to an end. No heading, no remark on the cut.',
		tag('last_words', {}, fence(anchorOf(text))),
	].join('\n\n');
	return {
		...prompt,
		...restOf(prompt, text),
		messages: [...prompt.messages, {role: 'assistant', content: text}, {role: 'user', content: wish}],
	};
}

/** The same prompt for a model whose answer was somebody else's from its first word. */
const asThemselves = (prompt: Prompt, own: string, other: string): Prompt => ({
	...prompt,
	messages: [
		...prompt.messages,
		{
			role: 'user',
			content: `Your answer began as ${fence(other)} speaks. You are ${fence(own)}: say your own words alone, with no label before them.`,
		},
	],
});

/** The same prompt for a model that refused: what its words are for, and that it may leave out what it cannot say. */
const inOtherWords = (prompt: Prompt, refused: string): Prompt => ({
	...prompt,
	messages: [
		...prompt.messages,
		{role: 'assistant', content: refused},
		{
			role: 'user',
			content:
				'This is a staged debate: the position was assigned to you, listeners know that, and nobody takes it for your own view. Make the fairest case for it that you can stand behind, and leave out whatever you cannot say. Speak the turn itself, with no remark on this.',
		},
	],
});

/** Joins a continuation to a text, piece by piece, without the repeated words. `end` returns what is held back. */
export function seam(text: string): {push(piece: string): string; end(): string} {
	const anchor = anchorOf(text);
	let held = '';
	let found = false;

	function join(): string {
		found = true;
		const said = held.trimStart();
		const again = overlap(text.trimEnd(), said);
		const rest = again > 0 ? said.slice(again) : said;
		held = '';
		// Without repeated words nobody knows whether a word was cut in the middle, so a new one begins.
		if (again === 0) return /\s$/u.test(text) ? rest : ` ${rest}`;
		return /\s$/u.test(text) ? rest.trimStart() : rest;
	}

	return {
		push(piece) {
			if (found) return piece;
			held += piece;
			return held.trimStart().length > anchor.length ? join() : '';
		},
		end: () => (found || held.trim() === '' ? '' : join()),
	};
}

/** How many characters at the start of `more` repeat the end of `text`; fewer than eight count as chance. */
function overlap(text: string, more: string): number {
	for (
		let length = Math.min(text.length, more.length, 4 * anchorLength);
		length >= Math.min(8, text.length);
		length--
	) {
		if (text.endsWith(more.slice(0, length))) return length;
	}
	return 0;
}

// A turn's text as it arrives, ahead of what is heard of it: the writer appends, the speaker reads at its own pace.

export type TurnStream = {
	/** Everything written so far. */
	readonly text: string;
	/** The whole sentences of it: each as soon as the next one has begun, and the last at the end. */
	readonly sentences: readonly string[];
	/** Ids of passages that stood in it, where it cites any. */
	readonly marks: readonly CitationMark[];
	readonly end: TurnStreamEnd | undefined;
	/** How often all that was written turned out to be thinking, or broke off: the text has begun anew then. */
	readonly takenBack: number;
	/** Why it broke off, where that was so the last time. */
	readonly broke?: string | undefined;
	/** Resolves when more is written, or at the end. */
	changed(): Promise<void>;
	/** Resolves when something is written, or at the end. */
	ready(): Promise<void>;
	/** Calls the listener at once whenever sentences have been written. */
	onSentence(listener: () => void): void;
	/** Resolves when everything is written. */
	done(): Promise<TurnStreamEnd>;
	/** Cancels the request; nothing more is written. */
	withdraw(reason: string): void;
	/** Cancels the request for now, and drops what is written of an unfinished sentence. */
	hold(reason: string): void;
	/** Asks for the rest of what was held. */
	goOn(): void;
	/** What is known before the end, for a turn that is cut. */
	readonly measured: TurnMeasures;
	/** Typed by a person: there as a whole or not at all, and heard to its end. */
	readonly typed?: true;
	/** Reports the estimated tokens of thinking so far, at most four times a second. */
	whileThinking(listener: ThinkingListener): void;
};

/** How the writing ended. `out` says why the voice cannot be used at all. */
export type TurnStreamEnd = TurnMeasures & {
	readonly finish: Exclude<Finish, 'interrupted'>;
	readonly reason?: string;
	readonly out?: string;
};

/** `cost` in US dollars, times in milliseconds since the request was made. */
type TurnMeasures = {
	readonly usage?: Usage;
	readonly cost?: number;
	readonly firstTokenMs?: number;
	readonly totalMs: number;
};

/** What a turn that is there as a whole has no use for. */
const complete = {takenBack: 0, whileThinking() {}, onSentence() {}, withdraw() {}, hold() {}, goOn() {}};

/**
 * A given text as a turn: for what is said in a participant's place, or not said at all. With `cites`, the ids of
 * passages in it are marks.
 */
export function writtenTurn(
	text: string,
	ending: TurnStreamEnd = {finish: 'complete', totalMs: 0},
	cites = false,
): TurnStream {
	const {push, close, ...buffer} = textBuffer();
	const clean = cleanText(text);
	const said = cites ? withoutMarks(clean) : {text: clean, marks: []};
	push(said.text);
	const end = close(ending);
	return {
		get text() {
			return buffer.text();
		},
		sentences: buffer.sentences(),
		marks: said.marks,
		end,
		measured: {totalMs: 0},
		...complete,
		changed: buffer.changed,
		ready: buffer.ready,
		done: () => Promise.resolve(end),
	};
}

/** A turn that will be written as a whole later, by a person. */
export function typedTurn(coming: Promise<TurnStream>): TurnStream {
	let written: TurnStream | undefined;
	const arrived = coming.then(turn => (written = turn));
	return {
		typed: true,
		get text() {
			return written?.text ?? '';
		},
		get sentences() {
			return written?.sentences ?? [];
		},
		get marks() {
			return written?.marks ?? [];
		},
		get end() {
			return written?.end;
		},
		get measured() {
			return written?.measured ?? {totalMs: 0};
		},
		...complete,
		changed: async () => void (await arrived),
		ready: async () => void (await arrived),
		done: async () => (await arrived).done(),
	};
}

type TextBuffer = ReturnType<typeof textBuffer>;

/** Text that is appended on one side and read on the other. */
function textBuffer() {
	let text = '';
	let ended: TurnStreamEnd | undefined;
	let sentences: readonly string[] = [];
	let takenBack: {readonly times: number; readonly broke?: string | undefined} = {times: 0};
	let marks: readonly CitationMark[] = [];
	let splitter = new SentenceStream();
	let listener = () => {};
	let change = Promise.withResolvers<void>();
	const told = (more: readonly string[]) => {
		if (more.length > 0) {
			sentences = [...sentences, ...more];
			listener();
		}
		change.resolve();
		change = Promise.withResolvers<void>();
	};
	const changed = () => change.promise;
	return {
		text: () => text,
		sentences: () => sentences,
		marks: () => marks,
		mark(more: readonly CitationMark[]) {
			if (more.length > 0) marks = [...marks, ...more];
		},
		end: () => ended,
		takenBack: () => takenBack,
		changed,
		async ready() {
			while (text === '' && !ended) await changed();
		},
		onSentence(heard: () => void) {
			listener = heard;
		},
		push(piece: string) {
			if (piece === '') return;
			text += piece;
			told(splitter.push(piece));
		},
		/** Drops all of it; `broke` says why it broke off, if that is the reason. */
		takeBack(broke: string | undefined) {
			takenBack = {times: takenBack.times + (text === '' ? 0 : 1), broke};
			[text, sentences, marks, splitter] = ['', [], [], new SentenceStream()];
			told([]);
		},
		/** Drops the beginning of an unfinished sentence. */
		keepSentences() {
			text = sentences.join('');
			marks = marks.filter(({at}) => at <= text.length);
			splitter = new SentenceStream();
		},
		close(end: TurnStreamEnd): TurnStreamEnd {
			ended = end;
			told(splitter.end());
			return end;
		},
	};
}

type TurnRequest = {
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
		intake: speechIntake(context, request, buffer),
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
		get marks() {
			return buffer.marks();
		},
		get end() {
			return buffer.end();
		},
		get measured() {
			return writing.meter.measured();
		},
		get takenBack() {
			return buffer.takenBack().times;
		},
		get broke() {
			return buffer.takenBack().broke;
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
			writing.intake = speechIntake(context, request, buffer);
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
	intake: SpeechIntake;
	/** Replaced where the turn begins anew, as the intake is. */
	repetition: ReturnType<typeof repetitionDetector>;
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
	const {request} = writing;
	const {ending, brokeOff, text} = await writeAnswer(context, writing, request.prompt, piece => piece);
	if (!brokeOff || text.trim() === '' || endsWell(text)) {
		const end = finishWriting(writing, ending);
		const again = writing.buffer.text().trim() === '' ? askedAgain(context, writing) : undefined;
		if (again === undefined) return end;
		writing.intake = speechIntake(context, request, writing.buffer);
		return finishWriting(writing, (await writeAnswer(context, writing, again, piece => piece)).ending);
	}
	if (isNearLimit(text, writing.request.prompt.mostWords)) return finishWriting(writing, endings.stop, true);
	context.log.emit({
		type: 'notice',
		level: 'info',
		participant: writing.request.participant,
		text: `The answer ${ending.reason ?? 'broke off'}: its rest is asked for.`,
	});
	return finishWriting(writing, await writeRest(context, writing, text, ending));
}

/** The prompt for a model whose words were another's or a refusal from the first one on: it is asked once more. */
function askedAgain(context: TurnContext, {request, intake}: Writing): Prompt | undefined {
	const name = nameOf(context, request.participant);
	if (intake.other !== undefined) return asThemselves(request.prompt, name, intake.other);
	if (intake.refused === undefined) return undefined;
	const told = `${name} refused to speak (“${cleanText(intake.refused)}”), and is asked once more in other words.`;
	context.log.emit({type: 'notice', level: 'warning', participant: request.participant, text: told});
	return inOtherWords(request.prompt, intake.refused);
}

/** `atLimit` leaves out the sentence that a technical limit cut off. */
function finishWriting({intake, buffer}: Writing, end: WritingEnd, atLimit = false): WritingEnd {
	intake.end(atLimit);
	if (buffer.text().trim() !== '')
		return intake.limited && end.finish === 'complete' ? {...end, reason: endedAtLimit} : end;
	if (intake.refused !== undefined)
		return {finish: 'failed', reason: `refused to speak: “${cleanText(intake.refused)}”`};
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
	let why: string | undefined;
	let text = '';
	const request = requestOf(context, prompt, purpose);
	for await (const delta of call(context, {participant, step, request, signal, isRest: writing.buffer.text() !== ''})) {
		if (delta.type === 'thinking') thinking.add(delta.text);
		if (delta.type === 'usage') meter.use(delta);
		if (delta.type === 'finish') ({finish, why} = delta);
		if (delta.type === 'taken-back') text = takeBack(context, writing, delta.broke);
		if (delta.type !== 'text') continue;
		// What a server sent before it saw that nobody listens any more.
		signal.throwIfAborted();
		meter.firstToken();
		text += delta.text;
		if (writing.intake.push(pass(delta.text))) return {ending: endings.stop, brokeOff: false, text};
		const stopped = runsAway(writing, prompt, delta.text, text.length);
		if (stopped !== undefined) return {ending: {finish: 'truncated', reason: stopped}, brokeOff: false, text};
	}
	// Who has passed a limit of ours would pass it again with the rest.
	const brokeOff = finish === 'cut' || (finish === 'length' && why === undefined);
	return {ending: endingOf(finish, why, text), brokeOff, text};
}

/** What was written was thinking, or broke off: the turn begins anew. */
function takeBack(context: TurnContext, writing: Writing, broke: string | undefined): '' {
	writing.intake = speechIntake(context, writing.request, writing.buffer);
	writing.repetition = repetitionDetector();
	writing.buffer.takeBack(broke);
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

/** What was heard before a filter cut it stays. */
const endingOf = (finish: AnswerFinish, why: string | undefined, text: string): WritingEnd =>
	finish !== 'refusal' || why === undefined
		? endings[finish]
		: {finish: text === '' ? 'failed' : 'truncated', reason: cleanText(why)};

/** What a model writes on its way into the buffer. */
type SpeechIntake = {
	/** Takes a piece, and says whether the turn is over with it. */
	push(piece: string): boolean;
	/** Takes what was held back; where an answer broke off, without the unfinished sentence. */
	end(brokeOff?: boolean): void;
	/** Whom the model went on as, if it did. */
	readonly other: string | undefined;
	/** Whether words were left out that went beyond the limit. */
	readonly limited: boolean;
	/** Its words, if they were nothing but a refusal: they are not heard. */
	readonly refused: string | undefined;
};

/**
 * Without echoed prompt tags and the speaker's own label, cleaned and redacted, and ended where the model goes on as
 * somebody else, or at its limit of words.
 */
function speechIntake(context: TurnContext, {participant, prompt}: TurnRequest, buffer: TextBuffer): SpeechIntake {
	const intake = new TextIntake();
	const filter = promptTagFilter(context.spoken);
	const labels = new SpeakerLabels(labelRules(context, participant));
	const limit = wordLimit(buffer.text, prompt.mostWords);
	const citations = context.sources && new CitationFilter(buffer.text().length);
	const gate = refusalGate();
	let [other, refused]: (string | undefined)[] = [];
	const take = (piece: string, isLast = false): boolean => {
		const before = citations?.marks.length ?? 0;
		const plain = citations ? citations.push(piece) + (isLast ? citations.end() : '') : piece;
		buffer.mark(citations?.marks.slice(before) ?? []);
		const {text, over} = limit.push(plain);
		buffer.push(text);
		return over;
	};
	function own({text, as}: OwnWords): string {
		if (as === undefined) return text;
		other = as;
		const told = `${nameOf(context, participant)} went on as ${cleanText(as)}: the turn ends before that.`;
		context.log.emit({type: 'notice', level: 'info', participant, text: told});
		return text;
	}
	return {
		push(piece) {
			const over = take(intake.push(gate.push(own(labels.push(filter.push(piece))))));
			return over || other !== undefined;
		},
		end(brokeOff = false) {
			const rest = other === undefined ? own(labels.push(filter.end())) : '';
			const last = other === undefined ? own(labels.end()) : '';
			const passed = gate.push(rest + last);
			const held = gate.end();
			if (buffer.text() === '') refused = held.refused;
			const over = take(intake.push(passed + held.text) + intake.end(), true);
			if (!over) buffer.push(limit.end(brokeOff));
		},
		get other() {
			return other;
		},
		get limited() {
			return limit.limited;
		},
		get refused() {
			return refused;
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
