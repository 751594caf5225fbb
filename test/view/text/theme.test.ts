import {expect, test} from 'vitest';
import {coloured, colouredOnLight, colourless, seatStyle, type Tone} from '../../../src/view/theme.ts';

const tones: readonly Tone[] = [
	'plain',
	'dim',
	'strong',
	'brand',
	'accent',
	'chosen',
	'good',
	'warning',
	'error',
	'cut',
	'found',
	'arbiter',
	'user',
	...Array.from({length: 6}, (_, seat) => seatStyle(seat).tone),
];

/** Red, green and blue of a colour of the palette's cube, 0 to 1. */
const channels = (number: number): readonly number[] =>
	[36, 6, 1]
		.map(step => [0, 95, 135, 175, 215, 255][Math.floor((number - 16) / step) % 6] ?? 0)
		.map(level => level / 255);

/** Relative luminance and contrast as WCAG 2 has them. */
const luminance = (number: number): number =>
	channels(number)
		.map(level => (level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4))
		.reduce((sum, level, place) => sum + level * ([0.2126, 0.7152, 0.0722][place] ?? 0), 0);
const contrastOnWhite = (number: number): number => 1.05 / (luminance(number) + 0.05);

test('every colour for a light background can be read on it, and none is left out', () => {
	for (const tone of tones) {
		const painted = colouredOnLight(tone, 'words');
		expect(painted, tone).not.toMatch(/\u001B\[(?:3[1-6]|9\d)m/u);
		for (const [, number] of painted.matchAll(/38;5;(\d+)m/gu))
			expect(contrastOnWhite(Number(number)), tone).toBeGreaterThan(4.5);
	}
	expect(colouredOnLight('warning', 'words')).toBe('\u001B[38;5;94mwords\u001B[39m');
});

test('seats keep colours of their own on any background, and none without colours', () => {
	const six = Array.from({length: 6}, (_, seat) => seatStyle(seat).tone);
	for (const paint of [coloured, colouredOnLight]) expect(new Set(six.map(tone => paint(tone, 'words'))).size).toBe(6);
	expect(new Set(six.map(tone => colourless(tone, 'words'))).size).toBe(1);
});
