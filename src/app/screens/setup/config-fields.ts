/** The config fields of a protocol that the setup shows: those with a description, and their valid values. Pure. */
import {z} from 'zod';
import type {Protocol} from '../../../debate/protocol.ts';
import {capitalised} from '../../../debate/text/words.ts';
import type {Format} from '../../../formats/contract.ts';
import type {SetupField} from './setup.ts';
import {assign} from '../../plan/debate-config.ts';

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
export function configFields(protocol: Format, config: unknown): SetupField[] {
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
export function listBounds(
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

export const valueAt = (config: unknown, path: readonly string[]): unknown =>
	path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), config);

/** A value in the form that `--set` takes. */
export const written = (value: unknown): string =>
	value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
