import type {Floor} from '../../../debate/protocol.ts';

/** Enough to keep a server busy, and few enough for a small one. */
const lanes = 4;

/** Does a task for each thing, a few at once and the same ones one after the other however often it is resumed. */
export async function inLanes<T>(
	floor: Floor,
	things: readonly T[],
	nameOf: (thing: T) => string,
	task: (thing: T, floor: Floor) => Promise<void>,
): Promise<void> {
	const lane = (number: number) => async (own: Floor) => {
		for (const [place, thing] of things.entries())
			if (place % lanes === number) await own.together({[nameOf(thing)]: inner => task(thing, inner)});
	};
	await floor.together(
		Object.fromEntries(Array.from({length: lanes}, (_, number) => [`lane ${number + 1}`, lane(number)])),
	);
}
