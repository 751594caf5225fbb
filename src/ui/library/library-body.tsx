import {Box} from 'ink';
import {entryRows, lookRow, previewRows, titleRow} from './library-rows.ts';
import {chosenOf, type LibraryView, type SetLibrary} from './library-view.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {sideBySide, exactly, rule, row, span, type Row} from '../../view/rows.ts';
import {Line, Lines} from '../kit/lines.tsx';
import {TextField} from '../kit/text-field.tsx';

type LibraryBodyProps = {
	readonly view: LibraryView;
	readonly set: SetLibrary;
	readonly width: number;
	readonly height: number;
	/** Handle Enter, and keys that do not edit, while words are typed. */ readonly onEnter: () => void;
	readonly onKey: (name: string) => void;
};

/** From the inner width of a 100-column terminal on, list and preview stand side by side. */
const WIDE = 98;
const GAP = 3;
/** The part of the preview that is read aloud, in columns and rows: short, so as not to talk over typing. */
const PREVIEW = [1000, 8] as const;

/** The search, the list of debates found, and details of the chosen one. */
export function LibraryBody({view, set, width, height, onEnter, onKey}: LibraryBodyProps) {
	const heard = useScreenReader() !== undefined;
	const rows = heard ? entryRows(view, width, height) : bodyRows(view, width, height - 2);
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Line row={titleRow(view, width)} width={width} />
			{view.mode === 'look' ? (
				<Box height={1} flexShrink={0}>
					<Line row={{...row(span('/ ', 'strong')), spoken: 'Search'}} width={2} />
					<TextField
						width={width - 2}
						height={1}
						placeholder="words, or a phrase in quotation marks"
						initial={view.text}
						onChange={text => set({text})}
						onSubmit={onEnter}
						onKey={onKey}
					/>
				</Box>
			) : (
				<Line row={lookRow(view)} width={width} />
			)}
			<Lines rows={rows} width={width} height={rows.length} />
			{heard && view.mode !== 'look' ? (
				<Lines key={chosenOf(view)?.path} rows={previewRows(view, ...PREVIEW)} width={width} height={height} />
			) : null}
		</Box>
	);
}

function bodyRows(view: LibraryView, width: number, height: number): readonly Row[] {
	if (width >= WIDE) {
		const list = Math.floor((width - GAP) * 0.46);
		const side = width - GAP - list;
		return sideBySide(
			[rule(list, span('')), ...entryRows(view, list, height - 1)],
			[rule(side, span('')), ...previewRows(view, side, height - 1)],
			[list, side],
			GAP,
		);
	}
	const list = Math.max(2, Math.floor((height - 2) * 0.4));
	return exactly(
		[
			rule(width, span('')),
			...entryRows(view, width, list),
			rule(width, span('')),
			...previewRows(view, width, height - 2 - list),
		],
		height,
	);
}
