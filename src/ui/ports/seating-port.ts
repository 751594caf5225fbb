/** What the screens need to know of voices that could take a seat. */
import type {Budget} from '../../debate/events.ts';

/** A voice as a user writes it, what it is called, and what is known of it. */
export type VoiceOption = {readonly voice: string; readonly name: string; readonly about: string};

export type SeatingPort = {
	/** Voices that could speak; any other can be written. */
	readonly voices: () => readonly VoiceOption[];
	/** What is wrong with a voice as it was written, in words for the user; nothing where it can speak. */
	readonly check: (voice: string) => string | undefined;
	/** Ids of the seats that a person may take. */
	readonly people: readonly string[];
	/** An amount as a user writes it, such as `0.50usd`; a text says what is wrong with it. */
	readonly amount: (text: string) => Budget | string;
};
