import {expect} from 'vitest';
import {widthOf} from '../../../src/view/wrap.ts';

/** That a screen is no wider and no higher than so many columns and rows. */
export function expectToFit(text: string, columns: number, rows: number): void {
	expect(text.split('\n').length).toBeLessThanOrEqual(rows);
	expect(text.split('\n').filter(line => widthOf(line) > columns)).toEqual([]);
}
