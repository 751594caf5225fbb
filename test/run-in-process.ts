/** Runs a command line within the test process: what `run-cli.ts` starts a program for, in a tenth of its time. */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PassThrough} from 'node:stream';
import {text} from 'node:stream/consumers';
import {Interrupted} from '../src/app/context.ts';
import {safeStream, reportError} from '../src/cli/report-error.ts';
import {runProgram} from '../src/cli/program.ts';
import {openHome} from '../src/cli/home.ts';
import {commands} from '../src/cli/registry.ts';
import {stageRecorder} from '../src/ui/recording/recorder.ts';

export const freshFolder = (): string => mkdtempSync(join(tmpdir(), 'rostrum-cli-'));

export type Ran = {readonly code: number | null; readonly stdout: string; readonly stderr: string};

export type How = {
	readonly home?: string;
	readonly cwd?: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly stdin?: string;
	/** Stdout is a terminal, 100 columns wide. */ readonly terminal?: boolean;
	/** Called as stdout comes; may send signals. */
	readonly watch?: (stdout: string, kill: (signal: NodeJS.Signals) => void) => void;
	/** The same for stderr. */
	readonly watchErrors?: (stderr: string, kill: (signal: NodeJS.Signals) => void) => void;
};

type Pipe = PassThrough & NodeJS.ReadStream & NodeJS.WriteStream;

/** A pipe in place of a stream of the process. */
const pipe = (): Pipe =>
	// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- commands use only what any stream has, and isTTY
	Object.assign(new PassThrough(), {isTTY: false}) as unknown as Pipe;

export async function rostrum(
	args: readonly string[],
	{home = freshFolder(), cwd = home, env = {}, stdin = '', terminal = false, watch, watchErrors}: How = {},
): Promise<Ran> {
	const [input, out, errors] = [pipe(), pipe(), pipe()];
	if (terminal) Object.assign(out, {isTTY: true, columns: 100});
	const interruption = new AbortController();
	const follow = (stream: PassThrough, listener: How['watch']): void => {
		let soFar = '';
		stream.on('data', (chunk: Buffer) => {
			soFar += chunk.toString();
			listener?.(soFar, () => interruption.abort(new Interrupted()));
		});
	};
	follow(out, watch);
	follow(errors, watchErrors);
	const printed = Promise.all([text(out), text(errors)]);
	const context = {
		stdin: input,
		stdout: safeStream(out),
		stderr: safeStream(errors),
		writeStyled: (words: string) => void out.write(words),
		recorder: stageRecorder,
		cwd,
		env: {PATH: process.env['PATH'] ?? '', ROSTRUM_HOME: home, ROSTRUM_REHEARSAL_SPEED: '2000', ...env},
		signal: interruption.signal,
	};
	input.end(stdin);
	const code = await (args.length === 0 ? openHome(context) : runProgram(commands, args, context)).catch(
		(error: unknown) => reportError(error, context),
	);
	out.end();
	errors.end();
	const [stdout, stderr] = await printed;
	return {code, stdout, stderr};
}
