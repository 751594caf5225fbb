import {chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {programOf, programVoice, programVoices} from '../../../src/app/sound/speech-programs.ts';
import {speakSegments, temposOf} from '../../../src/app/sound/spoken-sentences.ts';
import type {SpeechVoice} from '../../../src/app/sound/speech-voice.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {episodeFrom} from '../../../src/exports/episode.ts';
import {spokenWords} from '../../../src/exports/segments.ts';
import {sampleEvents} from '../../exports/sample.ts';

const signal = new AbortController().signal;
const how = {wpm: 150, signal, timeoutMs: 5000};
const folder = (): string => mkdtempSync(path.join(tmpdir(), 'rostrum-program-'));

/** A program that writes a second of sound where its first argument says, and what it was given beside it. */
function speaker(): string {
	const program = path.join(folder(), 'speaks.mjs');
	writeFileSync(
		program,
		`import {readFileSync, writeFileSync} from 'node:fs';
const [, , out, ...rest] = process.argv;
const wav = Buffer.alloc(44 + 16000);
wav.write('RIFF', 0); wav.write('WAVEfmt ', 8); wav.writeUInt32LE(16, 16); wav.writeUInt16LE(1, 20); wav.writeUInt16LE(1, 22);
wav.writeUInt32LE(8000, 24); wav.writeUInt16LE(16, 34); wav.write('data', 36); wav.writeUInt32LE(16000, 40);
const stdin = rest.length === 0 ? readFileSync(0, 'utf8') : '';
writeFileSync(import.meta.filename + '.told', JSON.stringify({rest, stdin, file: rest[0]?.endsWith('.txt') ? readFileSync(rest[0], 'utf8') : ''}));
if (out === '-') process.stdout.write(wav); else if (out !== 'none') writeFileSync(out, wav);`,
	);
	return program;
}

const told = (program: string) => Object(JSON.parse(readFileSync(`${program}.told`, 'utf8')));

describe('a command that speaks', () => {
	it('is given the text in a file, as an argument or on stdin, and no shell reads it', async () => {
		const program = speaker();
		const text = 'Say "$(touch hacked)"; `no`.';
		const say = async (rest: string) => programVoice(`"${process.execPath}" ${program} ${rest}`)?.speak(text, how);
		expect((await say('{out} {text-file}'))?.samples).toHaveLength(8000);
		expect(told(program).file).toBe(text);
		await say('{out} {text} {wpm} "two words"');
		expect(told(program).rest).toEqual([text, '150', 'two words']);
		expect((await say('-'))?.rate).toBe(8000);
		expect(told(program).stdin).toBe(text);
	});

	it.each([
		['none {text}', 'wrote no sound to {out}'],
		['- --fail', 'this is no WAV file'],
	])('that gives none (%s) says so', async (rest, why) => {
		const program = rest.startsWith('-') ? `${process.execPath} -v` : `${process.execPath} ${speaker()} ${rest} {out}`;
		await expect(programVoice(program)?.speak('One.', how)).rejects.toThrow(why);
	});

	it('is refused with a place that is none, and named where it is not installed', async () => {
		expect(() => programVoice('flite -o {output}')).toThrow('{output}');
		await expect(programVoice('no-such-program -o {out}')?.speak('One.', how)).rejects.toThrow(
			/no-such-program was not found: install it/u,
		);
		expect(programOf('flite -voice slt -o {out}')).toBe('flite');
		expect([programVoice('openai:onyx'), programOf('openai')]).toEqual([undefined, undefined]);
	});
});

describe('piper', () => {
	it('gives out the models of a folder in the debate’s language, and the speakers of each', () => {
		const place = folder();
		for (const [name, count] of [
			['en_GB-a', 1],
			['en_US-b', 3],
			['de_DE-c', 1],
		] as const) {
			writeFileSync(path.join(place, `${name}.onnx`), '');
			writeFileSync(path.join(place, `${name}.onnx.json`), JSON.stringify({num_speakers: count}));
		}
		const named = (language: string) =>
			programVoices(`piper:${place}`, language)?.map(voice => voice.replace(`piper:${place}/`, ''));
		expect(named('en')).toEqual(['en_GB-a.onnx', 'en_US-b.onnx#0', 'en_US-b.onnx#1', 'en_US-b.onnx#2']);
		expect(named('de')).toEqual(['de_DE-c.onnx']);
		expect(named('fr')).toHaveLength(5);
	});

	it('is started once for all that is said at a rate, and ended', async () => {
		const place = folder();
		const bin = path.join(place, 'bin');
		mkdirSync(bin);
		const program = path.join(bin, 'piper');
		writeFileSync(
			program,
			`#!${process.execPath}
const fs = require('node:fs');
fs.appendFileSync(${JSON.stringify(path.join(place, 'log'))}, 'start ' + process.argv.slice(2).filter(word => /^[\\d.]+$/.test(word)) + '\\n');
const out = process.argv[process.argv.indexOf('--output_dir') + 1];
const wav = Buffer.alloc(44 + 1600);
wav.write('RIFF', 0); wav.write('WAVEfmt ', 8); wav.writeUInt32LE(16, 16); wav.writeUInt16LE(1, 20); wav.writeUInt16LE(1, 22);
wav.writeUInt32LE(8000, 24); wav.writeUInt16LE(16, 34); wav.write('data', 36); wav.writeUInt32LE(1600, 40);
let number = 0;
require('node:readline').createInterface({input: process.stdin}).on('line', line => {
	if (line === 'Die.') { console.error('the model is gone'); process.exit(1); }
	const file = out + '/' + number++ + '.wav';
	fs.writeFileSync(file, wav);
	console.error('INFO:piper.__main__:Wrote ' + file);
});`,
		);
		chmodSync(program, 0o755);
		const before = process.env['PATH'];
		process.env['PATH'] = `${bin}${path.delimiter}${before ?? ''}`;
		try {
			const voice = programVoice('piper:a.onnx#2');
			const sounds = await Promise.all(['One.', 'Two\nlines.', 'Three.'].map(async text => voice?.speak(text, how)));
			expect(sounds.map(sound => sound?.samples.length)).toEqual([800, 800, 800]);
			await expect(voice?.speak('Die.', how)).rejects.toThrow(/piper failed: .*the model is gone/su);
			await voice?.speak('Again.', {...how, wpm: 100});
			voice?.close?.();
			expect(readFileSync(path.join(place, 'log'), 'utf8')).toBe('start 1.000,2\nstart 1.500,2\n');
		} finally {
			process.env['PATH'] = before;
		}
	});
});

// A voice that speaks faster than it is told, and more so the faster; long words take longer.
const hasty = (takesRate: boolean, asked: number[] = []): SpeechVoice => ({
	key: `hasty ${takesRate}`,
	limit: 4000,
	takesRate,
	async speak(text, {wpm}) {
		asked.push(wpm);
		const seconds = ((spokenWords(text) * 0.8 + text.length * 0.15) * 60) / wpm ** 1.1;
		return {rate: 1000, samples: new Float32Array(Math.round(seconds * 1000)).fill(0.5)};
	},
});

const {segments} = episodeFrom(fold(sampleEvents()));

it.each([110, 150, 180])('a voice is heard at the %i words a minute that are asked for', async wpm => {
	const options = {...how, wpm, folder: folder(), atOnce: 2, progress: () => undefined};
	const voice = hasty(true);
	const spoken = await speakSegments(segments, () => voice, options);
	const all = spoken.flatMap(({sentences}) => sentences);
	const seconds = all.reduce((sum, {length, rate}) => sum + length / rate, 0);
	const heard = (all.reduce((sum, {text}) => sum + spokenWords(text), 0) / seconds) * 60;
	const tempo = temposOf(spoken, () => voice, wpm).get(voice) ?? 0;
	expect(Math.abs(heard / wpm - 1)).toBeLessThan(0.05);
	expect(Math.abs((heard * tempo) / wpm - 1)).toBeLessThan(0.016);
});

it('a voice that cannot be told its rate says all once, and is stretched by what is missing', async () => {
	const asked: number[] = [];
	const voice = hasty(false, asked);
	const options = {...how, wpm: 110, folder: folder(), atOnce: 2, progress: () => undefined};
	const spoken = await speakSegments(segments, () => voice, options);
	expect(new Set(asked)).toEqual(new Set([150]));
	const seconds = spoken.flatMap(({sentences}) => sentences).reduce((sum, {length, rate}) => sum + length / rate, 0);
	const words = segments.reduce((sum, {spoken: text}) => sum + spokenWords(text), 0);
	expect(temposOf(spoken, () => voice, 110).get(voice)).toBeCloseTo((seconds * 110) / 60 / words, 3);
	await speakSegments(segments, () => voice, {...options, wpm: 180});
	expect(asked.length).toBeLessThanOrEqual(spoken.flatMap(({sentences}) => sentences).length);
});
