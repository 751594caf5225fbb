import {describe, expect, it} from 'vitest';
import {layOut, type PlacedPiece} from '../../src/sources/readers/pdf-layout.ts';

/** A line at a place, `y` from the top; letters are half as wide as high. */
const line = (text: string, y: number, {x = 30, size = 10}: {readonly x?: number; readonly size?: number} = {}) => ({
	text,
	x,
	y,
	size,
	width: (text.length * size) / 2,
});
const page = (number: number, ...lines: readonly PlacedPiece[]): readonly PlacedPiece[] => [
	line('The Harbour of Averley', 20),
	...lines,
	line(String(number), 580, {x: 200}),
];
const laidOut = (...pages: readonly (readonly PlacedPiece[])[]) => layOut(pages);

describe('the layout of a page', () => {
	it('has no head and no number of a page, on the last line of a table neither', () => {
		const {pages, edges} = laidOut(
			page(12, line('The board agreed to close the', 60)),
			page(13, line('north pier until the spring of', 60), line('13', 72)),
		);
		expect(pages).toEqual(['The board agreed to close the', 'north pier until the spring of\n13']);
		expect(edges).toBe(4);
	});

	it('keeps notes at the foot apart, and takes their marks out of the sentence', () => {
		const {pages, notes} = laidOut(
			page(
				1,
				line('The ferry lost a third', 60),
				line('1', 56, {x: 140, size: 6}),
				line('of its crew', 60, {x: 150}),
				line('1 By its own account.', 540, {size: 8}),
				line('and its books.', 550, {size: 8}),
			),
			page(2, line('It was sold.', 60)),
		);
		expect(pages).toEqual(['The ferry lost a third of its crew', 'It was sold.']);
		expect(notes).toEqual([{page: 1, text: '1 By its own account.\nand its books.'}]);
	});

	it('writes a power as a power', () => {
		const {pages} = laidOut([line('about 10', 60), line('25', 56, {x: 70, size: 6}), line('steps', 60, {x: 80})]);
		expect(pages).toEqual(['about 10^25 steps']);
	});

	it('reads columns down, whose lines were drawn row by row, and what goes over both as a whole', () => {
		const row = (y: number, left: string, right: string) => [line(left, y), line(right, y, {x: 230})];
		const {pages} = laidOut([
			line('A line that goes over both of the columns of this page, as titles do', 40),
			...row(60, 'Insurance covers only what', 'Shops near the quay lost a'),
			...row(72, 'was reported before storms', 'fifth of their trade and ask'),
			...row(84, 'came, so that the town pays', 'for lower rents until May'),
		]);
		expect(pages[0]?.replaceAll('\n', ' ')).toContain(
			'what was reported before storms came, so that the town pays Shops near the quay lost a fifth of their trade',
		);
	});

	it('reads rows of a table across', () => {
		const {pages} = laidOut(
			[60, 72, 84, 96].flatMap(y => [line('1950', y), line('3.77', y, {x: 120}), line('4.10', y, {x: 230})]),
		);
		expect(pages[0]?.split('\n')[0]).toBe('1950 3.77 4.10');
	});

	it('puts lines from the right in reading order, with their figures, and in plain letters', () => {
		const {pages} = laidOut([
			line('ולא תוגדל עוד.', 60, {x: 30}),
			line('2025', 60, {x: 105}),
			line('אחוזים בשנת', 60, {x: 130}),
			line('33', 60, {x: 190}),
			line('הקרן ירדה ב-', 60, {x: 200}),
			line('ﻊ', 80, {x: 30}),
			line('ﻴ', 80, {x: 35}),
			line('ﺑ', 80, {x: 40}),
		]);
		expect(pages).toEqual(['הקרן ירדה ב-33 אחוזים בשנת 2025 ולא תוגדל עוד.\nبيع']);
	});

	it('puts a word that is divided between pages on the first of them', () => {
		const {pages} = laidOut([line('said that the inspec-', 60)], [line('tion came late.', 60)]);
		expect(pages).toEqual(['said that the inspec-\ntion', 'came late.']);
	});
});
