import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {SpecEdit} from '../../../../src/debate/formats/adversarial-spec.ts';
import {changesBetween, linesOf, shiftedSpan} from '../../../../src/formats/adversarial-spec/document.ts';
import {changesOf, compose, editsByUser, withEdits} from '../../../../src/formats/adversarial-spec/validation.ts';

const texts = fc.array(fc.constantFrom('a', 'b', 'cc', ' ', '\n'), {maxLength: 24}).map(parts => parts.join(''));
const edit = (from: number, to: number, put: string, id = 'i1'): SpecEdit => ({
	from,
	to,
	put,
	issues: [id],
	reason: 'So.',
});

/** Disjoint edits of a text, from numbers. */
const editsOf = (text: string, places: readonly (readonly [number, number, string])[]): SpecEdit[] => {
	const made: SpecEdit[] = [];
	let at = 0;
	for (const [skip, length, put] of places) {
		const from = Math.min(text.length, at + skip);
		const to = Math.min(text.length, from + length);
		made.push(edit(from, to, put, `i${made.length}`));
		at = to + 1;
		if (at > text.length) break;
	}
	return made;
};
const places = fc.array(fc.tuple(fc.nat(6), fc.nat(4), texts), {maxLength: 5});
const batches = fc.tuple(texts, fc.array(places, {maxLength: 3}));

const withChange = (text: string, {line, removed, added}: ReturnType<typeof changesOf>[number]): string =>
	linesOf(text)
		.toSpliced(line - 1, removed.length, ...added)
		.join('\n');

describe('edits of edits', () => {
	it('make the same text as one round after the other, and stay disjoint in the original', () => {
		fc.assert(
			fc.property(batches, ([original, rounds]) => {
				let [text, edits]: [string, SpecEdit[]] = [original, []];
				for (const round of rounds) {
					const next = editsOf(text, round);
					edits = compose(original, edits, next);
					text = withEdits(text, next);
					expect(withEdits(original, edits)).toBe(text);
					for (const [place, {from, to}] of edits.entries()) {
						expect(from).toBeLessThanOrEqual(to);
						expect(from).toBeGreaterThanOrEqual(edits[place - 1]?.to ?? 0);
					}
				}
			}),
			{numRuns: 500},
		);
	});

	it('are shown as changes of lines that make each edit’s own text', () => {
		fc.assert(
			fc.property(texts, places, (original, round) => {
				const edits = compose(original, [], editsOf(original, round));
				for (const [place, change] of changesOf(original, edits).entries())
					expect(withChange(original, change)).toBe(withEdits(original, edits.slice(place, place + 1)));
			}),
			{numRuns: 300},
		);
	});

	it('by the user’s own hand are found again', () => {
		fc.assert(
			fc.property(texts, texts, (before, after) => {
				expect(withEdits(before, editsByUser(before, after))).toBe(after);
			}),
			{numRuns: 500},
		);
	});

	it('keep issues apart that change other words of one line', () => {
		const original = 'It is fast and safe.';
		const edits = compose(original, [], [edit(6, 10, 'quick', 'i1'), edit(15, 19, 'sound', 'i2')]);
		expect(changesOf(original, edits)).toEqual([
			{line: 1, removed: [original], added: ['It is quick and safe.']},
			{line: 1, removed: [original], added: ['It is fast and sound.']},
		]);
		expect(withEdits(original, edits.slice(1))).toBe('It is fast and sound.');
	});

	it('answer both issues where one is made of the other’s words', () => {
		const original = 'It is fast.';
		const first = compose(original, [], [edit(6, 10, 'done in time', 'i1')]);
		const both = compose(original, first, [edit(14, 18, 'a second', 'i2')]);
		expect(both).toMatchObject([{from: 6, to: 10, put: 'done in a second', issues: ['i1', 'i2']}]);
	});
});

describe('the lines of an issue', () => {
	it('go with the text', () => {
		const [before, after] = ['a\nb\nc\nd', 'new\na\nb\nx\ny\nd'];
		const changes = changesBetween(before, after);
		expect([1, 2, 3, 4].map(line => shiftedSpan({from: line, to: line}, changes))).toEqual([
			{from: 2, to: 2},
			{from: 3, to: 3},
			{from: 4, to: 5},
			{from: 6, to: 6},
		]);
	});

	it('stay on what they were about, wherever other lines change', () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom('x', 'y'), {maxLength: 6}),
				fc.array(fc.constantFrom('x', 'y'), {maxLength: 6}),
				(top, bottom) => {
					const before = ['a', 'mine', 'c'].join('\n');
					const after = [...top, 'mine', ...bottom].join('\n');
					expect(shiftedSpan({from: 2, to: 2}, changesBetween(before, after)).to).toBe(top.length + 1);
				},
			),
		);
	});
});
