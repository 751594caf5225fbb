import {expect, it} from 'vitest';
import type {CitationEvent} from '../../src/debate/sources.ts';
import {withCitationMarks} from '../../src/view/citation-marks.ts';

const text = 'It was proven.¹✓ “Rents fell by a third”, they say. Nobody doubts it.²✗';
const citation: CitationEvent = {
	type: 'citation',
	turnId: 't1',
	sentence: 2,
	offset: text.indexOf(', they'),
	named: ['S1.1'],
	passage: 'S1.1',
	quote: 'Rents fell by a third',
	standing: 'altered',
	sense: 'figure',
};
it('a mark that a speaker wrote loses its sign; the others stay where they are', () => {
	expect(withCitationMarks({citations: []}, text, 0)).toBe(
		'It was proven.¹  “Rents fell by a third”, they say. Nobody doubts it.² ',
	);
	expect(withCitationMarks({citations: [citation]}, text, 0)).toBe(
		'It was proven.¹  “Rents fell by a third”¹✗, they say. Nobody doubts it.² ',
	);
});
