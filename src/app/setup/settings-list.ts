/**
 * Settings and keys as displayed and changed by `rostrum config` and the settings screen. Keys are never displayed.
 */
import {existsSync, statSync} from 'node:fs';
import {dirname, isAbsolute} from 'node:path';
import {
	type Configure,
	settingNames,
	writeKey,
	writeSetting,
	type Configuration,
	type GivenValue,
	resolveSettings,
} from '../../settings/settings.ts';
import {isSetting, type SettingName} from '../../settings/schema.ts';
import {withUserProviders} from '../../voices/providers.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {expandPath} from '../../engine/host/expand-path.ts';
import {withUserAgents} from '../../voices/agents/agent-rows.ts';
import {reachableFrom, lacksKey, resolveVoice} from '../voices/assign-voices.ts';
import {drawnFormats, findFormat} from '../files/export-formats.ts';

export const keyPrefix = 'keys.';

/** `value` is the given or default value with secrets masked, undefined if there is none. */
export type DisplayedSetting = {
	readonly name: string;
	readonly value: unknown;
	readonly from: string;
	readonly kind: GivenValue['kind'];
};

export const valueText = (value: unknown): string =>
	value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

/** All settings, then all keys. */
export const displayedSettings = (configuration: Configuration): DisplayedSetting[] => [
	...configuration.given.map(given => shownSetting(given, configuration)),
	...shownKeys(configuration),
];

function shownSetting({name, value, from, kind}: GivenValue, {settings}: Configuration): DisplayedSetting {
	return {
		name,
		value:
			name === 'providers'
				? masked(settings.providers)
				: name === 'agents'
					? maskedAgents(settings.agents)
					: (value ?? settings[name]),
		from,
		kind,
	};
}

const hide = (entries: Readonly<Record<string, string>> = {}): Record<string, string> =>
	Object.fromEntries(Object.keys(entries).map(name => [name, '••••']));

/** Headers and addresses may contain secrets. */
function masked(providers: Configuration['settings']['providers']): unknown {
	return Object.fromEntries(
		Object.entries(providers).map(([id, {headers, baseUrl, ...row}]) => [
			id,
			{...row, baseUrl: withoutSecret(baseUrl), ...(headers ? {headers: hide(headers)} : {})},
		]),
	);
}

/** So may an agent's environment variables. */
const maskedAgents = (agents: Configuration['settings']['agents']): unknown =>
	Object.fromEntries(
		Object.entries(agents).map(([id, {env, ...row}]) => [id, {...row, ...(env ? {env: hide(env)} : {})}]),
	);

function withoutSecret(address: string): string {
	const url = new URL(address);
	if (url.password) url.password = '••••';
	for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, '••••');
	return decodeURI(url.href);
}

function shownKeys({settings, keyOf}: Configuration): DisplayedSetting[] {
	return withUserProviders(settings.providers)
		.filter(({keyVariable}) => keyVariable !== undefined)
		.map(provider => {
			const found = keyOf(provider);
			return {
				name: `${keyPrefix}${provider.id}`,
				value: found ? '••••' : undefined,
				from: found?.from ?? `not set (reads ${provider.keyVariable ?? ''})`,
				kind: found === undefined ? 'default' : found.from === provider.keyVariable ? 'environment' : 'file',
			};
		});
}

export const noSuchSetting = (name: string | undefined) => ({
	what: 'There is no such setting',
	...(name === undefined ? {} : {value: name}),
	from: 'rostrum config',
	todo: `Settings are ${settingNames.join(', ')}, and ${keyPrefix}PROVIDER for a key.`,
});

/** `home` is the folder of the user's files. */
type SettingsAccess = {readonly home: string; readonly configure: Configure};

/**
 * Stores a setting or key, or removes it if `value` is undefined. Returns a notice if the file was damaged or the
 * value is not usable yet. Throws `UsageError` if it is invalid.
 */
export async function changeSetting(
	name: string | undefined,
	value: string | undefined,
	{home, configure}: SettingsAccess,
): Promise<string | undefined> {
	if (name?.startsWith(keyPrefix)) return changeKey(name.slice(keyPrefix.length), value, configure);
	if (name === undefined || !isSetting(name)) throw new UsageError(noSuchSetting(name));
	const told = value === undefined ? undefined : checkSetting(name, value, configure);
	const notices = [await writeSetting(name, value, {home}), told].filter(text => text !== undefined);
	return notices.length === 0 ? undefined : notices.join(' ');
}

async function changeKey(provider: string, key: string | undefined, configure: Configure): Promise<string | undefined> {
	const configuration = configure();
	const known = withUserProviders(configuration.settings.providers).map(({id}) => id);
	if (!known.includes(provider))
		throw new UsageError({
			what: 'There is no such provider',
			value: provider,
			from: 'rostrum config',
			todo: `Providers are ${known.join(', ')}; the setting "providers" adds others.`,
		});
	if (key === '')
		throw new UsageError({
			what: 'The key is empty',
			from: 'stdin',
			todo: `Enter it on one line, or remove a key with "rostrum config unset ${keyPrefix}${provider}".`,
		});
	if (key !== undefined && !/^[!-~]+$/u.test(key))
		throw new UsageError({
			what: 'A key has only ASCII characters and no spaces',
			todo: 'Paste the key alone, without a name in front or quotation marks around it.',
		});
	return writeKey(provider, key, configuration);
}

// Checks a setting's value beyond its schema: whether the voice or export format exists, and the folder can be
// created.

type VoiceConfiguration = Pick<Configuration, 'settings' | 'keyOf'>;

/**
 * Throws `UsageError` for an unusable value. Returns a notice about a usable one, if there is something to know. Reads
 * the other settings only for a voice, so that one that is wrong can be corrected.
 */
export function checkSetting(
	name: SettingName,
	value: unknown,
	configure: () => VoiceConfiguration,
): string | undefined {
	const from = `the setting "${name}"`;
	const {settings} = resolveSettings({flags: {}, env: {}, file: {[name]: value}, path: 'what you typed'});
	switch (name) {
		case 'voice':
			return voiceNotice([settings.voice], configure(), {from, people: true});
		case 'arbiter':
			return voiceNotice([settings.arbiter], configure(), {from, people: false});
		case 'judges':
			return voiceNotice(settings.judges, configure(), {from, people: false});
		case 'export':
			settings.export.forEach(id => drawnFormats.includes(id) || findFormat(id, from));
			return undefined;
		case 'out':
			return folderNotice(settings.out, from);
		default:
			return undefined;
	}
}

type ValueSource = {readonly from: string; /** Whether `human` is allowed. */ readonly people: boolean};

function voiceNotice(
	voices: readonly (string | undefined)[],
	around: VoiceConfiguration,
	where: ValueSource,
): string | undefined {
	const notices = voices.flatMap(voice => (voice === undefined ? [] : (oneVoice(voice, around, where) ?? [])));
	return notices.length === 0 ? undefined : notices.join(' ');
}

/** A missing key is only a notice, since it can be set later. */
function oneVoice(written: string, around: VoiceConfiguration, {from, people}: ValueSource): string | undefined {
	const reachable = reachableFrom(around);
	const {spec, standsIn} = resolveVoice({text: written, from}, reachable);
	if (standsIn !== undefined) return `No key reaches ${standsIn} yet, so a rehearsal voice stands in for it.`;
	if (spec.provider === 'human' && !people)
		throw new UsageError({
			what: 'A person cannot take this part',
			value: written,
			from,
			todo: 'It asks for structured answers: name a model or rehearsal.',
		});
	const agents = withUserAgents(around.settings.agents).map(({id}) => id);
	if (spec.provider === 'agent' && !agents.includes(spec.model ?? ''))
		throw new UsageError({
			what: 'There is no such agent',
			value: written,
			from,
			todo: `Agents are ${agents.join(', ')}; the setting "agents" adds others.`,
		});
	const row = reachable.providers.find(({id}) => id === spec.provider);
	return row && lacksKey(row, around)
		? `${row.name} needs a key: run "rostrum config set keys.${row.id} -", or set ${row.keyVariable ?? ''}.`
		: undefined;
}

/** The folder is created on demand, so its nearest existing parent must be a folder. */
function folderNotice(folder: string | undefined, from: string): string | undefined {
	if (folder === undefined) return undefined;
	let place = expandPath('', folder);
	while (!existsSync(place)) place = dirname(place);
	if (!statSync(place).isDirectory())
		throw new UsageError({
			what: `${place} is a file, not a folder`,
			value: folder,
			from,
			todo: 'Choose a folder; it is created if it does not exist.',
		});
	return isAbsolute(folder) || folder.startsWith('~')
		? undefined
		: 'This folder is relative to wherever Rostrum is started.';
}
