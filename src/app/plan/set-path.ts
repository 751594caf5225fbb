/**
 * `--set path=value`: one field of a protocol's config by its path, such as `flow.maxExchanges=4` or
 * `chairs.0.persona="a skipper"`.
 */
import {isRecord, parseJsonOrText} from '../../debate/text/json.ts';
import {UsageError} from '../../debate/usage-error.ts';

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
