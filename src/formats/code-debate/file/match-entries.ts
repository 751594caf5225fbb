/**
 * Which point each entry of a reply is about: by its id, else by file and line among all points, else not at all; by
 * order only where entries name no place and there are as many of them as points that wait.
 */
import type {PointEntry} from './entries.ts';

type Placed = {readonly id: string; readonly place: string | undefined};

/** The ids in the order of the entries; undefined for an entry that is about no point. */
export function matchEntries(
	entries: readonly PointEntry[],
	points: readonly Placed[],
	due: readonly Placed[],
): readonly (string | undefined)[] {
	const counted = entries.every(({numbered}, at) => numbered === undefined || Number(numbered) === at + 1);
	const named = entries.map(({id, place, numbered}) =>
		id === undefined && place === undefined && numbered !== undefined && !counted ? `P${Number(numbered)}` : id,
	);
	const byId = new Set(named.filter(id => id !== undefined));
	const byPlace = placed(
		entries.map(({place}, at) => (named[at] === undefined ? place : undefined)),
		points.filter(({id}) => !byId.has(id)),
	);
	const found = named.map((id, at) => id ?? byPlace[at]);
	const rest = entries.flatMap(({place}, at) => (found[at] === undefined && place === undefined ? [at] : []));
	const waiting = due.filter(({id}) => !found.includes(id));
	if (rest.length !== waiting.length || rest.length === 0) return found;
	return found.map((id, at) => id ?? waiting[rest.indexOf(at)]?.id);
}

/** Where several points are at one place, only as many entries that name it can be told apart, in order. */
function placed(places: readonly (string | undefined)[], points: readonly Placed[]): (string | undefined)[] {
	const candidates = places.map(place =>
		place === undefined ? [] : points.filter(point => isSame(point.place, place)),
	);
	return candidates.map((found, at) => {
		const rivals = candidates.flatMap((other, index) =>
			other[0] !== undefined && other[0] === found[0] ? [index] : [],
		);
		return found.length === rivals.length ? found[rivals.indexOf(at)]?.id : undefined;
	});
}

/** `src/retry.ts:42-45` in its parts; a path alone has no lines. */
function readPlace(place: string): {readonly path: string; readonly from?: number; readonly to?: number} {
	const {path = place, from, to} = /^(?<path>.*?):(?<from>\d+)(?:[-–](?<to>\d+))?$/u.exec(place)?.groups ?? {};
	const plain = path.replaceAll('\\', '/').replace(/^\.?\//u, '');
	return from === undefined ? {path: plain} : {path: plain, from: Number(from), to: Number(to ?? from)};
}

/** Whether two places are the same file and share a line, at most `apart` lines apart; a path's tail is enough. */
export function isSame(one: string | undefined, other: string | undefined, apart = 0): boolean {
	if (one === undefined || other === undefined) return false;
	const [left, right] = [readPlace(one), readPlace(other)];
	const file = left.path === right.path || left.path.endsWith(`/${right.path}`) || right.path.endsWith(`/${left.path}`);
	if (!file || left.from === undefined || right.from === undefined) return file && left.from === right.from;
	return left.from <= (right.to ?? right.from) + apart && right.from <= (left.to ?? left.from) + apart;
}
