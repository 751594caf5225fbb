/** A debate as sound: spoken, laid out in its time, mixed, and with captions and chapters that fit what is heard. */
import {renameSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {execa} from 'execa';
import {breather} from '../files/read-debate.ts';
import {factorOf, limiterGains, LoudnessMeter, truePeaks} from './loudness.ts';
import {WavWriter, readWav} from './wav.ts';
import {episodeTags, retimed, type Episode} from '../../exports/episode.ts';
import {gapBefore, type Segment} from '../../exports/segments.ts';
import {episodeTexts} from '../../exports/captions.ts';
import {resampled, speakSegments, type SpokenSegment} from './segment-sounds.ts';
import type {SpeechVoice} from './speech-engines.ts';
import {readRegularBytes} from '../../engine/host/regular-file.ts';
import {temporaryName, writeWhole} from '../../engine/host/write-whole.ts';

// Lays sounds one after the other or over each other, and brings the whole to its loudness without clipping.

/** A sound in the mix: where it begins and how long it is, in samples. `load` is called each time it is needed. */
type PlacedSound = {
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
async function writeMix(
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
	} catch (error) {
		writer.discard();
		throw error;
	}
	writer.end();
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

export type AudioFormat = 'wav' | 'mp3' | 'm4a';

/** What is written unless something else is asked for. */
export const usualFormats: readonly AudioFormat[] = ['wav', 'mp3'];

type VoiceOptions = {
	/** Path without an ending: `…/episode`. */
	readonly output: string;
	readonly stereo: boolean;
	readonly formats: readonly AudioFormat[];
	readonly wpm: number;
	readonly timeoutMs: number;
	readonly atOnce: number;
	readonly signal: AbortSignal;
	readonly progress: (done: number, found: number) => void;
};

type VoicedEpisode = {
	readonly files: readonly string[];
	/** Seconds. */
	readonly length: number;
	/** LUFS, and dB. */
	readonly loudness: number;
	readonly peak: number;
	/** What could not be made, for the user. */
	readonly missing: readonly string[];
};

/** Where the spoken pieces of a debate are kept: in a folder beside its journal or its sound. */
export const soundsBeside = (file: string): string => join(dirname(file), 'audio');

const targets = {mono: -19, stereo: -16} as const;

/** Rejects with `NoSound` where an engine fails; what was spoken until then is kept. */
export async function voiceEpisode(
	episode: Episode,
	voiceOf: (segment: Segment) => SpeechVoice,
	options: VoiceOptions,
): Promise<VoicedEpisode> {
	const {output, stereo, signal} = options;
	const spoken = await speakSegments(episode.segments, voiceOf, {...options, folder: soundsBeside(output)});
	const rate = Math.max(...spoken.map(each => each.rate), 8000);
	const placed = placedSounds(spoken, rate, pansOf(episode));
	const wav = `${output}.wav`;
	const {loudness, peak} = await writeMix(wav, placed, {
		rate,
		channels: stereo ? 2 : 1,
		loudness: stereo ? targets.stereo : targets.mono,
		signal,
	});
	const times = placed.map(({start, length}) => ({
		start: (start / rate) * 1000,
		end: ((start + length) / rate) * 1000,
	}));
	const real = retimed(episode, times);
	const texts = Object.entries(episodeTexts(real)).map(([ending, text]) => {
		writeWhole(`${output}.${ending}`, text, 0o666);
		return `${output}.${ending}`;
	});
	const {files, missing} = await encoded(wav, real, options);
	return {files: [...files, ...texts], length: real.length / 1000, loudness, peak, missing};
}

/** One behind the other with the pauses of the list, and an interruption over the end of what it cuts. */
function placedSounds(
	spoken: readonly SpokenSegment[],
	rate: number,
	pans: ReadonlyMap<string, number>,
): PlacedSound[] {
	const placed: PlacedSound[] = [];
	for (const {segment, file, rate: own, length} of spoken) {
		const before = placed.at(-1);
		const gap = Math.round((gapBefore(segment) / 1000) * rate);
		placed.push({
			start: before ? Math.max(before.start, before.start + before.length + gap) : 0,
			length: own === rate ? length : Math.floor((length * rate) / own),
			load: () => resampled(readWav(readRegularBytes(file)), rate).samples,
			pan: pans.get(segment.speaker) ?? 0,
		});
	}
	return placed;
}

/** Those who argue sit from left to right; hosts and listeners in the middle. */
function pansOf({state}: Episode): ReadonlyMap<string, number> {
	const arguing = state.seats.filter(({role}) => role !== 'arbiter' && role !== 'judge' && role !== 'synthesis');
	return new Map(arguing.map(({id}, place) => [id, arguing.length < 2 ? 0 : (2 * place) / (arguing.length - 1) - 1]));
}

/** The WAV file, and the same as MP3 or M4A with chapters where ffmpeg is installed. */
async function encoded(
	wav: string,
	episode: Episode,
	{output, formats, signal}: VoiceOptions,
): Promise<{readonly files: readonly string[]; readonly missing: readonly string[]}> {
	const files = formats.includes('wav') ? [wav] : [];
	const missing: string[] = [];
	const chapters = `${output}.ffmetadata`;
	for (const format of formats.filter(each => each !== 'wav')) {
		writeWhole(chapters, ffmetadata(episode));
		const made = temporaryName(`${output}.${format}`);
		const codec =
			format === 'mp3'
				? ['-codec:a', 'libmp3lame', '-ar', '48000', '-b:a', '96k', '-id3v2_version', '3']
				: ['-codec:a', 'aac', '-b:a', '96k'];
		const {exitCode, stderr, shortMessage} = await execa(
			'ffmpeg',
			[
				'-y',
				'-v',
				'error',
				'-i',
				wav,
				'-i',
				chapters,
				'-map',
				'0:a',
				'-map_metadata',
				'1',
				'-map_chapters',
				'1',
				...codec,
				made,
			],
			{reject: false, cancelSignal: signal, stdin: 'ignore'},
		);
		if (exitCode === 0) {
			renameSync(made, `${output}.${format}`);
			files.push(`${output}.${format}`);
			continue;
		}
		rmSync(made, {force: true});
		missing.push(`${format} was not made: ${stderr?.trim() || (shortMessage ?? '')}`);
	}
	rmSync(chapters, {force: true});
	if (files.length === 0) return {files: [wav], missing};
	if (!formats.includes('wav')) rmSync(wav, {force: true});
	return {files, missing};
}

/** https://ffmpeg.org/ffmpeg-formats.html#Metadata-2 */
function ffmetadata(episode: Episode): string {
	const escaped = (text: string): string => text.replaceAll(/\s+/gu, ' ').replaceAll(/[=;#\\]/gu, String.raw`\$&`);
	return [
		';FFMETADATA1',
		...Object.entries(episodeTags(episode)).map(([tag, value]) => `${tag}=${escaped(value)}`),
		...episode.chapters.flatMap(({title, start, end}) => [
			'[CHAPTER]',
			'TIMEBASE=1/1000',
			`START=${Math.round(start)}`,
			`END=${Math.round(end)}`,
			`title=${escaped(title)}`,
		]),
		'',
	].join('\n');
}
