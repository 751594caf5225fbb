/**
 * What a terminal is asked when the screens open: how wide it draws certain characters, and what its background is.
 * Nothing waits for the answers; one that comes late counts all the same, and none is ever taken for keys.
 */
import {sampleKinds, samples, type MeasuredSamples} from '../../view/wrap.ts';

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

export type TerminalAnswer = {readonly samples: MeasuredSamples} | {readonly light: boolean};

export class TerminalAnswers {
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
