/** Describes each protocol to the setup screen, from its schema, its presets and its setup data. */
import {z} from 'zod';
import {formatOf, formats} from '../../formats/index.ts';
import type {Protocol} from '../../debate/protocol.ts';
import type {Preset} from '../plan/presets.ts';
import {homeFiles} from '../../settings/home.ts';
import type {Configuration} from '../../settings/settings.ts';
import {type SettingName, settingTexts} from '../../settings/schema.ts';
import type {SetupField, SetupForm, ProtocolSetup, Table, SeatForm} from './setup.ts';
import {setupOf, type TableData, told, type SetupData} from '../../formats/setup.ts';
import {capitalised} from '../../debate/text/words.ts';
import type {Format} from '../../formats/contract.ts';
import {assign} from '../plan/debate-config.ts';
import type {Participant, Subject} from '../../debate/events.ts';

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

// The config fields of a protocol that the setup shows: those with a description, and their valid values. Pure.

/** The parts of a JSON Schema node that matter here. */
const Node = z.looseObject({
	type: z.string().optional(),
	description: z.string().optional(),
	enum: z.array(z.string()).optional(),
	properties: z.record(z.string(), z.unknown()).optional(),
	items: z.unknown().optional(),
	minItems: z.number().optional(),
	maxItems: z.number().optional(),
});
type Node = z.infer<typeof Node>;

/** `config` is complete, with defaults filled in. What most debates leave alone comes last and is `advanced`. */
function configFields(protocol: Format, config: unknown): SetupField[] {
	return leaves(schemaOf(protocol), [])
		.map(leaf => ({...leaf, ...placeOfField(protocol, leaf.path.join('.'))}))
		.toSorted((one, other) => one.place - other.place)
		.map(({path, label, advanced, node: {type, description = '', enum: choices = []}}) => {
			const place = path.join('.');
			return {
				path: place,
				group: advanced ? 'Advanced' : 'The debate',
				label,
				advanced,
				about: description,
				choices,
				kind: choices.length > 0 ? 'choice' : type === 'boolean' ? 'flag' : type === 'string' ? 'text' : 'number',
				may: expectedOf(protocol, path),
				standard: written(valueAt(config, path)),
			};
		});
}

type FieldPlace = {readonly label: string; readonly advanced: boolean; readonly place: number};

/** Where a field of a format's config stands, and its label; one that is not named is called by its path, and shown. */
function placeOfField({fields}: Format, path: string): FieldPlace {
	const {shown = [], folded = []} = fields ?? {};
	const all = [...shown, ...folded];
	const place = all.findIndex(([named]) => named === path);
	const label = all[place]?.[1] ?? inWords(path);
	return place < 0 ? {label, advanced: false, place: all.length} : {label, advanced: place >= shown.length, place};
}

/** `pace.wordsAMinute` as `Pace: words a minute`. */
function inWords(path: string): string {
	const words = path
		.replaceAll(/(?<=[a-z])[A-Z]/gu, letter => ` ${letter.toLowerCase()}`)
		.replace(/ ms$/u, ' (ms)')
		.replaceAll('.', ': ');
	return capitalised(words);
}

/** The minimum and maximum length of a list in the config, and the description of a field of its entries. */
function listBounds(
	protocol: Protocol,
	list: string,
	field: string | undefined,
): {readonly least: number; readonly most: number; readonly about: string | undefined} {
	const {minItems: least = 0, maxItems: most = 50, items} = Node.parse(schemaOf(protocol).properties?.[list] ?? {});
	const entry = Node.parse(items ?? {}).properties?.[field ?? ''];
	return {least, most, about: entry === undefined ? undefined : Node.parse(entry).description};
}

const schemaOf = (protocol: Protocol): Node => Node.parse(z.toJSONSchema(protocol.config, {unrepresentable: 'any'}));

const leaves = (node: Node, path: readonly string[]): {readonly path: readonly string[]; readonly node: Node}[] =>
	Object.entries(node.properties ?? {}).flatMap(([name, inner]) => {
		const parsed = Node.parse(inner);
		const here = [...path, name];
		return [...(parsed.description === undefined ? [] : [{path: here, node: parsed}]), ...leaves(parsed, here)];
	});

/** What a field accepts, read from the error ("…, expected …") for a value that no field accepts. */
function expectedOf(protocol: Protocol, path: readonly string[]): string {
	const parsed = protocol.config.safeParse(assign({}, {path, value: []}));
	const message = parsed.error?.issues.find(issue => issue.path.join('.') === path.join('.'))?.message ?? '';
	return /, expected (?<what>[\s\S]*)$/u.exec(message)?.groups?.['what'] ?? '';
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const valueAt = (config: unknown, path: readonly string[]): unknown =>
	path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), config);

/** A value in the form that `--set` takes. */
const written = (value: unknown): string =>
	value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

// Fills in a setup form from an earlier debate: its subject, seats and config. Pure.

export type HeldDebate = {
	readonly config: unknown;
	readonly subject: Subject;
	readonly participants: readonly Participant[];
	/** Ids of the speakers, in order. */
	readonly speakers: readonly string[];
};

/** Every seat explicitly keeps its voice. */
export function formFromDebate(
	{config, subject, participants, speakers}: HeldDebate,
	sheet: ProtocolSetup,
	{answers, table}: SetupData,
): SetupForm {
	const said = (answers ?? ((_, about) => told(about)))(config, subject);
	const voiceOf = new Map(participants.filter(({voice}) => voice !== 'outside').map(({id, voice}) => [id, voice]));
	const atTable = table === undefined ? [] : speakers;
	return {
		way: sheet.ways.find(({flag}) => said[flag] !== undefined)?.flag ?? sheet.ways[0].flag,
		answers: said,
		places:
			table === undefined
				? []
				: placesIn(config, table).map((place, index) => ({...place, ...voice(voiceOf.get(speakers[index] ?? ''))})),
		voices: Object.fromEntries([...voiceOf].filter(([id]) => !atTable.includes(id))),
		options: Object.fromEntries(
			sheet.fields.flatMap(({path, standard}) => {
				const value = path.startsWith('--') ? standard : written(valueAt(config, path.split('.')));
				return value === standard ? [] : [[path, value]];
			}),
		),
	};
}

const voice = (name: string | undefined): Pick<SeatForm, 'voice'> => (name === undefined ? {} : {voice: name});

/** The entries of a config's list of speakers. */
function placesIn(config: unknown, {path, field, manner}: TableData): SeatForm[] {
	const list = valueAt(config, [path]);
	return (Array.isArray(list) ? list : []).map((entry: unknown): SeatForm => {
		const how = manner === undefined ? undefined : valueAt(entry, [manner]);
		return {
			stance: written(field === undefined ? entry : valueAt(entry, [field])),
			...(typeof how === 'string' && {manner: how}),
		};
	});
}
