/** The parts of the results card, one below the other. Sizes are in the picture's units. */
import type {ChairStatistics} from '../statistics.ts';
import {humanize, plural, stanceText} from '../wording.ts';
import type {Card, CardQuotation, CardSwing} from './card.ts';
import {textAt, wrapped} from './text-lines.ts';

/** A part of the card: how high it is, and what is drawn from its upper edge down. */
export type CardPart = {readonly height: number; readonly draw: (top: number) => readonly string[]};

export const page = {width: 1200, margin: 60} as const;
export const ink = {
	background: '#16161a',
	plain: '#ececf1',
	dim: '#a9a9b5',
	track: '#3a3a44',
	accent: '#e3c06a',
} as const;
const sideColours = ['#6fd3e3', '#e79be7', '#8fd69f', '#e3c06a', '#ff9d9d', '#a9b4ff'] as const;

const inner = page.width - 2 * page.margin;
const mono = 'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"';

const colourOf = (place: number): string =>
	place < 0 ? ink.plain : (sideColours[place % sideColours.length] ?? ink.plain);

/** Lines of one style, with a space below them. */
function textBlock(
	lines: readonly string[],
	{size, colour = ink.plain, style = '', below = 24}: {size: number; colour?: string; style?: string; below?: number},
): readonly CardPart[] {
	if (lines.length === 0) return [];
	const step = Math.round(size * 1.28);
	const draw = (top: number) =>
		lines.map((line, place) =>
			textAt(page.margin, top + size + place * step, line, `fill="${colour}" font-size="${size}"${style}`),
		);
	return [{height: lines.length * step + below, draw}];
}

export const headBlocks = ({title, headline, facts, outcome}: Card, more: readonly string[]): readonly CardPart[] => [
	...textBlock(wrapped(title, 70, 1), {size: 26, colour: ink.dim, below: 6}),
	...textBlock(wrapped(headline, 41, 3), {size: 44, style: ' font-weight="700"', below: 8}),
	...textBlock([[outcome, ...facts, ...more].join(' · ')], {size: 24, colour: ink.dim, below: 34}),
];

/** Name, what it argues from, and its course with the mean, or its words where nothing was scored. */
export const sideBlock = ({seat, mean, scores, words}: ChairStatistics, place: number): CardPart => ({
	height: 82,
	draw(top) {
		const colour = colourOf(place);
		const from = humanize(seat.framework ?? seat.persona ?? seat.role);
		return [
			textAt(
				page.margin,
				top + 30,
				wrapped(seat.name, 32, 1)[0] ?? '',
				`fill="${colour}" font-size="30" font-weight="700"`,
			),
			textAt(page.margin, top + 60, wrapped(from, 40, 1)[0] ?? '', `fill="${ink.dim}" font-size="22"`),
			...(mean === undefined
				? [textAt(620, top + 36, plural(words, 'word'), `fill="${ink.plain}" font-size="26"`)]
				: [
						...courseBars(scores, top, colour),
						textAt(1072, top + 44, mean.toFixed(0), `fill="${ink.plain}" font-size="34" font-weight="700"`),
						textAt(1072, top + 64, 'of 100', `fill="${ink.dim}" font-size="16"`),
					]),
		];
	},
});

const course = {left: 620, width: 430, height: 54, most: 24} as const;

/** A bar a turn, from the first to the last, each as high as its score; a turn without a score is a line. */
function courseBars(scores: readonly (number | null)[], top: number, colour: string): string[] {
	const shown = scores.slice(-course.most);
	const step = Math.min(60, course.width / shown.length);
	return shown.flatMap((score, place) => {
		const at = `x="${(course.left + place * step).toFixed(1)}" width="${(step * 0.82).toFixed(1)}" rx="3"`;
		const height = Math.max(3, Math.round((course.height * (score ?? 0)) / 100));
		return [
			`<rect ${at} y="${top + 8}" height="${course.height}" fill="${ink.track}" opacity="0.5"/>`,
			`<rect ${at} y="${top + 8 + course.height - height}" height="${height}" fill="${score === null ? ink.dim : colour}"/>`,
		];
	});
}

/** A line from against to for, with where somebody stood before and after. */
export const swingBlock = ({who, before, after}: CardSwing): CardPart => ({
	height: 78,
	draw(top) {
		const [left, width] = [620, 430];
		const at = (stance: number) => Math.round(left + (width * (stance + 3)) / 6);
		const line = (from: number, to: number, colour: string, thick: number) =>
			`<line x1="${from}" y1="${top + 22}" x2="${to}" y2="${top + 22}" stroke="${colour}" stroke-width="${thick}" stroke-linecap="round"/>`;
		const small = `fill="${ink.dim}" font-size="18"`;
		return [
			textAt(
				page.margin,
				top + 30,
				`${wrapped(who, 24, 1)[0] ?? ''}: ${stanceText(before)} → ${stanceText(after)}`,
				`fill="${ink.plain}" font-size="26"`,
			),
			line(left, left + width, ink.track, 6),
			line(at(before), at(after), ink.accent, 6),
			`<circle cx="${at(before)}" cy="${top + 22}" r="9" fill="${ink.background}" stroke="${ink.accent}" stroke-width="4"/>`,
			`<circle cx="${at(after)}" cy="${top + 22}" r="11" fill="${ink.accent}"/>`,
			textAt(left, top + 56, 'against', small),
			textAt(left + width, top + 56, 'for', `${small} text-anchor="end"`),
		];
	},
});

/** What was said, with a bar in the speaker's colour. */
export function quotationBlock({name, text}: CardQuotation, place: number): CardPart {
	const colour = colourOf(place);
	const lines = wrapped(`“${text}”`, 78, 4);
	const height = 32 + lines.length * 34;
	return {
		height: height + 22,
		draw: top => [
			`<rect x="${page.margin}" y="${top}" width="5" height="${height - 4}" rx="2" fill="${colour}"/>`,
			textAt(page.margin + 22, top + 20, name, `fill="${colour}" font-size="22" font-weight="700"`),
			...lines.map((line, row) =>
				textAt(page.margin + 22, top + 54 + row * 34, line, `fill="${ink.plain}" font-size="26" font-style="italic"`),
			),
		],
	};
}

export const momentBlocks = ({moments}: Card): readonly CardPart[] =>
	moments.flatMap(({kind, text}) =>
		textBlock(wrapped(`${kind === 'cut' ? '↯' : '⚖'} ${text}`, 88, 2), {size: 22, colour: ink.accent, below: 8}),
	);

export const sentenceBlocks = (text: string | undefined): readonly CardPart[] =>
	text === undefined ? [] : textBlock(wrapped(text, 80, 2), {size: 26});

export const openBlocks = ({openQuestion}: Card): readonly CardPart[] =>
	openQuestion === undefined
		? []
		: textBlock(wrapped(`Left open: ${openQuestion}`, 84, 2), {size: 24, colour: ink.dim, below: 24});

/** How to hold it again, and the seed that it was held with. */
export function footBlock({command, seed}: Card): CardPart {
	const lines = command === undefined ? [] : wrapped(`$ ${command}`, 88, 9);
	const small = `fill="${ink.dim}" font-size="20"`;
	return {
		height: 54 + lines.length * 26,
		draw: top => [
			`<line x1="${page.margin}" y1="${top}" x2="${page.width - page.margin}" y2="${top}" stroke="${ink.track}" stroke-width="2"/>`,
			...lines.map((line, row) => textAt(page.margin, top + 34 + row * 26, line, `${small} ${mono}`)),
			textAt(
				page.margin,
				top + 38 + lines.length * 26,
				seed === undefined || command !== undefined ? '' : `seed ${seed}`,
				small,
			),
			textAt(
				page.margin + inner,
				top + 38 + lines.length * 26,
				'Rostrum',
				`${small} text-anchor="end" font-weight="700"`,
			),
		],
	};
}

export const space = (height: number): CardPart => ({height, draw: () => []});
