/** What a command gets and gives: the contract between `cli.ts` and the files beside this one. */
import type {SettingName} from '../../settings/schema.ts';
import type {Environment} from '../../engine/host/terminal.ts';

/** One option as a row of data: commander, the help and the README are made of it. */
export type OptionRow = {
	/** As commander reads it, such as `--seat <ID=V>` or `--json`. */
	readonly flags: string;
	readonly about: string;
	/** The setting that it gives a value to. */
	readonly setting?: SettingName;
	/** May be given several times. */
	readonly repeat?: true;
};

/** Everything outside of the program that a command may touch. */
export type CliContext = {
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
	readonly cwd: string;
	readonly env: Environment;
	/** Aborted by Ctrl-C and by signals that ask the program to end. */
	readonly signal: AbortSignal;
};

/** The command line as commander split it: `options` by camel-cased name. */
export type Input = {readonly args: readonly string[]; readonly options: Readonly<Record<string, unknown>>};

/** Gives the exit code. Throws `UsageError` for what the user can put right; anything else thrown is a bug. */
export type Run = (input: Input, around: CliContext) => Promise<number>;

export type CommandRow = {
	readonly name: string;
	/** As commander reads it, such as `<file>` or `[args...]`. */
	readonly args?: string;
	readonly about: string;
	readonly options: readonly OptionRow[];
	readonly load: () => Promise<{readonly run: Run}>;
};

/** Why a command that was waiting stopped: Ctrl-C, or a signal that asks the program to end. */
export class Interrupted extends Error {
	override readonly name = 'Interrupted';
}

export const exitCodes = {ok: 0, bug: 1, usage: 2, unwell: 3, budget: 4, interrupted: 130} as const;
