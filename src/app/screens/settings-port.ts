/** The settings screen's port, on top of the functions behind `rostrum config`. */
import type {Option} from '../../view/rows.ts';
import {homeFiles} from '../../settings/home.ts';
import type {Configuration, Configure} from '../../settings/settings.ts';
import {type SettingName, isSetting, settingTexts, variableOf} from '../../settings/schema.ts';
import {withUserProviders} from '../../voices/providers.ts';
import {checkSetting} from './check-setting.ts';
import {settingChoices, settingValue} from './setting-words.ts';
import {changeSetting, displayedSettings, keyPrefix, valueText, type DisplayedSetting} from './settings-list.ts';
import {UsageError} from '../../debate/usage-error.ts';

/** A setting, or a provider's key. */
export type SettingRow = {
	/** As the command line knows it. */
	readonly name: string;
	/** As the screen calls it. */
	readonly label: string;
	readonly about: string;
	/** What it may be, in words. */
	readonly may: string;
	/** As it is shown; a secret is masked. */
	readonly value: string;
	/** The variable, the file or "default", as the user knows it. */
	readonly from: string;
	/** Where something goes before the file, a change here does not show until that is taken away. */
	readonly kind: 'flag' | 'environment' | 'file' | 'default';
	/** What an edit begins with; empty where the value is masked. */
	readonly initial: string;
	/** Typed unseen. */
	readonly secret: boolean;
	/** All that it may be, where that is a few words. */
	readonly choices: readonly Option[];
	/** May be left empty. */
	readonly optional?: boolean;
	/** Commands, flags and variables that set it. */
	readonly ways: readonly string[];
	/** What is wrong with its value, or what it lacks to be of use. */
	readonly wrong?: string;
};

/** A rejected promise is what the user is told; nothing has changed then. */
export type SettingsPort = {
	/** The file that changes are kept in. */
	readonly file: string;
	readonly read: () => Promise<readonly SettingRow[]>;
	/** Keeps a value, or takes it away where it is undefined; resolves with what the user should know beside. */
	readonly change: (name: string, value: string | undefined) => Promise<string | undefined>;
};

/** `home` is the folder of the user's files. */
export const settingsPort = (home: string, configure: Configure): SettingsPort => ({
	file: homeFiles(home).settings,
	async read() {
		const configuration = configure();
		return displayedSettings(configuration).map(shown => rowOf(shown, configuration));
	},
	change: async (name, value) => changeSetting(name, value, {home, configure}),
});

/** Settings with masked parts must be typed anew instead of edited. */
const masked: ReadonlySet<string> = new Set(['providers', 'agents']);

/** Lists for which an empty text means an empty list. */
const lists: ReadonlySet<string> = new Set(['judges', 'export']);

function rowOf(shown: DisplayedSetting, configuration: Configuration): SettingRow {
	const {name, value, from, kind} = shown;
	const common = {name, value: settingValue(name, value), from, kind};
	if (!isSetting(name)) {
		const id = name.slice(keyPrefix.length);
		const {name: provider = id, keyVariable} = providerOf(id, configuration) ?? {};
		return {
			...common,
			label: `Key for ${provider}`,
			about: 'The key for this provider. It is kept in a file that only you can read, and never shown.',
			may: 'a key as the provider gave it to you',
			ways: [
				`rostrum config set ${name} -`,
				...(keyVariable === undefined ? [] : [`${keyVariable} in the environment`]),
			],
			initial: '',
			secret: true,
			choices: [],
		};
	}
	const {label, about, may, flag} = settingTexts[name];
	const choices = settingChoices[name] ?? [];
	const wrong = kind === 'default' ? undefined : wrongWith(name, value, configuration);
	return {
		...common,
		label,
		about,
		may: choices.length === 0 ? may : choices.map(choice => choice.label).join(', '),
		ways: [
			`rostrum config set ${name} VALUE`,
			...(flag === undefined ? [] : [`${flag}, for one run`]),
			`${variableOf(name)} in the environment`,
		],
		initial: value === undefined || masked.has(name) ? '' : editable(value),
		secret: false,
		choices,
		...(lists.has(name) && {optional: true}),
		...(wrong !== undefined && {wrong}),
	};
}

const providerOf = (id: string, {settings}: Configuration) =>
	withUserProviders(settings.providers).find(provider => provider.id === id);

/** What is wrong with a value that was set elsewhere. */
function wrongWith(name: SettingName, value: unknown, configuration: Configuration): string | undefined {
	try {
		return masked.has(name) ? undefined : checkSetting(name, value, () => configuration);
	} catch (error) {
		if (error instanceof UsageError) return error.message;
		throw error;
	}
}

/** Lists are edited as comma-separated text, as on the command line. */
const editable = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : valueText(value));
