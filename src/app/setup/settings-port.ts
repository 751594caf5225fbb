/** The settings screen's port, on top of the functions behind `rostrum config`. */
import type {Option} from '../../view/rows.ts';
import {homeFiles} from '../../settings/home.ts';
import type {Configuration, Configure} from '../../settings/settings.ts';
import {type SettingName, isSetting, settingTexts, variableOf} from '../../settings/schema.ts';
import {withUserProviders} from '../../voices/providers.ts';
import {checkSetting} from './check-setting.ts';
import {changeSetting, displayedSettings, keyPrefix, valueText, type DisplayedSetting} from './settings-list.ts';
import {UsageError} from '../../debate/usage-error.ts';

/** A setting, or a provider's key. */
export type SettingRow = {
	/** As the command line knows it. */
	readonly name: string;
	/** As the screen calls it, and the group that it stands in. */
	readonly label: string;
	readonly group: SettingGroup;
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
	/** What is typed shows as dots. */
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
		const rows = displayedSettings(configuration).map(shown => rowOf(shown, configuration));
		return settingGroups.flatMap(group => rows.filter(row => row.group === group));
	},
	change: async (name, value) => changeSetting(name, value, {home, configure}),
});

/** Groups of settings on the screen, in their order: what a beginner needs first. */
const settingGroups = ['Keys', 'Voices', 'Debates', 'Files', 'Sound', 'Screen'] as const;
type SettingGroup = (typeof settingGroups)[number];

const groupOf: Readonly<Record<SettingName, SettingGroup>> = {
	voice: 'Voices',
	arbiter: 'Voices',
	judges: 'Voices',
	keeper: 'Voices',
	editor: 'Voices',
	providers: 'Voices',
	payers: 'Voices',
	agents: 'Voices',
	modelData: 'Voices',
	timeout: 'Voices',
	waitFor: 'Voices',
	sandbox: 'Voices',
	pace: 'Debates',
	turntime: 'Debates',
	name: 'Debates',
	budget: 'Debates',
	closing: 'Debates',
	weights: 'Debates',
	seed: 'Debates',
	out: 'Files',
	export: 'Files',
	sign: 'Files',
	live: 'Sound',
	speech: 'Sound',
	player: 'Sound',
	bell: 'Sound',
	hints: 'Screen',
	theme: 'Screen',
	signs: 'Screen',
	drawing: 'Screen',
	screenReader: 'Screen',
	mouse: 'Screen',
};

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
			group: 'Keys',
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
		group: groupOf[name],
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

// How the settings screen puts values into words.

const onOrOff: readonly Option[] = [
	{value: 'on', label: 'on'},
	{value: 'off', label: 'off'},
];
const trueOrFalse: readonly Option[] = [
	{value: 'true', label: 'on'},
	{value: 'false', label: 'off'},
];
const automatic: Option = {value: 'auto', label: 'automatic'};

/** All that a setting may be, where that is a few words. */
const settingChoices: Partial<Readonly<Record<SettingName, readonly Option[]>>> = {
	closing: trueOrFalse,
	sign: [
		{value: 'off', label: 'off'},
		{value: 'on', label: 'with Rostrum’s own key'},
		{value: 'ssh', label: 'with your SSH key'},
	],
	sandbox: [
		{value: 'checks', label: 'a builder’s checks'},
		{value: 'all', label: 'checks and coding agents'},
		{value: 'off', label: 'off'},
	],
	live: trueOrFalse,
	theme: [
		automatic,
		{value: 'colour', label: 'for a dark background'},
		{value: 'light', label: 'for a light background'},
		{value: 'contrast', label: 'high contrast'},
		{value: 'none', label: 'no colours'},
	],
	signs: [automatic, {value: 'unicode', label: 'Unicode'}, {value: 'ascii', label: 'ASCII'}],
	drawing: [
		{value: 'changes', label: 'only what changed'},
		{value: 'lines', label: 'whole lines'},
	],
	screenReader: [automatic, ...onOrOff],
	mouse: onOrOff,
	bell: [
		{value: 'none', label: 'nothing'},
		{value: 'bell', label: 'the terminal’s bell'},
		{value: 'notify', label: 'a desktop notification'},
	],
};

/** What one of the unit that a time is set in makes in seconds. */
const secondsIn: Readonly<Record<string, number>> = {timeout: 0.001, turntime: 1};

/** A value as the list shows it; a dash where there is none and nothing takes its place. */
function settingValue(name: string, value: unknown): string {
	if (name === 'voice' && value === undefined) return automatic.label;
	if (value === undefined || value === null) return '–';
	if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ');
	if (name === 'weights' && typeof value === 'object') return Object.values(value).join(' · ');
	if (typeof value === 'object') return Object.keys(value).join(', ') || '–';
	const text = valueText(value);
	const seconds = secondsIn[name];
	if (seconds !== undefined && Number.isFinite(Number(text))) return `${Number(text) * seconds} s`;
	const choices = Object.entries(settingChoices).find(([setting]) => setting === name)?.[1] ?? [];
	return choices.find(choice => choice.value === text)?.label ?? text;
}
