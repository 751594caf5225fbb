/** A turn's text as it arrives, ahead of what is heard of it: the writer appends, the speaker reads at its own pace. */
import type {Finish, Usage} from '../../debate/events.ts';
import {TextIntake} from '../../debate/text/intake.ts';
import {SentenceStream} from '../../debate/text/sentences.ts';
import type {ThinkingListener} from '../calls/thinking-meter.ts';

export type TurnStream = {
	/** Everything written so far. */
	readonly text: string;
	/** The whole sentences of it: each as soon as the next one has begun, and the last at the end. */
	readonly sentences: readonly string[];
	readonly end: TurnStreamEnd | undefined;
	/** How often all that was written turned out to be thinking: the text has begun anew then. */
	readonly takenBack: number;
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
export type TurnMeasures = {
	readonly usage?: Usage;
	readonly cost?: number;
	readonly firstTokenMs?: number;
	readonly totalMs: number;
};

/** What a turn that is there as a whole has no use for. */
const complete = {takenBack: 0, whileThinking() {}, onSentence() {}, withdraw() {}, hold() {}, goOn() {}};

/** A given text as a turn: for what is said in a participant's place, or not said at all. */
export function writtenTurn(text: string, ending: TurnStreamEnd = {finish: 'complete', totalMs: 0}): TurnStream {
	const {push, close, ...buffer} = textBuffer();
	const intake = new TextIntake();
	push(intake.push(text) + intake.end());
	const end = close(ending);
	return {
		get text() {
			return buffer.text();
		},
		sentences: buffer.sentences(),
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

export type TextBuffer = ReturnType<typeof textBuffer>;

/** Text that is appended on one side and read on the other. */
export function textBuffer() {
	let text = '';
	let ended: TurnStreamEnd | undefined;
	let sentences: readonly string[] = [];
	let takenBack = 0;
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
		/** Drops all of it. */
		takeBack() {
			if (text !== '') takenBack++;
			[text, sentences, splitter] = ['', [], new SentenceStream()];
			told([]);
		},
		/** Drops the beginning of an unfinished sentence. */
		keepSentences() {
			text = sentences.join('');
			splitter = new SentenceStream();
		},
		close(end: TurnStreamEnd): TurnStreamEnd {
			ended = end;
			told(splitter.end());
			return end;
		},
	};
}
