/** How a config differs from another, as assignments of `--set`. Pure. */
import {isDeepStrictEqual} from 'node:util';
import {isRecord, writeJsonOrText} from '../../debate/text/json.ts';

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
