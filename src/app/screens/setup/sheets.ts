/** Describes each protocol to the setup screen, from its schema, its presets and its setup data. */
import {formatOf, formats} from '../../../formats/index.ts';
import type {Protocol} from '../../../debate/protocol.ts';
import type {Preset} from '../../plan/presets.ts';
import {homeFiles} from '../../../settings/home.ts';
import type {Configuration} from '../../../settings/settings.ts';
import {type SettingName, settingTexts} from '../../../settings/schema.ts';
import type {SetupField, SetupForm, ProtocolSetup, Table} from './setup.ts';
import {configFields, listBounds, written} from './config-fields.ts';
import {setupOf, type TableData} from '../../../formats/setup.ts';
import {placesIn} from './form-from-debate.ts';

export const setupDataOf = (protocol: string) => setupOf(formatOf(protocol)?.setup);

/** `standing` returns a protocol's default config. */
export function makeSheets(
	configuration: Configuration,
	presets: readonly Preset[],
	standing: (protocol: string) => unknown,
): ProtocolSetup[] {
	return formats.map(protocol => {
		const config = standing(protocol.id);
		const {ways, beside = [], table} = setupDataOf(protocol.id);
		const places = table === undefined ? [] : placesIn(config, table);
		const blank: SetupForm = {way: ways[0].flag, answers: {}, places, voices: {}, options: {}};
		return {
			protocol: protocol.id,
			name: protocol.name,
			summary: protocol.summary,
			ways,
			beside,
			...(table && {table: tableOf(protocol, table, configuration.home)}),
			fields: fieldsOf(configFields(protocol, config), settingFields(configuration)),
			blank,
			suggestions: [
				...new Set(presets.filter(preset => preset.protocol === protocol.id).flatMap(({propositions}) => propositions)),
			],
		};
	});
}

function tableOf(protocol: Protocol, {path, noun, stances, manner}: TableData, home: string): Table {
	const {least, most, about} = listBounds(protocol, path, manner);
	return {
		noun,
		stances: stances(homeFiles(home)),
		least: Math.max(least, protocol.minSpeakers),
		most,
		...(manner !== undefined && {manner: about ?? ''}),
	};
}

/** What is chosen for every debate stands before what few change. */
const fieldsOf = (config: readonly SetupField[], own: readonly SetupField[]): readonly SetupField[] => [
	...config.filter(({advanced}) => !advanced),
	...own,
	...config.filter(({advanced}) => advanced),
];

/** Settings that are chosen per debate. */
const settings = ['pace', 'budget', 'seed'] as const satisfies readonly SettingName[];
const settingLabels = {pace: 'Pace', budget: 'Budget', seed: 'Seed of random choices'} as const;

const settingFields = ({given}: Configuration): SetupField[] =>
	settings.map(name => {
		const {about, may, flag = `--${name}`} = settingTexts[name];
		return {
			path: flag,
			group: 'Pace and cost',
			label: settingLabels[name],
			advanced: false,
			about,
			kind: 'text',
			choices: [],
			may,
			standard: written(given.find(one => one.name === name)?.value) || (name === 'pace' ? 'auto' : ''),
		};
	});
