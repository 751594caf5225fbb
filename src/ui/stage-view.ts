/** What of a stage is the screen's own: what is open on it, and how it is left. */

export type Overlay = 'help' | 'working' | 'interject' | 'barge-in' | 'stop' | 'answer' | 'search' | 'export' | 'review';

/** `tab` counts the panes where only one fits; `search` is what is looked for. */
export type StageView = {readonly overlay: Overlay | undefined; readonly tab: number; readonly search: string};
export type SetView = (change: Partial<StageView>) => void;

/** What a stage asks of the app around it. */
export type StageExit = {readonly results: () => void; readonly leave: () => void; readonly redraw: () => void; readonly abandon: () => void; readonly fail: (error: unknown) => void};
