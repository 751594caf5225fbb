/** What of a stage is the screen's own: what is open on it, and how it is left. */
import type {ReviewView} from './spec-review.ts';

export type Overlay = 'help' | 'working' | 'interject' | 'barge-in' | 'stop' | 'answer' | 'search' | 'export' | 'vote';

/** `tab` counts the panes where only one fits; `search` is what is looked for; `closed` is the review that was closed unanswered, `review` what was decided in it; `asked` is the question that is open. */
export type StageView = {readonly overlay: Overlay | undefined; readonly tab: number; readonly search: string; readonly asked?: string | undefined; readonly closed?: string | undefined; readonly review?: ReviewView | undefined};
export type SetView = (change: Partial<StageView>) => void;

/** What a stage asks of the app around it. */
export type StageExit = {readonly results: () => void; readonly leave: () => void; readonly redraw: () => void; readonly abandon: () => void; readonly fail: (error: unknown) => void};
