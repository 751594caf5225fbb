import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {changesBetween, linesOf, withChanges} from '../../../../src/formats/adversarial-spec/document.ts';

const text = fc
	.array(fc.constantFrom('', 'a', 'b', 'c', '## d', '  e'), {maxLength: 14})
	.map(lines => lines.join('\n'));

/** What the accepted changes make, by another way: from the last change to the first, in place. */
function byHand(original: string, changes: ReturnType<typeof changesBetween>): string {
	const lines = linesOf(original);
	for (const {line, removed, added} of changes.toReversed()) lines.splice(line - 1, removed.length, ...added);
	return lines.join('\n');
}

describe('changes between two texts', () => {
	it('make the one of the other, and none of them leaves the original', () => {
		fc.assert(
			fc.property(text, text, (before, after) => {
				const changes = changesBetween(before, after);
				expect(withChanges(before, changes)).toBe(after);
				expect(withChanges(before, [])).toBe(before);
			}),
		);
	});

	it('give, accepted in part, the original and exactly these', () => {
		fc.assert(
			fc.property(text, text, fc.array(fc.boolean(), {minLength: 20, maxLength: 20}), (before, after, take) => {
				const accepted = changesBetween(before, after).filter((_, place) => take[place]);
				expect(withChanges(before, accepted)).toBe(byHand(before, accepted));
			}),
		);
	});

	it('are refused where they do not fit', () => {
		expect(() => withChanges('a\nb', [{line: 2, removed: ['x'], added: []}])).toThrow(
			'a change does not fit line 2 of the text',
		);
	});
});
