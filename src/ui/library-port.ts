/** What the library's screen needs of the world, and what it is shown of debates and of what was said in them. */

/** One who took part. `framework` or `persona` is what was argued from; `argues` is false for hosts and judges. */
type LibrarySeat = {readonly name: string; readonly role: string; readonly model: string; readonly framework?: string | undefined; readonly persona?: string | undefined; readonly argues: boolean};

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
	readonly seats: readonly LibrarySeat[];
	/** In how many of its passages something was found, where something was looked for. */
	readonly hits?: number;
};

/** Something that was said; without a turn it is the topic. `place` is the turn's number, `marks` where in the text (UTF-16) something stands that was looked for. */
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
