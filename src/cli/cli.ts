/** The entry point: argv to a command, its exit code out, and the one catch. */
import {setFlagsFromString} from 'node:v8';
import {Interrupted, type CliContext} from '../app/context.ts';
import {reportError, safeStream, unwritable} from './report-error.ts';
import {waitForNoPipe} from '../engine/host/named-file.ts';
import {packageVersion} from '../engine/host/package-root.ts';
import {exitCodes} from '../formats/contract.ts';
import {stageRecorder} from '../ui/recording/recorder.ts';

withoutSqliteWarning();

/** Node 22 warns on stderr that its SQLite is experimental, which would be printed over a screen. */
function withoutSqliteWarning(): void {
	const warn = process.emitWarning;
	process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
		if (!String(warning).includes('SQLite is an experimental feature'))
			Reflect.apply(warn, process, [warning, ...rest]);
	};
}

/** Milliseconds that the system's signals leave for an orderly end: who sends them will not wait for long. */
const orderlyMs = 1500;

/**
 * The first Ctrl-C or signal aborts whatever is running in an orderly way; the second exits at once, as does the first
 * one of the system's where the orderly end takes too long. A debate can be resumed from its journal in any case.
 */
function interruptible(): AbortSignal {
	const controller = new AbortController();
	const interrupt = (signal: NodeJS.Signals): void => {
		if (controller.signal.aborted) process.exit(exitCodes.interrupted);
		controller.abort(new Interrupted());
		waitForNoPipe(controller.signal.reason);
		if (signal !== 'SIGINT') setTimeout(() => process.exit(exitCodes.interrupted), orderlyMs);
	};
	// Before the event loop turns for the first time nothing has begun, and nothing would be heard: signals end the
	// program by themselves then, also while it reads a pipe that it was given.
	setImmediate(() => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
	});
	return controller.signal;
}

/**
 * What nobody can read any more ends the program, whatever it was doing. A reader such as `head` that has seen enough
 * ends it as it ends any other program, with 141: a script can tell that from a debate that was held to its end. What
 * is full or broken is told in one line. A debate that was running can be resumed.
 */
function endWithOutput(error: NodeJS.ErrnoException): void {
	if (error.code === 'EPIPE' || isEnding) process.exit(isEnding ? exitCodes.unwell : exitCodes.readerGone);
	isEnding = true;
	process.stderr.write(`rostrum: ${unwritable(error)}\n`, () => process.exit(exitCodes.unwell));
}
let isEnding = false;

/** Keeps V8's room for young objects at its size by now (docs/decisions/0037); a limit is read at the start only. */
const keepYoungHeapSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');

async function main(args: readonly string[]): Promise<number> {
	if (args[0] === '--version') {
		context.stdout.write(`${packageVersion()}\n`);
		return 0;
	}
	if (args.length === 0) {
		const {openHome} = await import('./home.ts');
		keepYoungHeapSmall();
		return openHome(context);
	}
	const [{runProgram}, {commands}] = await Promise.all([import('./program.ts'), import('./registry.ts')]);
	keepYoungHeapSmall();
	return runProgram(commands, args, context);
}

const context: CliContext = {
	stdin: process.stdin,
	stdout: safeStream(process.stdout),
	stderr: safeStream(process.stderr),
	writeStyled: text => void process.stdout.write(text),
	recorder: stageRecorder,
	cwd: process.cwd(),
	env: process.env,
	signal: interruptible(),
};
for (const stream of [context.stdout, context.stderr]) stream.on('error', endWithOutput);
const code = await main(process.argv.slice(2)).catch((error: unknown) => reportError(error, context));
process.exitCode = code;
context.stdout.write('', error => (error ? endWithOutput(process.stdout.errored ?? error) : process.exit(code)));
