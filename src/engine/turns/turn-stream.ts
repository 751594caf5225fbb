/** A turn's text as it arrives, ahead of what is heard of it: the writer appends, the speaker reads at its own pace. */
import type {Finish, Usage} from '../../debate/events.ts';
import {TextIntake} from '../../debate/text/intake.ts';
import type {ThinkingListener} from '../calls/thinking-meter.ts';

export type TurnStream = {
	/** Everything written so far. */
	readonly text: string;
	readonly end: TurnStreamEnd | undefined;
	/** The next piece of text; undefined at the end. */
	next(): Promise<string | undefined>;
	/** Resolves when there is something to read, or at the end. */
	ready(): Promise<void>;
	/** Resolves when everything is written. */
	done(): Promise<TurnStreamEnd>;
	/** Cancels the request; nothing more is written. */
	withdraw(reason: string): void;
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
		end,
		measured: {totalMs: 0},
		whileThinking() {},
		next: buffer.next,
		ready: buffer.ready,
		done: () => Promise.resolve(end),
		withdraw() {},
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
		get end() {
			return written?.end;
		},
		get measured() {
			return written?.measured ?? {totalMs: 0};
		},
		whileThinking() {},
		next: async () => (await arrived).next(),
		ready: async () => void (await arrived),
		done: async () => (await arrived).done(),
		withdraw() {},
	};
}

export type TextBuffer = ReturnType<typeof textBuffer>;

/** Text that is appended on one side and read on the other. */
export function textBuffer() {
	let text = '';
	let unread = '';
	let ended: TurnStreamEnd | undefined;
	let changed = Promise.withResolvers<void>();
	const change = () => {
		changed.resolve();
		changed = Promise.withResolvers<void>();
	};
	const ready = async () => {
		while (unread === '' && !ended) await changed.promise;
	};
	return {
		text: () => text,
		end: () => ended,
		ready,
		push(piece: string) {
			if (piece === '') return;
			text += piece;
			unread += piece;
			change();
		},
		close(end: TurnStreamEnd): TurnStreamEnd {
			ended = end;
			change();
			return end;
		},
		async next(): Promise<string | undefined> {
			await ready();
			const piece = unread;
			unread = '';
			return piece === '' ? undefined : piece;
		},
	};
}
