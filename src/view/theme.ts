/**
 * Every colour and every sign of the screens. Colours are the terminal's own sixteen, as its user has set them up; on
 * a light background, darker ones that can be read there.
 */
import {seatSigns} from '../debate/seats.ts';

/**
 * Codes of the select-graphic-rendition sequence (ECMA-48, 8.3.117): what switches an attribute on, and off again.
 */
const attributes = {
	bold: [1, 22],
	dim: [2, 22],
	italic: [3, 23],
	underline: [4, 24],
	inverse: [7, 27],
	struck: [9, 29],
	red: [31, 39],
	green: [32, 39],
	yellow: [33, 39],
	blue: [34, 39],
	magenta: [35, 39],
	cyan: [36, 39],
	brightBlue: [94, 39],
	white: [97, 39],
	onBlack: [40, 49],
} as const;

type Attribute = keyof typeof attributes;

/**
 * The same colours as they can be read on white: each has a contrast of more than 4.5 to 1 there. Numbers are those
 * of the palette of 256 (ISO 8613-6: 38;5;n).
 */
const onWhite: Partial<Readonly<Record<Attribute, number>>> = {
	red: 124,
	green: 22,
	yellow: 94,
	blue: 25,
	magenta: 90,
	cyan: 24,
	brightBlue: 61,
};
type Style = readonly Attribute[];

const tones = {
	plain: [],
	dim: ['dim'],
	strong: ['bold'],
	italic: ['italic'],
	strongItalic: ['bold', 'italic'],
	struck: ['struck'],
	link: ['underline'],
	code: ['cyan'],
	codeKeyword: ['magenta'],
	codeName: ['blue'],
	codeString: ['green'],
	codeNumber: ['yellow'],
	codeComment: ['dim'],
	brand: ['bold', 'cyan'],
	accent: ['cyan'],
	chosen: ['bold', 'cyan'],
	good: ['green'],
	warning: ['yellow'],
	error: ['red'],
	cut: ['bold', 'yellow'],
	found: ['inverse'],
	/** Cameras want it light on dark, whatever the terminal’s own colours. */
	'code-for-cameras': ['white', 'onBlack'],
	current: ['bold'],
	/** Where the terminal's own cursor is put. */
	cursor: [],
	arbiter: ['bold'],
	user: ['bold', 'blue'],
	seat1: ['bold', 'cyan'],
	seat2: ['bold', 'magenta'],
	seat3: ['bold', 'green'],
	seat4: ['bold', 'yellow'],
	seat5: ['bold', 'red'],
	seat6: ['bold', 'brightBlue'],
} satisfies Record<string, Style>;

/** What a piece of text is, which decides how it looks. */
export type Tone = keyof typeof tones;

/** Single-column, non-emoji signs. Each says without colour what its colour says. */
export const signs = {
	arbiter: '⚖',
	user: '✎',
	cut: '↯',
	out: '✗',
	notice: '!',
	agreed: '≡',
	yes: '✓',
	no: '✗',
	drift: '~',
	altered: '≈',
	full: '●',
	empty: '○',
	bar: '▌',
	quote: '│',
	item: '•',
	side: '▎',
	cursor: '▍',
	chosen: '❯',
	paused: '‖',
	playing: '▸',
	separator: '·',
	rule: '─',
	none: '—',
	up: '▴',
	down: '▾',
	passed: '━',
	knob: '●',
	ahead: '╌',
} as const;

/** What moves while a voice is waited for, one after the other. */
export const movingSigns = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;

const seatTones = ['seat1', 'seat2', 'seat3', 'seat4', 'seat5', 'seat6'] as const;

/** The sign and tone of the nth seat (from 0); a seventh begins again. */
export const seatStyle = (index: number): {readonly sign: string; readonly tone: Tone} => ({
	sign: seatSigns[index % seatSigns.length] ?? seatSigns[0],
	tone: seatTones[index % seatTones.length] ?? seatTones[0],
});

/** Makes text look like its tone. */
export type Paint = (tone: Tone, text: string) => string;

const sequence = (codes: readonly (number | string)[]): string => codes.map(code => `\u001B[${code}m`).join('');
const asItIs = (attribute: Attribute): number => attributes[attribute][0];

const painter =
	(keeps: (attribute: Attribute) => boolean, codeOf: (attribute: Attribute) => number | string = asItIs): Paint =>
	(tone, text) => {
		const all: Style = tones[tone];
		const style = all.filter(keeps);
		return style.length === 0
			? text
			: sequence(style.map(codeOf)) + text + sequence(style.toReversed().map(name => attributes[name][1]));
	};

export const coloured: Paint = painter(() => true);

/** For a light background. */
export const colouredOnLight: Paint = painter(
	() => true,
	attribute => {
		const colour = onWhite[attribute];
		return colour === undefined ? asItIs(attribute) : `38;5;${colour}`;
	},
);

/** Against black and against white, each with a contrast of more than 7 to 1; numbers as in `onWhite`. */
const strongest: Readonly<Record<'dark' | 'light', Partial<Readonly<Record<Attribute, number>>>>> = {
	dark: {red: 217, green: 120, yellow: 227, blue: 153, magenta: 219, cyan: 123, brightBlue: 189},
	light: {red: 88, green: 22, yellow: 58, blue: 18, magenta: 53, cyan: 23, brightBlue: 54},
};

const contrasting = (background: 'dark' | 'light'): Paint =>
	painter(
		attribute => attribute !== 'dim',
		attribute => {
			const colour = strongest[background][attribute];
			return colour === undefined ? asItIs(attribute) : `38;5;${colour}`;
		},
	);
const onDarkContrasting = contrasting('dark');
const onLightContrasting = contrasting('light');

/** Without any colour: weight and signs alone carry the meaning. */
export const colourless: Paint = painter(attribute =>
	['bold', 'dim', 'italic', 'underline', 'inverse', 'struck'].includes(attribute),
);

/** `contrast`: nothing is dim, and every colour is far from the background. */
export function paintFor({
	colour = true,
	light = false,
	contrast = false,
}: {
	readonly colour?: boolean | undefined;
	readonly light?: boolean | undefined;
	readonly contrast?: boolean | undefined;
}): Paint {
	if (!colour) return colourless;
	if (contrast) return light ? onLightContrasting : onDarkContrasting;
	return light ? colouredOnLight : coloured;
}
