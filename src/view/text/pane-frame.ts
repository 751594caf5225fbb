/** A pane of which only a part is a window that scrolls: what stands around that is made by its format. */
import type {Blocks} from './blocks.ts';
import type {Row} from './rows.ts';

export type PaneSize = {readonly width: number; readonly height: number};

export type PaneFrame = {
	/** What is in the window, and how many rows that has. */
	readonly blocks: Blocks;
	readonly height: number;
	/** Whether what the format keeps in sight stands in it. */
	readonly complete: boolean;
	/** All rows of the pane, from those of the window. */
	readonly around: (window: readonly Row[]) => readonly Row[];
};
