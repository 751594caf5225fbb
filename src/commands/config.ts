/** `rostrum config`: shows and changes settings, and keeps keys. A key is never shown. */
import {homeFiles, rostrumHome} from '../home-files.ts';
import {loadSettings, settingNames, writeKey, writeSetting, type Configuration, type GivenValue} from '../settings.ts';
import {isSetting} from '../settings-schema.ts';
import {withOwn} from '../voices/providers.ts';
import {exitCodes, type Around, type Input, type Run} from './command.ts';
import {writeListing} from './listing.ts';
import {UsageError} from './usage-error.ts';

const keyPrefix = 'keys.';

export const run: Run = async (input, around) => {
	const [action = 'get', name, value] = input.args;
	switch (action) {
		case 'get': show(input, around, name); break;
		case 'set': await change(around, name, given(name, value)); break;
		case 'unset': await change(around, name, undefined); break;
		case 'path': around.stdout.write(`${homeFiles(rostrumHome(around.env)).settings}\n`); break;
		default: throw new UsageError({what: 'There is no such action', value: action, from: 'rostrum config', todo: 'Use get, set, unset or path.'});
	}
	return exitCodes.ok;
};

function given(name: string | undefined, value: string | undefined): string {
	if (value !== undefined) return value;
	throw new UsageError({what: `No value is given for "${name ?? ''}"`, from: 'rostrum config set', todo: 'Write "rostrum config set NAME VALUE", or "rostrum config unset NAME" for the default.'});
}

type Shown = {readonly name: string; readonly value: unknown; readonly from: string};

function show({options}: Input, around: Around, name: string | undefined): void {
	const configuration = loadSettings({});
	for (const notice of configuration.notices) around.stderr.write(`${notice}\n`);
	const all = [...configuration.given.map(given => shownSetting(given, configuration)), ...shownKeys(configuration)];
	const wanted = name === undefined ? all : all.filter(one => one.name === name);
	if (wanted.length === 0) throw new UsageError(noSuchSetting(name));
	writeListing(around, options, {data: wanted, rows: wanted.map(one => [one.name, one.value === undefined ? '–' : text(one.value), one.from])});
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function shownSetting({name, value, from}: GivenValue, {settings}: Configuration): Shown {
	return {name, value: name === 'providers' ? masked(settings.providers) : value ?? settings[name], from};
}

/** Headers may carry a secret, and so may an address. */
function masked(providers: Configuration['settings']['providers']): unknown {
	const hide = (headers: Readonly<Record<string, string>> = {}): Record<string, string> => Object.fromEntries(Object.keys(headers).map(name => [name, '••••']));
	return Object.fromEntries(Object.entries(providers).map(([id, {headers, baseUrl, ...row}]) => [id, {...row, baseUrl: withoutSecret(baseUrl), ...(headers ? {headers: hide(headers)} : {})}]));
}

function withoutSecret(address: string): string {
	const url = new URL(address);
	if (url.password) url.password = '••••';
	for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, '••••');
	return decodeURI(url.href);
}

function shownKeys({settings, keyOf}: Configuration): Shown[] {
	return withOwn(settings.providers).filter(({keyVariable}) => keyVariable !== undefined).map(provider => {
		const found = keyOf(provider);
		return {name: `${keyPrefix}${provider.id}`, value: found ? '••••' : undefined, from: found?.from ?? `not set; ${provider.keyVariable ?? ''} would be read`};
	});
}

const noSuchSetting = (name: string | undefined) => ({
	what: 'There is no such setting', ...(name === undefined ? {} : {value: name}), from: 'rostrum config',
	todo: `Settings are ${settingNames.join(', ')}, and ${keyPrefix}PROVIDER for a key.`,
});

async function change(around: Around, name: string | undefined, value: string | undefined): Promise<void> {
	const notice = name?.startsWith(keyPrefix) ? await changeKey(around, name.slice(keyPrefix.length), value) : await changeSetting(name, value);
	if (notice !== undefined) around.stderr.write(`${notice}\n`);
}

async function changeSetting(name: string | undefined, value: string | undefined): Promise<string | undefined> {
	if (name === undefined || !isSetting(name)) throw new UsageError(noSuchSetting(name));
	return writeSetting(name, value);
}

/** A key given as `-` is read from stdin, where neither the shell's history nor other users can see it. */
async function changeKey(around: Around, provider: string, value: string | undefined): Promise<string | undefined> {
	const known = withOwn(loadSettings({}).settings.providers).map(({id}) => id);
	if (!known.includes(provider)) throw new UsageError({what: 'There is no such provider', value: provider, from: 'rostrum config', todo: `Providers are ${known.join(', ')}; the setting "providers" adds others.`});
	const key = value === '-' ? await firstLine(around) : value;
	if (key === '') throw new UsageError({what: 'The key is empty', from: 'stdin', todo: `Give it as a line, or take a key away with "rostrum config unset ${keyPrefix}${provider}".`});
	return writeKey(provider, key);
}

async function firstLine({stdin, stderr, signal}: Around): Promise<string> {
	if (stdin.isTTY) stderr.write('The key, then Enter: ');
	const {createInterface} = await import('node:readline');
	const lines = createInterface({input: stdin, signal});
	for await (const line of lines) return line.trim();
	signal.throwIfAborted();
	return '';
}

