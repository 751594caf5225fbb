/** What the app gets of the process it runs in. */
import type {Environment} from '../../debate/environment.ts';
import type {TerminalStreams} from '../../ui/ports/port.ts';
import type {Configure} from '../../settings/settings.ts';

export type CliContext = {
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
	/** Writes to stdout what has colours of ours; other texts in it must have been sanitized. */
	readonly writeStyled: (text: string) => void;
	/** What screens get instead of the process's own streams, as in tests. */
	readonly terminal?: TerminalStreams;
	readonly cwd: string;
	readonly env: Environment;
	/** Aborted by Ctrl-C and by signals that ask the program to end. */
	readonly signal: AbortSignal;
};

/** The same for a command, which may need settings. */
export type CommandContext = CliContext & {readonly configure: Configure};

/** Why a command that was waiting stopped: Ctrl-C, or a signal that asks the program to end. */
export class Interrupted extends Error {
	override readonly name = 'Interrupted';
}
