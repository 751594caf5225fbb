import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {incrementalFold, memoizeRecent, append} from '../../../src/debate/fold.ts';

type Item = {readonly id: number; readonly text: string};
const items = (count: number): readonly Item[] => Array.from({length: count}, (_, id) => ({id, text: `${id}`}));

/** Lists the items' texts, and counts how many it looked at. */
function listing(same?: (one: Item, other: Item) => boolean) {
	const count = {steps: 0};
	const fold = incrementalFold<Item, readonly string[]>(
		[],
		(sum, {text}, own) => {
			count.steps++;
			return append(sum, text, own);
		},
		same,
	);
	return {fold, count};
}

test('lists of any length in any order give the same results as on their own, and earlier results do not change', () => {
	fc.assert(
		fc.property(fc.array(fc.nat(30)), lengths => {
			const [whose, all] = [{}, items(30)];
			const {fold} = listing();
			const given = lengths.map(length => fold(whose, all.slice(0, length)));
			expect(given).toEqual(lengths.map(length => all.slice(0, length).map(({text}) => text)));
		}),
	);
});

test('only the new items of a longer list are folded, and none of the same list', () => {
	const [whose, all] = [{}, items(1000)];
	const {fold, count} = listing();
	for (let length = 1; length <= all.length; length++) fold(whose, all.slice(0, length));
	expect(fold(whose, [...all])).toBe(fold(whose, all));
	expect(count.steps).toBe(1000);
});

test('a list with a different ending is folded again, unless the fold treats the item as equal', () => {
	const [whose, all] = [{}, items(10)];
	const changed = all.with(9, {id: 9, text: 'changed'});
	const {fold} = listing();
	fold(whose, all);
	expect(fold(whose, changed).at(-1)).toBe('changed');
	const {fold: byId, count} = listing((one, other) => one.id === other.id);
	byId(whose, all);
	byId(whose, [...changed, {id: 10, text: 'new'}]);
	expect(count.steps).toBe(11);
});

test('lists of different owners are kept apart, and a list without an owner is empty', () => {
	const {fold} = listing();
	expect(fold({}, items(3))).toHaveLength(3);
	expect(fold({}, items(2))).toHaveLength(2);
	expect(fold(undefined, items(2))).toEqual([]);
});

test('equal arguments with the same object give the identical result', () => {
	const [one, other] = [{name: 'one'}, {name: 'other'}];
	const named = memoizeRecent(({name}: {readonly name: string}, width: number) => [name.padEnd(width)]);
	const first = named(one, 8);
	named(other, 8);
	expect(named(one, 8)).toBe(first);
	expect(named(one, 9)).toEqual(['one      ']);
	expect(named(one, 8)).not.toBe(first);
});

test('frequently used results are kept, and others do not pile up', () => {
	let made = 0;
	const named = memoizeRecent(({id}: Item) => [++made, id]);
	const all = items(5000);
	const [first] = all;
	for (const item of all) for (const each of [item, first]) if (each) named(each);
	expect(made).toBe(5000);
	if (all[10]) named(all[10]);
	expect(made).toBe(5001);
});
