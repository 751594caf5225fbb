/** Rostrum in the test process, on a terminal that xterm keeps: for what needs no program of its own. */
import {EventEmitter} from 'node:events';
import {PassThrough} from 'node:stream';
import {Interrupted} from '../../src/app/context.ts';
import {safeStream, reportError} from '../../src/cli/report-error.ts';
import {runProgram} from '../../src/cli/program.ts';
import {openHome} from '../../src/cli/home.ts';
import {commands} from '../../src/cli/registry.ts';
import {stageRecorder} from '../../src/ui/recording/recorder.ts';
import {environmentOf, sizeOf, type TerminalOptions, type TerminalProgram} from './term.ts';

/** The terminal's side of what a program prints. */
class TerminalOutput extends EventEmitter {
	readonly isTTY = true;
	readonly writable = true;
	columns: number;
	rows: number;

	constructor({columns, rows}: {columns: number; rows: number}) {
		super();
		this.columns = columns;
		this.rows = rows;
	}

	write(text: string | Uint8Array, ...rest: readonly unknown[]): boolean {
		// A terminal in its usual mode goes to the beginning of the line with each line end.
		this.emit('shown', (typeof text === 'string' ? text : Buffer.from(text).toString()).replaceAll(/\r?\n/gu, '\r\n'));
		const done = rest.at(-1);
		if (typeof done === 'function') queueMicrotask(() => done());
		return true;
	}

	end(): this {
		return this;
	}

	getColorDepth(): number {
		return 24;
	}
}

/** Runs the command line of these arguments until it ends; any signal ends it in order, as Ctrl-C from outside does. */
export function inProcess(options: TerminalOptions): TerminalProgram {
	const output = new TerminalOutput(sizeOf(options));
	const input = Object.assign(new PassThrough({encoding: 'utf8'}), {
		isTTY: true,
		setRawMode: () => input,
		ref: () => input,
		unref: () => input,
	});
	// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- screens and commands use only what it has
	const terminal = {stdin: input as unknown as NodeJS.ReadStream, stdout: output as unknown as NodeJS.WriteStream};
	const interruption = new AbortController();
	const context = {
		stdin: terminal.stdin,
		stdout: safeStream(terminal.stdout),
		stderr: safeStream(terminal.stdout),
		writeStyled: (words: string) => void output.write(words),
		terminal,
		recorder: stageRecorder,
		cwd: options.cwd ?? process.cwd(),
		env: {...environmentOf(options), TERM: options.env?.['TERM'] ?? 'xterm-256color'},
		signal: interruption.signal,
	};
	const {args = []} = options;
	const code = (args.length === 0 ? openHome(context) : runProgram(commands, args, context)).catch((error: unknown) =>
		reportError(error, context),
	);
	return {
		onData: listener => output.on('shown', listener),
		onExit: listener => void code.then(exitCode => listener({exitCode})),
		write: text => void input.write(text),
		resize(columns, rows) {
			Object.assign(output, {columns, rows});
			output.emit('resize');
		},
		kill: () => interruption.abort(new Interrupted()),
	};
}
