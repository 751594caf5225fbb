/** What the app gets of the process it runs in. */
import type {Readable} from 'node:stream';
import type {Environment} from '../debate/protocol.ts';
import type {StageRecorder} from './files/exports.ts';
import type {Configure} from '../settings/settings.ts';

/** What it needs of the terminal's stdin. */
export type KeySource = Readable & {
	isTTY?: boolean;
	setRawMode?: (on: boolean) => unknown;
	ref?: () => unknown;
	unref?: () => unknown;
};

/** What screens are drawn on and where their keys come from. */
export type TerminalStreams = {readonly stdin: KeySource; readonly stdout: NodeJS.WriteStream};

export type CliContext = {
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
	/** Writes to stdout what has colours of ours; other texts in it must have been sanitized. */
	readonly writeStyled: (text: string) => void;
	/** What screens get instead of the process's own streams, as in tests. */
	readonly terminal?: TerminalStreams;
	/** Records the stage: the screens, which stand above the app, can. */
	readonly recorder?: StageRecorder | undefined;
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

/** A user who was asked about a voice that does not answer wants no debate: nothing has begun. */
export class StartCancelled extends Error {
	override readonly name = 'StartCancelled';
}
