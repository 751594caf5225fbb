/** The results card as one picture. */
import {arguingSeats} from '../../debate/seats.ts';
import {escapeMarkup} from '../../debate/text/escape-markup.ts';
import {editedNote} from '../episode/disclosure.ts';
import type {Episode} from '../episode/episode.ts';
import {
	footBlock,
	headBlocks,
	ink,
	momentBlocks,
	openBlocks,
	page,
	quotationBlock,
	sentenceBlocks,
	sideBlock,
	space,
	swingBlock,
	type CardPart,
} from './blocks.ts';
import {cardOf, type Card} from './card.ts';

/** As many sides as have room. */
const mostSides = 6;

export function svg({state, edited, format}: Episode): string {
	const card = cardOf(state, format);
	const seats = arguingSeats(state.seats).map(({id}) => id);
	const blocks = [
		...headBlocks(card, [state.start?.protocol ?? '', ...(edited ? [editedNote] : [])]),
		...card.sides.slice(0, mostSides).map(sideBlock),
		...card.swings.map(swingBlock),
		...sentenceBlocks(card.verdict),
		space(14),
		...card.exchange.map(quoted => quotationBlock(quoted, seats.indexOf(quoted.speaker))),
		...momentBlocks(card),
		...(card.moments.length > 0 ? [space(16)] : []),
		...openBlocks(card),
		footBlock(card),
	];
	const height = 50 + blocks.reduce((sum, block) => sum + block.height, 0) + 10;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${page.width} ${height}" width="${page.width}" height="${height}" role="img" aria-labelledby="title description" font-family="system-ui, sans-serif">`,
		`<title id="title">${escapeMarkup(card.headline)}</title>`,
		`<desc id="description">${escapeMarkup(description(card))}</desc>`,
		`<rect width="${page.width}" height="${height}" rx="24" fill="${ink.background}"/>`,
		...stacked(blocks, 50),
		'</svg>',
		'',
	].join('\n');
}

function stacked(blocks: readonly CardPart[], from: number): string[] {
	let top = from;
	return blocks.flatMap(block => {
		const drawn = block.draw(top);
		top += block.height;
		return drawn;
	});
}

/** The same for whoever hears the picture instead of seeing it. */
const description = ({sides, swings, exchange}: Card): string =>
	[
		`A debate between ${sides.map(({seat}) => seat.name).join(', ')}.`,
		...sides.flatMap(({seat, mean}) =>
			mean === undefined ? [] : [`${seat.name}: adherence ${mean.toFixed(0)} of 100.`],
		),
		...swings.map(({who, before, after}) => `${who} moved from ${before} to ${after}.`),
		...exchange.map(({name, text}) => `${name}: “${text}”`),
	].join(' ');
