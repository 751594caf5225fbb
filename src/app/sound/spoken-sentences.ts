/** The sound of each sentence: spoken once, kept beside the journal, and never asked for again. */
import {closeSync, existsSync, mkdirSync, readSync} from 'node:fs';
import {join} from 'node:path';
import {openRegular} from '../../engine/host/regular-file.ts';
import {sha256} from '../../engine/host/hash.ts';
import {speechPace} from '../../debate/text/words.ts';
import {cutToLimit} from '../../exports/dialogue.ts';
import {spokenSentences, spokenWords, type Segment, type SpokenSentence} from '../../exports/segments.ts';
import {deliveryOf} from '../../exports/tts.ts';
import type {SpeechRequest, SpeechVoice} from './speech-voice.ts';
import {lengthOfWritten, NoSound, WavWriter, writtenHeader, type Sound} from './wav.ts';

const factorOf = (decibels: number): number => 10 ** (decibels / 20);

/** Every sentence has this power in dB where it is not silent, so that voices are as loud as each other. */
export const level = -23;
/** What no sample is louder than after that. */
const loudest = factorOf(-1);
/** Silence at the ends of what an engine gives: quieter than this, and longer than so many seconds. */
const quiet = factorOf(-50);
const kept = 0.03;
/** Seconds between two texts of one sentence that is longer than its engine takes. */
const breath = 0.15;

/** A sentence and where its sound is kept: `length` samples, `rate` a second. */
export type KeptSentence = SpokenSentence & {readonly file: string; readonly rate: number; readonly length: number};

export type SpokenSegment = {readonly segment: Segment; readonly sentences: readonly KeptSentence[]};

type SpeakingOptions = Omit<SpeechRequest, 'signal'> & {
	readonly signal: AbortSignal;
	/** Where the sounds are kept. */
	readonly folder: string;
	/** Sentences that are spoken at the same time. */
	readonly atOnce: number;
	/** Called behind each: how many are done, and how many of them were there already. */
	readonly progress: (done: number, found: number) => void;
};

/** A sentence and what speaks it. */
export type SpokenPiece = SpokenSentence & {readonly voice: SpeechVoice; readonly segment: Segment};

/** All sentences of an episode in order. */
export const piecesOf = (segments: readonly Segment[], voiceOf: (segment: Segment) => SpeechVoice): SpokenPiece[] =>
	segments.flatMap(segment => {
		const voice = voiceOf(segment);
		return spokenSentences(segment.spoken).map(sentence => ({...sentence, voice, segment}));
	});

/** All segments in order. What is there is not spoken again, also after a crash half-way. Rejects with `NoSound`. */
export async function speakSegments(
	segments: readonly Segment[],
	voiceOf: (segment: Segment) => SpeechVoice,
	options: SpeakingOptions,
): Promise<SpokenSegment[]> {
	mkdirSync(options.folder, {recursive: true});
	const {folder, wpm, signal, progress, atOnce} = options;
	const pieces = piecesOf(segments, voiceOf).map(piece => ({
		...piece,
		file: soundFile(folder, {spoken: piece.text, voice: piece.voice, wpm: ownPace(piece.voice, wpm)}),
	}));
	const rates = await calibrated(pieces, options);
	const left = pieces.entries();
	const coming = new Map<string, Promise<void>>();
	let [done, found] = [0, 0];
	const work = async (): Promise<void> => {
		for (const [, piece] of left) {
			signal.throwIfAborted();
			// The same words of the same voice are spoken once.
			const begun = coming.get(piece.file);
			if (begun) await begun;
			else if (existsSync(piece.file)) found++;
			else {
				const speaking = speakInto(piece, {...options, wpm: rates.get(piece.voice) ?? speechPace});
				coming.set(piece.file, speaking);
				await speaking;
			}
			progress(++done, found);
		}
	};
	await Promise.all(Array.from({length: atOnce}, work));
	const kept = Map.groupBy(pieces, ({segment}) => segment);
	return segments.map(segment => ({
		segment,
		sentences: (kept.get(segment) ?? []).map(({text, endsParagraph, file}) => ({
			text,
			endsParagraph,
			file,
			...measured(file),
		})),
	}));
}

/** The pace at which it is told to speak: its usual one if it cannot be told, whatever is wanted. */
export const ownPace = ({takesRate}: SpeechVoice, wpm: number): number => (takesRate === true ? wpm : speechPace);

/** Characters of its first sentences on which a voice is calibrated; tries; and how far off is near enough. */
const calibration = {characters: 400, tries: 3, near: 0.015} as const;

/**
 * What each voice that is told a rate, and has something left to say, is told to be heard at `wpm`. It speaks its first
 * sentences for that, until they take their share, by characters, of the time that all of its words should.
 */
async function calibrated(
	pieces: readonly (SpokenPiece & {readonly file: string})[],
	options: SpeakingOptions,
): Promise<ReadonlyMap<SpeechVoice, number>> {
	const rates = new Map<SpeechVoice, number>();
	for (const [voice, own] of Map.groupBy(pieces, piece => piece.voice)) {
		if (voice.takesRate !== true || own.every(({file}) => existsSync(file))) continue;
		const texts = own.map(({text}) => text);
		let characters = 0;
		const sample = texts.filter(text => characters < calibration.characters && (characters += text.length) > 0);
		const all = texts.reduce((sum, {length}) => sum + length, 0);
		const wanted = ((wordsIn(texts) / options.wpm) * 60 * characters) / all;
		let told = options.wpm;
		for (let tries = 0; tries < calibration.tries; tries++) {
			let heard = 0;
			for (const text of sample) heard += secondsOf(await sounded(text, voice, {...options, wpm: told}));
			const off = heard / wanted;
			if (Math.abs(off - 1) < calibration.near || heard === 0) break;
			told *= off;
		}
		rates.set(voice, told);
	}
	return rates;
}

const secondsOf = ({rate, samples}: Sound): number => samples.length / rate;
const wordsIn = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + spokenWords(text), 0);

/** How far a voice is stretched at most; what is farther off than `speech` is none, and stays as it is. */
const stretch = {least: 0.5, most: 2, speech: [0.25, 4]} as const;

/**
 * By how much each voice is too slow for `wpm`, over all that it says: a factor, 1 where it is as wanted or near that.
 * `spoken` are sentences with their measured lengths.
 */
export function temposOf(
	spoken: readonly SpokenSegment[],
	voiceOf: (segment: Segment) => SpeechVoice,
	wpm: number,
): ReadonlyMap<SpeechVoice, number> {
	const voices = Map.groupBy(spoken, ({segment}) => voiceOf(segment));
	return new Map(
		Array.from(voices, ([voice, own]) => [
			voice,
			tempoOf(
				own.flatMap(each => each.sentences),
				wpm,
			),
		]),
	);
}

function tempoOf(sentences: readonly KeptSentence[], wpm: number): number {
	const heard = sentences.reduce((sum, {length, rate}) => sum + length / rate, 0);
	const tempo = heard / ((wordsIn(sentences.map(({text}) => text)) / wpm) * 60);
	const [slowest, fastest] = stretch.speech;
	if (Math.abs(tempo - 1) < calibration.near || tempo < slowest || tempo > fastest) return 1;
	return Math.min(stretch.most, Math.max(stretch.least, tempo));
}

/** Sample rate and number of samples, from the header of a WAV file. */
export function measured(file: string): {readonly rate: number; readonly length: number} {
	const head = Buffer.alloc(writtenHeader);
	const opened = openRegular(file);
	try {
		readSync(opened, head, 0, head.length, 0);
	} finally {
		closeSync(opened);
	}
	return lengthOfWritten(head);
}

type Spoken = {readonly spoken: string; readonly voice: SpeechVoice; readonly wpm: number};

/** Where the sound of a text is kept: under a name that words, voice and pace give it, and whether it is calibrated. */
export function soundFile(folder: string, {spoken, voice, wpm}: Spoken): string {
	const pace = voice.takesRate === true ? `${wpm} heard` : String(wpm);
	return join(folder, `${sha256(voice.key, '\n', pace, '\n', spoken).slice(0, 32)}.wav`);
}

async function speakInto(
	{file, text, voice, segment}: SpokenPiece & {readonly file: string},
	options: SpeakingOptions,
): Promise<void> {
	const sound = await sounded(text, voice, {...options, instructions: sayingOf(segment, text)});
	if (sound.samples.length === 0) throw new NoSound(`${voice.key} gave no sound for ${segment.id}`);
	writeSound(file, sound);
}

/** How a sentence is said: one that begins a turn may cut in, and one that ends it may be cut off. */
function sayingOf(segment: Segment, text: string): string {
	const {kind, first, cut, spoken} = segment;
	const interrupts = kind === 'interruption' && first && spoken.startsWith(text);
	return deliveryOf(segment, {interrupts, cut: cut && spoken.trimEnd().endsWith(text)});
}

/** A text as a voice says it, without silence at its ends, as loud as every other. Rejects with `NoSound`. */
export async function sounded(spoken: string, voice: SpeechVoice, how: SpeechRequest): Promise<Sound> {
	const sounds: Sound[] = [];
	for (const text of cutToLimit(spoken, voice.limit)) sounds.push(await voice.speak(text, how));
	const {rate, samples} = joined(sounds) ?? {rate: 8000, samples: new Float32Array(0)};
	const gain = gainFor(samples);
	return {rate, samples: samples.map(sample => sample * gain)};
}

/** What brings it to the level, of what is not silent, and no sample over the loudest. */
function gainFor(samples: Float32Array): number {
	let [sum, count, peak] = [0, 0, 0];
	for (const sample of samples) {
		const size = Math.abs(sample);
		if (size > peak) peak = size;
		if (size <= quiet) continue;
		sum += sample * sample;
		count++;
	}
	return count === 0 ? 1 : Math.min(factorOf(level) / Math.sqrt(sum / count), loudest / peak);
}

/** Writes a WAV file under a temporary name first, so that no half one is left. */
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
