import {expect, test} from 'vitest';
import type {InPlaceArrays} from '../../src/debate/fold.ts';
import {emptyState} from '../../src/debate/state.ts';
import {fold, reduce, reduceInPlace} from '../../src/debate/reduce.ts';
import {sampleDebate} from '../ui/support/sample-debate.ts';

const events = sampleDebate({rounds: 6});

test('folding in place gives the same state as folding with copies', () => {
	let copied = emptyState;
	for (const event of events) copied = reduce(copied, event);
	expect(fold(events)).toEqual(copied);
});

test('a list of turns that was returned is never changed', () => {
	const shown = fold(events.slice(0, 100));
	const turns = [...shown.turns];
	fold(events.slice(100), shown);
	expect(shown.turns).toEqual(turns);
	expect(shown.turns.every((turn, place) => turn === turns[place])).toBe(true);
});

test('a fold copies the list of turns once, however many events come', () => {
	const from = fold(events.slice(0, 100));
	const own: InPlaceArrays = new WeakSet();
	const lists = new Set(
		events
			.slice(100)
			.reduce((states, event) => [...states, reduceInPlace(states.at(-1) ?? from, event, own)], [from])
			.map(({turns}) => turns),
	);
	expect(lists.size).toBe(2);
});
