import {Box} from 'ink';
import {useCloseAnnouncement} from '../terminal/screen-reader.ts';
import {pickRows, type Pick} from './picks.ts';
import {usePicker} from './use-picker.ts';
import {blank, exactly, line, rule, span, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {truncate, wrapText} from '../../view/wrap.ts';
import {hintRow} from './hint-row.ts';
import {Line, Lines} from './lines.tsx';
import {TextField} from './text-field.tsx';

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
	const room = Math.max(1, height - 4 - below.length);
	const page = Math.min(room, MOST) - 1;
	const steps: Readonly<Record<string, () => void>> = {
		up: () => move(-1),
		down: () => move(1),
		pgup: () => move(-page),
		pgdn: () => move(page),
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
				onChange={filter}
				onSubmit={() => (chosen ? onPick(chosen.value) : undefined)}
				onKey={key => steps[key]?.()}
			/>
			<Line
				row={{
					...rule(width, span(''), span(`${all.length} of ${total}`, 'dim')),
					spoken: '',
				}}
				width={width}
			/>
			<Lines
				rows={exactly(
					all.length === 0 ? [line('  nothing has these words in its name', 'dim')] : pickRows(all, at, list, room),
					room,
				)}
				width={list}
				height={room}
			/>
			<Lines rows={below} width={width} height={below.length} />
			<Line row={hintRow('type to filter · ↑↓ choose · enter confirm · esc back')} width={width} />
		</Box>
	);
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
