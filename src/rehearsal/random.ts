/** Seeded pseudo-random numbers: the same for a debate on every machine. */

/** Hashes a text to a number in [0, 2^32): FNV-1a, then the finaliser of MurmurHash3. */
export function hash(text: string, seed = 0): number {
	let value = 0x81_1c_9d_c5 ^ seed;
	for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01_00_01_93);
	value = Math.imul(value ^ (value >>> 16), 0x85_eb_ca_6b);
	value = Math.imul(value ^ (value >>> 13), 0xc2_b2_ae_35);
	return (value ^ (value >>> 16)) >>> 0;
}

export type Random = {
	next(): number;
	/** An integer in [0, limit). */
	below(limit: number): number;
};

/** The mulberry32 generator. */
export function seededRandom(seed: number): Random {
	let state = seed >>> 0;
	const next = (): number => {
		state = (state + 0x6d_2b_79_f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	return {next, below: limit => Math.floor(next() * limit)};
}

/** The item at an index that wraps around in both directions. Throws for an empty list. */
export function at<T>(items: readonly T[], index: number): T {
	const item = items[((index % items.length) + items.length) % items.length];
	if (item === undefined) throw new Error(`nothing to choose from at ${index} of ${items.length}`);
	return item;
}

/** A shuffled copy (Fisher–Yates). */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
	const copy = [...items];
	for (let last = copy.length - 1; last > 0; last--) {
		const other = random.below(last + 1);
		const moved = at(copy, last);
		copy[last] = at(copy, other);
		copy[other] = moved;
	}
	return copy;
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** The position of step `index` in a walk from `start` over `size` positions, in large strides. */
export function stride(index: number, size: number, start: number): number {
	let step = Math.max(1, Math.floor(size * 0.618));
	while (divisor(step, size) !== 1) step++;
	return (start + index * step) % size;
}
