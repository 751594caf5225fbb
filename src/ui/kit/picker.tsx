/** A long list to choose from by typing: what fits the words, and the part of it that is shown. */
import {Box} from 'ink';
import {useReducer} from 'react';
import {useCloseAnnouncement} from '../terminal/screen-reader.ts';
import {blank, exactly, line, rule, span, type Row, row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {truncate, widthOf, wrapText} from '../../view/wrap.ts';
import {hintRow, Line, Lines} from './lines.tsx';
import {TextField} from './text-field.tsx';
import {spokenChoice} from '../terminal/spoken-text.ts';

type PickerProps = {
	readonly title: string;
	readonly picks: readonly Pick[];
	readonly placeholder: string;
	/** Makes a pick of the typed text, if that can be chosen as it stands. */
	readonly asWritten?: (text: string) => Pick | undefined;
	/** What is still loading, and what went wrong. */
	readonly notes?: readonly Row[];
	/** Why the last pick was refused. */
	readonly problem?: string;
	/** What a pick is for, in a line below the title; Tab goes on to the next. */
	readonly target?: {readonly text: string; readonly next: () => void; readonly before: () => void};
	/** The value that is marked at first. */
	readonly initial?: string;
	readonly width: number;
	readonly height: number;
	readonly onPick: (value: string) => void;
	readonly onCancel: () => void;
};

/** The widest list: what is chosen and what stands at its right must be close enough to read across. */
const WIDEST = 110;
/** The most lines that a page key moves by. */
const MOST = 40;

/** Picks one of many: typing filters the list, arrows move the mark. */
export function Picker({
	title,
	picks,
	placeholder,
	asWritten,
	notes = [],
	problem,
	target,
	initial,
	width,
	height,
	onPick,
	onCancel,
}: PickerProps) {
	const {filter, all, total, at, move} = usePicker(picks, initial, asWritten);
	const below = problem === undefined ? [...aboutRows(all[at], width), ...notes] : problemRows(problem, width);
	useCloseAnnouncement();
	const list = Math.min(width, WIDEST);
	const room = Math.max(1, height - (target ? 5 : 4) - below.length);
	const page = Math.min(room, MOST) - 1;
	const steps: Readonly<Record<string, () => void>> = {
		up: () => move(-1),
		down: () => move(1),
		pgup: () => move(-page),
		pgdn: () => move(page),
		esc: onCancel,
		...(target && {tab: target.next, 'shift+tab': target.before}),
	};
	const chosen = all[at];
	const pick = (one: Pick | undefined) => (one ? onPick(one.value) : undefined);
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Line row={rule(width, span(title, 'brand'))} width={width} />
			{target ? <Line row={row(span('  for ', 'dim'), span(target.text, 'strong'))} width={width} /> : null}
			<TextField
				width={width}
				height={1}
				placeholder={placeholder}
				optional
				onChange={filter}
				onSubmit={() => pick(chosen)}
				onKey={key => steps[key]?.()}
			/>
			<Line row={countRow(all.length, total, width)} width={width} />
			<Lines rows={listRows(all, at, list, room)} width={list} height={room} onClick={index => pick(all[index])} />
			<Lines rows={below} width={width} height={below.length} />
			<Line row={keysOf(target, width)} width={width} />
		</Box>
	);
}

const listRows = (picks: readonly Pick[], at: number, width: number, height: number): readonly Row[] =>
	exactly(
		picks.length === 0 ? [line('  nothing has these words in its name', 'dim')] : pickRows(picks, at, width, height),
		height,
	);

const countRow = (found: number, total: number, width: number): Row => ({
	...rule(width, span(''), span(`${found} of ${total}`, 'dim')),
	spoken: '',
});

/** All of its keys, or where that is too long, those that are not seen to work at the first try. */
function keysOf(target: PickerProps['target'], width: number): Row {
	const [all, few] = ['type to filter · ↑↓ choose · ', '↑↓ choose · '].map(
		first => `${first}enter confirm${target ? ' · tab which seats' : ''} · esc back`,
	);
	return hintRow(all !== undefined && widthOf(all) <= width ? all : (few ?? ''));
}

/** Lines for the description of the marked one. */
const ABOUT = 2;

const aboutRows = (pick: Pick | undefined, width: number): readonly Row[] => [
	blank,
	...exactly(
		(pick?.about === undefined ? [] : wrapText(pick.about, width - 2))
			.slice(0, ABOUT)
			.map(text => line(`  ${truncate(text, width - 2)}`, 'dim')),
		ABOUT,
	),
];

const problemRows = (problem: string, width: number): readonly Row[] => [
	blank,
	...wrapText(`${signs.no} ${problem}`, width)
		.slice(0, 4)
		.map(text => line(text, 'error')),
];

/** What is marked stays marked where more picks come in before it. */
type PickerView = {
	readonly filter: string;
	readonly marked: {readonly place: number; readonly value: string} | undefined;
};
const change = (view: PickerView, next: Partial<PickerView>): PickerView => ({...view, ...next});

type PickerState = {
	/** The picks that match the filter; at the end, the typed text itself if that can be chosen. */
	readonly all: readonly Pick[];
	/** How many there would be without a filter. */
	readonly total: number;
	/** The index of the marked one. */
	readonly at: number;
	readonly filter: (text: string) => void;
	/** Moves the mark; it stops at either end. */
	readonly move: (by: number) => void;
};

/** The filtered picks and the marked one. `initial` is the value that is marked until something is typed. */
function usePicker(
	picks: readonly Pick[],
	initial: string | undefined,
	asWritten: ((text: string) => Pick | undefined) | undefined,
): PickerState {
	const [{filter, marked}, set] = useReducer(change, {filter: '', marked: undefined});
	const text = filter.trim();
	const found = matching(picks, filter);
	const written = text === '' || found.some(({value}) => value === text) ? undefined : asWritten?.(text);
	const all = written ? [...found, written] : found;
	const wanted = marked ? marked.value : filter === '' ? initial : undefined;
	const at =
		marked && all[marked.place]?.value === marked.value
			? marked.place
			: Math.max(
					0,
					all.findIndex(({value}) => value === wanted),
				);
	return {
		all,
		total: picks.length + (written ? 1 : 0),
		at,
		filter: typed => set({filter: typed, marked: undefined}),
		move(by) {
			const place = Math.max(0, Math.min(at + by, all.length - 1));
			set({marked: {place, value: all[place]?.value ?? ''}});
		},
	};
}

/** `text` is looked for and shown, `note` stands at its right, `about` below the list while it is marked. */
export type Pick = {readonly value: string; readonly text: string; readonly note?: string; readonly about?: string};

/**
 * Those that have every word of the filter in their text or about, in their order. Those whose text begins with the
 * first word come first, then those that have all words in their text.
 */
function matching(picks: readonly Pick[], filter: string): readonly Pick[] {
	const words = filter
		.toLowerCase()
		.split(/\s+/u)
		.filter(word => word !== '');
	const [first] = words;
	if (first === undefined) return picks;
	const has = (text: string): boolean => words.every(word => text.toLowerCase().includes(word));
	const rank = ({text, about = ''}: Pick): number =>
		has(text) ? (text.toLowerCase().startsWith(first) ? 0 : 1) : has(`${text} ${about}`) ? 2 : 3;
	const ranks = new Map(picks.map(pick => [pick, rank(pick)]));
	return [0, 1, 2].flatMap(wanted => picks.filter(pick => ranks.get(pick) === wanted));
}

/** `height` rows around the marked one, with what is left out told at the edges. */
function pickRows(picks: readonly Pick[], marked: number, width: number, height: number): readonly Row[] {
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
			choice: place,
			...row(
				span(chosen ? `${signs.chosen} ` : '  ', 'chosen'),
				span(truncate(text, width - 2), chosen ? 'chosen' : 'plain'),
			),
			right: [span(more ?? note ?? '', 'dim')],
		};
	});
}
