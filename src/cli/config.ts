/** `rostrum config`: shows and changes settings, and keeps keys. A key is never shown. */
import type {CliContext, CommandContext} from '../app/context.ts';
import type {Input} from '../formats/options.ts';
import {exitCodes} from '../formats/contract.ts';
import {homeFiles, rostrumHome} from '../settings/home.ts';
import type {Run} from './command.ts';
import {writeListing} from '../app/library/listing.ts';
import {changeSetting, keyPrefix, noSuchSetting, displayedSettings, valueText} from '../app/setup/settings-list.ts';
import {UsageError} from '../debate/usage-error.ts';

export const run: Run = async (input, context) => {
	const [action = 'get', name, value] = input.args;
	switch (action) {
		case 'get':
			show(input, context, name);
			break;
		case 'set':
			await change(context, name, given(name, value));
			break;
		case 'unset':
			await change(context, name, undefined);
			break;
		case 'path':
			context.stdout.write(`${homeFiles(rostrumHome(context.env)).settings}\n`);
			break;
		default:
			throw new UsageError({
				what: 'There is no such action',
				value: action,
				from: 'rostrum config',
				todo: 'Use get, set, unset or path.',
			});
	}
	return exitCodes.ok;
};

function given(name: string | undefined, value: string | undefined): string {
	if (value !== undefined) return value;
	throw new UsageError({
		what: name === undefined ? 'A name and a value are missing' : `A value for "${name}" is missing`,
		from: 'rostrum config set',
		todo: 'Use "rostrum config set NAME VALUE", or "rostrum config unset NAME" to go back to the default.',
	});
}

function show({options}: Input, context: CommandContext, name: string | undefined): void {
	const configuration = context.configure();
	for (const notice of configuration.notices) context.stderr.write(`${notice}\n`);
	const all = displayedSettings(configuration);
	const wanted = name === undefined ? all : all.filter(one => one.name === name);
	if (wanted.length === 0) throw new UsageError(noSuchSetting(name));
	writeListing(context, options, {
		data: wanted.map(({name, value, from}) => ({name, value, from})),
		rows: wanted.map(one => [one.name, valueText(one.value), one.from]),
	});
}

async function change(context: CommandContext, name: string | undefined, value: string | undefined): Promise<void> {
	const notice = await changeSetting(
		name,
		name?.startsWith(keyPrefix) && value === '-' ? await firstLine(context) : value,
		{home: rostrumHome(context.env), configure: context.configure},
	);
	if (notice !== undefined) context.stderr.write(`${notice}\n`);
}

/** A key given as `-` is read from stdin, where neither the shell's history nor other users can see it. */
async function firstLine({stdin, stderr, signal}: CliContext): Promise<string> {
	if (stdin.isTTY) stderr.write('The key, then Enter: ');
	const {createInterface} = await import('node:readline');
	const lines = createInterface({input: stdin, signal});
	for await (const line of lines) return line.trim();
	signal.throwIfAborted();
	return '';
}
