/** `rostrum completion`: the script that completes command lines in a shell. */
import {completionScripts} from '../app/cli/completion.ts';
import {UsageError} from '../debate/usage-error.ts';
import {exitCodes} from '../formats/contract.ts';
import {formats} from '../formats/index.ts';
import {withFormatOptions, type CommandRow, type Run} from './command.ts';

/** The command, for these commands. */
export const completing = (commands: readonly CommandRow[]): {readonly run: Run} => ({
	run: async ({args: [shell = '']}, {stdout}) => {
		const script = completionScripts[shell];
		if (!script)
			throw new UsageError({
				what: 'There is no completion for this shell',
				value: shell,
				from: 'rostrum completion',
				todo: `It may be ${Object.keys(completionScripts).join(', ')}.`,
			});
		stdout.write(
			script(
				await Promise.all(commands.map(withFormatOptions)),
				formats.map(({id}) => id),
			),
		);
		return exitCodes.ok;
	},
});
