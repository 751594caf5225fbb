/** The contract of what speaks: a program, or a server. */
import type {Sound} from './wav.ts';

/** Names who speaks and how. Equal `key`s give the same sound for the same text. */
export type SpeechVoice = {
	/** As written: `espeak-ng:en-gb+f3`. */
	readonly key: string;
	/** Characters that it takes at once. */
	readonly limit: number;
	/** Whether this machine speaks: then nothing was paid for it. */
	readonly isLocal?: true;
	/** Whether it is told how fast to speak, and can be calibrated; others are stretched afterwards. */
	readonly takesRate?: boolean;
	/** What its server takes, where that is known. */
	readonly price?: SpeechPrice | undefined;
	readonly speak: (text: string, how: SpeechRequest) => Promise<Sound>;
	/** Ends what it keeps running. */
	readonly close?: () => void;
};

export type SpeechRequest = {
	readonly wpm: number;
	readonly signal: AbortSignal;
	readonly timeoutMs: number;
	/** How it is said, for those who can be told. */
	readonly instructions?: string;
};

/** US dollars. */
export type SpeechPrice = {readonly perCharacter: number} | {readonly perMinute: number};
