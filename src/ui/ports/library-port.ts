/**
 * What the library's screen needs of the world: debates held before, and what was said in them. Debates are named by
 * their journals’ paths.
 */
import type {ExportsPort} from './exports-port.ts';

/** One who took part. `framework` or `persona` is what was argued from; `argues` is false for hosts and judges. */
type LibraryEntrySeat = {
	readonly name: string;
	readonly role: string;
	readonly model: string;
	readonly framework?: string | undefined;
	readonly persona?: string | undefined;
	readonly argues: boolean;
};

/** A debate of the library. What could not be read of it is left out; `fault` says why. */
export type LibraryEntry = {
	/** Its journal. */
	readonly path: string;
	/** `damaged`: what comes before the fault can be read; `unreadable`: it is no journal of ours. */
	readonly state: 'finished' | 'unfinished' | 'damaged' | 'unreadable';
	readonly fault?: string | undefined;
	readonly debateId?: string | undefined;
	readonly protocol?: string | undefined;
	readonly title?: string | undefined;
	readonly topic?: string | undefined;
	/** Milliseconds: of the wall clock, and of the debate's own. */
	readonly startedAt?: number | undefined;
	readonly ms?: number | undefined;
	readonly outcome?: string | undefined;
	readonly reason?: string | undefined;
	readonly turns?: number | undefined;
	readonly words?: number | undefined;
	/** US dollars; null where a price was not known. */
	readonly cost: number | null;
	readonly seats: readonly LibraryEntrySeat[];
	/** In how many of its passages something was found, where something was looked for. */
	readonly hits?: number;
};

/**
 * Something that was said; without a turn it is the topic. `place` is the turn's number, `marks` where in the text
 * (UTF-16) something stands that was looked for.
 */
export type LibraryPassage = {
	readonly place: number;
	readonly turn?: string | undefined;
	readonly name: string;
	readonly segment: string;
	readonly round?: number | undefined;
	readonly text: string;
	/** 0 to 100, null where a judgement was of no use; absent where nobody judged. */
	readonly score?: number | null | undefined;
	readonly marks: readonly (readonly [start: number, end: number])[];
};

/** Since when debates are shown: today, or within so long before. */
export type Since = 'today' | 'week' | 'month' | 'year';

/** Which debates are shown; all that is given must hold. */
export type LibraryFilter = {
	readonly protocol?: string | undefined;
	readonly framework?: string | undefined;
	readonly model?: string | undefined;
	readonly since?: Since | undefined;
	readonly unfinished?: boolean | undefined;
};

/** The values that filters can take. */
export type LibraryChoices = {
	readonly protocols: readonly string[];
	readonly frameworks: readonly string[];
	readonly models: readonly string[];
};

/** Open as long as its screen is. */
export type LibraryPort = {
	/** Those that fit, newest first, of how many; with words, those in which they were said. */
	readonly find: (
		text: string,
		filter: LibraryFilter,
	) => Promise<{readonly entries: readonly LibraryEntry[]; readonly of: number}>;
	/** What was said in a debate: where the words stand, or from its beginning. */
	readonly passages: (path: string, text: string) => Promise<readonly LibraryPassage[]>;
	readonly choices: () => Promise<LibraryChoices>;
	/** Reads journals that are new or have changed; resolves with what the user should know of it. */
	readonly bring: (onProgress: (done: number, of: number) => void, signal: AbortSignal) => Promise<readonly string[]>;
	readonly exports: (path: string) => ExportsPort;
	/**
	 * Moves a debate's folder to where it can be had back from, and says where that is. Rejects where that must not be.
	 */
	readonly remove: (path: string) => Promise<string>;
	readonly close: () => void;
};

/** Where in the library one was: what was looked for, and the debate that was chosen. */
export type LibrarySpot = {readonly text: string; readonly filter: LibraryFilter; readonly path: string | undefined};
