/**
 * What a drawing of a protocol's own pane costs must go by the window: counted in turns and records that are looked at,
 * so that no clock is needed.
 */
import {describe, expect, it} from 'vitest';
import {emptyState, type DebateState} from '../../src/debate/state.ts';
import {fold, reduce} from '../../src/debate/reduce.ts';
import {PaneWindow} from '../../src/view/blocks.ts';
import {momentRows} from '../../src/ui/board/moments.ts';
import {paneOf} from '../../src/formats/index.ts';
import {statusRow} from '../../src/ui/board/status.ts';
import type {Row} from '../../src/view/rows.ts';
import {thorough} from '../hunt/every.ts';
import {indexedDebate} from './support/heard.ts';
import {formats, longDebate} from './support/long-panes.ts';
import {watched} from './support/watched.ts';

const height = 30;

/** What each thing that happens takes to draw: words, another exchange, scrolling, another width. */
function drawings(name: string, exchanges: number): readonly number[] {
	const format = formats[name];
	if (!format) throw new Error(`no format ${name}`);
	const {events, more} = longDebate(format, exchanges);
	const {of, taken} = watched();
	const pane = new PaneWindow();
	let state = fold(events, emptyState);
	const {index} = indexedDebate(state);
	const draw = (width = 120): number => {
		const own = paneOf(state);
		if (!own) throw new Error(`${name} has no pane of its own`);
		index.update(state.turns);
		index.clock.update(state);
		const shown = of(state);
		pane.view(own.blocks(shown, width, undefined), height, own.rest);
		expect(pane.percent).toBeGreaterThanOrEqual(0);
		momentRows({state: shown, index}, 40, 12);
		statusRow(shown, 100, width);
		return taken();
	};
	draw();
	const doings: readonly (() => number)[] = [
		() => draw(),
		() => {
			state = reduce(state, {type: 'turn-token', turnId: state.open[0] ?? '', text: 'one word more'});
			return draw();
		},
		() => {
			state = fold(more(), state);
			return draw();
		},
		() => {
			pane.page(-2);
			return draw();
		},
		() => draw(100),
		() => {
			pane.toStart();
			return draw(100);
		},
		() => {
			pane.toEnd();
			return draw(60);
		},
	];
	return doings.map(act => act());
}

describe.each(Object.keys(formats))('a %s of many turns', name => {
	it('looks at as many turns and records as one of a few, whatever happens', () => {
		const [few, many] = [drawings(name, 30), drawings(name, thorough ? 2000 : 400)];
		expect(Math.max(...few)).toBeGreaterThan(0);
		for (const [index, count] of many.entries())
			expect(count, `step ${index}: ${few.join()} and ${many.join()}`).toBeLessThanOrEqual((few[index] ?? 0) + 12);
	});

	it('shows the very same rows again where nothing has changed but the words that are being said', () => {
		const format = formats[name];
		if (!format) throw new Error(`no format ${name}`);
		const state = fold(longDebate(format, 40).events);
		const pane = new PaneWindow();
		const view = (shown: DebateState): readonly Row[] =>
			pane.view(
				paneOf(shown)?.blocks(shown, 60, undefined) ?? {length: 0, at: () => [], before: () => 0},
				400,
				'start',
			);
		const first = new Set(view(state));
		const made = view(reduce(state, {type: 'turn-token', turnId: state.open[0] ?? '', text: 'Once more.'})).filter(
			row => !first.has(row),
		);
		expect(made.length).toBeLessThan(20);
	});
});
