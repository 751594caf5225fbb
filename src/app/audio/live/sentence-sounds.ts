/** The sound of single sentences: made once, ahead of when it is heard, and kept where it was paid for. */
import {existsSync, mkdirSync} from 'node:fs';
import {sounded, soundFile, writeSound} from '../segment-sounds.ts';
import type {SpeechVoice} from '../speech-engines.ts';
import {readWav, type Sound} from '../wav.ts';
import {readRegularBytes} from '../../../engine/host/regular-file.ts';

export type Sentence = {readonly spoken: string; readonly voice: SpeechVoice; readonly wpm: number};

export type SentenceSounds = {
	/** Rejects with `NoSound`. */
	readonly of: (sentence: Sentence) => Promise<Sound>;
};

/** How many are held in memory: what is heard, and what comes next. */
const held = 4;

/** `folder` keeps the sound of voices that cost something, for the next time. */
export function sentenceSounds(folder: string | undefined, timeoutMs: number, signal: AbortSignal): SentenceSounds {
	const making = new Map<string, Promise<Sound>>();

	async function made({spoken, voice, wpm}: Sentence): Promise<Sound> {
		const file = voice.isLocal || folder === undefined ? undefined : soundFile(folder, {spoken, voice, wpm});
		if (file !== undefined && existsSync(file)) return readWav(readRegularBytes(file));
		const sound = await sounded(spoken, voice, {wpm, timeoutMs, signal});
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
