import {stripVTControlCharacters} from 'node:util';
import xterm from '@xterm/headless';
import {describe, expect, it} from 'vitest';
import {castLines} from '../../../src/ui/recording/cast.ts';
import type {EpisodeOptions} from '../../../src/exports/episode.ts';
import {journalAt, recordedJournals} from '../../exports/recorded.ts';

const journal = recordedJournals.find(({name}) => name === 'model-duel')?.journal ?? '';

async function cast(columns: number, rows: number, options?: EpisodeOptions): Promise<string[]> {
	const lines: string[] = [];
	for await (const line of castLines(() => journalAt(journal), {columns, rows}, options)) lines.push(line);
	return lines;
}

describe('a terminal recording of the stage', () => {
	it.each([
		[100, 30],
		[60, 20],
	])(
		'of %i by %i is an asciicast of version 2 that a terminal shows',
		async (columns, rows) => {
			const [head = '', ...frames] = await cast(columns, rows);
			expect(JSON.parse(head)).toMatchObject({version: 2, width: columns, height: rows});
			const terminal = new xterm.Terminal({cols: columns, rows, allowProposedApi: true});
			let before = 0;
			for (const frame of frames) {
				const parsed: unknown = JSON.parse(frame);
				expect(parsed).toEqual([expect.any(Number), 'o', expect.any(String)]);
				const [at, , data] = Array.isArray(parsed) ? parsed : [];
				expect(Number(at)).toBeGreaterThanOrEqual(before);
				before = Number(at);
				await new Promise<void>(resolve => terminal.write(String(data), resolve));
			}
			// As long as the words take to speak, and not longer than the screen.
			expect(before).toBeGreaterThan(100);
			expect(terminal.buffer.active.baseY).toBe(0);
			const screen = Array.from(
				{length: rows},
				(_, row) => terminal.buffer.active.getLine(row)?.translateToString(true) ?? '',
			);
			expect(screen.join('\n')).toMatch(/ROSTRUM/u);
			expect(frames.join('')).toContain('retry');
		},
		60_000,
	);

	it('has the words at the pace of speech, and no keys', async () => {
		const [, ...frames] = await cast(80, 24);
		const times = frames.map(frame => Number(Object(JSON.parse(frame))[0]));
		const gaps = times.slice(1).map((at, place) => at - (times[place] ?? 0));
		expect(gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)]).toBeLessThan(1);
		expect(Math.max(...gaps)).toBeLessThan(5);
		expect(frames.join('')).not.toMatch(/space|quit|replay|opens the turn/u);
		// A sentence is not there at once: its beginning is shown before its end.
		const shown = frames.map(frame => stripVTControlCharacters(String(Object(JSON.parse(frame))[2])));
		expect(shown.some(text => /Here is(?: a)?(?: retry)?(?: policy)?(?: for)?(?: the)?▍/u.test(text))).toBe(true);
	}, 60_000);

	it('shows edited words, and says so', async () => {
		const text = 'Other words were put here, and the first ones are nowhere.';
		const [head = '', ...frames] = await cast(60, 20, {edits: {t1: text}});
		expect(head).toContain('Edited after the debate');
		expect(frames.join('')).toContain('Other words were put here');
	}, 60_000);

	it('is the same whenever it is made', async () => {
		expect(await cast(80, 24)).toEqual(await cast(80, 24));
	}, 60_000);
});
