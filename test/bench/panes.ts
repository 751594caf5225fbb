/** What drawing a protocol's own pane takes while words stream, with a short and a long debate on the screen. */
import type {InPlaceArrays} from '../../src/debate/fold.ts';
import {fold, reduceInPlace} from '../../src/debate/reduce.ts';
import type {DebateState} from '../../src/debate/state.ts';
import type {RunEvent} from '../../src/debate/events.ts';
import {PaneWindow} from '../../src/view/blocks.ts';
import {momentRows} from '../../src/ui/board/moments.ts';
import {paneOf} from '../../src/formats/index.ts';
import {statusRow} from '../../src/ui/board/status.ts';
import {layOutRow} from '../../src/view/rows.ts';
import {TurnIndex} from '../../src/view/turn-index.ts';
import {formats, longDebate} from '../ui/support/long-panes.ts';
import {detail, median, row, type Row} from './report.ts';

const [few, many] = [10, 10_000];
/** A frame has the words of 33 ms at 1,000 tokens a second, and an exchange is over after so many. */
const [wordsAFrame, framesAnExchange, exchanges] = [25, 12, 60];
const [width, height] = [118, 34];

/** The processor's milliseconds for one drawing: after words, and after all that an exchange brings. */
type Took = {words: number; exchange: number};

const used = (act: () => void): number => {
	const from = process.cpuUsage();
	act();
	const {user, system} = process.cpuUsage(from);
	return (user + system) / 1000;
};

/** Draws a debate that goes on. */
function streamed(format: (typeof formats)[string], turns: number): Took {
	const {events, more} = longDebate(format, turns);
	const [pane, index] = [new PaneWindow(), new TurnIndex()];
	let own: InPlaceArrays = new WeakSet();
	let state: DebateState = fold(events);
	const draw = (told: readonly RunEvent[]) => {
		for (const event of told) state = reduceInPlace(state, event, own);
		own = new WeakSet();
		index.update(state.turns);
		index.clock.update(state);
		const shown = paneOf(state);
		const frame = shown?.frame?.(state, {width, height, chosen: undefined, waiting: undefined});
		const rows = frame
			? frame.around(pane.view(frame.blocks, frame.height, 'words'))
			: shown && pane.view(shown.blocks(state, width, undefined), height, shown.rest);
		for (const each of rows ?? []) layOutRow(each, width);
		const kept = shown?.inSight?.(state, undefined);
		if (kept) layOutRow(kept, width);
		for (const each of [statusRow(state, index.clock.lengthOf(state), width), ...momentRows({state, index}, 40, 8)])
			layOutRow(each, width);
		if (pane.percent < 0) throw new Error('a window is nowhere');
	};
	const words = () => {
		for (let frame = 0; frame < framesAnExchange; frame++)
			draw([{type: 'turn-token', turnId: state.open[0] ?? '', text: 'word '.repeat(wordsAFrame)}]);
	};
	const took: Took = {words: 0, exchange: 0};
	for (let warm = 0; warm < 20; warm++) {
		words();
		draw(more());
	}
	for (let count = 0; count < exchanges; count++) {
		took.words += used(words) / exchanges / framesAnExchange;
		took.exchange += used(() => draw(more())) / exchanges;
	}
	return took;
}

/** Short and long in turn, so that a machine that drifts drifts for both. */
export function* panes(): Generator<Row> {
	for (const [name, format] of Object.entries(formats)) {
		const [short, long] = [new Array<Took>(), new Array<Took>()];
		for (let run = 0; run < 5; run++) {
			short.push(streamed(format, few));
			long.push(streamed(format, many));
		}
		const [one, other] = [short, long].map(all => ({
			words: median(all.map(({words}) => words)),
			exchange: median(all.map(({exchange}) => exchange)),
		}));
		if (!one || !other) continue;
		yield row(
			`processor a frame of words, ${name}: ${many.toLocaleString('en-US')} exchanges over ${few}`,
			(other.words / one.words).toFixed(2),
			'≤ 1.10',
		);
		yield detail(
			'the same in ms; the frame after an exchange',
			`${one.words.toFixed(2)} / ${other.words.toFixed(2)}; ${one.exchange.toFixed(1)} / ${other.exchange.toFixed(1)}`,
		);
	}
}
