/** A long list to choose from by typing: what fits the words, and the part of it that is shown. Pure. */
import {spokenChoice} from '../terminal/spoken-text.ts';
import {truncate} from '../../view/wrap.ts';
import {row, span, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';

/** `text` is looked for and shown, `note` stands at its right, `about` below the list while it is marked. */
export type Pick = {readonly value: string; readonly text: string; readonly note?: string; readonly about?: string};

/**
 * Those that have every word of the filter in their text or about, in their order; those that have them in the text
 * come first.
 */
export function matching(picks: readonly Pick[], filter: string): readonly Pick[] {
	const words = filter
		.toLowerCase()
		.split(/\s+/u)
		.filter(word => word !== '');
	if (words.length === 0) return picks;
	const has = (text: string): boolean => words.every(word => text.toLowerCase().includes(word));
	const found = picks.filter(({text, about = ''}) => has(`${text} ${about}`));
	return [...found.filter(({text}) => has(text)), ...found.filter(({text}) => !has(text))];
}

/** `height` rows around the marked one, with what is left out told at the edges. */
export function pickRows(picks: readonly Pick[], marked: number, width: number, height: number): readonly Row[] {
	const top = Math.max(0, Math.min(marked - Math.floor(height / 2), picks.length - height));
	return picks.slice(top, top + height).map(({text, note}, index) => {
		const place = top + index;
		const chosen = place === marked;
		const more =
			index === 0 && top > 0
				? `${signs.up} ${top} more`
				: index === height - 1 && place < picks.length - 1
					? `${signs.down} ${picks.length - 1 - place} more`
					: undefined;
		const said = spokenChoice(note === undefined ? text : `${text}, ${note}`, chosen, place, picks.length);
		return {
			spoken: said,
			...row(
				span(chosen ? `${signs.chosen} ` : '  ', 'chosen'),
				span(truncate(text, width - 2), chosen ? 'chosen' : 'plain'),
			),
			right: [span(more ?? note ?? '', 'dim')],
		};
	});
}
