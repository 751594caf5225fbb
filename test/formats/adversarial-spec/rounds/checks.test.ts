/** The quotations by which an approval shows that the text was read. */
import {expect, it} from 'vitest';
import {approvalFlaw} from '../../../../src/formats/adversarial-spec/rounds.ts';
import {checksIn} from '../../../../src/formats/adversarial-spec/queries.ts';

const text = ['# Storage', '', 'A file is stored within one second.', 'It is kept for thirty days,', 'then removed.'];
const found = (...quotes: readonly string[]) =>
	checksIn(
		text.join('\n'),
		quotes.map(quote => ({section: 'Storage', quote})),
	).map(check => check.found);

it.each([
	['as it stands', 'A file is stored within one second.'],
	['with the number that its line is shown with', '3| A file is stored within one second.'],
	['with a number and a colon', 'line 3: A file is stored within one second.'],
	['over two lines, each with its number', '4| It is kept for thirty days,\n5| then removed.'],
	['over two lines run together, numbers and all', '4| It is kept for thirty days, 5| then removed.'],
	['in quotation marks, with its number inside', '“3| A file is stored within one second.”'],
])('a quotation %s counts', (_, quote) => {
	expect(found(quote)).toEqual([true]);
});

it('an approval with three numbered quotations has no flaw; invented and short ones do not count', () => {
	const quotes = ['3| A file is stored within one second.', '4| It is kept for thirty days,', '5| then removed.'];
	const checks = checksIn(
		text.join('\n'),
		quotes.map(quote => ({section: 'Storage', quote})),
	);
	expect(approvalFlaw({checks, strongestObjection: 'It is slow.'})).toBeUndefined();
	expect(found('3| A file is stored within two seconds.', '4| It is', '3|')).toEqual([false, false, false]);
});
