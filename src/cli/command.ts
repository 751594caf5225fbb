/** What a command gets and returns. */
import type {CommandContext} from '../app/context.ts';
import type {Input, OptionRow} from '../formats/options.ts';

/** The text of `--help`, for the program or one command; undefined if there is no such command. */
type HelpText = (command?: string) => Promise<string | undefined>;

/** Returns the exit code. Throws `UsageError` for what the user can correct; anything else thrown is a bug. */
export type Run = (input: Input, context: CommandContext, helpText: HelpText) => Promise<number>;

export type CommandRow = {
	readonly name: string;
	/** In commander's notation, such as `<file>` or `[args...]`. */
	readonly args?: string;
	readonly about: string;
	/** A command line that does something as it stands. */
	readonly example: string;
	/** The file that the example reads, line by line. */
	readonly file?: readonly string[];
	readonly options: readonly OptionRow[];
	/** Options that belong to formats, after the others: loaded when the command is called or explained. */
	readonly formatOptions?: () => Promise<readonly OptionRow[]>;
	readonly load: () => Promise<{readonly run: Run}>;
};

/** A command with the options that belong to formats among its own. */
export async function withFormatOptions({options, formatOptions, ...row}: CommandRow): Promise<CommandRow> {
	return {...row, options: [...options, ...((await formatOptions?.()) ?? [])]};
}
