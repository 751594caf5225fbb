/**
 * Settings and keys as displayed and changed by `rostrum config` and the settings screen. Keys are never displayed.
 */
import {
	type Configure,
	settingNames,
	writeKey,
	writeSetting,
	type Configuration,
	type GivenValue,
} from '../../settings/settings.ts';
import {isSetting} from '../../settings/schema.ts';
import {withUserProviders} from '../../voices/providers.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {checkSetting, tryKey, trySetting} from './check-setting.ts';

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
 * Stores a setting or key, or removes it if `value` is undefined. Returns a notice if the value is not usable
 * yet. Throws `UsageError` if it is invalid, or the file cannot be read.
 */
export async function changeSetting(
	name: string | undefined,
	value: string | undefined,
	access: SettingsAccess,
): Promise<string | undefined> {
	const {home, configure} = access;
	if (name?.startsWith(keyPrefix)) return changeKey(name.slice(keyPrefix.length), value, access);
	if (name === undefined || !isSetting(name)) throw new UsageError(noSuchSetting(name));
	const told = value === undefined ? undefined : checkSetting(name, value, configure);
	const tried = value === undefined ? undefined : await trySetting(name, value, configure);
	await writeSetting(name, value, {home});
	const notices = [told, tried].filter(text => text !== undefined);
	return notices.length === 0 ? undefined : notices.join(' ');
}

async function changeKey(
	provider: string,
	key: string | undefined,
	{configure}: SettingsAccess,
): Promise<string | undefined> {
	const configuration = configure();
	const known = withUserProviders(configuration.settings.providers);
	const row = known.find(({id}) => id === provider);
	if (!row)
		throw new UsageError({
			what: 'There is no such provider',
			value: provider,
			from: 'rostrum config',
			todo: `Providers are ${known.map(({id}) => id).join(', ')}; the setting "providers" adds others.`,
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
	const tried = key === undefined ? undefined : await tryKey(row, key);
	await writeKey(provider, key, configuration);
	return tried;
}
