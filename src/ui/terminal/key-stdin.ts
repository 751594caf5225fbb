/**
 * Input for Ink, one key a macrotask, so that no two keys of one chunk ever meet the same stale closure of a
 * component.
 */
import {Readable} from 'node:stream';
import {unstable_NormalPriority, unstable_scheduleCallback} from 'scheduler';
import type {KeySource} from '../../app/context.ts';

const ESCAPE = '\u001B';
const CTRL_C = '\u0003';
/** Milliseconds after an escape in which Ink takes what comes for the rest of a sequence, and a little more. */
const ESCAPE_REST = 25;

/**
 * What a terminal answers when it is asked, which no key sends: where the cursor is, a colour. The other is the
 * beginning of one, which a slow line may part from its rest.
 */
const ANSWER = /\u001B\[\d+;\d+R|\u001B\]\d+;[^\u0007\u001B]*(?:\u0007|\u001B\\)/gu;
const BEGUN = /\u001B(?:\[<?[\d;]*|\][^\u0007\u001B]{0,64}\u001B?)$/u;
/** What a mouse sends (xterm: SGR 1006): its button, column and row, and whether it goes down. */
const MOUSE = /\u001B\[<(\d+);(\d+);(\d+)([Mm])/gu;
/** Rows that the wheel goes by at a time: as many arrow keys come of it. */
const NOTCH = 3;
const WHEEL: Readonly<Record<string, string>> = {64: '\u001B[A'.repeat(NOTCH), 65: '\u001B[B'.repeat(NOTCH)};

/** A place on the screen, counted from 0. */
export type ScreenCell = {readonly column: number; readonly row: number};

/** Milliseconds that the beginning of an answer waits for its rest; by then it was keys. */
const REST = 60;

/**
 * Splits what a terminal sends into single keys and hands them on one a macrotask. Held arrows, fast typing and slow
 * lines put several keys into one chunk; Ink would give them all to handlers that have not seen the first one's
 * effect. A bracketed paste stays one token, also where it comes in several chunks; so does a long run of text.
 */
export class KeyStdin extends Readable {
	readonly isTTY: boolean;
	readonly #source: KeySource;
	readonly #queue: string[] = [];
	/** Keys that have come so far. */
	#received = 0;
	#paste = '';
	#draining = false;
	/**
	 * While nobody listens, as when the shell has the terminal, keys wait: what is pushed then comes out as one
	 * piece.
	 */
	#held = false;
	/** Set while what the next key is meant for is not on the screen yet. */
	#waiting: NodeJS.Timeout | undefined;
	readonly #onAnswer: (sequence: string) => void;
	#begun = '';
	#rest: NodeJS.Timeout | undefined;

	/** `onAnswer` is given what the terminal answers; none of it is ever a key. */
	constructor(source: KeySource = process.stdin, onAnswer: (sequence: string) => void = () => {}) {
		super({encoding: 'utf8', read() {}});
		this.#source = source;
		this.#onAnswer = onAnswer;
		this.isTTY = source.isTTY === true;
		// Each line of a list that can be clicked listens.
		this.setMaxListeners(0);
		source.setEncoding('utf8');
		source.on('data', this.#hear);
		source.on('end', this.#end);
		source.pause();
	}

	/** The terminal outlives the screens, and what reads from it after them is not to be read here. */
	override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
		clearTimeout(this.#rest);
		this.#source.off('data', this.#hear);
		this.#source.off('end', this.#end);
		this.#queue.length = 0;
		done(error);
	}

	readonly #end = () => {
		if (this.#begun !== '') this.#giveUp();
		this.push(null);
	};

	/** Takes answers out, and keeps one back whose rest has not come. */
	readonly #hear = (chunk: string) => {
		clearTimeout(this.#rest);
		const text = this.#begun + chunk;
		for (const [answer] of text.matchAll(ANSWER)) this.#onAnswer(answer);
		const keys = text.replaceAll(ANSWER, '').replaceAll(MOUSE, this.#point);
		this.#begun = BEGUN.exec(keys)?.[0] ?? '';
		if (keys.length > this.#begun.length) this.#take(keys.slice(0, keys.length - this.#begun.length));
		if (this.#begun !== '') this.#rest = setTimeout(this.#giveUp, REST);
	};

	/** The wheel becomes keys, the first button a click; whatever else a mouse does is nothing. */
	readonly #point = (_: string, button: string, column: string, row: string, state: string): string => {
		const cell: ScreenCell = {column: Number(column) - 1, row: Number(row) - 1};
		if (button === '0' && state === 'M') this.emit('click', cell);
		return WHEEL[button] ?? '';
	};

	readonly #giveUp = () => {
		const keys = this.#begun;
		this.#begun = '';
		this.#take(keys);
	};

	readonly #take = (chunk: string) => {
		if (chunk === CTRL_C) this.release();
		// A paste whose end got lost would swallow every key from then on.
		const text = chunk === CTRL_C ? chunk : this.#paste + chunk;
		const {keys, rest} = keysIn(text);
		this.#paste = rest;
		this.#queue.push(...keys);
		this.#received += keys.length;
		this.#drain();
	};

	#drain() {
		if (this.#draining || this.#held || this.#waiting || this.destroyed) return;
		this.#draining = true;
		this.#takeTurn();
	}

	/**
	 * A frame is on the terminal before the screen that drew it listens: React runs its effects as a task of its own, of
	 * this priority. A key takes its turn behind them, so that who answers a frame at once is heard; one that comes while
	 * a turn is waited for may answer a later frame, and waits for the next turn.
	 */
	readonly #takeTurn = () => {
		const received = this.#received;
		unstable_scheduleCallback(unstable_NormalPriority, () => {
			const isIdle = this.#held || this.#waiting !== undefined || this.#queue.length === 0;
			if (!isIdle && this.#received - this.#queue.length >= received) return this.#takeTurn();
			const key = isIdle ? undefined : this.#queue.shift();
			this.#draining = key !== undefined;
			if (key === undefined) return;
			this.push(key);
			if (key === ESCAPE) setTimeout(this.#takeTurn, ESCAPE_REST);
			else setImmediate(this.#takeTurn);
		});
	};

	/** Keeps keys until `goOn`, or for so many milliseconds; Ctrl+C waits for nothing. */
	hold(ms: number): void {
		clearTimeout(this.#waiting);
		this.#waiting = setTimeout(() => this.release(), ms).unref();
	}

	release(): void {
		clearTimeout(this.#waiting);
		this.#waiting = undefined;
		this.#drain();
	}

	setRawMode(on: boolean): this {
		this.#source.setRawMode?.(on);
		if (on) this.#source.resume();
		return this;
	}

	ref(): this {
		this.#source.ref?.();
		this.#source.resume();
		this.#held = false;
		this.#drain();
		return this;
	}

	unref(): this {
		this.#held = true;
		this.#source.unref?.();
		this.#source.pause();
		return this;
	}
}

// Takes what a terminal sends apart into keys and texts.

/**
 * A bracketed paste as a whole; an escape sequence; an escape with what follows it, but for Ctrl+C and Ctrl+Z; a
 * control character; a run of text.
 */
const TOKEN =
	/\u001B\[200~[\s\S]*?\u001B\[201~|\u001B?\u001B(?:\[[0-?]*[ -/]*[@-~]|O[0-?]*[A-Za-z]|\[\[[A-Z])|\u001B[^\u0003\u001A]?|[\u0000-\u001A\u001C-\u001F\u007F]|[^\u0000-\u001F\u007F]+/gu;
const PASTE_START = '\u001B[200~';
/** Characters in one chunk above which they are a text that was pasted, not keys that were held or hit fast. */
const FAST_FINGERS = 16;
const PASTE_END = '\u001B[201~';

/** Only text and ends of lines. */
const PLAIN = /^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]*$/u;
/** A line behind another that nobody types in the time of one chunk; a key that is held is no line. */
const NEXT_LINE = /[\r\n]\s*(?!(.)\1*(?:[\r\n]|$))(?=[^\r\n]*\p{L})[^\r\n]{6,}/u;

/** Whether a chunk is lines that were pasted, from a terminal that does not say so: no end of a line is a key then. */
const isBurst = (chunk: string): boolean => chunk.length > FAST_FINGERS && PLAIN.test(chunk) && NEXT_LINE.test(chunk);

/** The keys and texts of a chunk, in order; `rest` is the beginning of a paste whose end has not come. */
function keysIn(chunk: string): {readonly keys: readonly string[]; readonly rest: string} {
	const start = chunk.lastIndexOf(PASTE_START);
	const isOpen = start >= 0 && !chunk.includes(PASTE_END, start);
	const whole = isOpen ? chunk.slice(0, start) : chunk;
	const tokens = isBurst(whole) ? [`${PASTE_START}${whole}${PASTE_END}`] : (whole.match(TOKEN) ?? []);
	return {
		keys: tokens.flatMap(token =>
			token.startsWith('\u001B') || token.length > FAST_FINGERS ? [token] : Array.from(token),
		),
		rest: isOpen ? chunk.slice(start) : '',
	};
}
