/** The picture that chats and networks show of a link to the page: 1200 × 630, to be read at a third of its size. */
import {arguingSeats} from '../debate/seats.ts';
import type {DebateState} from '../debate/state.ts';
import {escapeMarkup} from '../debate/text/intake.ts';
import {languageOf, episodeWords, inWords} from '../languages/find.ts';
import {colourOf, ink, textAt, wrapped} from './card.ts';
import {disclosure} from './episode.ts';
import {titleOf} from './facts.ts';

/** Its name beside the page, and its size, which all that show links take. */
export const previewPicture = {file: 'preview.png', width: 1200, height: 630} as const;

const margin = 70;
/** The more there is to say, the smaller: columns of a line, lines, and the size of letters. */
const sizes = [
	{columns: 22, lines: 3, size: 72},
	{columns: 28, lines: 4, size: 56},
	{columns: 36, lines: 5, size: 44},
] as const;

/** What is debated, by whom, and what they are. */
export function preview(state: DebateState): string {
	const {width, height} = previewPicture;
	const words = episodeWords(languageOf(state));
	const title = titleOf(state);
	const fitting = sizes.find(({columns, lines}) => !wrapped(title, columns, lines).join(' ').endsWith('…'));
	const {columns, lines, size} = fitting ?? sizes[2];
	const speakers = arguingSeats(state.seats).slice(0, 4);
	const names = speakers.map(({name}) => name);
	const step = Math.round(width - 2 * margin) / Math.max(1, speakers.length);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeMarkup(`${title}: ${inWords(words, names)}`)}" font-family="system-ui, sans-serif">`,
		`<rect width="${width}" height="${height}" fill="${ink.background}"/>`,
		...wrapped(title, columns, lines).map((line, row) =>
			textAt(
				margin,
				margin + size + Math.round(row * size * 1.22),
				line,
				`fill="${ink.plain}" font-size="${size}" font-weight="700"`,
			),
		),
		...speakers.flatMap(({name}, place) => [
			`<rect x="${margin + place * step}" y="${height - 170}" width="${step - 20}" height="6" rx="3" fill="${colourOf(place)}"/>`,
			textAt(
				margin + place * step,
				height - 122,
				wrapped(name, Math.floor(step / 23), 1)[0] ?? '',
				`fill="${colourOf(place)}" font-size="34" font-weight="700"`,
			),
		]),
		...wrapped(disclosure(state, words), 76, 2).map((line, row) =>
			textAt(margin, height - 66 + row * 30, line, `fill="${ink.dim}" font-size="24"`),
		),
		'</svg>',
		'',
	].join('\n');
}
