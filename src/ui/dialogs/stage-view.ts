/** The view state of a stage, and the ways to leave it. */
import type {ReviewView} from '../screens/spec-review-rows.ts';

type Overlay =
	| 'help'
	| 'working'
	| 'columns'
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
 * `tab` is the index of the shown pane if only one fits; `search` is the text searched for; `closed` is the review that
 * was closed unanswered and `review` the decisions made in it; `asked` is the open question; `busy` is true while the
 * user types a turn; `seat` is the one to be reassigned; `left` is the turn that the user left untyped to look around;
 * `opened` is the turn that was clicked on.
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
	/** The point of a Code Debate that is looked at, if it does not follow the debate. */
	readonly point?: string | undefined;
	readonly opened?: string | undefined;
};
export type SetView = (change: Partial<StageView>) => void;

/** What a stage asks of the app. */
export type StageExit = {
	readonly results: () => void;
	readonly leave: () => void;
	readonly redraw: () => void;
	readonly fail: (error: unknown) => void;
};
