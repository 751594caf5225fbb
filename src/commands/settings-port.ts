/** What the settings screen needs of the world: the settings as `rostrum config` has them. */
import {homeFiles} from '../home-files.ts';
import {loadSettings} from '../settings.ts';
import {isSetting, settingTexts, type SettingName} from '../settings-schema.ts';
import type {SettingRow, SettingsPort} from '../ui/settings-port.ts';
import {changeSetting, shownSettings, valueText, type Shown} from './shown-settings.ts';

/** `home` is the folder of the user's files. */
export const settingsPort = (home: string): SettingsPort => ({
	file: homeFiles(home).settings,
	read: async () => shownSettings(loadSettings({})).map(rowOf),
	change: async (name, value) => changeSetting(name, value),
});

/** Settings of which parts may be secrets are written anew, not edited. */
const masked: ReadonlySet<string> = new Set(['providers', 'agents']);

const choices: Partial<Readonly<Record<SettingName, readonly string[]>>> = {theme: ['auto', 'colour', 'none'], drawing: ['changes', 'lines'], screenReader: ['auto', 'on', 'off'], bell: ['none', 'bell', 'notify']};

function rowOf(shown: Shown): SettingRow {
	const {name, value, from, kind} = shown;
	const common = {name, value: readable(value), from, kind};
	if (!isSetting(name)) return {...common, about: 'The key for this provider. It is kept in a file that only you can read, and never shown.', may: 'a key as the provider gave it to you', initial: '', secret: true, choices: []};
	const {about, may} = settingTexts[name];
	return {...common, about, may, initial: value === undefined || masked.has(name) ? '' : editable(value), secret: false, choices: choices[name] ?? []};
}

/** Lists are typed with commas, as on the command line. */
const editable = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : valueText(value));

/** Nothing is a dash, also where it is an empty list. */
const readable = (value: unknown): string => (typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? '–' : Array.isArray(value) ? value.join(', ') : valueText(value));
