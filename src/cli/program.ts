/** Parses the command line with commander and runs the command it names. */
import {Command, CommanderError, Option} from 'commander';
import type {CliContext} from '../app/context.ts';
import {exitCodes} from '../formats/contract.ts';
import type {OptionRow} from '../formats/options.ts';
import {loadSettings} from '../settings/settings.ts';
import type {CommandRow} from './command.ts';
import {capitalised} from '../debate/text/words.ts';

const summary = 'Live debates between language models, staged in your terminal.';

/** `args` are those after the program's name. Returns the exit code. */
export async function runProgram(
	commands: readonly CommandRow[],
	args: readonly string[],
	context: CliContext,
): Promise<number> {
	let code: number = exitCodes.ok;
	const program = makeProgram(commands, context, result => {
		code = result;
	});
	try {
		await program.parseAsync([...args], {from: 'user'});
		return code;
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
		throw error;
	}
}

/** What a beginner needs, on the first page of help. */
const firstCommands: ReadonlySet<string> = new Set([
	'run',
	'resume',
	'replay',
	'export',
	'library',
	'models',
	'doctor',
	'config',
]);

const moreCommands = (count: number): string => `"rostrum help all" lists all ${count} commands.`;

/** The command line as commander knows it. Commander's own output goes to the streams of the context. */
export function makeProgram(
	commands: readonly CommandRow[],
	context: CliContext,
	onExit: (code: number) => void,
): Command {
	let all = false;
	const program: Command = new Command('rostrum')
		.description(summary)
		.usage('[command] [options]')
		.exitOverride()
		.helpCommand(false)
		.showSuggestionAfterError()
		.showHelpAfterError('See "rostrum --help".')
		.configureHelp({
			visibleCommands: command =>
				command === program && !all
					? command.commands.filter(one => firstCommands.has(one.name()))
					: [...command.commands],
		})
		.option('--version', 'print the version')
		.addHelpText(
			'after',
			`\n${moreCommands(commands.length)}\n\nWithout a command, the home screen opens.\n\nExample: rostrum run duelogic --topic "Should voting be compulsory?"`,
		)
		.configureOutput({
			writeOut: text => void context.stdout.write(text),
			writeErr: text => void context.stderr.write(text),
			outputError: (text, write) => write(rephrase(text)),
		});
	const rowOf = (name: string | undefined): CommandRow | undefined => commands.find(one => one.name === name);
	program.hook('preSubcommand', async (_, command) => addFormatOptions(command, rowOf(command.name())));
	const helpText = async (name?: string): Promise<string | undefined> => {
		all = name === 'all';
		const command = name === undefined || all ? program : program.commands.find(one => one.name() === name);
		const row = rowOf(name);
		if (command) await addFormatOptions(command, row);
		if (name === undefined) return `${program.helpInformation()}\n${moreCommands(commands.length)}\n`;
		return command && `${command.helpInformation()}${row ? exampleText(row) : ''}`;
	};
	for (const row of commands) {
		const command = addCommand(program, row);
		command.action(async () => {
			const {run} = await row.load();
			const given = {args: command.args, options: command.opts()};
			onExit(await run(given, {...context, configure: flags => loadSettings(flags, context)}, helpText));
		});
	}
	return program;
}

/** Turns commander's `error: unknown option '--sed'`, with its suggestion if any, into a message in our style. */
function rephrase(text: string): string {
	const [what = '', suggestion] = text
		.trim()
		.replace(/^error: /u, '')
		.split('\n');
	return `rostrum: ${capitalised(what.replace(/\.$/u, ''))} (from the command line).${suggestion === undefined ? '' : ` ${suggestion.replaceAll(/^\(|\)$/gu, '')}`}\n`;
}

const exampleText = ({example, file}: CommandRow): string =>
	`\nExample: ${example}\n${file === undefined ? '' : `\nA file for it:\n${file.map(text => `  ${text}\n`).join('')}`}`;

function addCommand(program: Command, row: CommandRow): Command {
	const command = program
		.command(row.args === undefined ? row.name : `${row.name} ${row.args}`)
		.description(row.about)
		.showSuggestionAfterError()
		.showHelpAfterError(`See "rostrum ${row.name} --help".`);
	command.addHelpText('after', exampleText(row).trimEnd());
	for (const option of row.options) command.addOption(commanderOption(option));
	return command;
}

async function addFormatOptions(command: Command, row: CommandRow | undefined): Promise<void> {
	for (const option of (await row?.formatOptions?.()) ?? []) command.addOption(commanderOption(option));
}

function commanderOption({flags, about, repeat}: OptionRow): Option {
	const option = new Option(flags, about);
	return repeat
		? option.argParser((value: string, before: unknown) => [...(Array.isArray(before) ? before : []), value])
		: option;
}
