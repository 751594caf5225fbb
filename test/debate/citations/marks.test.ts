import {describe, expect, it} from 'vitest';
import {CitationFilter, citedIn, idsIn, quotationsIn, withoutMarks} from '../../../src/debate/citations/marks.ts';

describe('ids in brackets', () => {
	it.each([
		['S3.12', ['S3.12']],
		['s3.1, S4.2', ['S3.1', 'S4.2']],
		['S3.1; 4', ['S3.1', 'S3.4']],
		['S3.1-3', ['S3.1', 'S3.2', 'S3.3']],
		['S3.1–S3.2', ['S3.1', 'S3.2']],
		['S3.1 and S4.2', ['S3.1', 'S4.2']],
		['S3', ['S3']],
		['sic', undefined],
		['S', undefined],
		['see S3.12', undefined],
	])('%s', (inside, ids) => expect(idsIn(inside)).toEqual(ids));

	it('are taken out of the text, with the blank before them', () => {
		expect(withoutMarks('Rents “fell by a third” [S3.12]. So it is 【S1.1】 indeed [sic].')).toEqual({
			text: 'Rents “fell by a third”. So it is indeed [sic].',
			marks: [
				{at: 23, ids: ['S3.12']},
				{at: 33, ids: ['S1.1']},
			],
		});
	});

	it('come out the same however the text is split', () => {
		const text = 'One “fell by a third in two years” [S3.12, S4.1]. Two [S1.1] three [not one] four [S9.9';
		const whole = withoutMarks(text);
		for (let size = 1; size < 12; size++) {
			const filter = new CitationFilter();
			let said = '';
			for (let at = 0; at < text.length; at += size) said += filter.push(text.slice(at, at + size));
			said += filter.end();
			expect({text: said, marks: filter.marks}).toEqual(whole);
		}
		expect(whole.text).toBe('One “fell by a third in two years”. Two three [not one] four');
	});

	it('hold a bracket no longer than an id can be', () => {
		const filter = new CitationFilter();
		expect(filter.push('He said [')).toBe('He said');
		expect(filter.push('and this goes on for much longer than any id does')).toContain('[and this goes on');
	});

	it('stay where the text goes on without a blank in scripts that set none', () => {
		expect(withoutMarks('租金下降了三分之一[S4.1]。下一句').text).toBe('租金下降了三分之一。下一句');
	});
});

describe('a citation in a sentence', () => {
	const citing = (text: string) => {
		const {text: said, marks} = withoutMarks(text);
		return citedIn(said, {from: 0, to: said.length}, marks);
	};

	it('belongs to the nearest quotation before it, across end punctuation', () => {
		const {cited, uncited} = citing(
			'They write “fell by a third.” [S3.12], and “rose by a half” they say as well [S3.13].',
		);
		expect(cited.map(({ids, quotation}) => [ids, quotation?.text])).toEqual([
			[['S3.12'], 'fell by a third.'],
			[['S3.13'], 'rose by a half'],
		]);
		expect(uncited).toEqual([]);
	});

	it('is a statement where no quotation is left for it', () => {
		const {cited} = citing('“Rents fell” [S1.1], and repairs rose as well [S1.2]. ');
		expect(cited.map(({quotation}) => quotation?.text)).toEqual(['Rents fell', undefined]);
	});

	it('may have its ids in two brackets', () => {
		expect(citing('“Rents fell by a third” [S1.1] [S1.2].').cited.map(({ids}) => ids)).toEqual([['S1.1', 'S1.2']]);
	});

	it('finds quotations in all marks', () => {
		const marks = '“one two” „drei vier“ «cinq six» »sieben acht« 「九十」 "eleven twelve"';
		expect(quotationsIn(marks).map(({text}) => text)).toEqual([
			'one two',
			'drei vier',
			'cinq six',
			'sieben acht',
			'九十',
			'eleven twelve',
		]);
	});
});
