/** From an error to its message and exit code, and the streams that messages go to. */
import {Interrupted, type CliContext} from '../app/cli/context.ts';
import {systemTrouble} from '../app/cli/system-trouble.ts';
import {UsageError} from '../debate/usage-error.ts';
import {packageVersion} from '../engine/host/package-root.ts';
import {exitCodes} from '../formats/contract.ts';

/**
 * Reports an error and returns the exit code: 2 for what the user can correct, 3 for a disk that is full or broken, 130
 * for an interruption, 1 for a bug.
 */
export async function reportError(error: unknown, {stderr, signal}: CliContext): Promise<number> {
	if (error instanceof Interrupted || (signal.aborted && error instanceof Error && error.name === 'AbortError'))
		return exitCodes.interrupted;
	const {cleanText} = await import('../debate/text/intake.ts');
	if (error instanceof Error && error.name === 'JournalRefused') {
		stderr.write(`rostrum: ${cleanText(error.message)}\n`);
		return exitCodes.unwell;
	}
	if (error instanceof UsageError) {
		stderr.write(`rostrum: ${cleanText(error.message)}\n`);
		return exitCodes.usage;
	}
	const trouble = systemTrouble(error);
	if (trouble) {
		stderr.write(`rostrum: ${cleanText(trouble.text)}\n`);
		return trouble.code;
	}
	stderr.write(
		`rostrum: this is a bug in Rostrum ${packageVersion()}.\n${cleanText(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
	);
	return exitCodes.bug;
}
