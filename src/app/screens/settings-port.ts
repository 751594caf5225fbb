/** The settings screen's port, on top of the functions behind `rostrum config`. */
import {homeFiles} from '../../settings/home.ts';
import type {Configuration, Configure} from '../../settings/settings.ts';
import {isSetting, settingTexts, type SettingName} from '../../settings/schema.ts';
import type {SettingRow, SettingsPort} from '../../ui/ports/settings-port.ts';
import {checkSetting} from './check-setting.ts';
import {changeSetting, displayedSettings, valueText, type DisplayedSetting} from './settings-list.ts';
import {UsageError} from '../../debate/usage-error.ts';

/** `home` is the folder of the user's files. */
export const settingsPort = (home: string, configure: Configure): SettingsPort => ({
	file: homeFiles(home).settings,
	async read() {
		const configuration = configure();
		return displayedSettings(configuration).map(shown => rowOf(shown, configuration));
	},
	change: async (name, value) => changeSetting(name, value, configure),
});

/** Settings with masked parts must be typed anew instead of edited. */
const masked: ReadonlySet<string> = new Set(['providers', 'agents']);

const choices: Partial<Readonly<Record<SettingName, readonly string[]>>> = {
	theme: ['auto', 'colour', 'light', 'contrast', 'none'],
	signs: ['auto', 'unicode', 'ascii'],
	drawing: ['changes', 'lines'],
	screenReader: ['auto', 'on', 'off'],
	bell: ['none', 'bell', 'notify'],
	closing: ['true', 'false'],
};

/** Lists for which an empty text means an empty list. */
const lists: ReadonlySet<string> = new Set(['judges', 'export']);

function rowOf(shown: DisplayedSetting, configuration: Configuration): SettingRow {
	const {name, value, from, kind} = shown;
	const common = {name, value: readable(value), from, kind};
	if (!isSetting(name))
		return {
			...common,
			about: 'The key for this provider. It is kept in a file that only you can read, and never shown.',
			may: 'a key as the provider gave it to you',
			initial: '',
			secret: true,
			choices: [],
		};
	const {about, may} = settingTexts[name];
	const wrong = kind === 'default' ? undefined : wrongWith(name, value, configuration);
	return {
		...common,
		about,
		may,
		initial: value === undefined || masked.has(name) ? '' : editable(value),
		secret: false,
		choices: choices[name] ?? [],
		...(lists.has(name) && {optional: true}),
		...(wrong !== undefined && {wrong}),
	};
}

/** What is wrong with a value that was set elsewhere. */
function wrongWith(name: SettingName, value: unknown, configuration: Configuration): string | undefined {
	try {
		return masked.has(name) ? undefined : checkSetting(name, value, configuration);
	} catch (error) {
		if (error instanceof UsageError) return error.message;
		throw error;
	}
}

/** Lists are edited as comma-separated text, as on the command line. */
const editable = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : valueText(value));

/** Missing values and empty lists are shown as a dash. */
const readable = (value: unknown): string =>
	typeof value === 'object' && value !== null && Object.keys(value).length === 0
		? '–'
		: Array.isArray(value)
			? value.join(', ')
			: valueText(value);
