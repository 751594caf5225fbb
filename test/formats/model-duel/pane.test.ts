import {describe, expect, it} from 'vitest';
import {fold} from '../../../src/debate/reduce.ts';
import {allRows, PaneWindow} from '../../../src/view/blocks.ts';
import {duelBlocks} from '../../../src/formats/model-duel/pane.ts';
import {layOutRow} from '../../../src/view/rows.ts';
import {widthOf} from '../../../src/view/wrap.ts';
import {draftText, runDuel, scripted} from './duel.ts';
import {textOf} from '../../ui/support/text-of.ts';

describe('the panes of a duel', () => {
	it.each([60, 80, 120])('show it all at %i columns, and no row is wider', async width => {
		const {state} = await runDuel();
		const rows = allRows(duelBlocks(state, width));
		for (const row of rows)
			expect(
				widthOf(
					layOutRow(row, width)
						.map(({text}) => text)
						.join(''),
				),
			).toBeLessThanOrEqual(width);
		expect(textOf(rows, width)).toMatchSnapshot();
	});

	it('colour each answer by its decision, and say it with a sign too', async () => {
		const {state} = await runDuel();
		const spans = allRows(duelBlocks(state, 100)).flatMap(row => row.spans);
		expect(spans.find(({text}) => text.startsWith('accepted:'))?.tone).toBe('good');
		expect(spans.find(({text}) => text.startsWith('partially accepted:'))?.tone).toBe('warning');
		expect(spans.filter(({text}) => text === '   ✓ ' || text === '   ~ ')).toHaveLength(2);
	});

	it('say that a draft is unreviewed where the duel broke off', async () => {
		const {state} = await runDuel({antigravity: scripted({critique: () => 'no'})});
		expect(textOf(allRows(duelBlocks(state, 80)), 80)).toContain('draft ! unreviewed');
	});

	it.each([60, 80, 120])('say for whom they wait, and how long its thinking has become, at %i columns', async width => {
		const {events} = await runDuel();
		const before = fold(events.slice(0, events.findIndex(event => event.type === 'turn-end') + 1));
		const waiting = {participant: 'antigravity', purpose: 'critique', thinking: 1200, for: 65_000};
		const rows = allRows(duelBlocks(before, width, waiting)).slice(-2);
		for (const row of rows)
			expect(
				widthOf(
					layOutRow(row, width)
						.map(({text}) => text)
						.join(''),
				),
			).toBeLessThanOrEqual(width);
		expect(textOf(rows, width)).toMatchSnapshot();
		expect(textOf(rows, width)).toContain('1:05 · thinking 1.2k');
		expect(textOf(allRows(duelBlocks(fold(events), width, waiting)), width)).not.toContain('waiting for');
	});

	it('follow a text as it comes, and end at the end', async () => {
		const {events, seen} = await runDuel();
		const half = seen.slice(
			0,
			seen.findIndex(event => event.type === 'turn-end'),
		);
		expect(textOf(allRows(duelBlocks(fold(half), 80)), 80)).toContain('▍');
		const pane = new PaneWindow();
		const shown = () => textOf(pane.view(duelBlocks(fold(events), 80), 6, 'words'), 80);
		const window = shown();
		expect(window.split('\n')).toHaveLength(6);
		expect(textOf(allRows(duelBlocks(fold(events), 80)), 80).endsWith(window)).toBe(true);
		pane.toStart();
		expect(shown()).toContain('Write a retry policy');
		expect(textOf(allRows(duelBlocks(fold(events), 80)), 80)).toContain(draftText.slice(0, 40));
	});
});
