/**
 * Puts what the user said into the words that every protocol knows: the options of a preset, the file of a topic, and
 * then the options that a single format has.
 */
import {UsageError} from '../../debate/usage-error.ts';
import {readText} from '../../engine/host/read-text.ts';
import {headingText} from '../../debate/text/words.ts';
import {listOption, refuseTwice, textOption, type Input, nameOf, type OptionRow} from '../../formats/options.ts';
import {formatOf, formats} from '../../formats/index.ts';
import {homeFiles} from '../../settings/home.ts';
import {filesNamedIn} from './open-sources.ts';
import {namedPreset} from './presets.ts';
import {namedFile} from '../../engine/host/named-file.ts';
import {dirname} from 'node:path';

/** Throws `UsageError`. */
export function normalizeInput(given: Input, home: string, cwd: string): Input {
	refuseTwice(given.options, 'seat');
	const {args, options} = withPreset(given, home);
	const format = formatOf(args[0]);
	// Beside the file of a topic, which has its context too, a format may take a context that is not part of the topic.
	const {context: background, ...own} =
		format?.traits?.hasBackground && isTopicFile(options) ? options : {...options, context: undefined};
	const input = {
		args,
		options: background === undefined ? withTopicFile(options, cwd) : {...withTopicFile(own, cwd), background},
	};
	return format?.input?.(input, cwd) ?? input;
}

const isTopicFile = (options: Input['options']): boolean => textOption(options, 'topic')?.startsWith('@') ?? false;

/**
 * The user's options replace those of the preset, except that seats are added to and so the last one of an id counts.
 */
function withPreset({args, options}: Input, home: string): Input {
	const [protocol, file] = args;
	const id = textOption(options, 'preset');
	if (protocol === undefined || id === undefined) return {args, options};
	const {
		options: {file: presetFile, seat = [], judge, sources = [], ...rest},
		file: presetIn,
	} = namedPreset(homeFiles(home).presets, protocol, id);
	return {
		args: presetFile === undefined || file !== undefined ? args : [protocol, presetFile],
		options: {
			...rest,
			...(judge && {judge}),
			...(sources.length > 0 && {sources: filesNamedIn('preset', sources, dirname(presetIn))}),
			...options,
			...(seat.length > 0 && {seat: [...seat, ...listOption(options, 'seat')]}),
		},
	};
}

/**
 * Reads `--topic @FILE`: the first line is the topic, without the marks of a heading, and a file of several lines is
 * the context as well. Only what the user wrote is read like this; a topic from elsewhere cannot name a file.
 */
export function withTopicFile(options: Input['options'], cwd: string): Input['options'] {
	const named = textOption(options, 'topic');
	if (named === undefined || !isTopicFile(options)) return options;
	const source = namedFile(cwd, named.slice(1), '--topic');
	const [first = '', ...rest] = readText(source, '--topic').trim().split(/\r?\n/u);
	const topic = headingText(first);
	const fault = (what: string, todo: string): UsageError =>
		new UsageError({what, value: source, from: '--topic', todo});
	if (topic === '') throw fault('There is no topic in this file', 'Begin it with a line that says what is debated.');
	if (rest.length === 0) return {...options, topic};
	if (options['context'] !== undefined)
		throw fault(
			'The file of the topic is the context too, where it has more than one line',
			'Leave --context out, or leave one line in the file.',
		);
	return {...options, topic, context: `@${source}`};
}

// Options of `run` that only other formats have.

/** Throws `UsageError`, naming the format that each option belongs to. */
export function refuseForeignOptions({args: [format = ''], options}: Input): void {
	const own = formatOf(format);
	if (!own) return;
	const has = (rows: readonly OptionRow[] | undefined, name: string): boolean =>
		rows?.some(row => nameOf(row.flags) === name) ?? false;
	const faults = Object.keys(options).flatMap(name => {
		const owners = formats.filter(one => has(one.options, name));
		if (owners.length === 0 || has(own.options, name)) return [];
		const named = owners.map(({id}) => id).join(' and ');
		const flag = `--${name.replaceAll(/[A-Z]/gu, letter => `-${letter.toLowerCase()}`)}`;
		return [
			{
				what: `This option belongs to ${named}, and ${format} does not have it`,
				value: flag,
				from: 'the command line',
				todo: `Leave it out, or run ${named}; "rostrum help ${format}" says what ${format} has.`,
			},
		];
	});
	if (faults.length > 0) throw new UsageError(faults);
}
