import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {changesBetween, linesOf} from '../../../../src/formats/adversarial-spec/document.ts';

const text = fc
	.array(fc.constantFrom('', 'a', 'b', 'c', '## d', '  e'), {maxLength: 14})
	.map(lines => lines.join('\n'));

/** What changes make: from the last to the first, in place. */
function withChanges(original: string, changes: ReturnType<typeof changesBetween>): string {
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
			}),
		);
	});
});
