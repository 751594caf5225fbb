/** The turn of the transcript that lies under the mouse. */
import type {ScreenCell} from '../terminal/key-stdin.ts';
import type {DebateStore} from '../store/debate-store.ts';
import type {Pane} from '../store/pane-arrangement.ts';
import type {StageLayout} from './layout.ts';

/** The blank column at the left of every screen. */
const MARGIN = 1;

/** Undefined beside the transcript, or where nothing has been said. */
export function clickedTurn(
	{transcript, index}: Pick<DebateStore, 'transcript' | 'index'>,
	layout: StageLayout,
	pane: Pane,
	{column, row}: ScreenCell,
): string | undefined {
	const top = transcriptTop(layout, pane);
	const width = layout.kind === 'full' || layout.kind === 'beside' ? layout.width : Infinity;
	if (top === undefined || index.length === 0) return undefined;
	const inside = row >= top && row < top + layout.body && column >= MARGIN && column < MARGIN + width;
	return inside ? transcript.turnAt(row - top) : undefined;
}

/** The row of the screen at which the transcript begins; undefined where it is hidden. */
function transcriptTop(layout: StageLayout, pane: Pane): number | undefined {
	switch (layout.kind) {
		case 'full':
		case 'beside':
			return 2;
		case 'stacked':
			return 2 + layout.chairs;
		case 'tabs':
			return pane === 'transcript' ? 2 : undefined;
		case 'above':
			return 3 + layout.own;
		default:
			return layout satisfies never;
	}
}
