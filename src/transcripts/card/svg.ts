/** The results card: what was debated, by whom, how well by the rules, and what stayed open, as one picture. */
import {arguingSeats} from '../../debate/seats.ts';
import {editedNote} from '../episode/disclosure.ts';
import type {Episode} from '../episode/episode.ts';
import {shortened} from '../episode/chapter-names.ts';
import {outcomePointsOf} from '../episode/points.ts';
import {escapeMarkup} from '../../debate/text/escape-markup.ts';
import {statisticsOf, type ChairStatistics} from '../statistics.ts';
import {clock, hasRehearsal, humanize, plural, rehearsalLabel} from '../wording.ts';

const size = {width: 1200, margin: 60, row: 78} as const;
const colours = ['#6fd3e3', '#e79be7', '#8fd69f', '#e3c06a', '#ff9d9d', '#a9b4ff'] as const;
/** As many seats as have room. */
const mostRows = 6;

export function svg(episode: Episode): string {
	const {state, length, edited} = episode;
	const title = wrapped(state.start?.subject.text ?? '', 42, 3);
	const rows = statisticsOf(state).chairs.slice(0, mostRows);
	const top = 160 + title.length * 54;
	const question = wrapped(openQuestion(episode), 74, 2);
	const below = top + rows.length * size.row + 40;
	const height = below + question.length * 34 + 110;
	const cuts = state.interruptions.length;
	const facts = [
		state.start?.protocol ?? '',
		state.outcome ?? 'unfinished',
		clock(length),
		...(cuts > 0 ? [plural(cuts, 'interruption')] : []),
		...(hasRehearsal(state) ? [rehearsalLabel] : []),
		...(edited ? [editedNote] : []),
	];
	const names = arguingSeats(state.seats).map(({name}) => name);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" width="${size.width}" height="${height}" role="img" aria-labelledby="title description" font-family="system-ui, sans-serif">`,
		`<title id="title">${escapeMarkup(state.start?.subject.text ?? '')}</title>`,
		`<desc id="description">${escapeMarkup(description(names, rows))}</desc>`,
		`<rect width="${size.width}" height="${height}" rx="24" fill="#16161a"/>`,
		text(size.margin, 80, escapeMarkup(shortened(state.start?.title ?? '', 70)), 'fill="#a9a9b5" font-size="26"'),
		...title.map((line, place) =>
			text(size.margin, 140 + place * 54, escapeMarkup(line), 'fill="#ececf1" font-size="44" font-weight="700"'),
		),
		...rows.flatMap((row, place) => chair(row, place, top + place * size.row)),
		...question.map((line, place) =>
			text(size.margin, below + place * 34, escapeMarkup(line), 'fill="#ececf1" font-size="26" font-style="italic"'),
		),
		text(size.margin, height - 40, escapeMarkup(facts.join(' · ')), 'fill="#a9a9b5" font-size="22"'),
		'</svg>',
		'',
	].join('\n');
}

const text = (x: number, y: number, words: string, style: string): string =>
	`<text x="${x}" y="${y}" ${style}>${words}</text>`;

/** Name, what it argues from, and a bar for the mean score, or its words where nothing was scored. */
function chair({seat, mean, words}: ChairStatistics, place: number, y: number): string[] {
	const colour = colours[place % colours.length] ?? colours[0];
	const from = humanize(seat.framework ?? seat.persona ?? seat.role);
	const [x, wide] = [620, 440] as const;
	return [
		text(size.margin, y, escapeMarkup(shortened(seat.name, 32)), `fill="${colour}" font-size="30" font-weight="700"`),
		text(size.margin, y + 30, escapeMarkup(shortened(from, 40)), 'fill="#a9a9b5" font-size="22"'),
		...(mean === undefined
			? [text(x, y + 6, plural(words, 'word'), 'fill="#ececf1" font-size="26"')]
			: [
					`<rect x="${x}" y="${y - 22}" width="${wide}" height="28" rx="6" fill="#3a3a44"/>`,
					`<rect x="${x}" y="${y - 22}" width="${Math.round((wide * mean) / 100)}" height="28" rx="6" fill="${colour}"/>`,
					text(x + wide + 20, y + 4, mean.toFixed(0), 'fill="#ececf1" font-size="30" font-weight="700"'),
				]),
	];
}

const description = (names: readonly string[], rows: readonly ChairStatistics[]): string =>
	[
		`A debate between ${names.join(', ')}.`,
		...rows.map(({seat, mean}) => (mean === undefined ? '' : `${seat.name}: adherence ${mean.toFixed(0)} of 100.`)),
	]
		.filter(part => part !== '')
		.join(' ');

const openQuestion = ({state}: Episode): string => outcomePointsOf(state)?.open[0]?.text ?? '';

/** Lines of at most so many characters; what has no room ends with a mark. */
function wrapped(words: string, columns: number, most: number): string[] {
	const lines: string[] = [];
	for (const word of shortened(words.trim().replace(/\s+/gu, ' '), columns * most - 2).split(' ')) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + word.length < columns) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word.slice(0, columns));
	}
	return lines.slice(0, most).filter(line => line !== '');
}
