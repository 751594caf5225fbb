/** `rostrum completion`: the script that completes command lines in a shell. */
import {exportNames} from '../exports/export-names.ts';
import {readPresets} from '../app/plan/presets.ts';
import {homeFiles, rostrumHome} from '../settings/home.ts';
import {UsageError} from '../debate/usage-error.ts';
import {exitCodes} from '../formats/contract.ts';
import {formats} from '../formats/index.ts';
import {withFormatOptions, type CommandRow, type Run} from './command.ts';
import type {OptionRow} from '../formats/options.ts';

/** The command, for these commands. */
export const completing = (commands: readonly CommandRow[]): {readonly run: Run} => ({
	run: async ({args: [shell = '']}, {env, stdout}) => {
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
				{
					'--preset': readPresets(homeFiles(rostrumHome(env)).presets).map(({id}) => id),
					'--protocol': formats.map(({id}) => id),
					'--export': Object.keys(exportNames),
					'--to': [...Object.keys(exportNames), 'cast', 'png', 'share', 'dataset', 'studio'],
				},
			),
		);
		return exitCodes.ok;
	},
});

// Completion scripts for shells, made from the commands and their options. Pure.

type Completed = {readonly name: string; readonly about: string; readonly options: readonly OptionRow[]};
/** What an option may be, by its flag, where that is a list. */
type Values = Readonly<Record<string, readonly string[]>>;
type Script = (commands: readonly Completed[], formats: readonly string[], values: Values) => string;

const flagOf = ({flags}: OptionRow): string => /--[a-z-]+/u.exec(flags)?.[0] ?? flags;
const takesValue = ({flags}: OptionRow): boolean => /[<[]/u.test(flags);
/** Options whose value is a file or folder. */
const namesFile = ({flags}: OptionRow): boolean => /<[^>]*(?:FILE|DIR)/u.test(flags);
const flagsOf = ({options}: Completed): string => [...options.map(flagOf), '--help'].join(' ');
/** Commands whose first argument is a debate, so a file or a folder, or a word of theirs. */
const wordsOf = ({name}: Completed, formats: readonly string[], commands: readonly Completed[]): string[] => {
	if (name === 'run') return [...formats];
	if (name === 'help') return [...formats, ...commands.map(one => one.name)];
	return firstWords[name] ?? [];
};
const firstWords: Readonly<Record<string, string[]>> = {
	completion: ['bash', 'zsh', 'fish'],
	config: ['get', 'set', 'unset', 'path'],
	library: ['list', 'search', 'show', 'stats', 'compare', 'rename', 'rebuild'],
	mcp: ['install'],
	show: ['list', 'set', 'add', 'remove', 'feed', 'check'],
	'duel-log': ['append'],
};

const bash: Script = (commands, formats, values) => `# bash completion for rostrum: rostrum completion bash >> ~/.bashrc
_rostrum() {
	local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} flags= words=
	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		COMPREPLY=($(compgen -W "${commands.map(({name}) => name).join(' ')} --help --version" -- "$word"))
		return
	fi
	case \${COMP_WORDS[1]} in
${commands
	.map(
		one => `		${one.name}) flags="${flagsOf(one)}" words="${wordsOf(one, formats, commands).join(' ')}"
			case $before in
${listed(one, values)
	.map(([flag, words]) => `				${flag}) COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$word")); return ;;`)
	.join('\n')}
				${valued(one)}) return ;; esac ;;`,
	)
	.join('\n')}
	esac
	case $word in
		-*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
		*)
			if [ "$COMP_CWORD" -eq 2 ] && [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$word")); fi
			COMPREPLY+=($(compgen -f -- "$word")) ;;
	esac
}
complete -o filenames -F _rostrum rostrum
`;

const listed = ({options}: Completed, values: Values): [string, readonly string[]][] =>
	options.flatMap(option => {
		const words = values[flagOf(option)];
		return words === undefined || !takesValue(option) ? [] : [[flagOf(option), words]];
	});

/** A pattern of options whose value only the user knows. */
const valued = ({options}: Completed): string =>
	options
		.filter(option => takesValue(option) && !namesFile(option))
		.map(flagOf)
		.join('|') || '--no-such-option';

/** Between single quotes, in zsh and fish. */
const quoted = (text: string): string => `'${text.replaceAll(/[\\']/gu, sign => (sign === "'" ? '’' : '\\\\'))}'`;
const zshText = (text: string): string => text.replaceAll(/[[\]:]/gu, '\\$&');

const zsh: Script = (commands, formats, values) => `#compdef rostrum
# zsh completion for rostrum: rostrum completion zsh > a folder of $fpath, as _rostrum
_rostrum() {
	if (( CURRENT == 2 )); then
		local -a commands=(
${commands.map(({name, about}) => `			${quoted(`${name}:${zshText(about)}`)}`).join('\n')}
		)
		_describe command commands
		return
	fi
	case $words[2] in
${commands
	.map(one => {
		const words = wordsOf(one, formats, commands);
		const first = words.length > 0 ? `'2:word:(${words.join(' ')})' ` : '';
		const options = one.options.map(option => quoted(zshOption(option, values)));
		return `		${one.name}) _arguments ${first}'*:file:_files' ${[...options, "'--help[explain this command]'"].join(' ')} ;;`;
	})
	.join('\n')}
	esac
}
if [ "$funcstack[1]" = _rostrum ]; then _rostrum "$@"; else compdef _rostrum rostrum; fi
`;

function zshOption(option: OptionRow, values: Values): string {
	const words = values[flagOf(option)];
	const known = words === undefined ? '' : `(${words.join(' ')})`;
	const value = takesValue(option) ? `:value:${namesFile(option) ? '_files' : known}` : '';
	return `${option.repeat ? '*' : ''}${flagOf(option)}[${zshText(option.about)}]${value}`;
}

const fish: Script = (commands, formats, values) =>
	`${[
		'# fish completion for rostrum: rostrum completion fish > ~/.config/fish/completions/rostrum.fish',
		...commands.map(
			({name, about}) => `complete -c rostrum -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}`,
		),
		...commands.flatMap(one => {
			const on = `complete -c rostrum -n '__fish_seen_subcommand_from ${one.name}'`;
			const words = wordsOf(one, formats, commands);
			return [
				...(words.length > 0 ? [`${on} -a '${words.join(' ')}'`] : []),
				...one.options.map(option => {
					const known = values[flagOf(option)]?.join(' ');
					const words = known === undefined ? ' -x' : ` -x -a '${known}'`;
					const value = takesValue(option) ? (namesFile(option) ? ' -r' : words) : '';
					return `${on} -l ${flagOf(option).slice(2)}${value} -d ${quoted(option.about)}`;
				}),
			];
		}),
	].join('\n')}\n`;

/** A script by the name of its shell. */
export const completionScripts: Readonly<Record<string, Script>> = {bash, zsh, fish};
