/**
 * Speaks a debate while it is heard: one sentence after another, by the voices found for it, through a player of this
 * machine.
 */
import {mkdtempSync, rmSync, existsSync, mkdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {execa} from 'execa';
import {reasonOf} from '../../debate/text/words.ts';
import type {Sounding, SpeechOutput, Utterance} from '../../engine/context.ts';
import {spokenText, type Ear} from '../../exports/ear.ts';
import {gapBefore, spokenWords} from '../../exports/segments.ts';
import {atExit} from '../../voices/at-exit.ts';
import {writeSound, sounded, soundFile} from './spoken-sentences.ts';
import {assignSpeechVoices, findVoice} from './speech-engines.ts';
import {installedEngine} from './speech-programs.ts';
import type {SpeechVoice} from './speech-voice.ts';
import {type Sound, NoSound, readWav} from './wav.ts';
import {homeFiles} from '../../settings/home.ts';
import type {Configuration} from '../../settings/settings.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {readShow} from './show-file.ts';
import {redact} from '../../debate/text/redact.ts';
import {isInstalled} from '../voices/installed-agents.ts';
import {readRegularBytes} from '../../engine/host/regular-file.ts';

/** The sound of a debate that is spoken while it is shown. */
export type AudibleSpeech = SpeechOutput & {
	/** Whether it sounds; `trouble` is why it went silent by itself. */
	readonly state: () => {readonly isOn: boolean; readonly trouble?: string};
	readonly turn: (on: boolean) => void;
	/** Ends the speech, and what is to be spoken later with it. */
	readonly close: () => void;
};

type LiveSpeechOptions = {
	readonly voiceOf: (speaker: string) => SpeechVoice;
	readonly player: Player;
	readonly ear: Ear;
	/** Where sentences that a paid engine spoke are kept for the next time. */
	readonly folder: string | undefined;
	readonly timeoutMs: number;
};

/** Speech engines take so many words a minute. */
const paces = {least: 60, most: 400} as const;

/** The sentence that is being played. */
type Playing = {readonly pause: () => void; readonly resume: () => void; readonly silence: () => void};

/** A debate goes on in silence where an engine or a player fails; `trouble` says why. */
export function liveSpeech({voiceOf, player, ear, folder, timeoutMs}: LiveSpeechOptions): AudibleSpeech {
	const over = new AbortController();
	const sounds = sentenceSounds(folder, timeoutMs, over.signal);
	const scratch = scratchFolder();
	let [isOn, hasSpoken, number]: [boolean, boolean, number] = [true, false, 0];
	let trouble: string | undefined;
	let playing: Playing | undefined;

	const toSay = (utterance: Utterance) =>
		isOn && !over.signal.aborted ? sentenceOf(utterance, {ear, voiceOf}) : undefined;
	const fail = (error: unknown): void => {
		if (over.signal.aborted) return;
		isOn = false;
		trouble = reasonOf(error);
	};

	async function say(utterance: Utterance, signal: AbortSignal): Promise<Sounding | undefined> {
		const sentence = toSay(utterance);
		if (!sentence) return undefined;
		try {
			const [sound] = await Promise.all([sounds.of(sentence), hasSpoken ? gap(utterance, signal) : undefined]);
			// It may have been silenced while the sound was made.
			if (!isOn || signal.aborted || sound.samples.length === 0) return undefined;
			hasSpoken = true;
			const file = join(scratch.folder, `${number++}`);
			const sounding = soundingOf(sound, (part, ms, stopped) => playPart(player, `${file}.wav`, part, ms, stopped));
			playing = sounding;
			const stop = (): void => sounding.silence();
			signal.addEventListener('abort', stop, {once: true});
			const ended = sounding.ended.catch(fail).finally(() => signal.removeEventListener('abort', stop));
			return {ms: sounding.ms, ended};
		} catch (error) {
			fail(error);
			return undefined;
		}
	}

	return {
		say,
		prepare(utterance) {
			const sentence = toSay(utterance);
			if (sentence) void sounds.of(sentence).catch(() => undefined);
		},
		pause: () => playing?.pause(),
		resume: () => playing?.resume(),
		silence: () => playing?.silence(),
		state: () => ({isOn, ...(trouble !== undefined && {trouble})}),
		turn(on) {
			isOn = on;
			trouble = undefined;
			if (!on) playing?.silence();
		},
		close() {
			over.abort();
			playing?.silence();
			scratch.remove();
		},
	};
}

/** For sounds that are played once; gone when the process is. */
function scratchFolder(): {readonly folder: string; readonly remove: () => void} {
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-live-'));
	const clear = (): void => rmSync(folder, {recursive: true, force: true});
	const forget = atExit(clear);
	return {
		folder,
		remove() {
			forget();
			clear();
		},
	};
}

/** What a voice says of it; undefined in code, and where there is nothing to say. */
function sentenceOf(
	{text, before, speaker, pace}: Utterance,
	{ear, voiceOf}: Pick<LiveSpeechOptions, 'ear' | 'voiceOf'>,
): Sentence | undefined {
	const spoken = isFenced(before) || text.trimStart().startsWith('```') ? '' : spokenText(text, ear);
	if (spoken === '') return undefined;
	return {spoken, voice: voiceOf(speaker), wpm: Math.min(paces.most, Math.max(paces.least, Math.round(pace)))};
}

/** Whether a text ends within code between fences. */
const isFenced = (text: string): boolean => (text.match(/^\s{0,3}(?:```|~~~)/gmu)?.length ?? 0) % 2 === 1;

/** The pause before a turn; whoever cuts in makes none. */
async function gap({before, kind}: Utterance, signal: AbortSignal): Promise<void> {
	const ms = before === '' ? gapBefore({kind, first: true}) : 0;
	if (ms > 0) await wait(ms, undefined, {signal}).catch(() => undefined);
}

async function playPart(player: Player, file: string, part: Sound, ms: number, stopped: AbortSignal): Promise<void> {
	writeSound(file, part);
	try {
		await play(player, file, ms, stopped);
	} finally {
		rmSync(file, {force: true});
	}
}

type PlayPart = (part: Sound, ms: number, stopped: AbortSignal) => Promise<void>;

/** A sound that begins now, and can be interrupted: it goes on with the sample at which it was. */
function soundingOf({rate, samples}: Sound, playPart: PlayPart): Playing & {ms: number; ended: Promise<void>} {
	const ms = (samples.length / rate) * 1000;
	const {promise: ended, resolve, reject} = Promise.withResolvers<void>();
	let [at, since] = [0, 0];
	let stopped: AbortController | undefined;

	function go(): void {
		const now = new AbortController();
		stopped = now;
		since = performance.now();
		const left = samples.subarray(Math.min(samples.length, Math.round((at / 1000) * rate)));
		playPart({rate, samples: left}, ms - at, now.signal).then(() => {
			if (!now.signal.aborted) resolve();
		}, reject);
	}

	go();
	return {
		ms,
		ended,
		pause() {
			if (!stopped || stopped.signal.aborted) return;
			at = Math.min(ms, at + performance.now() - since);
			stopped.abort();
		},
		resume() {
			if (stopped?.signal.aborted === true) go();
		},
		silence() {
			stopped?.abort();
			stopped = undefined;
			resolve();
		},
	};
}

// Finds who speaks a debate that is heard live, and what plays it.

/** Opens the speech of a debate whose sounds are kept in this folder. */
export type OpenSpeech = (folder: string) => AudibleSpeech;

type SpokenDebate = {
	readonly seats: readonly {readonly id: string; readonly name: string}[];
	readonly ear: Ear;
	/** Voices by seat, from the command line. */
	readonly named?: Readonly<Record<string, string>>;
};

/** Whoever has no seat: a listener who barges in. */
const listener = 'listener';

/** Throws `UsageError` where nothing can speak or play. */
export async function findSpeech(
	{seats, ear, named = {}}: SpokenDebate,
	configuration: Configuration,
): Promise<OpenSpeech> {
	const {settings, home, programs} = configuration;
	const player = playerOr(settings.player, programs);
	const engine = settings.speech ?? (await installedEngine()) ?? '';
	const speakers = [...seats.map(({id, name}) => ({speaker: id, name})), {speaker: listener, name: listener}];
	const show = settings.speech === undefined ? readShow(homeFiles(home).show).voices : {};
	const assigned = assignSpeechVoices({seats}, speakers, {seats: named, show, engine, language: ear.language});
	const [voices, found] = [new Map<string, SpeechVoice>(), new Map<string, SpeechVoice>()];
	for (const {speaker, name} of speakers) {
		const spec = assigned.get(name);
		if (spec !== undefined) {
			const voice = found.get(spec) ?? findVoice(spec, configuration);
			found.set(spec, voice);
			voices.set(speaker, voice);
		} else if (speaker !== listener) throw noVoice(name);
	}
	const voiceOf = (speaker: string): SpeechVoice => {
		const voice = voices.get(speaker) ?? voices.get(listener) ?? voices.values().next().value;
		if (!voice) throw noVoice(speaker);
		return voice;
	};
	return folder => {
		const speech = liveSpeech({voiceOf, player, ear, folder, timeoutMs: settings.timeout});
		const close = (): void => {
			speech.close();
			for (const voice of found.values()) voice.close?.();
		};
		return {...speech, close};
	};
}

function playerOr(written: string | undefined, programs: readonly string[]): Player {
	const player = findPlayer(written, programs);
	if (player) return player;
	throw new UsageError({
		what: `No program that plays sound was found: ${playerNames}`,
		from: '--live',
		todo: 'Install one of them, or name another with --player.',
	});
}

const noVoice = (name: string): UsageError =>
	new UsageError({
		what: `There is no voice for ${name}`,
		from: '--live',
		todo: 'Install espeak-ng, or name what speaks with --engine, such as --engine openai.',
	});

// Programs that play a WAV file: the first that is installed, or one of the user's own.

/** The file stands behind these words, or in place of `{}`. */
type Player = {readonly command: string; readonly args: readonly string[]};

/** Those that belong to a system's sound come before those that bring a window or a decoder along. */
const players: readonly Player[] = [
	{command: 'afplay', args: []},
	{command: 'pw-play', args: []},
	{command: 'paplay', args: []},
	{command: 'aplay', args: ['-q']},
	{command: 'ffplay', args: ['-nodisp', '-autoexit', '-loglevel', 'error']},
	{command: 'mpv', args: ['--no-video', '--really-quiet']},
	{command: 'play', args: ['-q']},
];

const playerNames = players.map(({command}) => command).join(', ');

/** `written` is the user's own command line, without quotes; `programs` the folders of PATH. */
export function findPlayer(written: string | undefined, programs: readonly string[]): Player | undefined {
	if (written === undefined) return players.find(({command}) => isInstalled(command, programs));
	const [command = '', ...args] = written.trim().split(/\s+/u);
	return {command, args};
}

/** Milliseconds beyond its length after which a player is held to hang. */
const patience = 10_000;

/** Plays a file to its end; resolves at once when the signal aborts. Rejects with `NoSound` where the player fails. */
async function play({command, args}: Player, file: string, ms: number, signal: AbortSignal): Promise<void> {
	const line = args.includes('{}') ? args.map(arg => (arg === '{}' ? file : arg)) : [...args, file];
	const {exitCode, timedOut, stderr, shortMessage} = await execa(command, line, {
		reject: false,
		cancelSignal: signal,
		forceKillAfterDelay: 500,
		timeout: ms + patience,
		stdin: 'ignore',
		stdout: 'ignore',
	});
	if (signal.aborted || exitCode === 0) return;
	if (timedOut) throw new NoSound(`${command} did not end in time`);
	throw new NoSound(`${command} failed: ${redact(stderr.trim().slice(-200)) || (shortMessage ?? '')}`);
}

// The sound of single sentences: made once, ahead of when it is heard, and kept where it was paid for.

type Sentence = {readonly spoken: string; readonly voice: SpeechVoice; readonly wpm: number};

type SentenceSounds = {
	/** Rejects with `NoSound`. */
	readonly of: (sentence: Sentence) => Promise<Sound>;
};

/** Words after which the rate of a voice is known. */
const firstWords = 40;

/** How many are held in memory: what is heard, and what comes next. */
const held = 4;

/** `folder` keeps the sound of voices that cost something, for the next time. */
function sentenceSounds(folder: string | undefined, timeoutMs: number, signal: AbortSignal): SentenceSounds {
	const making = new Map<string, Promise<Sound>>();
	/** Of each voice its first words, and the minutes that they would take at one word a minute. */
	const heard = new Map<SpeechVoice, {words: number; minutes: number}>();

	/** What a voice is told so that it is heard at the pace wanted, once it has said enough to know. */
	const toldFor = (voice: SpeechVoice, wpm: number): number => {
		const {words = 0, minutes = 0} = heard.get(voice) ?? {};
		return voice.takesRate !== true || words < firstWords ? wpm : (wpm * minutes) / words;
	};

	function learn({spoken, voice}: Sentence, told: number, {rate, samples}: Sound): void {
		const {words, minutes} = heard.get(voice) ?? {words: 0, minutes: 0};
		if (words >= firstWords) return;
		heard.set(voice, {
			words: words + spokenWords(spoken),
			minutes: minutes + (samples.length / rate / 60) * told,
		});
	}

	async function made({spoken, voice, wpm}: Sentence): Promise<Sound> {
		const file = voice.isLocal || folder === undefined ? undefined : soundFile(folder, {spoken, voice, wpm});
		if (file !== undefined && existsSync(file)) return readWav(readRegularBytes(file));
		const told = toldFor(voice, wpm);
		const sound = await sounded(spoken, voice, {wpm: told, timeoutMs, signal});
		learn({spoken, voice, wpm}, told, sound);
		if (file !== undefined) {
			mkdirSync(folder ?? '', {recursive: true, mode: 0o700});
			writeSound(file, sound);
		}
		return sound;
	}

	return {
		of(sentence) {
			const key = `${sentence.voice.key}\n${sentence.wpm}\n${sentence.spoken}`;
			const known = making.get(key);
			if (known) return known;
			const coming = made(sentence);
			// Whoever waits for it is told; a sentence that was only prepared fails unheard.
			coming.catch(() => making.delete(key));
			making.set(key, coming);
			for (const old of making.keys()) if (making.size > held) making.delete(old);
			return coming;
		},
	};
}
