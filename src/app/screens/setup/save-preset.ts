/** Saves a setup as a user preset. */
import {expandPath} from '../../../engine/host/expand-path.ts';
import {writeWhole} from '../../../engine/host/write-whole.ts';
import {homeFiles} from '../../../settings/home.ts';
import {Preset} from '../../plan/presets.ts';
import {listOption, textOption, type Input} from '../../../formats/options.ts';
import {assign, parseAssignment} from '../../plan/debate-config.ts';
import type {ResolvedSetup} from './preview.ts';
import {normalizeInput} from '../../plan/normalize-input.ts';
import {UsageError} from '../../../debate/usage-error.ts';
import {existsSync} from 'node:fs';
import {join} from 'node:path';

/**
 * The preset's name on the command line and of its file: letters, digits and `_`. Throws `UsageError` if the name has
 * none.
 */
export function presetIdOf(name: string): string {
	const id = name
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.match(/[a-z0-9]+/gu)
		?.join('_')
		.slice(0, 60);
	if (id !== undefined) return id;
	throw new UsageError({
		what: 'No id can be made from this name',
		value: name,
		from: 'the name of the preset',
		todo: 'Use some letters from a to z, or digits.',
	});
}

const presetFile = (home: string, protocol: string, id: string): string =>
	join(homeFiles(home).presets, protocol, `${id}.json`);

export const hasPreset = (home: string, protocol: string, id: string): boolean =>
	existsSync(presetFile(home, protocol, id));

/** Writes the preset, replacing one with the same id, and returns its file. Running it is equivalent to the setup. */
export function savePreset(
	{input, arrangement}: ResolvedSetup,
	name: string,
	{home, cwd}: {readonly home: string; readonly cwd: string},
): string {
	const [protocol = '', about] = input.args;
	const {options} = about === undefined ? normalizeInput(input, home, cwd) : {options: input.options};
	const words = Object.fromEntries(
		['voice', 'pace', 'seed', 'budget'].flatMap(option =>
			textOption(options, option) === undefined ? [] : [[option, textOption(options, option)]],
		),
	);
	const context = textOption(options, 'context');
	const preset = Preset.parse({
		id: presetIdOf(name),
		name,
		description: descriptionOf(arrangement),
		propositions: [textOption(options, 'topic') ?? arrangement.subject.text],
		config: configOf(options),
		options: {
			...words,
			...(about !== undefined && {file: expandPath(cwd, about)}),
			...(context !== undefined && {
				context: context.startsWith('@') ? `@${expandPath(cwd, context.slice(1))}` : context,
			}),
			...(listOption(options, 'seat').length > 0 && {seat: listOption(options, 'seat')}),
		},
	});
	const file = presetFile(home, protocol, preset.id);
	writeWhole(file, `${JSON.stringify(preset, undefined, '\t')}\n`);
	return file;
}

const configOf = (options: Input['options']): unknown =>
	listOption(options, 'set')
		.map(parseAssignment)
		.reduce<unknown>((config, assignment) => assign(config, assignment), {});

const descriptionOf = ({participants, protocol}: ResolvedSetup['arrangement']): string =>
	`${protocol.name} as you set it up: ${participants.map(({name}) => name).join(', ')}.`;
