/** Loudness and true peaks as broadcasters measure them (ITU-R BS.1770-4), and what brings speech to a target. */

/** Two second-order filters in a row: the head's effect, then a high pass. Coefficients for any sample rate. */
type Biquad = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

/** From the analogue prototypes of the K weighting; at 48 kHz they are the standard's tables. */
function weighting(rate: number): readonly [Biquad, Biquad] {
	const shelf = {frequency: 1681.974450955533, gain: 3.999843853973347, q: 0.7071752369554196} as const;
	const k = Math.tan((Math.PI * shelf.frequency) / rate);
	const high = 10 ** (shelf.gain / 20);
	const band = high ** 0.4996667741545416;
	const a0 = 1 + k / shelf.q + k * k;
	const pass = {frequency: 38.13547087602444, q: 0.5003270373238773} as const;
	const p = Math.tan((Math.PI * pass.frequency) / rate);
	const d0 = 1 + p / pass.q + p * p;
	return [
		[
			(high + (band * k) / shelf.q + k * k) / a0,
			(2 * (k * k - high)) / a0,
			(high - (band * k) / shelf.q + k * k) / a0,
			(2 * (k * k - 1)) / a0,
			(1 - k / shelf.q + k * k) / a0,
		],
		[1, -2, 1, (2 * (p * p - 1)) / d0, (1 - p / pass.q + p * p) / d0],
	];
}

/** Measures one channel as it comes. The gating blocks are 400 ms long and overlap by three quarters. */
export class LoudnessMeter {
	readonly #filters: readonly [Biquad, Biquad];
	readonly #state = new Float64Array(4);
	readonly #hop: number;
	/** Sums of squares of 100 ms each. */
	readonly #sums: number[] = [];
	#sum = 0;
	#filled = 0;

	constructor(rate: number) {
		this.#filters = weighting(rate);
		this.#hop = Math.round(rate / 10);
	}

	push(samples: Float32Array): void {
		const [first, second] = this.#filters;
		for (const sample of samples) {
			const weighted = this.#filter(this.#filter(sample, first, 0), second, 2);
			this.#sum += weighted * weighted;
			if (++this.#filled === this.#hop) {
				this.#sums.push(this.#sum);
				this.#sum = 0;
				this.#filled = 0;
			}
		}
	}

	/** Integrated loudness in LUFS of this channel alone; −Infinity where there was nothing to hear. */
	loudness(): number {
		const sums = this.#sums.length >= 4 ? this.#sums : [...this.#sums, this.#sum, 0, 0, 0];
		const hop = this.#sums.length >= 4 ? this.#hop : Math.max(1, (this.#sums.length * this.#hop + this.#filled) / 4);
		const blocks: number[] = [];
		for (let at = 0; at + 4 <= sums.length; at++)
			blocks.push(sums.slice(at, at + 4).reduce((all, one) => all + one, 0) / (4 * hop));
		const loud = blocks.filter(power => lufs(power) > -70);
		const gate = lufs(mean(loud)) - 10;
		return lufs(mean(loud.filter(power => lufs(power) > gate)));
	}

	/** Transposed direct form 2; two values of state a filter. */
	#filter(value: number, [b0, b1, b2, a1, a2]: Biquad, at: number): number {
		const state = this.#state;
		const out = b0 * value + (state[at] ?? 0);
		state[at] = b1 * value - a1 * out + (state[at + 1] ?? 0);
		state[at + 1] = b2 * value - a2 * out;
		return out;
	}
}

const lufs = (power: number): number => (power > 0 ? -0.691 + 10 * Math.log10(power) : Number.NEGATIVE_INFINITY);
const mean = (values: readonly number[]): number =>
	values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length;

export function loudnessOf(rate: number, samples: Float32Array): number {
	const meter = new LoudnessMeter(rate);
	meter.push(samples);
	return meter.loudness();
}

export const factorOf = (decibels: number): number => 10 ** (decibels / 20);

/** Taps of a filter that gives three values between each two samples (windowed sinc). */
const half = 12;
const phases: readonly Float64Array[] = [0.25, 0.5, 0.75].map(phase =>
	Float64Array.from({length: 2 * half}, (_, tap) => {
		const x = tap - half + 1 - phase;
		const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / half);
		return Math.abs(x) < 1e-9 ? 1 : (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
	}),
);

/** The highest value between samples around each, four times oversampled, in blocks of so many samples. */
export function truePeaks(samples: Float32Array, block: number): Float32Array {
	const peaks = new Float32Array(Math.ceil(samples.length / block));
	for (let at = 0; at < samples.length; at++) {
		let peak = Math.abs(samples[at] ?? 0);
		// Only near a loud sample can there be a louder value between.
		if (peak > 0.25)
			for (const taps of phases) {
				let sum = 0;
				for (let tap = 0; tap < taps.length; tap++) sum += (taps[tap] ?? 0) * (samples[at + tap - half + 1] ?? 0);
				peak = Math.max(peak, Math.abs(sum));
			}
		const place = Math.floor(at / block);
		if (peak > (peaks[place] ?? 0)) peaks[place] = peak;
	}
	return peaks;
}

/** Blocks on either side over which a limiter lowers the gain before and after a peak. */
const reach = 40;

/** A gain a block that keeps every peak at or under `ceiling`, going down before it and up again after it. */
export function limiterGains(peaks: Float32Array, ceiling: number): Float32Array {
	const wanted = peaks.map(peak => (peak > ceiling ? ceiling / peak : 1));
	const lowest = new Float32Array(wanted.length);
	for (let at = 0; at < wanted.length; at++) {
		let least = 1;
		for (let near = Math.max(0, at - reach); near <= Math.min(wanted.length - 1, at + reach); near++)
			least = Math.min(least, wanted[near] ?? 1);
		lowest[at] = least;
	}
	// The mean over no more than that reach never lies above what the peak in its middle needs.
	const gains = new Float32Array(wanted.length);
	for (let at = 0; at < wanted.length; at++) {
		let sum = 0;
		let count = 0;
		for (let near = Math.max(0, at - reach); near <= Math.min(wanted.length - 1, at + reach); near++) {
			sum += lowest[near] ?? 1;
			count++;
		}
		gains[at] = sum / count;
	}
	return gains;
}
