import {Box} from 'ink';
import {useReducer} from 'react';
import {useCloseAnnouncement} from '../terminal/use-close-announcement.ts';
import {matching, pickRows, type Pick} from './picks.ts';
import {blank, exactly, line, rule, span, type Row} from '../text/rows.ts';
import {signs} from '../text/theme.ts';
import {truncate, wrapText} from '../text/wrap.ts';
import {Line, Lines} from './lines.tsx';
import {TextField} from './text-field.tsx';

type PickerProps = {
	readonly title: string;
	readonly picks: readonly Pick[];
	readonly placeholder: string;
	/** Makes a pick of what was typed, where that can be chosen as it stands. */
	readonly asWritten?: (text: string) => Pick | undefined;
	/** What is still waited for, and what went wrong. */
	readonly notes?: readonly Row[];
	/** Why the last pick was refused. */
	readonly problem?: string;
	/** The value that is marked at first. */
	readonly initial?: string;
	readonly width: number;
	readonly height: number;
	readonly onPick: (value: string) => void;
	readonly onCancel: () => void;
};

/** The most that a page key goes by. */
const MOST = 40;

type PickerView = {readonly filter: string; readonly marked: number | undefined};
const change = (view: PickerView, next: Partial<PickerView>): PickerView => ({...view, ...next});

/** One of many, by typing parts of its name and with arrows. */
export function Picker({
	title,
	picks,
	placeholder,
	asWritten,
	notes = [],
	problem,
	initial,
	width,
	height,
	onPick,
	onCancel,
}: PickerProps) {
	const [{filter, marked}, set] = useReducer(change, {filter: '', marked: undefined});
	const found = matching(picks, filter);
	const written =
		filter.trim() === '' || found.some(({value}) => value === filter.trim()) ? undefined : asWritten?.(filter.trim());
	const all = written ? [...found, written] : found;
	const at = Math.max(
		0,
		Math.min(marked ?? all.findIndex(({value}) => filter === '' && value === initial), all.length - 1),
	);
	const below =
		problem === undefined
			? [...aboutRows(all[at], width), ...notes]
			: [
					blank,
					...wrapText(`${signs.no} ${problem}`, width)
						.slice(0, 4)
						.map(text => line(text, 'error')),
				];
	useCloseAnnouncement();
	const room = Math.max(1, height - 4 - below.length);
	const move = (by: number) => set({marked: Math.max(0, Math.min(at + by, all.length - 1))});
	const steps: Readonly<Record<string, () => void>> = {
		up: () => move(-1),
		down: () => move(1),
		pgup: () => move(1 - Math.min(room, MOST)),
		pgdn: () => move(Math.min(room, MOST) - 1),
		esc: onCancel,
	};
	const chosen = all[at];
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Line row={rule(width, span(title, 'brand'))} width={width} />
			<TextField
				width={width}
				height={1}
				placeholder={placeholder}
				optional
				onChange={text => set({filter: text, marked: 0})}
				onSubmit={() => (chosen ? onPick(chosen.value) : undefined)}
				onKey={key => steps[key]?.()}
			/>
			<Line
				row={{
					...rule(width, span(''), span(`${all.length} of ${picks.length + (written ? 1 : 0)}`, 'dim')),
					spoken: '',
				}}
				width={width}
			/>
			<Lines
				rows={exactly(
					all.length === 0 ? [line('  nothing has these words in its name', 'dim')] : pickRows(all, at, width, room),
					room,
				)}
				width={width}
				height={room}
			/>
			<Lines rows={below} width={width} height={below.length} />
			<Line row={line('type to filter · ↑↓ choose · enter takes it · esc back', 'dim')} width={width} />
		</Box>
	);
}

/** Lines for what is to be known of the marked one. */
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
