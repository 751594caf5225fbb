import {describe, expect, it} from 'vitest';
import {givenTo} from '../../../src/debate/citations/given.ts';

const documents = [
	{
		number: 3,
		name: 'papers/survey-2023.pdf',
		title: 'What the cap has done to us: a survey of the Harlen Landlords’ Association',
	},
	{number: 4, name: 'minutes.md', title: 'Minutes of the Council'},
	{number: 5, name: 'rents.csv', title: 'Rents'},
];

describe('words in quotation marks', () => {
	it.each([
		'The Harlen Landlords’ Association writes that',
		'In survey-2023 it stands that',
		'The minutes have it that',
		'S4 says so:',
		'The Rents table reads',
	])('are given to a document: %s', own => {
		expect(givenTo(own, documents)).toHaveLength(1);
	});

	it('are given to the document whose id stands behind them, by two words of its title in any order', () => {
		const own = 'The landlords’ own survey concedes that';
		expect([[], ['S4.7'], ['S3.7']].map(ids => givenTo(own, documents, ids))).toEqual([[], [], [3]]);
		expect(givenTo('What the landlords say is', documents, ['S3.7'])).toEqual([]);
	});

	it.each([
		'My opponent calls this',
		'It does not say',
		'The Harlen Landlords’ Association never said',
		'What has that done, a so-called',
		'The council of the town would call it',
	])('are the speaker’s own: %s', own => {
		expect(givenTo(own, documents)).toEqual([]);
	});
});
