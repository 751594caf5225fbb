/**
 * From what the user said to the words that every protocol knows: a preset's own words first, then what single options
 * of a protocol stand for.
 */
import {homeFiles} from '../../settings/home.ts';
import {findPreset, readPresets} from './presets.ts';
import {formatHosts} from '../../hosts/registry.ts';
import {listOption, refuseTwice, textOption, type Input} from '../../hosts/contract/options.ts';
import {withTopicFile} from './topic-file.ts';

/** Throws `UsageError`. */
export function normalizeInput(given: Input, home: string, cwd: string): Input {
	refuseTwice(given.options, 'seat');
	const {args, options} = withPreset(given, home);
	const input = {args, options: withTopicFile(options, cwd)};
	return formatHosts[args[0] ?? '']?.input?.(input, cwd) ?? input;
}

/**
 * What a preset says of options stands where the user says nothing of them; of lists, the user's words come after it
 * and so count.
 */
function withPreset({args, options}: Input, home: string): Input {
	const [protocol, file] = args;
	const id = textOption(options, 'preset');
	if (protocol === undefined || id === undefined) return {args, options};
	const {
		options: {file: about, seat = [], judge, ...rest},
	} = findPreset(readPresets(homeFiles(home).presets), protocol, id);
	return {
		args: about === undefined || file !== undefined ? args : [protocol, about],
		options: {
			...rest,
			...(judge && {judge}),
			...options,
			...(seat.length > 0 && {seat: [...seat, ...listOption(options, 'seat')]}),
		},
	};
}
