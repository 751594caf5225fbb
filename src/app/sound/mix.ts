/** Lays sounds one after the other or over each other, and brings the whole to its loudness without clipping. */
import {breather} from '../files/read-debate.ts';
import {factorOf, limiterGains, LoudnessMeter, truePeaks} from './loudness.ts';
import {WavWriter} from './wav.ts';

/** A sound in the mix: where it begins and how long it is, in samples. `load` is called each time it is needed. */
export type PlacedSound = {
	readonly start: number;
	readonly length: number;
	readonly load: () => Float32Array;
	/** −1 is left, 1 right. */
	readonly pan: number;
};

type Mastering = {
	readonly rate: number;
	readonly channels: 1 | 2;
	/** What is wanted in LUFS. */
	readonly loudness: number;
	readonly signal: AbortSignal;
};

/** The highest true peak in dB; a little under what is allowed, for what an encoder adds. */
const ceiling = factorOf(-1.3);
/** Samples a block of the limiter. */
const block = 32;
/** Two channels of the same sound are as much louder than one. */
const twoChannels = 3.01;
/** How far right or left anybody sits at most: louder by this in one channel. */
const widest = 0.35;

/** Left and right gains of equal power together, whatever the place. */
function panGains(pan: number): readonly [number, number] {
	const angle = ((pan * widest + 1) * Math.PI) / 4;
	return [Math.SQRT2 * Math.cos(angle), Math.SQRT2 * Math.sin(angle)];
}

/** Pieces of the mix in order, of whole blocks but for the last; each channel by itself. */
function* mixed(sounds: readonly PlacedSound[], channels: 1 | 2): Generator<readonly Float32Array[]> {
	let from = 0;
	let pending: Float32Array[] = Array.from({length: channels}, () => new Float32Array(0));
	for (const [place, sound] of sounds.entries()) {
		const end = Math.max(sound.start + sound.length, from + (pending[0]?.length ?? 0));
		pending = pending.map(channel => grown(channel, end - from));
		const gains = channels === 2 ? panGains(sound.pan) : [1];
		const samples = sound.load();
		for (const [number, channel] of pending.entries()) {
			const gain = gains[number] ?? 1;
			addInto(channel, samples, sound.start - from, gain);
		}
		const next = sounds[place + 1]?.start ?? end;
		const ready = next >= end ? end : Math.floor((next - from) / block) * block + from;
		const whole = place === sounds.length - 1 ? ready - from : Math.floor((ready - from) / block) * block;
		if (whole <= 0) continue;
		yield pending.map(channel => channel.subarray(0, whole));
		pending = pending.map(channel => channel.slice(whole));
		from += whole;
	}
}

function addInto(channel: Float32Array, samples: Float32Array, offset: number, gain: number): void {
	for (let at = 0; at < samples.length; at++)
		channel[offset + at] = (channel[offset + at] ?? 0) + (samples[at] ?? 0) * gain;
}

const grown = (samples: Float32Array, length: number): Float32Array => {
	if (samples.length >= length) return samples;
	const more = new Float32Array(length);
	more.set(samples);
	return more;
};

/** The mean of all channels, which are as loud as one another on average. */
const monoOf = (channels: readonly Float32Array[]): Float32Array =>
	channels.length === 1
		? (channels[0] ?? new Float32Array(0))
		: Float32Array.from(channels[0] ?? [], (left, at) => (left + (channels[1]?.[at] ?? 0)) / 2);

/**
 * Writes the mix as WAV, and lets keys and signals in meanwhile. Gives its loudness in LUFS and its highest true peak
 * in dB, as they are in the file.
 */
export async function writeMix(
	file: string,
	sounds: readonly PlacedSound[],
	{rate, channels, loudness, signal}: Mastering,
): Promise<{readonly loudness: number; readonly peak: number}> {
	const breathe = breather(signal);
	const wanted = channels === 2 ? loudness - twoChannels : loudness;
	const {measured, peaks} = await analysed(sounds, rate, breathe);
	let gain = Number.isFinite(measured) ? factorOf(wanted - measured) : 1;
	const most = channels === 2 ? Math.max(...sounds.flatMap(({pan}) => panGains(pan)), 1) : 1;
	const gainsFor = (factor: number): Float32Array =>
		limiterGains(
			peaks.map(peak => peak * factor * most),
			ceiling,
		);
	let gains = gainsFor(gain);
	let reached = wanted;
	// What the limiter takes away is added again, and looked at once more.
	for (let round = 0; round < 2; round++) {
		reached = await loudnessWith(sounds, {rate, gain, gains, breathe});
		if (!Number.isFinite(reached) || Math.abs(reached - wanted) < 0.1) break;
		gain *= factorOf(wanted - reached);
		gains = gainsFor(gain);
	}
	const writer = new WavWriter(file, rate, channels);
	const meter = new LoudnessMeter(rate);
	let peak = 0;
	try {
		let at = 0;
		for (const piece of mixed(sounds, channels)) {
			await breathe();
			const louder = piece.map(channel => limited(channel, at, gain, gains));
			meter.push(monoOf(louder));
			for (const channel of louder) for (const one of truePeaks(channel, 4096)) peak = Math.max(peak, one);
			writer.write(interleaved(louder));
			at += piece[0]?.length ?? 0;
		}
	} finally {
		writer.end();
	}
	return {loudness: meter.loudness() + (channels === 2 ? twoChannels : 0), peak: 20 * Math.log10(Math.max(1e-9, peak))};
}

type Breathe = ReturnType<typeof breather>;
type Limiting = {
	readonly rate: number;
	readonly gain: number;
	readonly gains: Float32Array;
	readonly breathe: Breathe;
};

async function analysed(sounds: readonly PlacedSound[], rate: number, breathe: Breathe) {
	const meter = new LoudnessMeter(rate);
	const peaks: Float32Array[] = [];
	for (const [mono = new Float32Array(0)] of mixed(sounds, 1)) {
		await breathe();
		meter.push(mono);
		peaks.push(truePeaks(mono, block));
	}
	const all = new Float32Array(peaks.reduce((sum, {length}) => sum + length, 0));
	let at = 0;
	for (const part of peaks) {
		all.set(part, at);
		at += part.length;
	}
	return {measured: meter.loudness(), peaks: all};
}

async function loudnessWith(sounds: readonly PlacedSound[], {rate, gain, gains, breathe}: Limiting): Promise<number> {
	const meter = new LoudnessMeter(rate);
	let at = 0;
	for (const [mono = new Float32Array(0)] of mixed(sounds, 1)) {
		await breathe();
		meter.push(limited(mono, at, gain, gains));
		at += mono.length;
	}
	return meter.loudness();
}

/** With the gain of each block, going evenly from one to the next. */
const limited = (samples: Float32Array, from: number, gain: number, gains: Float32Array): Float32Array =>
	Float32Array.from(samples, (sample, at) => {
		const place = (from + at) / block;
		const here = Math.floor(place);
		const one = gains[here] ?? 1;
		const next = gains[here + 1] ?? one;
		return sample * gain * Math.min(one + (next - one) * (place - here), 1);
	});

function interleaved(channels: readonly Float32Array[]): Float32Array {
	const [first = new Float32Array(0)] = channels;
	if (channels.length === 1) return first;
	const samples = new Float32Array(first.length * channels.length);
	for (const [number, channel] of channels.entries())
		for (const [at, sample] of channel.entries()) samples[at * channels.length + number] = sample;
	return samples;
}
