import {spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {XMLValidator} from 'fast-xml-parser';
import {beforeAll, describe, expect, it} from 'vitest';
import {assignSpeechVoices, findVoice} from '../../../src/app/sound/speech-engines.ts';
import type {SpeechVoice} from '../../../src/app/sound/speech-voice.ts';
import {voiceEpisode, type SoundStep} from '../../../src/app/sound/voice-episode.ts';
import {faultyDisk} from '../../fixtures/faulty-disk.ts';
import {NoSound, readWav, WavWriter} from '../../../src/app/sound/wav.ts';
import {readShow} from '../../../src/app/sound/show-file.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {episodeFrom} from '../../../src/exports/episode.ts';
import {spokenSentences, spokenWords, type Segment} from '../../../src/exports/segments.ts';
import {sampleEvents} from '../../exports/sample.ts';

const folder = (): string => mkdtempSync(path.join(tmpdir(), 'rostrum-audio-'));
const sine = (rate: number, seconds: number, frequency: number, peak = 1): Float32Array =>
	Float32Array.from({length: rate * seconds}, (_, at) => peak * Math.sin((2 * Math.PI * frequency * at) / rate));

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
/** Its first three segments, in two chapters: a quarter of the sound. */
const opening = {...episode, segments: episode.segments.slice(0, 3), chapters: episode.chapters.slice(0, 2)};

/** Speaks a tone at 400 words a minute, and counts what it is asked for. */
function toneVoice(key: string, asked: string[], failAt = Infinity): SpeechVoice {
	return {
		key,
		limit: 4000,
		async speak(text) {
			if (asked.length >= failAt) throw new NoSound('the engine is gone');
			asked.push(text);
			return {rate: 8000, samples: sine(8000, Math.max(0.2, spokenWords(text) * 0.15), 300 + key.length, 0.3)};
		},
	};
}

const onePixel = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

const options = (output: string, steps: SoundStep[] = []) => ({
	output,
	stereo: false,
	formats: ['wav'] as const,
	wpm: 400,
	timeoutMs: 1000,
	atOnce: 1,
	signal: new AbortController().signal,
	show: readShow(path.join(path.dirname(output), 'no show')),
	// A browser takes seconds to start: it draws for one of them.
	draw: async () => ({png: onePixel}),
	progress: (step: SoundStep) => void steps.push(step),
});

const sentences = new Set(opening.segments.flatMap(({spoken}) => spokenSentences(spoken).map(({text}) => text)));
const speaker = 'espeak-ng';
const mixes = spawnSync('ffmpeg', ['-version']).status === 0;

/** Each sentence with the time at which it is heard, in order. */
function transcript(output: string): {startTime: number; endTime: number; body: string; speaker: string}[] {
	return Object(JSON.parse(readFileSync(`${output}.transcript.json`, 'utf8'))).segments;
}

describe('a voiced episode', () => {
	const output = path.join(folder(), 'episode');
	let whole: Awaited<ReturnType<typeof voiceEpisode>>;
	beforeAll(async () => {
		whole = await voiceEpisode(episode, () => toneVoice('a', []), options(output));
	});

	it('has captions and chapters that end with the sound', () => {
		const {files, length} = whole;
		const {samples, rate} = readWav(readFileSync(`${output}.wav`));
		expect(samples.length / rate).toBeCloseTo(length, 2);
		const names = files.map(file => path.basename(file));
		expect(names.filter(name => !name.endsWith('.png'))).toEqual([
			'episode.wav',
			'episode.cover.svg',
			'episode.preview.svg',
			'episode.vtt',
			'episode.srt',
			'episode.transcript.json',
			'episode.chapters.json',
			'episode.notes.md',
			'episode.script.md',
			'episode.md',
			'episode.html',
			'episode.item.xml',
		]);
		expect(transcript(output).at(-1)?.endTime).toBeCloseTo(length, 1);
		const {chapters} = Object(JSON.parse(readFileSync(`${output}.chapters.json`, 'utf8')));
		expect(chapters[0].startTime).toBe(0);
		expect(chapters.at(-1).endTime).toBeCloseTo(length, 1);
	});

	it('is heard where its transcript says, sentence by sentence', () => {
		const {samples, rate} = readWav(readFileSync(`${output}.wav`));
		const loud = (from: number, to: number): number =>
			samples
				.subarray(Math.max(0, Math.round(from * rate)), Math.round(to * rate))
				.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
		let heard = 0;
		for (const {startTime, endTime, body} of transcript(output)) {
			expect(loud(startTime, startTime + 0.1), body).toBeGreaterThan(0.05);
			if (startTime > heard) expect(loud(startTime - 0.15, startTime - 0.01), body).toBeLessThan(0.01);
			heard = Math.max(heard, endTime);
		}
	});

	it('has a track for each speaker that together are the talk, and labels for editors', async () => {
		const output = path.join(folder(), 'episode');
		const {files, length} = await voiceEpisode(opening, () => toneVoice('a', []), {...options(output), tracks: true});
		const tracks = files.filter(file => /\.track-[^.]+\.wav$/u.test(file));
		expect(tracks).toHaveLength(new Set(opening.segments.map(({name}) => name)).size);
		for (const track of tracks) {
			const {samples, rate} = readWav(readFileSync(track));
			expect(samples.length / rate).toBeLessThanOrEqual(length + 0.01);
		}
		const labels = readFileSync(`${output}.labels.txt`, 'utf8').trimEnd().split('\n');
		expect(labels).toHaveLength(opening.segments.length);
		expect(Number(labels.at(-1)?.split('\t')[1])).toBeCloseTo(transcript(output).at(-1)?.endTime ?? 0, 1);
		expect(readFileSync(`${output}.markers.csv`, 'utf8')).toContain('#,Name,Start,End,Length');
	});

	it('goes on after a failure without speaking a sentence twice', async () => {
		const output = path.join(folder(), 'episode');
		const asked: string[] = [];
		await expect(voiceEpisode(opening, () => toneVoice('a', asked, 3), options(output))).rejects.toThrow(NoSound);
		expect(asked).toHaveLength(3);
		await voiceEpisode(opening, () => toneVoice('a', asked), options(output));
		expect(new Set(asked)).toEqual(sentences);
		expect(asked).toHaveLength(sentences.size);
		const kept = readdirSync(path.join(path.dirname(output), 'audio'));
		expect(kept.every(name => /\.(?:wav|part\.flac|made\.json)$/u.test(name))).toBe(true);
	});

	it('speaks again only the sentence that was changed', async () => {
		const output = path.join(folder(), 'episode');
		const asked: string[] = [];
		await voiceEpisode(opening, () => toneVoice('a', asked), options(output));
		asked.length = 0;
		const [first, ...rest] = opening.segments;
		if (!first) throw new Error('the sample has no segment');
		const changed = {...opening, segments: [{...first, spoken: `${first.spoken} And one more.`}, ...rest]};
		await voiceEpisode(changed, () => toneVoice('a', asked), options(output));
		expect(asked).toEqual(['And one more.']);
	});

	it.skipIf(!mixes)('is as loud as it should be, in stereo too', async () => {
		for (const [stereo, wanted] of [
			[false, -19],
			[true, -16],
		] as const) {
			const output = path.join(folder(), 'episode');
			const how = {...options(output), stereo};
			const {loudness, peak} = await voiceEpisode(opening, ({speaker}) => toneVoice(speaker, []), how);
			expect(Math.abs((loudness ?? 0) - wanted)).toBeLessThan(0.5);
			expect(peak).toBeLessThanOrEqual(-1);
		}
	});

	it.skipIf(!mixes)('is not made again where it is as it was, and mixes only the part that changed', async () => {
		const output = path.join(folder(), 'episode');
		const parts = (): string[] =>
			readdirSync(path.join(path.dirname(output), 'audio')).filter(name => name.endsWith('.part.flac'));
		await voiceEpisode(opening, () => toneVoice('a', []), options(output));
		const before = parts();
		const written = statSync(`${output}.wav`).mtimeMs;
		const steps: SoundStep[] = [];
		const again = await voiceEpisode(opening, () => toneVoice('a', []), options(output, steps));
		expect(statSync(`${output}.wav`).mtimeMs).toBe(written);
		expect(steps.some(({what}) => what === 'level' || what === 'write')).toBe(false);
		expect(again.files).toContain(`${output}.wav`);
		const last = opening.segments.at(-1);
		if (!last) throw new Error('the sample has no segment');
		const changed = {...opening, segments: [...opening.segments.slice(0, -1), {...last, spoken: 'Another end.'}]};
		await voiceEpisode(changed, () => toneVoice('a', []), options(output));
		expect(parts().filter(name => before.includes(name))).toHaveLength(before.length - 1);
		expect(statSync(`${output}.wav`).mtimeMs).not.toBe(written);
		// What somebody else wrote in its place is written anew.
		writeFileSync(`${output}.wav`, 'mine');
		await voiceEpisode(changed, () => toneVoice('a', []), options(output));
		expect(readWav(readFileSync(`${output}.wav`)).samples.length).toBeGreaterThan(1000);
	});

	it.skipIf(!mixes)('has all tags, the card as its cover, a page that plays it, and its entry for a feed', async () => {
		const output = path.join(folder(), 'episode');
		const show = {...readShow(folder()), title: 'Both Sides', author: 'Ada', baseUrl: 'https://example.org/show'};
		const {draw: _, ...drawn} = options(output);
		const how = {...drawn, formats: ['mp3', 'm4a'] as const, show, joining: true};
		const {files} = await voiceEpisode(opening, () => toneVoice('a', []), how);
		const hasCover = files.includes(`${output}.cover.png`);
		for (const ending of ['mp3', 'm4a']) {
			const probe = ['-v', 'error', '-show_format', '-show_streams', '-show_chapters', '-of', 'json'];
			const {stdout} = spawnSync('ffprobe', [...probe, `${output}.${ending}`], {encoding: 'utf8'});
			const {format, chapters, streams} = Object(JSON.parse(stdout));
			expect(format.tags).toMatchObject({
				title: expect.stringMatching(/\S/u),
				artist: expect.stringMatching(/\S/u),
				album: 'Both Sides',
				album_artist: 'Ada',
				genre: 'Podcast',
				track: '1',
				comment: expect.stringContaining('AI'),
			});
			expect(chapters.length).toBe(opening.chapters.length);
			const covers = streams.filter((each: {codec_name: string}) => each.codec_name === 'png');
			expect(covers).toHaveLength(hasCover ? 1 : 0);
		}
		// Players look for the comment in a frame of its own.
		expect(readFileSync(`${output}.mp3`).subarray(0, 2000).includes('COMM')).toBe(true);
		const page = readFileSync(`${output}.html`, 'utf8');
		expect(page).toContain('<audio id="sound" src="episode.mp3"');
		const [first] = transcript(output);
		expect(page).toContain(`data-start="${Math.round((first?.startTime ?? 0) * 1000)}"`);
		const item = readFileSync(`${output}.item.xml`, 'utf8');
		expect(XMLValidator.validate(item.replaceAll(/<(\/?)(?:itunes|podcast):/gu, '<$1'))).toBe(true);
		expect(item).toContain(
			`<enclosure url="https://example.org/show/episode.mp3" length="${statSync(`${output}.mp3`).size}"`,
		);
		expect(readFileSync(`${output}.md`, 'utf8')).toContain('## ');
	});

	it.skipIf(!mixes)('has music at the cues of its script, which is pressed down while somebody speaks', async () => {
		const output = path.join(folder(), 'episode');
		const music = path.join(folder(), 'theme.wav');
		const writer = new WavWriter(music, 8000, 1);
		writer.write(sine(8000, 4, 1700, 0.4));
		writer.end();
		const how = {...options(output), music};
		const {length} = await voiceEpisode(opening, () => toneVoice('a', []), how);
		const said = transcript(output);
		const [first] = said;
		const last = said.at(-1)?.endTime ?? 0;
		expect(first?.startTime).toBeGreaterThan(4);
		expect(length - last).toBeCloseTo(6, 1);
		const levelOf = (from: number, to: number): number => {
			const band = ['-ss', String(from), '-t', String(to - from), '-i', `${output}.wav`];
			const filter = 'bandpass=f=1700:width_type=h:w=200,bandpass=f=1700:width_type=h:w=200,volumedetect';
			const {stderr} = spawnSync('ffmpeg', [...band, '-af', filter, '-f', 'null', '-'], {encoding: 'utf8'});
			return Number(/mean_volume: (-?[\d.]+) dB/u.exec(stderr)?.[1]);
		};
		const start = first?.startTime ?? 0;
		const [before, under] = [levelOf(1, 3), levelOf(start + 0.5, Math.min(start + 2, first?.endTime ?? 0))];
		const after = levelOf(last + 2, last + 2.5);
		expect(before - under).toBeGreaterThan(8);
		expect(after - under).toBeGreaterThan(6);
		const script = readFileSync(`${output}.script.md`, 'utf8');
		expect(script).toContain('[MUSIC in, then under]');
		expect(script.trimEnd()).toMatch(/\[MUSIC out\]$/u);
		await voiceEpisode(opening, () => toneVoice('a', []), options(output));
		expect(readFileSync(`${output}.script.md`, 'utf8')).not.toContain('MUSIC');
	});

	it.skipIf(!mixes)('names music that is none', async () => {
		const output = path.join(folder(), 'episode');
		const music = path.join(folder(), 'theme.mp3');
		writeFileSync(music, 'la la la');
		await expect(voiceEpisode(opening, () => toneVoice('a', []), {...options(output), music})).rejects.toThrow(
			/the music cannot be read \(--music .*theme\.mp3\)/u,
		);
	});

	it('is a plain WAV file without ffmpeg, which is said', async () => {
		const output = path.join(folder(), 'episode');
		const programs = process.env['PATH'];
		process.env['PATH'] = '';
		try {
			const how = {...options(output), formats: ['wav', 'mp3'] as const};
			const {files, missing, length, loudness} = await voiceEpisode(opening, () => toneVoice('a', []), how);
			expect(missing.join('\n')).toMatch(/ffmpeg was not found.*\nmp3 was not made/u);
			expect(files[0]).toBe(`${output}.wav`);
			expect(loudness).toBeUndefined();
			const {samples, rate} = readWav(readFileSync(`${output}.wav`));
			expect(samples.length / rate).toBeCloseTo(length, 2);
		} finally {
			process.env['PATH'] = programs;
		}
	});
});

/** An episode of these segments, spoken by a tone of two seconds a sentence, as its transcript has it. */
async function spokenAs(segments: readonly Partial<Segment>[]) {
	const output = path.join(folder(), 'episode');
	const [first] = episode.segments;
	if (!first) throw new Error('the sample has no segment');
	const {section: _, ...plain} = first;
	const all = segments.map((given, place) => ({...plain, id: `t${place}`, cut: false, ...given}));
	const tone: SpeechVoice = {
		key: 'two',
		limit: 4000,
		speak: async () => ({rate: 8000, samples: sine(8000, 2, 300, 0.3)}),
	};
	await voiceEpisode({...episode, segments: all}, () => tone, options(output));
	return {output, said: transcript(output)};
}

describe('pauses', () => {
	it('are by what stands there: longer for a change of speaker than for a paragraph, longest for a chapter', async () => {
		const {said} = await spokenAs([
			{speaker: 'a', name: 'A', spoken: 'One. Two.\n\nThree.'},
			{speaker: 'b', name: 'B', spoken: 'Four.'},
			{speaker: 'a', name: 'A', spoken: 'Five.', section: 'Next'},
		]);
		const gaps = said.slice(1).map(({startTime}, place) => startTime - (said[place]?.endTime ?? 0));
		const [sentence = 0, paragraph = 0, speaker = 0, chapter = 0] = gaps;
		expect(sentence).toBeGreaterThan(0.2);
		expect(paragraph).toBeGreaterThan(sentence);
		expect(speaker).toBeGreaterThan(paragraph);
		expect(chapter).toBeGreaterThan(speaker);
		expect(said[0]?.startTime).toBeGreaterThan(0.3);
	});

	it.skipIf(!mixes)(
		'are none at a cut: whoever cuts in begins before the end of the sentence, which fades',
		async () => {
			const {said, output} = await spokenAs([
				{speaker: 'a', name: 'A', spoken: 'One. And then —', cut: true},
				{speaker: 'b', name: 'B', spoken: '— No.', kind: 'interruption', first: true},
			]);
			const [, cut, no] = said;
			const over = (cut?.endTime ?? 0) - (no?.startTime ?? 0);
			expect(over).toBeGreaterThanOrEqual(0.199);
			expect(over).toBeLessThanOrEqual(0.601);
			const vtt = readFileSync(`${output}.vtt`, 'utf8');
			expect(vtt).toContain('<v B>— No.');
		},
	);
});

/** The median of the fundamental frequency where a voice is heard, by autocorrelation. */
function pitchOf({rate, samples}: {readonly rate: number; readonly samples: Float32Array}): number {
	const [window, shortest, longest] = [Math.round(rate * 0.05), Math.floor(rate / 320), Math.ceil(rate / 65)];
	const found: number[] = [];
	for (let from = 0; from + window + longest < samples.length; from += window) {
		const at = (place: number): number => samples[from + place] ?? 0;
		const alike = (lag: number): number => {
			let sum = 0;
			for (let place = 0; place < window; place += 2) sum += at(place) * at(place + lag);
			return sum;
		};
		const power = alike(0);
		if (power < window / 4000) continue;
		let best = {lag: 0, value: 0.5 * power};
		for (let lag = shortest; lag <= longest; lag++) {
			const value = alike(lag);
			if (value > best.value * 1.02) best = {lag, value};
		}
		if (best.lag > 0) found.push(rate / best.lag);
	}
	return found.toSorted((one, other) => one - other)[Math.floor(found.length / 2)] ?? 0;
}

describe('the voices of an episode', () => {
	const cast = (choice: object) =>
		assignSpeechVoices(episode.state, episode.segments, {
			seats: {},
			show: {},
			engine: 'espeak-ng',
			language: 'en',
			...choice,
		});

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

	it('stay with the chair in a show, whichever model sits there', () => {
		expect(cast({show: {chair_1: 'openai:nova', 'Claude Sonnet 4': 'openai:onyx'}}).get('Claude Sonnet 4')).toBe(
			'openai:nova',
		);
	});

	it.skipIf(spawnSync(speaker, ['--version']).status !== 0)('differ in their measured pitch', async () => {
		const given = {settings: {providers: {}}, keyOf: () => undefined};
		// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the function reads
		const configuration = given as unknown as Parameters<typeof findVoice>[1];
		const eight = {seats: Array.from({length: 8}, (_, place) => ({name: `Speaker ${place}`}))};
		const speakers = eight.seats.map(({name}) => ({speaker: name, name}));
		const pitches: number[] = [];
		for (const spec of assignSpeechVoices(eight, speakers, {
			seats: {},
			show: {},
			engine: 'espeak-ng',
			language: 'en',
		}).values()) {
			const how = {wpm: 150, signal: new AbortController().signal, timeoutMs: 20_000};
			pitches.push(
				pitchOf(await findVoice(spec, configuration).speak('Somewhere this morning a girl slid a phone.', how)),
			);
		}
		const inOrder = pitches.toSorted((one, other) => one - other);
		for (const [place, pitch] of inOrder.slice(1).entries())
			expect(pitch / (inOrder[place] ?? 1), inOrder.join(' ')).toBeGreaterThan(1.08);
	});

	it('are refused where there is no such engine', () => {
		const configuration = {settings: {providers: {}}, keyOf: () => undefined};
		// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the function reads
		const given = configuration as unknown as Parameters<typeof findVoice>[1];
		expect(() => findVoice('nobody:x', given)).toThrow(/no such speech voice.*espeak-ng/u);
		expect(() => findVoice('espeak-ng:', given)).toThrow(/no such speech voice/u);
	});
});
