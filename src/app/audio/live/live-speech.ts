/** Speaks a debate while it is heard: one sentence after another, through a player of this machine. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {reasonOf} from '../../../debate/text/words.ts';
import type {Sounding, SpeechOutput, Utterance} from '../../../engine/context.ts';
import {spokenText, type Ear} from '../../../exports/ear.ts';
import {gapBefore} from '../../../exports/segments.ts';
import {atExit} from '../../../voices/at-exit.ts';
import {writeSound} from '../segment-sounds.ts';
import type {SpeechVoice} from '../speech-engines.ts';
import type {Sound} from '../wav.ts';
import {play, type Player} from './players.ts';
import {sentenceSounds, type Sentence} from './sentence-sounds.ts';

/** The sound of a debate that is spoken while it is shown. */
export type AudibleSpeech = SpeechOutput & {
	/** Whether it sounds; `trouble` is why it went silent by itself. */
	readonly state: () => {readonly isOn: boolean; readonly trouble?: string};
	readonly turn: (on: boolean) => void;
	/** Silences it for good. */
	readonly close: () => void;
};

export type LiveSpeechOptions = {
	readonly voiceOf: (speaker: string) => SpeechVoice;
	readonly player: Player;
	readonly ear: Ear;
	/** Keeps what was paid for. */
	readonly folder: string | undefined;
	readonly timeoutMs: number;
};

/** Speech engines take so many words a minute. */
const paces = {least: 60, most: 400} as const;

/** What sounds just now. */
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
