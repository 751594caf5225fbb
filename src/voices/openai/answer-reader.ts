/**
 * Reads an answer out of the parts of a body. What cannot be read is passed over, and told once; words are never lost
 * for it.
 */
import {bytesPerToken, type AnswerRoom} from '../answer-room.ts';
import {type RequestTarget} from '../errors.ts';
import {ThinkingSplitter, type StreamPart} from '../thinking-marks.ts';
import {costOf, estimatedUsage} from '../usage.ts';
import {VoiceError, type Voice, type VoiceDelta, type VoiceRequest} from '../voice.ts';
import {
	choicesIn,
	Fields,
	finishIn,
	hasAny,
	isEmpty,
	isFiltered,
	isToolCall,
	refusalIn,
	toolIn,
	partsOf,
	thinkingIn,
	throwError,
	tokensIn,
	unsaid,
	usageOf,
	type FinishReason,
	type AnswerTokens,
} from './answer-fields.ts';
import type {BodyPart} from './response-body.ts';

/** How a server answers. */
export type AnswerManners = {
	/** It reports usage. */
	readonly counts: boolean;
	/** It gives a finish reason. */
	readonly finishes: boolean;
	/** It gives one before the last words. */
	readonly finishesEarly: boolean;
	/** It streams. */
	readonly streams: boolean;
	/** Words turned out to be thinking, by a mark behind them. */
	readonly takenBack: boolean;
	/** The text contains a brace. */
	readonly braced: boolean;
	/** What it sends that cannot be read. */
	readonly odd: readonly string[];
};

export type ReaderOptions = {
	readonly to: RequestTarget;
	readonly price: Voice['price'];
	/** What the answer may be, thinking and all that is held back counted in. */
	readonly room?: Pick<AnswerRoom, 'all'>;
	/** Whether the server is known to give finish reasons before the last words, or none. */
	readonly finishesEarly?: boolean;
	readonly unfinished?: boolean;
	/** The server puts every word of every answer where others put the thinking. */
	readonly answersInThinking?: boolean | undefined;
	/** Whether an oddity of the server is to be told: it was not yet. */
	readonly isNew?: (what: string) => boolean;
};

/** Characters of a refusal that are told. */
const longestRefusal = 300;

/** Reads the answer to one request. */
export class AnswerReader {
	readonly #request: VoiceRequest;
	readonly #options: ReaderOptions;
	readonly #splitter = new ThinkingSplitter();
	readonly #odd = new Set<string>();
	#notices: VoiceDelta[] = [];
	#finish: FinishReason | undefined;
	/** The words with which it declined. */
	#refusal = '';
	#filtered = false;
	#tool: string | undefined;
	readonly #repeats = new RepeatFilter();
	#done = false;
	#finishesEarly: boolean;
	/** Words have come in a value that gave no finish reason. */
	#spoke = false;
	#streams = true;
	#tokens: AnswerTokens = {};
	/** The words as they came, with thinking that stands among them. */
	#raw = '';
	#text = '';
	#thought = 0;
	#thoughts = 0;
	/** Tokens that have come; a value without words is one, too. */
	#came = 0;
	/** Those of the value that is read. */
	#inValue = 0;
	#takenBack = false;
	/** Only one answer is asked for: of several, that with which the first value began. */
	#index: unknown;
	/** The first part that nothing could be read of. */
	#unread: string | undefined;

	constructor(request: VoiceRequest, options: ReaderOptions) {
		this.#request = request;
		this.#options = options;
		this.#finishesEarly = options.finishesEarly ?? false;
	}

	/** The mark behind the last value has come: what follows is not part of the answer. */
	get done(): boolean {
		return this.#done;
	}

	/** The server has given a finish reason, and no words since. */
	get finished(): boolean {
		return this.#finish !== undefined;
	}

	/** It has ended as other servers do, so that hardly anything will follow. */
	get settled(): boolean {
		return this.#done || (this.finished && this.#spoke && !this.#finishesEarly);
	}

	/** Characters of text so far, without thinking. */
	get said(): number {
		return this.#text.length;
	}

	/** Words of thinking so far. */
	get thoughts(): number {
		return this.#thoughts;
	}

	/** The tool that it called, if it did. */
	get tool(): string | undefined {
		return this.#tool;
	}

	/** What the answer so far shows of the server. */
	get shown(): AnswerManners {
		return {
			counts: this.#tokens.input !== undefined,
			finishes: this.finished,
			finishesEarly: this.#finishesEarly,
			streams: this.#streams,
			takenBack: this.#takenBack,
			braced: this.#text.includes('{'),
			odd: [...this.#odd],
		};
	}

	/** The pieces in one part. Throws `VoiceError` if it reports an error or is no answer at all. */
	read(part: BodyPart): VoiceDelta[] {
		const pieces = this.#done ? [] : this.#read(part);
		if (!this.#done) this.#stopBeyond(this.#options.room?.all ?? Infinity);
		const notices = this.#notices;
		this.#notices = [];
		return [...pieces, ...notices];
	}

	/**
	 * What remains when the body has ended: held-back text, usage, and the finish. Throws `VoiceError` where there was
	 * something, and none of it could be read.
	 */
	end(): VoiceDelta[] {
		const {to, price} = this.#options;
		const last = this.#count([...this.#splitter.push(this.#repeats.end()), ...this.#splitter.end()]);
		if (this.#text === '' && this.#thought === 0 && !this.finished && this.#unread !== undefined)
			throw new VoiceError('malformed', `${to.name} sent an unexpected chunk: ${this.#unread.slice(0, 120)}`);
		const usage =
			this.#tokens.input === undefined
				? estimatedUsage(this.#request.messages, this.#text.length + this.#thought)
				: usageOf(this.#tokens);
		const cost = this.#tokens.cost ?? (price && costOf(usage, price));
		return [
			...last,
			{type: 'usage', usage, ...(cost !== undefined && {cost})},
			{type: 'finish', finish: this.#ending(), ...(this.#why !== undefined && {why: this.#why})},
		];
	}

	/** Why it was refused, behind the name of whoever speaks. */
	get #why(): string | undefined {
		if (this.#refusal !== '') return `declined to answer: “${this.#refusal.trim().slice(0, longestRefusal)}”`;
		return this.#filtered ? `was cut off by a filter of ${this.#options.to.name}` : undefined;
	}

	/** An end in the middle of a sentence, without a word that it is one, may be a connection that was cut. */
	#ending(): FinishReason {
		if (this.#refusal !== '') return 'refusal';
		const isOver = this.#done || !this.#streams || this.#options.unfinished || isRounded(this.#text);
		return this.#finish ?? (isOver ? 'stop' : 'cut');
	}

	#read(part: BodyPart): VoiceDelta[] {
		const {to} = this.#options;
		if (part.type === 'value') return this.#readValue(part.value, part.streamed);
		if (part.type === 'broken') throw new VoiceError('malformed', `${to.name} sent invalid JSON in its answer.`);
		if (part.type === 'page')
			throw new VoiceError(
				'malformed',
				`${to.baseUrl} answers with a web page: it is not the address of a model server.`,
			);
		if (part.type === 'done') this.#done = true;
		else {
			this.#unread ??= part.text;
			this.#note(`"${part.text.slice(0, 40)}"`);
		}
		return [];
	}

	/** Ends an answer without end as one that ran into its limit. Throws where it has not said a word. */
	#stopBeyond(most: number): void {
		this.#came += Math.max(1, this.#inValue);
		this.#inValue = 0;
		if (this.#came <= most) return;
		const text = `${this.#options.to.name} went on beyond ${most.toLocaleString('en-US')} tokens`;
		if (this.#text === '')
			throw new VoiceError('malformed', `${text} without a word of an answer, and was stopped there.`);
		this.#done = true;
		this.#finish = 'length';
		this.#notices.push({type: 'notice', text: `${text}, and was stopped there.`});
	}

	#readValue(value: unknown, streamed: boolean): VoiceDelta[] {
		const fields = Fields.parse(value);
		if (!streamed) this.#streams = false;
		const choices = choicesIn(fields, what => this.#note(what));
		const wanted = choices.find(({index}) => index === (this.#index ?? 0));
		const choice = wanted ?? (this.#index === undefined ? choices[0] : undefined);
		this.#index ??= choice?.['index'];
		throwError(fields, choice, this.#options.to);
		this.#tokens = {...this.#tokens, ...tokensIn(fields)};
		if (!choice) {
			if (choices.length === 0 && !isEmpty(fields)) this.#unread ??= JSON.stringify(fields);
			return [];
		}
		const words = this.#wordsIn(choice);
		const reason = finishIn(choice, what => this.#note(what));
		if (words.length > 0) {
			if (this.finished) this.#finishesEarly = true;
			this.#finish = undefined;
			this.#spoke ||= reason === undefined;
		}
		this.#finish = reason ?? this.#finish;
		return this.#count(words);
	}

	/** The words of a choice: thinking first, as models think before they speak. */
	#wordsIn(choice: Fields): StreamPart[] {
		const odd = (what: string): void => this.#note(what);
		const delta = Fields.parse(choice['delta']);
		const message = Fields.parse(choice['message']);
		const content = partsOf(delta['content'] ?? choice['text'], odd);
		const words = (
			content.length > 0 ? content : unsaid(partsOf(message['content'], odd), this.#raw, hasAny(delta))
		).map(({type, text}) => ({type, text: type === 'text' ? this.#repeats.push(text) : text}));
		for (const {type, text} of words) this.#raw += type === 'text' ? text : '';
		this.#refusal += refusalIn(hasAny(delta) ? delta : message);
		this.#filtered ||= isFiltered(choice);
		this.#tool ??= toolIn(delta) ?? toolIn(message) ?? (isToolCall(choice) ? 'a tool' : undefined);
		const thinking = thinkingIn(hasAny(delta) ? delta : message, odd);
		for (const {text} of [...thinking, ...words]) this.#inValue += Buffer.byteLength(text) / bytesPerToken;
		return [
			...(this.#options.answersInThinking
				? thinking.flatMap(({text}) => this.#splitter.push(this.#repeats.push(text)))
				: thinking),
			...words.flatMap(piece => (piece.type === 'thinking' ? piece : this.#splitter.push(piece.text))),
		];
	}

	#count(pieces: StreamPart[]): StreamPart[] {
		for (const piece of pieces) {
			if (piece.type === 'text') this.#text += piece.text;
			if (piece.type === 'thinking') {
				this.#thought += piece.text.length;
				this.#thoughts += piece.text.match(/\S+/gu)?.length ?? 0;
			}
			if (piece.type !== 'taken-back') continue;
			this.#thought += this.#text.length;
			this.#text = '';
			this.#takenBack = true;
		}
		return pieces;
	}

	#note(what: string): void {
		if (this.#odd.has(what)) return;
		this.#odd.add(what);
		const {isNew, to} = this.#options;
		if (isNew?.(what) ?? true)
			this.#notices.push({type: 'notice', text: `${to.name} sends ${what}, which is passed over.`});
	}
}

/** Whether a text ends as sentences and values do. */
const isRounded = (text: string): boolean => /[.!?…。！？\]}`]["'”’»)\]*_」』]*\s*$/u.test(text);

// Words that a server sends again: each chunk with all before it, or a last one with everything.

/** Shorter texts, in characters, and those of fewer chunks may be said twice. */
const [leastRepeated, fewestChunks] = [40, 3];

/**
 * Takes the chunks of one answer and gives what is new in each. It goes by the stream's own arithmetic: a chunk that
 * begins with all so far is held until the next one shows whether that goes on, and one that equals all so far until
 * it is known to be the last. A speaker who says words again keeps them.
 */
export class RepeatFilter {
	/** All that was passed on. */
	#all = '';
	/** A chunk that may hold all so far once more. */
	#held: string | undefined;
	#isCumulative = false;
	#chunks = 0;

	push(chunk: string): string {
		if (chunk === '') return '';
		const held = this.#held;
		this.#held = undefined;
		if (held !== undefined) {
			const grows = chunk.startsWith(held) && chunk.length > held.length && held.length > this.#all.length;
			if (!grows) return this.#resolve(held, fewestChunks) + this.push(chunk);
			this.#isCumulative = true;
		}
		if (this.#isCumulative && chunk.startsWith(this.#all)) return this.#pass(chunk.slice(this.#all.length));
		if (this.#all === '' || !chunk.startsWith(this.#all)) return this.#pass(chunk);
		this.#held = chunk;
		return '';
	}

	/** What was held and is new after all: the answer has ended. */
	end(): string {
		const held = this.#held ?? '';
		this.#held = undefined;
		return this.#resolve(held, 1);
	}

	#resolve(held: string, chunks: number): string {
		const isAgain = this.#all.length >= leastRepeated && this.#chunks >= chunks && held.startsWith(this.#all);
		return this.#pass(isAgain ? held.slice(this.#all.length) : held);
	}

	#pass(text: string): string {
		this.#all += text;
		this.#chunks += 1;
		return text;
	}
}
