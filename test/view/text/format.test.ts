import {expect, test} from 'vitest';
import {clock, money} from '../../../src/languages/wording.ts';
import {compact, dots, percent, spark, nextPace, nextSpeed} from '../../../src/view/format.ts';
import {widthOf} from '../../../src/view/wrap.ts';
import {signs} from '../../../src/view/theme.ts';

test('figures are written short', () => {
	expect([clock(0), clock(61_000), clock(3_600_000)]).toEqual(['0:00', '1:01', '1:00:00']);
	expect([compact(950), compact(1234), compact(41_400), compact(999_900), compact(1_300_000)]).toEqual([
		'950',
		'1.2k',
		'41k',
		'1.0M',
		'1.3M',
	]);
	expect([money(0), money(0.38), money(0.0042)]).toEqual(['$0.00', '$0.38', '$0.0042']);
	expect([percent(0.825), percent(undefined)]).toEqual(['83 %', '—']);
	expect([dots('strong'), dots('weak'), dots('absent'), dots(undefined)]).toEqual(['●●●', '●○○', '○○○', '—']);
});

test('a course shows the latest scores, and a dot where there is none', () => {
	expect(spark([0, 50, null, 100], 4)).toBe('▁▅·█');
	expect(spark([0, 50, null, 100], 2)).toBe('·█');
});

test('every sign takes one column', () => {
	expect(Object.values(signs).filter(sign => widthOf(sign) !== 1)).toEqual([]);
});

test('pace goes by steps from any number, and stops at its ends', () => {
	expect([nextPace(250, 1), nextPace(250, -1), nextPace(260, 1), nextPace(260, -1)]).toEqual([350, 200, 350, 250]);
	expect([nextPace(800, 1), nextPace(0, 1), nextPace(0, -1), nextPace(90, -1)]).toEqual([800, 0, 800, 90]);
	expect([nextSpeed(1, 1), nextSpeed(64, 1), nextSpeed(Infinity, -1)]).toEqual([2, 64, 64]);
});
