/**
 * The terminal for as long as the screens have it: its window, its keys, what is drawn on it, and what it says of
 * itself.
 */
import {KeyStdin} from './key-stdin.ts';
import type {ScreenOptions} from './screen-options.ts';
import type {TerminalStreams} from '../../app/context.ts';
import {asciiSigns, drawAscii} from './ascii-signs.ts';
import {ScreenReader} from './screen-reader.ts';
import {terminalWindow, type TerminalModes} from './terminal-window.ts';
import {drawClusters, sampleKinds, samples, type MeasuredSamples, FILLER, widthOf} from '../../view/wrap.ts';
import {drawLinks} from '../../view/rows.ts';

export type TerminalSession = {
	readonly window: ReturnType<typeof terminalWindow> | undefined;
	readonly speech: ScreenReader | undefined;
	readonly stdin: KeyStdin;
	readonly stdout: NodeJS.WriteStream;
	/** Gives the terminal back as it was. */
	readonly release: () => void;
};

/**
 * Takes the terminal over, or writes to a screen reader instead. `onBackground` is told whether the background is
 * light.
 */
export function takeTerminal(options: ScreenOptions, onBackground: (light: boolean) => void): TerminalSession {
	const streams = options.terminal ?? process;
	return options.reader ? readTerminal(streams) : drawnTerminal(options, onBackground, streams);
}

function readTerminal({stdin: source, stdout}: TerminalStreams): TerminalSession {
	const speech = new ScreenReader(
		text => stdout.write(text),
		() => stdout.columns,
	);
	const stdin = new KeyStdin(source);
	return {
		window: undefined,
		speech,
		stdin,
		stdout,
		release() {
			speech.close();
			stdin.destroy();
		},
	};
}

function drawnTerminal(
	{window: named = true, mouse = true, bell = 'none', signs = 'unicode', links = false}: ScreenOptions,
	onBackground: (light: boolean) => void,
	{stdin: source, stdout}: TerminalStreams,
): TerminalSession {
	let ascii = signs === 'ascii';
	drawAscii(ascii);
	const window = named ? terminalWindow(text => stdout.write(text), bell, mouse) : undefined;
	const answers = new TerminalAnswers();
	const hear = (answer: TerminalAnswer | undefined) => {
		if (answer === undefined) return;
		if ('light' in answer) return onBackground(answer.light);
		drawClusters(answer.samples);
		ascii ||= (answer.samples.get('sign') ?? 0) > 1;
		drawAscii(ascii);
	};
	const output = screenOutput(
		stdout,
		modes(window, () => answers.ask(!named)),
		text => pinColumns(ascii ? asciiSigns(text) : text),
	);
	const stdin = new KeyStdin(source, sequence => hear(answers.take(sequence)));
	drawClusters('unknown');
	drawLinks(links);
	// Before the terminal is asked: what it answers would be echoed.
	source.setRawMode?.(true);
	process.once('exit', output.release);
	return {
		window,
		speech: undefined,
		stdin,
		stdout: output.stream,
		release() {
			process.off('exit', output.release);
			output.release();
			stdin.destroy();
			source.setRawMode?.(false);
			drawClusters('whole');
			drawLinks(false);
			drawAscii(false);
		},
	};
}

/** Asks the terminal once, when it is taken for the first time. */
function modes(window: TerminalModes | undefined, ask: () => string): TerminalModes {
	let asked = false;
	return {
		enter() {
			const questions = asked ? '' : ask();
			asked = true;
			return (window?.enter() ?? '') + questions;
		},
		leave: () => window?.leave() ?? '',
	};
}

// The terminal as the screens write to it. Ink says when it takes the alternate screen and when it gives it back, on
// every way out; what else was changed of the terminal is set and restored at the same moments.

type ScreenOutput = {
	/** For Ink; what it asks of the stream that it does not write is the terminal's own. */
	readonly stream: NodeJS.WriteStream;
	/** Gives the terminal back if nobody has: for an exit that no one saw coming. */
	readonly release: () => void;
};

const ENTER = '\u001B[?1049h';
const LEAVE = '\u001B[?1049l';
/**
 * Auto-wrap (DECAWM): off while the screens draw, so that a line that is wider than we think never pushes the
 * others down.
 */
const WRAP_OFF = '\u001B[?7l';
const WRAP_ON = '\u001B[?7h';

/** `draw` changes what is drawn, a piece at a time. */
function screenOutput(
	stdout: NodeJS.WriteStream,
	{enter, leave}: TerminalModes,
	draw: (text: string) => string,
): ScreenOutput {
	let inside = false;
	const change = (text: string): string => {
		if (text.includes(ENTER)) {
			inside = true;
			return text.replace(ENTER, () => ENTER + WRAP_OFF + enter());
		}
		if (!text.includes(LEAVE)) return inside ? draw(text) : text;
		const given = inside ? leave() + WRAP_ON : '';
		inside = false;
		return text.replace(LEAVE, () => given + LEAVE);
	};
	const write = (text: unknown, ...rest: readonly unknown[]): unknown =>
		Reflect.apply(stdout.write, stdout, [typeof text === 'string' ? change(text) : text, ...rest]);
	return {
		stream: new Proxy(stdout, {
			get(target, name) {
				if (name === 'write') return write;
				const value: unknown = Reflect.get(target, name, target);
				return typeof value === 'function' ? value.bind(target) : value;
			},
		}),
		release() {
			if (inside) stdout.write(leave() + WRAP_ON);
			inside = false;
		},
	};
}

// What a terminal is asked when the screens open: how wide it draws certain characters, and what its background is.
// Nothing waits for the answers; one that comes late counts all the same, and none is ever taken for keys.

/**
 * Each sample at the left edge, unseen, with a question for the cursor's place behind it (ECMA-48: SGR 8, DSR 6,
 * EL, CUP).
 */
const widths = `\u001B[H\u001B[8m${sampleKinds.map(kind => `\r${samples[kind].text}\u001B[6n`).join('')}\u001B[m\r\u001B[2K\u001B[H`;
/** The background's colour (xterm: OSC 11). */
const background = '\u001B]11;?\u0007';

/** What comes back: a cursor report, a colour. */
const cursor = /^\u001B\[\d+;(\d+)R$/u;
const colour = /^\u001B\]11;rgba?:([\dA-Fa-f]+)\/([\dA-Fa-f]+)\/([\dA-Fa-f]+)/u;

type TerminalAnswer = {readonly samples: MeasuredSamples} | {readonly light: boolean};

class TerminalAnswers {
	readonly #columns: number[] = [];

	/**
	 * The questions. The Linux console is asked nothing: it would print the one for its colour, and show the samples, as
	 * it has no unseen text. It is drawn on as what never answers.
	 */
	ask(isConsole: boolean): string {
		return isConsole ? '' : background + widths;
	}

	/** What an answer tells, once it is complete. */
	take(sequence: string): TerminalAnswer | undefined {
		const [, column] = cursor.exec(sequence) ?? [];
		if (column !== undefined) return this.#measure(Number(column) - 1);
		const [, ...parts] = colour.exec(sequence) ?? [];
		return parts.length === 3 ? {light: luminance(parts) > 0.5} : undefined;
	}

	#measure(column: number): TerminalAnswer | undefined {
		if (this.#columns.length === sampleKinds.length) return undefined;
		this.#columns.push(column);
		if (this.#columns.length < sampleKinds.length) return undefined;
		return {samples: new Map(sampleKinds.map((kind, place) => [kind, this.#columns[place] ?? 0]))};
	}
}

/** Rec. 709 weights, 0 to 1; each part has one to four hexadecimal digits. */
function luminance(parts: readonly string[]): number {
	const [red = 0, green = 0, blue = 0] = parts.map(part => Number.parseInt(part, 16) / (16 ** part.length - 1));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// Terminals disagree about how wide emoji and many scripts are. Behind each run of such characters the cursor is put
// where the screens have it, so that what stands to the right of them stays in its column whatever the terminal made
// of them.

/**
 * Characters that every terminal draws alike: Latin, Greek, Cyrillic, punctuation, boxes, our own signs, and the
 * wide ones of East Asia.
 */
const certain = String.raw`\u0000-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u058F\u1E00-\u1FFF\u2010-\u2027\u2030-\u205E\u2190-\u22FF\u2500-\u259F\u25A0-\u25FC\u2605\u2606\u2713\u2717\u271A\u276F\u2E80-\u3029\u3030-\u3098\u309B-\u9FFF\uAC00-\uD7A3\uFF01-\uFF60`;
const uncertain = new RegExp(`[^${certain}]`, 'u');
/** A run, with the character before it, which it may change; a control sequence (CSI or OSC); or a line end. */
const parts = new RegExp(
	String.raw`\u001B\[[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)|\u001B[78]|[\r\n]|[^\u0000-\u0020\u007F]?[^${certain}]+`,
	'gu',
);
const isRun = new RegExp(`[^${certain}]$`, 'u');

/** One piece of output, which begins at the left edge; without fillers. */
function pinColumns(text: string): string {
	if (!uncertain.test(text)) return text;
	let [column, from, pinned] = [0, 0, ''];
	for (const {0: part, index} of text.matchAll(parts)) {
		column += widthOf(text.slice(from, index));
		const run = isRun.test(part);
		const drawn = run ? part.replaceAll(FILLER, '') : part;
		column = run ? column + widthOf(drawn) : columnAfter(part, column);
		pinned += text.slice(from, index) + drawn + (run ? `\u001B[${column + 1}G` : '');
		from = index + part.length;
	}
	return pinned + text.slice(from);
}

/** Where a control sequence leaves the cursor: CHA, CNL, CUP, a line end; others do not move it along its line. */
function columnAfter(sequence: string, column: number): number {
	const [, place = ''] = /^\u001B\[(\d*)G$/u.exec(sequence) ?? [];
	if (sequence.endsWith('G')) return Math.max(1, Number(place)) - 1;
	return /^(?:[\r\n]|\u001B\[\d*E|\u001B\[H)$/u.test(sequence) ? 0 : column;
}
