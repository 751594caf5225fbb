/** A protocol's config from its parts: the protocol's defaults, a preset, a file, single fields. Pure. */
import {isDeepStrictEqual} from 'node:util';
import {isRecord, writeJsonOrText, parseJsonOrText} from '../../debate/text/json.ts';
import {cleanText} from '../../debate/text/intake.ts';
import type {Protocol} from '../../debate/protocol.ts';
import type {ConfigLayer, Format} from '../../formats/contract.ts';
import {describeModel} from '../../voices/model-names.ts';
import {UsageError, type Fault} from '../../debate/usage-error.ts';
import {formatOf, formats} from '../../formats/index.ts';

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
			from: optionFor(protocol, path),
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

/** The option that gives a field, where its format has one; the field alone may be given as well. */
const optionFor = ({id}: Protocol, [field = '']: readonly string[]): string =>
	formatOf(id)?.options?.some(({flags}) => flags.split(' ', 1)[0] === `--${field}`) ? `--${field} or --set` : '--set';

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

// From what a user calls a protocol to the protocol.

/** The protocol that is meant. Throws `UsageError` listing those there are. */
export function findProtocol(id: string): Format {
	const found = formatOf(id);
	if (found) return found;
	throw new UsageError({
		what: 'There is no such protocol',
		value: id,
		from: 'the command line',
		todo: `Protocols are ${formats.map(format => format.id).join(', ')}.`,
	});
}

// How a config differs from another, as assignments of `--set`. Pure.

/** `path=value` for each change from `base` to `config`; those of a list come in the order of its places. */
export function configChanges(base: unknown, config: unknown, path: readonly string[] = []): string[] {
	if (isDeepStrictEqual(base, config)) return [];
	const inside = fieldsInside(base, config);
	return inside === undefined && path.length > 0
		? [`${path.join('.')}=${writeJsonOrText(config)}`]
		: (inside ?? []).flatMap(([key, old, now]) => configChanges(old, now, [...path, key]));
}

/** Fields to look into, before and now; undefined where single assignments cannot make the change. */
function fieldsInside(base: unknown, config: unknown): [string, unknown, unknown][] | undefined {
	if (Array.isArray(base) && Array.isArray(config))
		return config.length < base.length ? undefined : config.map((now, place) => [String(place), base[place], now]);
	if (!isRecord(base) || !isRecord(config)) return undefined;
	const gone = Object.keys(base).some(key => config[key] === undefined && base[key] !== undefined);
	const keys = Object.keys(config).filter(key => config[key] !== undefined);
	return gone || keys.some(key => /[.=\s]/u.test(key)) ? undefined : keys.map(key => [key, base[key], config[key]]);
}

// `--set path=value`: one field of a protocol's config by its path, such as `flow.maxExchanges=4` or
// `chairs.0.persona="a skipper"`.

type Json = Record<string, unknown>;

const forbidden = new Set(['__proto__', 'prototype', 'constructor']);
export type Assignment = {readonly path: readonly string[]; readonly value: unknown};

/** Reads `path=value`; the value is JSON where it reads as JSON, and text otherwise. */
export function parseAssignment(text: string): Assignment {
	const at = text.indexOf('=');
	const path = text
		.slice(0, at)
		.split('.')
		.map(part => part.trim());
	if (at < 1 || path.some(part => part === '' || forbidden.has(part))) {
		throw new UsageError({
			what: 'An assignment cannot be read',
			value: text,
			from: '--set',
			todo: 'Write path=value, such as flow.maxExchanges=4.',
		});
	}
	return {path, value: parseJsonOrText(text.slice(at + 1))};
}

/** A copy of a config with one field changed. Places of a list count from 0; the place after its last one appends. */
export function assign(config: unknown, {path, value}: Assignment, done: readonly string[] = []): unknown {
	const [head, ...rest] = path;
	if (head === undefined) return value;
	const inside = (old: unknown): unknown => assign(old, {path: rest, value}, [...done, head]);
	if (Array.isArray(config)) return changePlace(config, head, inside, done);
	if (config !== undefined && !isRecord(config))
		throw new UsageError({
			what: `"${done.join('.')}" holds no fields, so "${[...done, ...path].join('.')}" cannot be set`,
			value: config,
			from: '--set',
			todo: 'Shorten the path.',
		});
	return {...config, [head]: inside(config?.[head])};
}

function changePlace(
	list: readonly unknown[],
	head: string,
	inside: (old: unknown) => unknown,
	done: readonly string[],
): unknown[] {
	const place = /^\d+$/u.test(head) ? Number(head) : Number.NaN;
	if (!(place <= list.length))
		throw new UsageError({
			what: `"${done.join('.')}" is a list of ${list.length}, and no place in it is called`,
			value: head,
			from: '--set',
			todo: `Give a number from 0 to ${list.length}.`,
		});
	return place === list.length ? [...list, inside(undefined)] : list.with(place, inside(list[place]));
}

/** Lays a partial config over another: objects field by field, everything else, lists too, as a whole. */
export function overlay(base: unknown, over: unknown): unknown {
	if (over === undefined) return base;
	if (!isRecord(base) || !isRecord(over)) return over;
	const merged: Json = {...base};
	for (const [key, value] of Object.entries(over)) if (!forbidden.has(key)) merged[key] = overlay(base[key], value);
	return merged;
}
