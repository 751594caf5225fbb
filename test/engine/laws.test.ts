import {writeFileSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {JournalEvent} from '../../src/debate/events.ts';
import {fold} from '../../src/debate/reduce.ts';
import {parseJournal} from '../../src/engine/journal/journal.ts';
import {every} from '../hunt/every.ts';
import {essence} from './laws.ts';
import {folder, runToy} from './toy.ts';

const withoutDeltas = (events: readonly JournalEvent[]) => events.filter(event => event.type !== 'turn-delta');

describe('the three laws, on a debate with cuts and interjections', () => {
	it('needs no deltas to come to its final state', async () => {
		const {events} = await runToy();
		expect(events.some(event => event.type === 'interruption')).toBe(true);
		expect(events.some(event => event.type === 'turn-start' && event.amid)).toBe(true);
		const {at: _a, seq: _s, ...whole} = fold(events);
		const {at: _b, seq: _t, ...bare} = fold(withoutDeltas(events));
		expect(bare).toEqual(whole);
	});

	it('is the same live as replayed', async () => {
		const {events, seen} = await runToy();
		expect(fold(seen)).toEqual(fold(events));
	});

	it('ends the same from every prefix, for several seeds', async () => {
		for (const seed of [1, 2, 3]) {
			const whole = await runToy({seed});
			const lines = readFileSync(whole.file, 'utf8').split('\n').slice(0, -1);
			expect(
				whole.events.filter(event => event.type === 'interruption' || event.type === 'interjection').length,
				`seed ${seed}`,
			).toBeGreaterThan(0);
			const wanted = essence(fold(whole.events));
			// More prefixes of the first debate than of the others.
			for (let kept = 1; kept < lines.length; kept += seed === 1 ? every(9, 3) : every(33, 11)) {
				const file = path.join(folder(), 'debate.jsonl');
				writeFileSync(file, `${lines.slice(0, kept).join('\n')}\n`);
				const resumed = await runToy({seed, file});
				expect(
					essence(fold(resumed.events)),
					`seed ${seed}, cut after line ${kept}: ${lines[kept - 1]?.slice(0, 120)}`,
				).toEqual(wanted);
				expect(parseJournal(readFileSync(file, 'utf8')).problems).toEqual([]);
			}
		}
	}, 120_000);
});
