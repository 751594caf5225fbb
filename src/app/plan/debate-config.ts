/** A protocol's config from its parts: the protocol's defaults, a preset, a file, single fields. Pure. */
import {isRecord} from '../../debate/text/json.ts';
import {cleanText} from '../../debate/text/intake.ts';
import type {Protocol} from '../../debate/protocol.ts';
import type {ConfigLayer} from '../../formats/contract.ts';
import {describeModel} from '../../voices/model-names.ts';
import {assign, overlay, type Assignment} from './set-path.ts';
import {UsageError, type Fault} from '../../debate/usage-error.ts';

/**
 * Lays the parts over each other, the later over the earlier. Throws `UsageError` for each field that does not fit:
 * which, what it got, what it may be.
 */
export function assembleConfig(
	protocol: Protocol,
	layers: readonly ConfigLayer[],
	assignments: readonly Assignment[],
): unknown {
	const defaults = protocol.config.safeParse({});
	const base = defaults.success ? defaults.data : {};
	const laid = layers.reduce<unknown>((config, layer) => overlay(config, layer.config), base);
	const config = renameModels(
		base,
		assignments.reduce<unknown>((before, assignment) => assign(before, assignment), laid),
	);
	const parsed = protocol.config.safeParse(cleaned(config));
	if (parsed.success) return parsed.data;
	const sources = [
		...layers,
		...assignments.map(({path, value}) => ({
			from: '--set',
			config: path.reduceRight<unknown>((inner, key) => ({[key]: inner}), value),
		})),
	];
	throw new UsageError(
		parsed.error.issues.map((issue): Fault => {
			const path = issue.path.map(String);
			const from = sources.findLast(layer => valueAt(layer.config, path) !== undefined)?.from;
			return {
				what: `The config’s "${path.join('.') || protocol.id}" does not fit: ${issue.message}`,
				...(from === undefined ? {} : {from}),
				todo: 'Change it or leave it out.',
			};
		}),
	);
}

/** What the user writes into a config is said to models and shown: it is made plain like all that comes in. */
function cleaned(value: unknown): unknown {
	if (typeof value === 'string') return cleanText(value);
	if (Array.isArray(value)) return value.map(cleaned);
	return isRecord(value)
		? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner)]))
		: value;
}

function valueAt(config: unknown, path: readonly string[]): unknown {
	return path.reduce<unknown>(
		(inner, key) => (Array.isArray(inner) ? inner[Number(key)] : isRecord(inner) ? inner[key] : undefined),
		config,
	);
}

/** Where only a model's id was changed, the name that stayed behind is another model's: it is replaced. */
function renameModels(before: unknown, after: unknown): unknown {
	if (Array.isArray(after))
		return after.map((item, place) => renameModels(Array.isArray(before) ? before[place] : undefined, item));
	if (!isRecord(after)) return after;
	const old = isRecord(before) ? before : {};
	const inner = Object.fromEntries(Object.entries(after).map(([key, value]) => [key, renameModels(old[key], value)]));
	const {modelId} = after;
	if (typeof modelId !== 'string' || modelId === old['modelId']) return inner;
	const {name, provider} = describeModel(modelId, '');
	const stale = (key: string): boolean => inner[key] !== undefined && inner[key] === old[key];
	return {
		...inner,
		...(stale('modelDisplayName') ? {modelDisplayName: name} : {}),
		...(stale('providerName') ? {providerName: provider} : {}),
	};
}
