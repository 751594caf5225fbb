/** Renders a screen in-process at a size of the test's choosing, with keys and resizing. */
import {EventEmitter} from 'node:events';
import {PassThrough} from 'node:stream';
import {setTimeout as sleep} from 'node:timers/promises';
import {render} from 'ink';
import type {ReactNode} from 'react';
import {unstable_IdlePriority, unstable_scheduleCallback} from 'scheduler';
import {KeyStdin} from '../../../src/ui/terminal/key-stdin.ts';

type Size = {readonly columns?: number; readonly rows?: number};

/** A terminal as far as Ink asks for one. */
class SizedOutput extends EventEmitter {
	readonly frames: string[] = [];
	readonly isTTY = false;
	readonly writable = true;
	columns: number;
	rows: number;

	constructor({columns = 100, rows = 30}: Size) {
		super();
		this.columns = columns;
		this.rows = rows;
	}

	write(text: string, done?: () => void): boolean {
		if (text !== '') this.frames.push(text);
		done?.();
		return true;
	}

	end(): this {
		return this;
	}
}

/** What a test does with a screen. */
export function renderSized(node: ReactNode, size: Size = {}) {
	const output = new SizedOutput(size);
	const source = Object.assign(new PassThrough({encoding: 'utf8'}), {isTTY: true, setRawMode: () => source});
	const app = render(node, {
		stdout: asStream(output),
		stderr: asStream(output),
		stdin: new KeyStdin(source),
		debug: true,
		interactive: true,
		exitOnCtrlC: false,
		patchConsole: false,
	});
	return {
		...app,
		frames: output.frames,
		text: () => strip(output.frames.at(-1) ?? ''),
		raw: () => output.frames.at(-1) ?? '',
		/** Several keys in one call come as one chunk. */
		async press(keys: string) {
			source.write(keys);
			await quiet(output, 2);
		},
		async resize(columns: number, rows: number) {
			output.columns = columns;
			output.rows = rows;
			output.emit('resize');
			await quiet(output);
		},
		settle: () => quiet(output),
		/** Waits until these words stand on the screen; no longer than so many milliseconds. */
		async sees(words: string, patience = PATIENCE) {
			const until = Date.now() + patience;
			while (!strip(output.frames.at(-1) ?? '').includes(words)) {
				if (Date.now() > until)
					throw new Error(`"${words}" never came; the screen was:\n${strip(output.frames.at(-1) ?? '')}`);
				await sleep(5);
			}
		},
	};
}

/** Milliseconds that something may take on a busy machine. */
const PATIENCE = 18_000;

/**
 * Until nothing new has been drawn for longer than a lone escape is held back (20 ms) and a frame takes (33 ms); not
 * for ever where a debate runs. It looks often, so that a key that is drawn at once costs one such time and not two;
 * `once` something has been drawn, so many looks without anything new are enough.
 */
async function quiet(output: SizedOutput, once = 5): Promise<void> {
	const before = output.frames.length;
	let drawn = before;
	for (let looks = 0, still = 0; still < (drawn === before ? 5 : once) && looks < 40; looks++) {
		await sleep(9);
		await unoccupied();
		still = drawn === output.frames.length ? still + 1 : 0;
		drawn = output.frames.length;
	}
}

/** Until React has nothing to do: a key takes its turn behind what other screens of the same process have to draw. */
const unoccupied = (): Promise<void> =>
	new Promise(resolve => unstable_scheduleCallback(unstable_IdlePriority, () => resolve()));

const ESCAPES = /\u001B\[[0-?]*[ -/]*[@-~]/gu;

/** What is left to read: no escapes, no blanks at line ends. */
const strip = (frame: string): string =>
	frame
		.replace(ESCAPES, '')
		.split('\n')
		.map(line => line.trimEnd())
		.join('\n');

/** The one place where a stand-in is taken for a stream. */
function asStream(output: SizedOutput): NodeJS.WriteStream {
	// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Ink uses only what SizedOutput has
	return output as unknown as NodeJS.WriteStream;
}
