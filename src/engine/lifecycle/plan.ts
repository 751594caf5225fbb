import type {Budget, Participant, Subject} from '../../debate/events.ts';
import type {Protocol} from '../../debate/protocol.ts';

/**
 * Everything about a debate that is decided before a voice is asked. It goes from the command line to the engine as it
 * is; what is found out on the way (voices, files) is added to it.
 */
export type DebatePlan = {
	readonly protocol: Protocol;
	readonly config: unknown;
	readonly subject: Subject;
	readonly title: string;
	/** The id of the preset that it was made from. */
	readonly preset?: string;
	/** What gives the config again: a preset of the package, and assignments of `--set`. */
	readonly setup?: {readonly preset?: string; readonly set: readonly string[]};
	readonly participants: readonly Participant[];
	readonly seed: number;
	/** Words a minute; 0 for as fast as they come. */
	readonly pace: number;
	/** The deadline of a call, in milliseconds. */
	readonly timeoutMs: number;
	/** The limit on what it may spend; of a resumed debate, with everything that was added to it. */
	readonly budget?: Budget;
	/** Holds back some of the budget for a closing. */
	readonly keepsClosing?: boolean;
	/** Milliseconds that a person has for a turn; without it, as long as they want. */
	readonly turnTimeMs?: number;
};
