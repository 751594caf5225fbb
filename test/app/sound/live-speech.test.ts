import {existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {afterEach, expect, it} from 'vitest';
import {liveSpeech, type AudibleSpeech, findPlayer} from '../../../src/app/sound/live-speech.ts';
import type {SpeechVoice} from '../../../src/app/sound/speech-voice.ts';
import {NoSound} from '../../../src/app/sound/wav.ts';
import type {Utterance} from '../../../src/engine/context.ts';

const rate = 8000;
const signal = new AbortController().signal;
let open: AudibleSpeech | undefined;
afterEach(() => open?.close());

/** Speaks a tone of so many seconds. */
const toneVoice = (seconds: number, asked: string[], isLocal = true): SpeechVoice => ({
	key: 'tone',
	limit: 4000,
	...(isLocal && {isLocal}),
	async speak(text) {
		asked.push(text);
		return {rate, samples: Float32Array.from({length: rate * seconds}, (_, at) => 0.3 * Math.sin(at / 5))};
	},
});

/** A player that plays nothing in the time that the file takes, and writes down when it began and ended. */
function writtenPlayer() {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-player-'));
	const log = path.join(folder, 'log');
	const program = path.join(folder, 'player.mjs');
	writeFileSync(
		program,
		`import {appendFileSync, statSync} from 'node:fs';
const ms = ((statSync(process.argv[2]).size - 44) / 2 / ${rate}) * 1000;
appendFileSync(${JSON.stringify(log)}, 'begin ' + Math.round(ms) + '\\n');
setTimeout(() => appendFileSync(${JSON.stringify(log)}, 'end\\n'), ms);`,
	);
	const lines = (): string[] => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
	const until = async (count: number) => {
		for (let left = 500; lines().length < count; left--) {
			if (left === 0) throw new Error(`the player wrote ${lines().join(', ')}`);
			await wait(10);
		}
	};
	return {player: {command: process.execPath, args: [program]}, lines, until, folder};
}

function spoken(
	voice: SpeechVoice,
	player: {command: string; args: readonly string[]},
	folder?: string,
): AudibleSpeech {
	open = liveSpeech({voiceOf: () => voice, player, ear: {language: 'en'}, folder, timeoutMs: 2000});
	return open;
}

const sentence = (text: string, before = ''): Utterance => ({speaker: 'a', kind: 'reply', text, before, pace: 150});

it('a sentence sounds as long as it takes, and is asked for once also where it was prepared', async () => {
	const asked: string[] = [];
	const {player, lines} = writtenPlayer();
	const speech = spoken(toneVoice(0.1, asked), player);
	speech.prepare(sentence('It costs $5.'));
	const sounding = await speech.say(sentence('It costs $5.'), signal);
	expect(sounding?.ms).toBeCloseTo(100, -1);
	await sounding?.ended;
	expect(lines()).toEqual(['begin 100', 'end']);
	expect(asked).toEqual(['It costs 5 dollars.']);
	expect(speech.state()).toEqual({isOn: true});
});

it('a pause ends the sound, which goes on where it was', async () => {
	const {player, lines, until} = writtenPlayer();
	const speech = spoken(toneVoice(30, []), player);
	const sounding = await speech.say(sentence('One.'), signal);
	await until(1);
	await wait(100);
	speech.pause();
	await wait(100);
	expect(lines()).toEqual(['begin 30000']);
	speech.resume();
	await until(2);
	const rest = Number(lines()[1]?.split(' ')[1]);
	expect(rest).toBeGreaterThan(1000);
	expect(rest).toBeLessThan(29_950);
	speech.silence();
	await sounding?.ended;
	expect(lines()).toHaveLength(2);
});

it('sound that is turned off stops at once, and comes back with the next sentence', async () => {
	const {player, lines, until} = writtenPlayer();
	const speech = spoken(toneVoice(0.1, []), player);
	const sounding = await speech.say(sentence('One.'), signal);
	speech.turn(false);
	await sounding?.ended;
	expect(await speech.say(sentence('Two.'), signal)).toBeUndefined();
	expect(speech.state()).toEqual({isOn: false});
	speech.turn(true);
	await (
		await speech.say(sentence('Three.', 'Two.'), signal)
	)?.ended;
	await until(2);
	expect(lines().filter(line => line === 'end')).toHaveLength(1);
});

it('the end of the debate ends its sound', async () => {
	const {player} = writtenPlayer();
	const ending = new AbortController();
	const sounding = await spoken(toneVoice(60, []), player).say(sentence('One.'), ending.signal);
	ending.abort();
	await sounding?.ended;
});

it('a player or an engine that fails makes it silent, and says why', async () => {
	const broken = spoken(toneVoice(0.1, []), {command: process.execPath, args: ['-e', 'process.exit(3)']});
	await (
		await broken.say(sentence('One.'), signal)
	)?.ended;
	expect(broken.state().isOn).toBe(false);
	expect(broken.state().trouble).toContain('failed');
	expect(await broken.say(sentence('Two.'), signal)).toBeUndefined();
	broken.close();
	const missing = spoken(toneVoice(0.1, []), {command: '/nowhere/player', args: []});
	await (
		await missing.say(sentence('One.'), signal)
	)?.ended;
	expect(missing.state().trouble).toContain('/nowhere/player');
	missing.close();
	const speak = () => Promise.reject(new NoSound('the engine is gone'));
	const dumb = spoken({key: 'dumb', limit: 10, isLocal: true, speak}, {command: 'true', args: []});
	expect(await dumb.say(sentence('One.'), signal)).toBeUndefined();
	expect(dumb.state()).toEqual({isOn: false, trouble: 'the engine is gone'});
});

it('code is not spoken', async () => {
	const asked: string[] = [];
	const {player} = writtenPlayer();
	const speech = spoken(toneVoice(0.1, asked), player);
	expect(await speech.say(sentence('const a = 1;\n', 'See:\n```js\n'), signal)).toBeUndefined();
	expect(asked).toEqual([]);
});

it('what was paid for is kept, and what this machine says is not', async () => {
	const {player, folder} = writtenPlayer();
	const asked: string[] = [];
	for (const text of ['One.', 'One.']) {
		const speech = spoken(toneVoice(0.05, asked, false), player, path.join(folder, 'audio'));
		await (
			await speech.say(sentence(text), signal)
		)?.ended;
		speech.close();
	}
	expect(asked).toEqual(['One.']);
	expect(readdirSync(path.join(folder, 'audio'))).toHaveLength(1);
	const speech = spoken(toneVoice(0.05, asked), player, path.join(folder, 'local'));
	await (
		await speech.say(sentence('One.'), signal)
	)?.ended;
	expect(existsSync(path.join(folder, 'local'))).toBe(false);
});

it('a player is the first that is installed, or the user’s own', () => {
	const {folder} = writtenPlayer();
	expect(findPlayer(undefined, [folder])).toBeUndefined();
	writeFileSync(path.join(folder, 'aplay'), '', {mode: 0o755});
	expect(findPlayer(undefined, [folder])).toEqual({command: 'aplay', args: ['-q']});
	expect(findPlayer(' mpv --volume=30 {} ', [folder])).toEqual({command: 'mpv', args: ['--volume=30', '{}']});
});
