import {mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {castVoices, findVoice, type SpeechVoice} from '../../../src/app/sound/speech-engines.ts';
import {limiterGains, loudnessOf, truePeaks} from '../../../src/app/sound/loudness.ts';
import {voiceEpisode} from '../../../src/app/sound/voice-episode.ts';
import {faultyDisk} from '../../fixtures/faulty-disk.ts';
import {NoSound, readWav, WavWriter} from '../../../src/app/sound/wav.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {episodeFrom} from '../../../src/exports/episode.ts';
import {sampleEvents} from '../../exports/sample.ts';

const folder = (): string => mkdtempSync(path.join(tmpdir(), 'rostrum-audio-'));
const sine = (rate: number, seconds: number, frequency: number, peak = 1): Float32Array =>
	Float32Array.from({length: rate * seconds}, (_, at) => peak * Math.sin((2 * Math.PI * frequency * at) / rate));

describe('loudness', () => {
	// ITU-R BS.1770: a sine of 997 Hz at full scale in one channel is −3.01 LUFS.
	it.each([22_050, 24_000, 44_100, 48_000])('is as the standard says at %i Hz', rate => {
		expect(loudnessOf(rate, sine(rate, 3, 997))).toBeCloseTo(-3.01, 1);
		expect(loudnessOf(rate, sine(rate, 3, 997, 0.1))).toBeCloseTo(-23.01, 1);
	});

	it('passes over silence', () => {
		const rate = 24_000;
		const half = new Float32Array(rate * 6);
		half.set(sine(rate, 3, 997, 0.1));
		expect(loudnessOf(rate, half)).toBeGreaterThan(-23.7);
		expect(loudnessOf(rate, new Float32Array(rate))).toBe(Number.NEGATIVE_INFINITY);
	});

	it('finds peaks that lie between samples', () => {
		const rate = 24_000;
		const quarter = Float32Array.from({length: rate}, (_, at) => Math.sin((Math.PI * at) / 2 + Math.PI / 4));
		expect(Math.max(...quarter)).toBeLessThan(0.71);
		expect(Math.max(...truePeaks(quarter.slice(100, 1000), 900))).toBeGreaterThan(0.97);
	});

	it('is limited so that no block is over the ceiling', () => {
		const peaks = Float32Array.from({length: 400}, (_, at) => (at % 97 === 0 ? 3 : 0.5));
		const gains = limiterGains(peaks, 0.8);
		for (const [at, peak] of peaks.entries()) expect(peak * (gains[at] ?? 1)).toBeLessThanOrEqual(0.8001);
	});
});

const errorOf = (act: () => void): unknown => {
	try {
		act();
		return undefined;
	} catch (error) {
		return error;
	}
};

describe('WAV files', () => {
	it('are read as they were written, and with sizes that a stream got wrong', () => {
		const file = path.join(folder(), 'a.wav');
		const writer = new WavWriter(file, 24_000, 1);
		writer.write(sine(24_000, 1, 440, 0.5));
		writer.end();
		const bytes = readFileSync(file);
		expect(readWav(bytes)).toMatchObject({rate: 24_000});
		expect(readWav(bytes).samples).toHaveLength(24_000);
		bytes.writeUInt32LE(0xffffffff, 40);
		expect(readWav(bytes).samples).toHaveLength(24_000);
	});

	it('are there when they are whole, in place of an earlier one or of a link', () => {
		const place = folder();
		const [file, own] = [path.join(place, 'episode.wav'), path.join(place, 'own.txt')];
		writeFileSync(own, 'mine');
		symlinkSync(own, file);
		const torn = new WavWriter(file, 8000, 1);
		torn.write(sine(8000, 1, 440, 0.5));
		torn.discard();
		expect(readdirSync(place).toSorted()).toEqual(['episode.wav', 'own.txt']);
		const writer = new WavWriter(file, 8000, 1);
		writer.write(sine(8000, 1, 440, 0.5));
		expect(readFileSync(own, 'utf8')).toBe('mine');
		writer.end();
		expect(readFileSync(own, 'utf8')).toBe('mine');
		expect(readWav(readFileSync(file)).samples).toHaveLength(8000);
		expect(readdirSync(place).toSorted()).toEqual(['episode.wav', 'own.txt']);
	});

	it('leave nothing on a disk that fails, and keep the earlier one', () => {
		const place = folder();
		const file = path.join(place, 'episode.wav');
		const write = (seconds: number): void => {
			const writer = new WavWriter(file, 8000, 1);
			writer.write(sine(8000, seconds, 440, 0.5));
			writer.end();
		};
		write(1);
		for (const fault of ['ENOSPC', 'short'] as const) {
			const disk = faultyDisk(place);
			disk.failAt(2, fault, fault === 'ENOSPC');
			const error = errorOf(() => write(2));
			disk.restore();
			const {samples} = readWav(readFileSync(file));
			expect([fault, error === undefined, samples.length]).toEqual([
				fault,
				fault === 'short',
				fault === 'short' ? 16_000 : 8000,
			]);
			expect(readdirSync(place)).toEqual(['episode.wav']);
		}
	});

	it.each([
		['MP3', Buffer.from('ID3\u0004something else that is long enough')],
		['a page', Buffer.from('<!doctype html><title>Not here</title>')],
		['nothing', Buffer.alloc(0)],
	])('that are %s are refused', (_name, bytes) => {
		expect(() => readWav(bytes)).toThrow(NoSound);
	});
});

const episode = episodeFrom(fold(sampleEvents()));

/** Speaks a tone as long as the text, and counts what it is asked for. */
function toneVoice(key: string, asked: string[], failAt = Infinity): SpeechVoice {
	return {
		key,
		limit: 4000,
		async speak(text) {
			if (asked.length >= failAt) throw new NoSound('the engine is gone');
			asked.push(text);
			return {rate: 8000, samples: sine(8000, Math.max(0.2, text.length / 40), 300 + key.length, 0.3)};
		},
	};
}

const options = (output: string) => ({
	output,
	stereo: false,
	formats: ['wav'] as const,
	wpm: 150,
	timeoutMs: 1000,
	atOnce: 1,
	signal: new AbortController().signal,
	progress: () => undefined,
});

describe('a voiced episode', () => {
	it('has captions and chapters that end with the sound, overlapping where someone cut in', async () => {
		const output = path.join(folder(), 'episode');
		const {files, length, loudness, peak} = await voiceEpisode(episode, () => toneVoice('a', []), options(output));
		const {samples, rate} = readWav(readFileSync(`${output}.wav`));
		expect(samples.length / rate).toBeCloseTo(length, 2);
		expect(loudness).toBeCloseTo(-19, 0);
		expect(peak).toBeLessThanOrEqual(-1);
		expect(files.map(file => path.basename(file))).toEqual([
			'episode.wav',
			'episode.vtt',
			'episode.srt',
			'episode.transcript.json',
			'episode.chapters.json',
		]);
		const {segments} = Object(JSON.parse(readFileSync(`${output}.transcript.json`, 'utf8')));
		expect(segments.at(-1).endTime).toBeCloseTo(length, 1);
		const {chapters} = Object(JSON.parse(readFileSync(`${output}.chapters.json`, 'utf8')));
		expect(chapters.at(-1).endTime).toBeCloseTo(length, 1);
	});

	it('goes on after a failure without speaking anything twice', async () => {
		const output = path.join(folder(), 'episode');
		const asked: string[] = [];
		await expect(voiceEpisode(episode, () => toneVoice('a', asked, 3), options(output))).rejects.toThrow(NoSound);
		expect(asked).toHaveLength(3);
		await voiceEpisode(episode, () => toneVoice('a', asked), options(output));
		expect(asked).toHaveLength(episode.segments.length);
		expect(new Set(asked).size).toBe(asked.length);
		expect(readdirSync(path.join(path.dirname(output), 'audio')).every(name => name.endsWith('.wav'))).toBe(true);
	});

	it('is as loud as it should be in stereo too', async () => {
		const output = path.join(folder(), 'episode');
		const stereo = {...options(output), stereo: true};
		const {loudness, peak} = await voiceEpisode(episode, ({speaker}) => toneVoice(speaker, []), stereo);
		expect(loudness).toBeCloseTo(-16, 0);
		expect(peak).toBeLessThanOrEqual(-1);
	});
});

describe('the voices of an episode', () => {
	const cast = (choice: object) =>
		castVoices(episode.state, episode.segments, {seats: {}, show: {}, engine: 'espeak-ng', language: 'en', ...choice});

	it('are distinct, and the same each time', () => {
		const voices = [...cast({}).values()];
		expect(voices.length).toBeGreaterThan(3);
		expect(new Set(voices).size).toBe(voices.length);
		expect([...cast({}).values()]).toEqual(voices);
	});

	it('are those that were named, then those of the show', () => {
		const voices = cast({seats: {chair_1: 'say:Daniel'}, show: {'Grok 3': 'openai:onyx', chair_1: 'openai:nova'}});
		expect(voices.get('Claude Sonnet 4')).toBe('say:Daniel');
		expect(voices.get('Grok 3')).toBe('openai:onyx');
	});

	it('are refused where there is no such engine', () => {
		const configuration = {settings: {providers: {}}, keyOf: () => undefined};
		// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the function reads
		const given = configuration as unknown as Parameters<typeof findVoice>[1];
		expect(() => findVoice('nobody:x', given)).toThrow(/no such speech voice.*espeak-ng/u);
		expect(() => findVoice('espeak-ng:', given)).toThrow(/no such speech voice/u);
	});
});
