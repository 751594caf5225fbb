/** The manual page, in man(7), made from the commands. */
import {withFormatOptions, type CommandRow} from '../../src/cli/command.ts';
import {commands as rows} from '../../src/cli/registry.ts';

const commands = await Promise.all(rows.map(withFormatOptions));

const escaped = (text: string): string =>
	text
		.replaceAll('\\', '\\e')
		.replaceAll('-', '\\-')
		.replaceAll('’', "'")
		.replaceAll(/^(?=[.'])/gmu, '\\&');
const bold = (text: string): string => `.B "${escaped(text).replaceAll('"', '\\(dq')}"`;

const commandPart = ({name, args, about, example, file, options}: CommandRow): string =>
	[
		`.SS "rostrum ${escaped(name)}${args === undefined ? '' : ` ${escaped(args)}`}"`,
		escaped(about),
		...options.flatMap(option => [
			'.TP',
			bold(option.flags),
			`${escaped(option.about)}${option.repeat ? '; may be repeated' : ''}.`,
		]),
		'.PP',
		`Example: ${escaped(example)}`,
		...(file === undefined ? [] : ['.PP', 'A file for it:', '.nf', ...file.map(escaped), '.fi']),
	].join('\n');

export const manPage = (): string =>
	`${[
		'.TH ROSTRUM 1',
		'.SH NAME',
		'rostrum \\- live debates between language models, staged in your terminal',
		'.SH SYNOPSIS',
		'.B rostrum',
		'.RI [ command ]\n.RI [ options ]',
		'.SH DESCRIPTION',
		'Without a command, the home screen opens; without a terminal, a short rehearsal is held as plain text.',
		'Content goes to standard output, everything else to standard error.',
		'.SH COMMANDS',
		...commands.map(commandPart),
		'.SH EXIT STATUS',
		...Object.entries(statuses).flatMap(([code, meaning]) => ['.TP', `.B ${code}`, meaning]),
		'.SH ENVIRONMENT',
		'.TP',
		'.B ROSTRUM_HOME',
		'where settings, keys, presets and debates lie (~/.rostrum; where that is not there yet and XDG_DATA_HOME is set, rostrum in that).',
		'.TP',
		'.B ROSTRUM_*',
		'a setting; "rostrum config" lists them.',
	].join('\n')}\n`;

const statuses = {
	0: 'ended well',
	1: 'a bug in Rostrum',
	2: 'wrong usage or settings',
	3: 'ended degraded or failed; verify found a fault',
	4: 'the budget is used up',
	5: "a builder's work was not accepted",
	6: '\\-\\-fail\\-on is met',
	130: 'interrupted; the debate can be resumed',
};
