/** The way in: argv to a command, its exit code out, and the one place where errors end. */
import {Interrupted, type CliContext} from './app/cli/context.ts';
import {exitCodes} from './hosts/contract/exit-codes.ts';
import {enableCompileCache} from 'node:module';
import {UsageError} from './debate/usage-error.ts';
import {keepHeapSmall} from './engine/host/small-heap.ts';
import {packageVersion} from './engine/host/package-root.ts';
import {isInteractive} from './engine/host/terminal.ts';

enableCompileCache();
withoutSqliteWarning();

/** Node 22 calls its SQLite experimental, once, on stderr: that would be printed over a screen. */
function withoutSqliteWarning(): void {
	const warn = process.emitWarning;
	process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
		if (!String(warning).includes('SQLite is an experimental feature'))
			Reflect.apply(warn, process, [warning, ...rest]);
	};
}

/** The first Ctrl-C or signal asks whatever runs to end in order; the second does not ask. */
function interruptible(): AbortSignal {
	const controller = new AbortController();
	const interrupt = (): void => {
		if (controller.signal.aborted) process.exit(exitCodes.interrupted);
		controller.abort(new Interrupted());
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
	return controller.signal;
}

/** A reader that has seen enough, such as `head`, closes the pipe: that is no error. */
function endQuietlyWithReader(error: NodeJS.ErrnoException): void {
	if (error.code === 'EPIPE') process.exit(0);
	throw error;
}

async function main(args: readonly string[], around: CliContext): Promise<number> {
	if (args[0] === '--version') {
		around.stdout.write(`${packageVersion()}\n`);
		return 0;
	}
	if (args.length === 0) return (await import('./commands/home.ts')).openHome(around);
	const [{runProgram}, {commands}] = await Promise.all([
		import('./commands/cli/program.ts'),
		import('./commands/registry.ts'),
	]);
	return runProgram(commands, args, around);
}

/**
 * Says what went wrong, and gives the exit code: 2 for what the user can put right, 130 for an interruption, 1 for a
 * bug of ours.
 */
async function explain(error: unknown, {stderr, signal}: CliContext): Promise<number> {
	if (error instanceof Interrupted || (signal.aborted && error instanceof Error && error.name === 'AbortError'))
		return exitCodes.interrupted;
	const {cleanText} = await import('./debate/text/intake.ts');
	if (error instanceof Error && error.name === 'JournalRefused') {
		stderr.write(`rostrum: ${cleanText(error.message)}\n`);
		return exitCodes.unwell;
	}
	if (error instanceof UsageError) {
		stderr.write(`rostrum: ${cleanText(error.message)}\n`);
		return exitCodes.usage;
	}
	stderr.write(
		`rostrum: this is a bug in Rostrum ${packageVersion()}.\n${cleanText(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
	);
	return exitCodes.bug;
}

const around: CliContext = {
	stdin: process.stdin,
	stdout: process.stdout,
	stderr: process.stderr,
	cwd: process.cwd(),
	env: process.env,
	signal: interruptible(),
};
if (isInteractive(around)) keepHeapSmall();
for (const stream of [around.stdout, around.stderr]) stream.on('error', endQuietlyWithReader);
const code = await main(process.argv.slice(2), around).catch((error: unknown) => explain(error, around));
process.exitCode = code;
around.stdout.write('', () => process.exit(code));
