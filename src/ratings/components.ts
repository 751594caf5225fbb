/** Which debaters can be compared at all. */
import type {Result} from './results.ts';

/** Groups of names that met, directly or through others, the largest first; ratings compare only within one. */
export function componentsOf(results: readonly Result[], names: readonly string[]): string[][] {
	const met = new Map(names.map(name => [name, new Set<string>()]));
	for (const {one, other} of results) {
		met.get(one)?.add(other);
		met.get(other)?.add(one);
	}
	const seen = new Set<string>();
	return names
		.filter(name => !seen.has(name))
		.flatMap(name => (seen.has(name) ? [] : [reachedFrom(name, met, seen)]))
		.toSorted((one, other) => other.length - one.length);
}

function reachedFrom(name: string, met: ReadonlyMap<string, ReadonlySet<string>>, seen: Set<string>): string[] {
	const reached: string[] = [];
	const open = [name];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		if (seen.has(next)) continue;
		seen.add(next);
		reached.push(next);
		open.push(...(met.get(next) ?? []));
	}
	return reached;
}
