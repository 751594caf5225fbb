/** Mixes placed sentences, and brings the whole to its loudness: by ffmpeg, a part at a time. */
import {existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {execa} from 'execa';
import {sha256} from '../../engine/host/hash.ts';
import {readRegularBytes} from '../../engine/host/regular-file.ts';
import {temporaryName} from '../../engine/host/write-whole.ts';
import {level as spokenLevel, measured, resampled, type KeptSentence, type SpokenSegment} from './spoken-sentences.ts';
import type {Segment} from '../../exports/segments.ts';
import type {MixPart, PlacedSentence} from './timeline.ts';
import {NoSound, readWav, WavWriter} from './wav.ts';

/** Whether this machine has what mixes. */
export async function canMix(): Promise<boolean> {
	const {exitCode} = await execa('ffmpeg', ['-version'], {reject: false, timeout: 10_000, stdin: 'ignore'});
	return exitCode === 0;
}

type Watched = {
	readonly signal: AbortSignal;
	/** Seconds of the output so far. */
	readonly progress?: (seconds: number) => void;
};

/** What it says on stderr. Rejects with `NoSound` where it fails, and with the signal’s reason. */
export async function ffmpeg(args: readonly string[], {signal, progress}: Watched): Promise<string> {
	const told = progress ? ['-progress', 'pipe:1'] : [];
	const running = execa('ffmpeg', ['-y', '-hide_banner', '-nostats', '-nostdin', ...told, ...args], {
		reject: false,
		cancelSignal: signal,
		stdin: 'ignore',
	});
	running.stdout.on('data', (text: Buffer) => {
		const [, at] = /out_time_us=(\d+)/u.exec(text.toString('latin1')) ?? [];
		if (at !== undefined) progress?.(Number(at) / 1e6);
	});
	const {exitCode, stderr, shortMessage} = await running;
	signal.throwIfAborted();
	if (exitCode === 0) return stderr;
	throw new NoSound(`ffmpeg failed: ${stderr.trim().slice(-300) || (shortMessage ?? '')}`);
}

/** The sentences at the pace wanted: those of voices that are off it are stretched, once, beside what is kept. */
export async function atPace(
	spoken: readonly SpokenSegment[],
	tempoOf: (segment: Segment) => number,
	signal: AbortSignal,
): Promise<SpokenSegment[]> {
	const stretched = async (sentence: KeptSentence, tempo: number): Promise<KeptSentence> => {
		const file = sentence.file.replace(/\.wav$/u, `.${tempo.toFixed(3)}.wav`);
		if (!existsSync(file)) {
			const made = temporaryName(file);
			await ffmpeg(['-i', sentence.file, '-af', `atempo=${tempo.toFixed(3)}`, ...exact, '-f', 'wav', made], {signal});
			renameSync(made, file);
		}
		return {...sentence, file, ...measured(file)};
	};
	const all: SpokenSegment[] = [];
	for (const {segment, sentences} of spoken) {
		const tempo = tempoOf(segment);
		if (tempo === 1) all.push({segment, sentences});
		else all.push({segment, sentences: await Promise.all(sentences.map(each => stretched(each, tempo)))});
	}
	return all;
}

/** The same sound gives the same bytes. */
export const exact = ['-fflags', '+bitexact', '-flags:a', '+bitexact'];

type Mixing = {
	readonly rate: number;
	readonly channels: 1 | 2;
	/** By the name of who speaks: −1 is left, 1 right. */
	readonly pans: ReadonlyMap<string, number>;
	/** Where mixed parts are kept. */
	readonly folder: string;
	readonly signal: AbortSignal;
	/** How many are mixed. */
	readonly progress: (done: number) => void;
};

/** How far right or left anybody sits at most: louder by this in one channel. */
const widest = 0.35;

/** Left and right gains of equal power together, whatever the place. */
function panGains(pan: number): readonly [number, number] {
	const angle = ((pan * widest + 1) * Math.PI) / 4;
	return [Math.SQRT2 * Math.cos(angle), Math.SQRT2 * Math.sin(angle)];
}

/** The version of what is done to a part: another gives other sound. */
const mixed = 1;
const partEnding = '.part.flac';

/** The files of the parts, in order. Those that are as they were are not mixed again; what no part is any more goes. */
export async function mixParts(parts: readonly MixPart[], mixing: Mixing): Promise<string[]> {
	const {folder, progress} = mixing;
	const files = parts.map(part => join(folder, `${partKey(part, mixing)}${partEnding}`));
	for (const [place, part] of parts.entries()) {
		const file = files[place] ?? '';
		if (!existsSync(file)) await mixPart(part, file, mixing);
		progress(place + 1);
	}
	const names = new Set(files.map(file => basename(file)));
	for (const name of readdirSync(folder))
		if (name.endsWith(partEnding) && !names.has(name)) rmSync(join(folder, name), {force: true});
	return files;
}

function partKey({start, end, sentences}: MixPart, {rate, channels, pans}: Mixing): string {
	const all = sentences.map(({sentence, segment: {name}, start: from, fade}) => [
		basename(sentence.file),
		Math.round(from - start),
		Math.round(fade),
		name,
		channels === 2 ? (pans.get(name) ?? 0) : 0,
	]);
	return sha256(JSON.stringify([mixed, rate, channels, Math.round(end - start), all])).slice(0, 32);
}

async function mixPart(part: MixPart, file: string, {rate, channels, pans, signal}: Mixing): Promise<void> {
	const scratch = mkdtempSync(join(tmpdir(), 'rostrum-mix-'));
	try {
		const lanes = Array.from(
			Map.groupBy(part.sentences, ({segment}) => segment.name).entries(),
			([name, own], place) => {
				const lane = join(scratch, `${place}.wav`);
				writeLane(lane, own, {rate, from: part.start});
				return {lane, pan: pans.get(name) ?? 0};
			},
		);
		const placed = lanes.map(({pan}, place) => {
			const [left, right] = panGains(pan);
			const way = channels === 2 ? `pan=stereo|c0=${left.toFixed(4)}*c0|c1=${right.toFixed(4)}*c0` : 'anull';
			return `[${place}:a]${way}[v${place}]`;
		});
		const samples = Math.round(((part.end - part.start) * rate) / 1000);
		const graph = [
			...placed,
			`${lanes.map((_, place) => `[v${place}]`).join('')}amix=inputs=${lanes.length}:normalize=0,` +
				`apad=whole_len=${samples},atrim=end_sample=${samples}`,
		].join(';');
		const made = temporaryName(file);
		await ffmpeg(
			[
				...lanes.flatMap(({lane}) => ['-i', lane]),
				'-filter_complex',
				graph,
				...exact,
				'-c:a',
				'flac',
				'-f',
				'flac',
				made,
			],
			{signal},
		).catch((error: unknown) => {
			rmSync(made, {force: true});
			throw error;
		});
		renameSync(made, file);
	} finally {
		rmSync(scratch, {recursive: true, force: true});
	}
}

/** The sentences in their places with silence between; `from` is the time of the first sample, in milliseconds. */
export function writeLane(
	file: string,
	sentences: readonly PlacedSentence[],
	{rate, from}: {readonly rate: number; readonly from: number},
): void {
	const writer = new WavWriter(file, rate, 1);
	let at = 0;
	for (const {sentence, start, fade} of sentences) {
		const {samples} = resampled(readWav(readRegularBytes(sentence.file)), rate);
		const place = Math.max(at, Math.round(((start - from) * rate) / 1000));
		writer.write(new Float32Array(place - at));
		writer.write(fade > 0 ? faded(samples, Math.round((fade * rate) / 1000)) : samples);
		at = place + samples.length;
	}
	writer.end();
}

/** What is left of a voice at the end of its fade. */
const faintest = 0.1;

const faded = (samples: Float32Array, length: number): Float32Array =>
	samples.map((sample, at) => {
		const into = (at - (samples.length - length)) / length;
		return into <= 0 ? sample : sample * (1 - (1 - faintest) * into);
	});

type Mastering = {
	readonly channels: 1 | 2;
	/** What is wanted in LUFS. */
	readonly loudness: number;
	readonly signal: AbortSignal;
	/** From 0 to 1: how far the loudness is found, and how much is written. */
	readonly progress: (found: number, written: number) => void;
	/** Seconds of the whole. */
	readonly length: number;
};

/** Samples a second of what is published. */
const masterRate = 48_000;
/** Above it there is room for what lies between samples, and for what an encoder adds. */
const ceiling = 10 ** (-2.2 / 20);
/** How far from the wished loudness a mix may be, in loudness units. */
const nearEnough = 0.2;
const rounds = 3;

/**
 * Writes the parts as one WAV file of the wanted loudness, no true peak of which is over −1 dB. Gives loudness in LUFS
 * and peak in dB as they are in the file.
 */
export async function writeMaster(
	file: string,
	parts: readonly string[],
	{channels, loudness, signal, progress, length}: Mastering,
): Promise<{readonly loudness: number; readonly peak: number}> {
	return concatenated(parts, async input => {
		const made = temporaryName(file);
		const limiter = `aresample=${2 * masterRate},alimiter=limit=${ceiling.toFixed(4)}:attack=5:release=60:level=0:latency=1`;
		const chain = (gain: number): string => `volume=${gain.toFixed(2)}dB,${limiter},aresample=${masterRate}`;
		let gain = loudness - spokenLevel;
		for (let round = 0; round < rounds; round++) {
			const found = await ffmpeg([...input, '-af', `${chain(gain)},ebur128=framelog=verbose`, '-f', 'null', '-'], {
				signal,
				progress: seconds => progress((round + Math.min(1, seconds / length)) / rounds, 0),
			});
			const {loudness: reached} = measuredIn(found);
			if (!Number.isFinite(reached) || reached < -69) break;
			if (Math.abs(reached - loudness) <= nearEnough) break;
			gain += loudness - reached;
		}
		progress(1, 0);
		const meter = `${chain(gain)},ebur128=peak=true:framelog=verbose`;
		const coding = ['-ac', String(channels), ...exact, '-c:a', 'pcm_s16le', '-f', 'wav'];
		try {
			const written = await ffmpeg([...input, '-af', meter, ...coding, made], {
				signal,
				progress: seconds => progress(1, Math.min(1, seconds / length)),
			});
			renameSync(made, file);
			return measuredIn(written);
		} finally {
			rmSync(made, {force: true});
		}
	});
}

/** Does something with sound files one behind the other: `use` gets the arguments that make them one input. */
export async function concatenated<T>(
	files: readonly string[],
	use: (input: readonly string[]) => Promise<T>,
): Promise<T> {
	const scratch = mkdtempSync(join(tmpdir(), 'rostrum-mix-'));
	try {
		const list = join(scratch, 'parts.txt');
		writeFileSync(list, files.map(file => `file '${file.replaceAll("'", String.raw`'\''`)}'\n`).join(''));
		return await use(['-f', 'concat', '-safe', '0', '-i', list]);
	} finally {
		rmSync(scratch, {recursive: true, force: true});
	}
}

/** What ffmpeg's meter (EBU R 128) found in the whole. */
export function measuredIn(told: string): {readonly loudness: number; readonly peak: number} {
	const summary = told.slice(told.lastIndexOf('Summary:'));
	const [, loudness = '-inf'] = /I:\s+(-?[\d.]+|-inf) LUFS/u.exec(summary) ?? [];
	const [, peak = '-inf'] = /Peak:\s+(-?[\d.]+|-inf) dBFS/u.exec(summary) ?? [];
	const value = (text: string): number => (text === '-inf' ? -Infinity : Number(text));
	return {loudness: value(loudness), peak: value(peak)};
}
