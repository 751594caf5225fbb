/** Counts who met whom how often, over all results or over a random draw of them. */
import type {Meetings} from './bradley-terry.ts';
import type {Result} from './results.ts';

export type Pool = {
	/** In the order in which they first appear; a player's number is its place here. */
	readonly names: readonly string[];
	/** Over all results. */
	readonly meetings: Meetings;
	/** Over as many results as there are, drawn at random with replacement. */
	readonly resample: (random: () => number) => Meetings;
};

export function poolOf(results: readonly Result[]): Pool {
	const order = [...new Set(results.flatMap(({one, other}) => [one, other]))];
	const numbers = new Map(order.map((name, number) => [name, number]));
	const keyOf = ({one, other}: Result): string => JSON.stringify([one, other].sort());
	const pairs = [...Map.groupBy(results, keyOf).values()].flatMap(([first]) => first ?? []);
	const places = new Map(pairs.map((pair, place) => [keyOf(pair), place]));
	const numberOf = (name: string): number => numbers.get(name) ?? 0;
	const fixed = {
		players: order.length,
		one: Int32Array.from(pairs, ({one}) => numberOf(one)),
		other: Int32Array.from(pairs, ({other}) => numberOf(other)),
	};
	const placeOfResult = Int32Array.from(results, result => places.get(keyOf(result)) ?? 0);
	const scores = Float64Array.from(results, ({one, score}, at) =>
		pairs[placeOfResult[at] ?? 0]?.one === one ? score : 1 - score,
	);
	const count = (draw: (at: number) => number): Meetings => {
		const met = new Float64Array(pairs.length);
		const won = new Float64Array(pairs.length);
		for (let at = 0; at < results.length; at++) {
			const drawn = draw(at);
			const place = placeOfResult[drawn] ?? 0;
			met[place] = (met[place] ?? 0) + 1;
			won[place] = (won[place] ?? 0) + (scores[drawn] ?? 0);
		}
		return {...fixed, met, won};
	};
	return {
		names: order,
		meetings: count(at => at),
		resample: random => count(() => Math.floor(random() * results.length)),
	};
}
