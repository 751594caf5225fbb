/** Seeded random numbers, so that a ranking's intervals come out the same way again. */

/** The mulberry32 generator: numbers from 0 up to, but not including, 1. */
export function randomNumbers(seed: number): () => number {
	let state = scattered(seed);
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Neighbouring seeds would give numbers that resemble one another: the finaliser of MurmurHash3 drives them apart. */
function scattered(seed: number): number {
	let mixed = seed >>> 0;
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return (mixed ^ (mixed >>> 16)) >>> 0;
}
