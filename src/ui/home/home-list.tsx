/** The list of the home screen: entries in groups, each on a line or, where there is room, with what it is below it. */
import {Lines} from '../kit/lines.tsx';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {spokenChoice} from '../terminal/spoken-text.ts';
import {blank, line, row, span, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {truncate, widthOf} from '../../view/wrap.ts';
import type {HomeEntry} from './home-entries.ts';

type HomeListProps = {
	readonly entries: readonly HomeEntry[];
	readonly chosen: number;
	readonly width: number;
	readonly height: number;
	/** Whether the key that leads to the rest stands below them. */
	readonly more: boolean;
};

/** The entries around the chosen one. */
export function HomeList(list: HomeListProps) {
	const {entries, chosen, width, height} = list;
	const heard = useScreenReader() !== undefined;
	const rows = heard
		? entries.map((entry, place) => entryRow(entry, {place, chosen, of: entries.length, width}))
		: listLines(list).map(({row}) => row);
	return <Lines rows={rows} width={width} height={heard ? rows.length : height} />;
}

/** The entry on a line of the list; undefined beside them. */
export const entryAt = (list: HomeListProps, line: number): number | undefined => listLines(list)[line]?.entry;

/** The lines that the list takes: two an entry where it is narrow and so many are there. */
export function linesWanted(list: HomeListProps): number {
	const [roomy, dense] = [linesOf({...list, roomy: true}).length, linesOf({...list, roomy: false}).length];
	return list.width < ABOUT && roomy <= list.height ? roomy : Math.min(dense, list.height);
}

/** A line, and the entry it belongs to. */
type ListLine = {readonly row: Row; readonly entry: number | undefined};

/** From this width on, what an entry is stands beside its name. */
const ABOUT = 70;

/** Those that are in sight: two lines an entry where all of them fit; where more are above or below, signs say so. */
function listLines(list: HomeListProps): readonly ListLine[] {
	const {chosen, height} = list;
	const roomy = linesOf({...list, roomy: true});
	if (roomy.length <= height) return roomy;
	const lines = linesOf({...list, roomy: false});
	if (lines.length <= height) return lines;
	const at = lines.findIndex(({entry}) => entry === chosen);
	const top = Math.max(0, Math.min(at - Math.floor(height / 2), lines.length - height));
	const end = top + height;
	return linesOf({...list, width: list.width - 2, roomy: false})
		.slice(top, end)
		.map(({row, entry}, place) => {
			const more = place === 0 && top > 0 ? signs.up : place === height - 1 && end < lines.length ? signs.down : ' ';
			return {row: {...row, right: [...(row.right ?? []), span(` ${more}`, 'dim')]}, entry};
		});
}

type ListLayout = Omit<HomeListProps, 'height'> & {readonly roomy: boolean};

function linesOf({entries, chosen, width, more, roomy}: ListLayout): readonly ListLine[] {
	const lines = entries.flatMap((entry, place): ListLine[] => {
		const begins = entries[place - 1]?.group !== entry.group;
		const gap = place > 0 && (begins || roomy) ? [{row: blank, entry: undefined}] : [];
		const head = begins ? [{row: line(entry.group, 'dim'), entry: undefined}] : [];
		const own = entryRow(entry, {place, chosen, of: entries.length, width, short: roomy});
		const below = roomy ? [{row: line(`    ${truncate(entry.about, width - 4)}`, 'dim'), entry: place}] : [];
		return [...gap, ...head, {row: own, entry: place}, ...below];
	});
	const gap = roomy ? [{row: blank, entry: undefined}] : [];
	return more ? [...lines, ...gap, {row: moreRow, entry: undefined}] : lines;
}

type EntryPlace = {
	readonly place: number;
	readonly chosen: number;
	readonly of: number;
	readonly width: number;
	/** Whether what it is stands elsewhere. */
	readonly short?: boolean;
};

/** Columns of the names of entries that say what they are, and the fewest that are worth saying it in. */
const LABEL = 27;
const LEAST = 20;

function entryRow({label, about, note, group}: HomeEntry, {place, chosen, of, width, short}: EntryPlace): Row {
	const marked = place === chosen;
	const number = place < 9 ? String(place + 1) : ' ';
	const room = width - 4 - Math.max(LABEL, widthOf(label) + 2) - widthOf(note) - 2;
	const said = short || about === '' || room < LEAST ? '' : truncate(about, room);
	const gap = said === '' ? '' : ' '.repeat(Math.max(2, LABEL - widthOf(label)));
	return {
		spans: [
			span(marked ? `${signs.chosen} ` : '  ', 'chosen'),
			span(`${number} `, 'dim'),
			span(label, marked ? 'chosen' : 'plain'),
			span(`${gap}${said}`, 'dim'),
		],
		right: [span(note, 'dim')],
		spoken: spokenChoice([label, about, note, group].filter(text => text !== '').join(', '), marked, place, of),
	};
}

/** The last row, which opens the longer list. */
const moreRow: Row = {
	...row(span('  m ', 'strong'), span('more: all formats and recordings', 'dim')),
	spoken: '',
};
