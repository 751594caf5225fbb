/** What the health check's screen needs of the world. */

/** Something that was tried out; `ok` is null where it is not there and need not be. */
export type Finding = {
	readonly area: string;
	readonly name: string;
	readonly ok: boolean | null;
	readonly detail: string;
};

/** Begins the check; findings come area by area. Aborted when the user leaves. */
export type HealthPort = (signal: AbortSignal) => AsyncIterable<readonly Finding[]>;
