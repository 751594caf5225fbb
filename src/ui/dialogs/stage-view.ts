/** What of a stage is the screen's own: what is open on it, and how it is left. */
import type {ReviewView} from '../spec-review/spec-review-view.ts';

type Overlay =
	| 'help'
	| 'working'
	| 'interject'
	| 'barge-in'
	| 'stop'
	| 'answer'
	| 'seats'
	| 'seat'
	| 'voices'
	| 'amount'
	| 'typing'
	| 'search'
	| 'export'
	| 'vote';

/**
 * `tab` counts the panes where only one fits; `search` is what is looked for; `closed` is the review that was closed
 * unanswered, `review` what was decided in it; `asked` is the question that is open, and `busy` says that the user is
 * typing a turn; `seat` is the one that is to change hands; `left` is the turn that the user has left untyped, to look
 * around.
 */
export type StageView = {
	readonly overlay: Overlay | undefined;
	readonly tab: number;
	readonly search: string;
	readonly asked?: string | undefined;
	readonly closed?: string | undefined;
	readonly review?: ReviewView | undefined;
	readonly busy?: boolean;
	readonly seat?: string | undefined;
	readonly left?: string | undefined;
};
export type SetView = (change: Partial<StageView>) => void;

/** What a stage asks of the app around it. */
export type StageExit = {
	readonly results: () => void;
	readonly leave: () => void;
	readonly redraw: () => void;
	readonly fail: (error: unknown) => void;
};
