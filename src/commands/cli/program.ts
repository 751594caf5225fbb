/** Reads the command line by the tables and calls the command that it names. */
import {Command, CommanderError, Option} from 'commander';
import {exitCodes, type CliContext, type CommandRow, type OptionRow} from './command.ts';
import {commands} from '../registry.ts';

const summary = 'Live debates between language models, staged in your terminal.';

/** Gives the exit code; `args` are those after the program's name. */
export async function runProgram(args: readonly string[], around: CliContext): Promise<number> {
	let code: number = exitCodes.ok;
	const program = makeProgram(around, chosen => {
		code = chosen;
	});
	try {
		await program.parseAsync([...args], {from: 'user'});
		return code;
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
		throw error;
	}
}

/** The whole command line as commander knows it: it writes what it says itself to the streams around. */
export function makeProgram(around: CliContext, ended: (code: number) => void): Command {
	const program = new Command('rostrum')
		.description(summary)
		.usage('[command] [options]')
		.exitOverride()
		.helpCommand(false)
		.showSuggestionAfterError()
		.showHelpAfterError('See "rostrum --help".')
		.option('--version', 'print the version')
		.addHelpText('after', '\nWithout a command, the home screen opens.')
		.configureOutput({
			writeOut: text => void around.stdout.write(text),
			writeErr: text => void around.stderr.write(text),
			outputError: (text, write) => write(inOurWords(text)),
		});
	for (const row of commands) addCommand(program, row, around, ended);
	return program;
}

/** Commander's `error: unknown option '--sed'`, with a line for what may be meant, as one of our sentences. */
function inOurWords(text: string): string {
	const [what = '', suggestion] = text
		.trim()
		.replace(/^error: /u, '')
		.split('\n');
	return `rostrum: ${what.charAt(0).toUpperCase()}${what.slice(1).replace(/\.$/u, '')} (from the command line).${suggestion === undefined ? '' : ` ${suggestion.replaceAll(/^\(|\)$/gu, '')}`}\n`;
}

function addCommand(program: Command, row: CommandRow, around: CliContext, ended: (code: number) => void): void {
	const command = program
		.command(row.args === undefined ? row.name : `${row.name} ${row.args}`)
		.description(row.about)
		.showSuggestionAfterError()
		.showHelpAfterError(`See "rostrum ${row.name} --help".`);
	for (const option of row.options) command.addOption(optionOf(option));
	command.action(async () => {
		const {run} = await row.load();
		ended(await run({args: command.args, options: command.opts()}, around));
	});
}

function optionOf({flags, about, repeat}: OptionRow): Option {
	const option = new Option(flags, about);
	return repeat
		? option.argParser((value: string, before: unknown) => [...(Array.isArray(before) ? before : []), value])
		: option;
}

/** What `--help` says, of the whole or of one command; undefined where there is no such command. */
export function commandHelp(around: CliContext, name?: string): string | undefined {
	const program = makeProgram(around, () => undefined);
	const command = name === undefined ? program : program.commands.find(one => one.name() === name);
	return command?.helpInformation();
}
