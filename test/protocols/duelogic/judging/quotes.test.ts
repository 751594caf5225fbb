import {array, assert, nat, property, stringMatching} from 'fast-check';
import {describe, expect, it} from 'vitest';
import {findPhrase, findQuote} from '../../../../src/protocols/duelogic/judging/quotes.ts';

const turn =
	'My friend’s *strongest* point is — and I mean it — that a vote nobody casts is a voice nobody hears. I don’t think my framework has a clean answer here; it would cost 40,000 lives in every year of delay. Maximization of welfare is what I am after in the end.';
const match = (quote: string, text = turn) => findQuote(quote, text).match;
const slice = (quote: string, text = turn) => {
	const found = findQuote(quote, text);
	return 'start' in found ? text.slice(found.start, found.end) : found.match;
};

describe('a quotation is exact', () => {
	it.each([
		['with straight quotes for curly ones', "My friend's strongest point is"],
		['without the Markdown marks', 'strongest point is and I mean it'],
		['with another dash', 'point is - and I mean it – that a vote'],
		['in other letter case and white space', 'A VOTE nobody\n casts is   a voice'],
		['with words left out, in order', 'My friend’s strongest point is … a voice nobody hears'],
		['with a bracketed ellipsis', 'that a vote nobody casts [...] a voice nobody hears'],
	])('%s', (_, quote) => {
		expect(match(quote)).toBe('exact');
	});

	it('and points into the original text, marks included', () => {
		expect(slice("friend's strongest point is and I")).toBe('friend’s *strongest* point is — and I');
		expect(slice('strongest point is ... nobody hears')).toBe(
			'strongest* point is — and I mean it — that a vote nobody casts is a voice nobody hears',
		);
	});

	it('also behind characters that normalising makes longer or shorter', () => {
		const text = '😀 ﬁne … cafe\u0301 ½ then the four words stand here.';
		expect(slice('the four words stand', text)).toBe('the four words stand');
		expect(slice('fine café 1⁄2 then the', text)).toBe('ﬁne … cafe\u0301 ½ then the');
		expect(slice('café ½ then the four', text)).toBe('cafe\u0301 ½ then the four');
	});
});

describe('a quotation is fuzzy', () => {
	it('where one word of twelve is spelt otherwise', () => {
		expect(match('maximisation of welfare is what I am after in the end')).toBe('fuzzy');
	});

	it.each([
		['a negation was turned round', 'I do think my framework has a clean answer here'],
		['a negation was dropped', 'I think my framework has a clean answer here'],
		['a negation was added', 'is that a vote nobody casts is not a voice nobody hears'],
		['a number differs', 'it would cost 90,000 lives in every year of delay'],
		['a number differs at its end', 'a clean answer here it would cost 41,000'],
		['words are simply others', 'the tides of history favour those who wait for them'],
	])('but not where %s', (_, quote) => {
		expect(match(quote)).toBe('not_found');
	});

	it('nor where the last word is the one that turns it round', () => {
		expect(
			match('the answer that I would give you all here is yes', 'the answer that I would give you all here is no'),
		).toBe('not_found');
	});

	it('nor where an ellipsis swallows a negation', () => {
		expect(match('nobody hears. I ... think my framework has')).toBe('not_found');
	});
});

describe('a quotation does not count', () => {
	it('under four words', () => {
		expect(match('a clean answer')).toBe('too_short');
		expect(match('… !')).toBe('too_short');
		expect(match('I … think my framework has a clean answer')).toBe('too_short');
	});

	it('with its parts in another order', () => {
		expect(match('a voice nobody hears … My friend’s strongest point')).toBe('not_found');
	});
});

describe('a trigger phrase', () => {
	it('may be short if it was said word for word', () => {
		expect(findPhrase('40,000 lives', turn)).toMatchObject({match: 'exact'});
		expect(findPhrase('50,000 lives', turn)).toEqual({match: 'not_found'});
		expect(findPhrase('', turn)).toEqual({match: 'too_short'});
	});
});

describe('any run of words of a text', () => {
	const words = array(stringMatching(/^[a-zäéß]{1,8}$/u), {minLength: 4, maxLength: 30});
	it('is found where it stands', () => {
		assert(
			property(words, nat(), nat(), (said, from, length) => {
				const start = from % (said.length - 3);
				const part = said.slice(start, start + 4 + (length % 5));
				const text = said.join(', ');
				const found = findQuote(part.join(' '), text);
				expect(found.match).toBe('exact');
				if ('start' in found) expect(text.slice(found.start, found.end)).toBe(part.join(', '));
			}),
		);
	});
});
