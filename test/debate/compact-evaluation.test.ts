import {describe, expect, it} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';

describe('evaluations in the state', () => {
	const {events} = readJournal('test/fixtures/by-hand/bedside.jsonl');
	const kept = fold(events).turns.flatMap(({evaluation}) => (evaluation ? [evaluation] : []));

	it('say what was recorded, without the stamp', () => {
		const recorded = events.filter(event => event.type === 'evaluation');
		expect(kept.length).toBeGreaterThan(3);
		for (const {turnId, ...evaluation} of kept)
			expect(recorded.find(event => event.turnId === turnId)).toMatchObject(evaluation);
	});

	it('hold the items of a lone judge once', () => {
		const alone = kept.flatMap(({items, verdicts = []}) =>
			verdicts.length === 1 ? verdicts.map(verdict => ({items, given: verdict.items})) : [],
		);
		expect(alone.length).toBeGreaterThan(0);
		const same = alone.filter(({items, given}) => JSON.stringify(items) === JSON.stringify(given));
		expect(same.length).toBeGreaterThan(0);
		expect(same.filter(({items, given}) => items !== given)).toEqual([]);
	});
});
