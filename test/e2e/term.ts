/** Drives a program in a real terminal: a pty whose screen is kept by xterm's own headless terminal. */
import {spawn} from '@lydell/node-pty';
import {UnicodeGraphemesAddon} from '../fixtures/graphemes-addon.ts';
import xterm from '@xterm/headless';

const keys: Readonly<Record<string, string>> = {
	up: '\u001B[A',
	down: '\u001B[B',
	right: '\u001B[C',
	left: '\u001B[D',
	pageUp: '\u001B[5~',
	pageDown: '\u001B[6~',
	home: '\u001B[H',
	end: '\u001B[F',
	enter: '\r',
	esc: '\u001B',
	tab: '\t',
	shiftTab: '\u001B[Z',
	ctrlO: '\u000F',
	backspace: '\u007F',
	ctrlC: '\u0003',
	ctrlL: '\u000C',
};

/** Milliseconds between two looks at whether something has come. */
const LOOK = 10;

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** A program as its terminal sees it. */
export type TerminalProgram = {
	readonly onData: (listener: (text: string) => void) => unknown;
	readonly onExit: (listener: (exit: {exitCode: number; signal?: number}) => void) => unknown;
	readonly write: (text: string) => void;
	readonly resize: (columns: number, rows: number) => void;
	readonly kill: (signal: string) => void;
};

export type TerminalOptions = {
	/** The program, Node unless said. */ readonly file?: string;
	readonly args?: readonly string[];
	readonly columns?: number;
	readonly rows?: number;
	readonly cwd?: string;
	readonly env?: Readonly<Record<string, string>>;
};

export const sizeOf = ({columns = 120, rows = 40}: TerminalOptions): {columns: number; rows: number} => ({
	columns,
	rows,
});

/** What a program gets of the test's environment. Rehearsal voices talk like people; nobody here has to listen to them. */
export const environmentOf = ({env = {}}: TerminalOptions): Record<string, string | undefined> => ({
	...process.env,
	// Who sits down has been asked for a name before.
	ROSTRUM_NAME: 'Guest',
	COLORTERM: 'truecolor',
	CI: 'false',
	ROSTRUM_REHEARSAL_SPEED: '2000',
	...env,
});

function inPty(options: TerminalOptions): TerminalProgram {
	const {file = process.execPath, args = [], cwd = process.cwd(), env = {}} = options;
	const {columns, rows} = sizeOf(options);
	return spawn(file, [...args], {
		// The pty sets TERM to the terminal's name, whatever the environment says.
		name: env['TERM'] ?? 'xterm-256color',
		cols: columns,
		rows,
		cwd,
		env: environmentOf(options),
	});
}

export class TerminalApp {
	readonly terminal: xterm.Terminal;
	readonly exited: Promise<{exitCode: number; signal?: number}>;
	readonly #process: TerminalProgram;
	#bytes = 0;
	#pending = 0;

	constructor(options: TerminalOptions = {}, start: (options: TerminalOptions) => TerminalProgram = inPty) {
		const {columns, rows} = sizeOf(options);
		this.terminal = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 0});
		this.terminal.loadAddon(new UnicodeGraphemesAddon());
		this.terminal.unicode.activeVersion = '15-graphemes';
		this.#process = start(options);
		// Until what it printed last is on the screen, too.
		this.exited = new Promise(
			resolve => void this.#process.onExit(exit => this.terminal.write('', () => resolve(exit))),
		);
		this.#process.onData(data => {
			this.#bytes += data.length;
			this.#pending++;
			this.terminal.write(data, () => {
				this.#pending--;
			});
		});
		// A terminal answers the questions it is asked.
		this.terminal.onData(data => this.#process.write(data));
	}

	/** What the program sends, as it comes. */
	onData(listener: (text: string) => void): void {
		this.#process.onData(listener);
	}

	write(text: string): void {
		this.#process.write(text);
	}

	/** Presses keys by name, or types what is no key's name, one after the other as a person would. */
	async press(...names: readonly string[]): Promise<void> {
		for (const name of names) {
			this.#process.write(keys[name] ?? name);
			await sleep(30);
		}
	}

	/** What stands on the screen. */
	text(): string {
		const {active} = this.terminal.buffer;
		return Array.from(
			{length: this.terminal.rows},
			(_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '',
		).join('\n');
	}

	async waitFor(what: string | RegExp | ((text: string) => boolean), timeout = 30_000): Promise<string> {
		const until = Date.now() + timeout;
		for (;;) {
			const text = this.text();
			if (typeof what === 'string' ? text.includes(what) : typeof what === 'function' ? what(text) : what.test(text))
				return text;
			if (Date.now() > until)
				throw new Error(`"${String(what)}" did not come in ${timeout} ms; the screen was:\n${text}`);
			await sleep(20);
		}
	}

	/**
	 * The screen, once nothing has come for so many milliseconds. They are counted by looks: while this process was held
	 * up, a program in it had no turn to say anything either.
	 */
	async settle(quiet = 120, timeout = 4000): Promise<string> {
		const until = Date.now() + timeout;
		for (let last = -1, still = 0; Date.now() < until && still < quiet; await sleep(LOOK)) {
			still = this.#bytes === last && this.#pending === 0 ? still + LOOK : 0;
			last = this.#bytes;
		}
		return this.text();
	}

	resize(columns: number, rows: number): void {
		this.terminal.resize(columns, rows);
		this.#process.resize(columns, rows);
	}

	/** Asks the program to end, as a shell or a closed window does. */
	signal(name: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void {
		this.#process.kill(name);
	}

	/** Ends the program if it still runs. */
	async end(): Promise<void> {
		this.#process.kill('SIGKILL');
		await this.exited;
		this.terminal.dispose();
	}
}
