/** The sound of each segment: spoken once, kept beside the journal, and never asked for again. */
import {existsSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {sha256} from '../../engine/host/hash.ts';
import {cutToLimit} from '../../exports/dialogue.ts';
import type {Segment} from '../../exports/segments.ts';
import {factorOf, loudnessOf} from './loudness.ts';
import type {SpeechRequest, SpeechVoice} from './speech-engines.ts';
import {NoSound, readWav, WavWriter, type Sound} from './wav.ts';
import {readRegularBytes} from '../../engine/host/regular-file.ts';

/** Every segment is brought to this loudness before it is mixed, so that voices are as loud as each other. */
const level = -23;
/** Silence at the ends of what an engine gives: quieter than this, and longer than so many seconds. */
const quiet = factorOf(-50);
const kept = 0.03;
/** Seconds between two texts of one segment. */
const breath = 0.15;

export type SpokenSegment = {
	readonly segment: Segment;
	readonly file: string;
	readonly rate: number;
	readonly length: number;
};

type SegmentSoundOptions = Omit<SpeechRequest, 'signal'> & {
	readonly signal: AbortSignal;
	/** Where the sounds are kept. */
	readonly folder: string;
	/** Segments that are spoken at the same time. */
	readonly atOnce: number;
	/** Called behind each: how many are done, and how many of them were there already. */
	readonly progress: (done: number, found: number) => void;
};

/** All segments in order. What is there is not spoken again, also after a crash half-way. Rejects with `NoSound`. */
export async function speakSegments(
	segments: readonly Segment[],
	voiceOf: (segment: Segment) => SpeechVoice,
	options: SegmentSoundOptions,
): Promise<SpokenSegment[]> {
	mkdirSync(options.folder, {recursive: true});
	const spoken: SpokenSegment[] = [];
	let [next, done, found] = [0, 0, 0];
	const work = async (): Promise<void> => {
		for (let place = next++; place < segments.length; place = next++) {
			const segment = segments[place];
			if (!segment) return;
			options.signal.throwIfAborted();
			const voice = voiceOf(segment);
			const file = soundFile(options.folder, {spoken: segment.spoken, voice, wpm: options.wpm});
			if (existsSync(file)) found++;
			else await speakInto(file, segment, voice, options);
			const {rate, samples} = readWav(readRegularBytes(file));
			spoken[place] = {segment, file, rate, length: samples.length};
			options.progress(++done, found);
		}
	};
	await Promise.all(Array.from({length: options.atOnce}, work));
	return spoken;
}

type Spoken = {readonly spoken: string; readonly voice: SpeechVoice; readonly wpm: number};

/** Where the sound of a text is kept: under a name that words, voice and pace give it. */
export const soundFile = (folder: string, {spoken, voice, wpm}: Spoken): string =>
	join(folder, `${sha256(voice.key, '\n', String(wpm), '\n', spoken).slice(0, 32)}.wav`);

async function speakInto(
	file: string,
	{spoken, id}: Segment,
	voice: SpeechVoice,
	options: SegmentSoundOptions,
): Promise<void> {
	const sound = await sounded(spoken, voice, options);
	if (sound.samples.length === 0) throw new NoSound(`${voice.key} gave no sound for ${id}`);
	writeSound(file, sound);
}

/** A text as a voice says it, without silence at its ends, as loud as every other. Rejects with `NoSound`. */
export async function sounded(spoken: string, voice: SpeechVoice, how: SpeechRequest): Promise<Sound> {
	const sounds: Sound[] = [];
	for (const text of cutToLimit(spoken, voice.limit)) sounds.push(await voice.speak(text, how));
	const {rate, samples} = joined(sounds) ?? {rate: 8000, samples: new Float32Array(0)};
	const loudness = loudnessOf(rate, samples);
	const gain = Number.isFinite(loudness) ? factorOf(level - loudness) : 1;
	return {rate, samples: samples.map(sample => sample * gain)};
}

/** Whole or not at all. */
export function writeSound(file: string, {rate, samples}: Sound): void {
	const writer = new WavWriter(file, rate, 1);
	writer.write(samples);
	writer.end();
}

/** Without silence at its ends, and a breath between its texts. */
function joined(sounds: readonly Sound[]): Sound | undefined {
	const [first] = sounds;
	if (!first) return undefined;
	const {rate} = first;
	const parts = sounds.map(sound => trimmed(resampled(sound, rate)));
	const between = Math.round(breath * rate);
	const samples = new Float32Array(parts.reduce((sum, {length}) => sum + length, between * (parts.length - 1)));
	let at = 0;
	for (const part of parts) {
		samples.set(part, at);
		at += part.length + between;
	}
	return {rate, samples};
}

function trimmed({rate, samples}: Sound): Float32Array {
	const margin = Math.round(kept * rate);
	const first = samples.findIndex(sample => Math.abs(sample) > quiet);
	const last = samples.findLastIndex(sample => Math.abs(sample) > quiet);
	return first < 0 ? new Float32Array(0) : samples.slice(Math.max(0, first - margin), last + 1 + margin);
}

/** Cubic interpolation (Catmull–Rom): enough for speech between rates that are near each other. */
export function resampled({rate, samples}: Sound, wanted: number): Sound {
	if (rate === wanted) return {rate, samples};
	const length = Math.floor((samples.length * wanted) / rate);
	const at = (place: number): number => samples[Math.max(0, Math.min(samples.length - 1, place))] ?? 0;
	const resulting = Float32Array.from({length}, (_, place) => {
		const exact = (place * rate) / wanted;
		const here = Math.floor(exact);
		const t = exact - here;
		const [a, b, c, d] = [at(here - 1), at(here), at(here + 1), at(here + 2)];
		return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
	});
	return {rate: wanted, samples: resulting};
}
