/** The library's screen: a search over everything said, the debates found, and details of the chosen one. */
import {Box} from 'ink';
import {useReducer} from 'react';
import {Lines, Line, hintRow, KeyLine} from '../kit/lines.tsx';
import {useKeys, useKeysWhenLoaded} from '../terminal/use-keys.ts';
import {useLibrary, useLibraryActions, typed} from './use-library.ts';
import {usePlainTitle} from '../terminal/terminal-window.ts';
import type {Action} from '../terminal/key-table.ts';
import {noteRows, entryRows, lookRow, previewRows, titleRow} from './library-rows.ts';
import {
	changeView,
	chosenOf,
	keyContextOf,
	newView,
	type LibraryView,
	type SetLibrary,
	deleteTitle,
	filterOptions,
	isFacet,
	valuesOf,
	withFacet,
} from './library-view.ts';
import type {ScreenProps} from '../app/screen-props.ts';
import {topicOf} from './library-text.ts';
import {Compare, Rename, renameHeight} from '../screens/compare.tsx';
import {Export} from '../screens/export.tsx';
import {Help} from '../kit/help.tsx';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {sideBySide, exactly, rule, row, span, type Row, type Option} from '../../view/rows.ts';
import {TextField} from '../kit/text-field.tsx';
import {Choice, choiceHeight, PickDialog, pickHeight} from '../kit/dialog.tsx';

/** All recorded debates, with a search over everything said in them. */
export function Library({port: rostrum, columns, rows, last, exit}: ScreenProps) {
	const [view, set] = useReducer(changeView, last, newView);
	usePlainTitle();
	const port = useLibrary(rostrum.library, view, set);
	const {act, read, resume, remove, renamed} = useLibraryActions(rostrum, port, view, set, exit);
	const {mode} = view;
	useKeysWhenLoaded(view.entries.length > 0 || view.brought || view.note !== undefined);
	useKeys('library', keyContextOf(view, rostrum), act, mode === 'list' || mode === 'opening' || mode === 'waiting');
	const whenClosed = (action: Action) => (action === 'close' ? set({mode: 'list'}) : act(action));
	if (mode === 'help') return <Help scope="library" width={columns} height={rows} act={whenClosed} />;
	const entry = chosenOf(view);
	if (mode === 'export' && entry && port)
		return <Export exports={port.exports(entry.path)} width={columns} height={rows} act={whenClosed} />;
	const {held} = rostrum;
	if (mode === 'compare' && entry && held)
		return <Compare held={held} path={entry.path} width={columns} height={rows} onClose={() => set({mode: 'list'})} />;
	const note = noteRows(view, columns);
	const foot = libraryFootHeight(view);
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			<LibraryBody
				view={view}
				set={set}
				width={columns}
				height={Math.max(4, rows - note.length - foot)}
				onEnter={() => set({mode: 'waiting'})}
				onKey={name => typed(name, view, set)}
				onChoose={
					mode === 'list' || mode === 'look'
						? chosen => set({chosen, match: 0, mode: 'waiting', note: undefined})
						: undefined
				}
			/>
			<Lines rows={note} width={columns} height={note.length} />
			{mode === 'rename' && entry && held ? (
				<Rename held={held} path={entry.path} title={topicOf(entry)} width={columns} onDone={renamed} />
			) : (
				<LibraryFoot
					view={view}
					doing={rostrum}
					set={set}
					width={columns}
					onRead={read}
					onContinue={resume}
					onDelete={remove}
				/>
			)}
		</Box>
	);
}

type LibraryBodyProps = {
	readonly view: LibraryView;
	readonly set: SetLibrary;
	readonly width: number;
	readonly height: number;
	/** Opens the debate of that line. */ readonly onChoose: ((index: number) => void) | undefined;
	/** Handle Enter, and keys that do not edit, while words are typed. */ readonly onEnter: () => void;
	readonly onKey: (name: string) => void;
};

/** From the inner width of a 100-column terminal on, list and preview stand side by side. */
const WIDE = 98;
const GAP = 3;
/** The part of the preview that is read aloud, in columns and rows: short, so as not to talk over typing. */
const PREVIEW = [1000, 8] as const;

/** The search, the list of debates found, and details of the chosen one. */
function LibraryBody({view, set, width, height, onEnter, onKey, onChoose}: LibraryBodyProps) {
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
			<Lines
				rows={rows}
				width={width}
				height={rows.length}
				onClick={onChoose && ((index, column) => (column < listWidth(width) ? onChoose(index) : undefined))}
				onDigit={view.mode === 'list' ? onChoose : undefined}
			/>
			{heard && view.mode !== 'look' ? (
				<Lines key={chosenOf(view)?.path} rows={previewRows(view, ...PREVIEW)} width={width} height={height} />
			) : null}
		</Box>
	);
}

/** Columns of the list: beside the preview, where there is room for it. */
const listWidth = (width: number): number => (width >= WIDE ? Math.floor((width - GAP) * 0.46) : width);

function bodyRows(view: LibraryView, width: number, height: number): readonly Row[] {
	if (width >= WIDE) {
		const list = listWidth(width);
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

const waysToOpen: readonly Option[] = [
	{label: 'resume it', value: 'continue'},
	{label: 'read what was said', value: 'read'},
	{label: 'neither', value: 'back'},
];
const waysToDelete: readonly Option[] = [
	{label: 'keep it', value: 'keep'},
	{label: 'move it to the trash', value: 'delete'},
];

function libraryFootHeight(view: LibraryView): number {
	if (isFacet(view.mode)) return pickHeight(valuesOf(view.mode, view.choices));
	switch (view.mode) {
		case 'filter':
			return pickHeight(filterOptions(view));
		case 'unfinished':
			return choiceHeight(waysToOpen);
		case 'rename':
			return renameHeight;
		case 'delete':
			return choiceHeight(waysToDelete);
		case 'list':
		case 'look':
		case 'export':
		case 'compare':
		case 'waiting':
		case 'opening':
		case 'help':
			return 1;
		default:
			return view.mode satisfies never;
	}
}

type LibraryFootProps = {
	readonly view: LibraryView;
	readonly set: SetLibrary;
	readonly width: number;
	readonly onRead: () => void;
	readonly onContinue: () => void;
	readonly onDelete: () => void;
	/** What can be done with a debate held before. */ readonly doing: ScreenProps['port'];
};

/** The foot of the library: its keys, or a question. */
function LibraryFoot({view, set, width, doing, onRead, onContinue, onDelete}: LibraryFootProps) {
	const entry = chosenOf(view);
	const close = () => set({mode: 'list'});
	const {mode} = view;
	if (isFacet(mode))
		return (
			<PickDialog
				key={mode}
				title={`Only by ${mode === 'since' ? 'day' : mode}`}
				options={valuesOf(mode, view.choices)}
				width={width}
				onCancel={() => set({mode: 'filter'})}
				onChoose={value => set({mode: 'list', filter: withFacet(view.filter, mode, value)})}
			/>
		);
	if (mode === 'filter')
		return (
			<PickDialog
				key="filter"
				title="Which debates"
				options={filterOptions(view)}
				width={width}
				onCancel={close}
				onChoose={value => set(filterBy(value, view))}
			/>
		);
	if (mode === 'look') return <Line row={hintRow('↑↓ choose · enter opens · esc done')} width={width} />;
	if (mode === 'unfinished')
		return (
			<Choice
				title="This debate was not finished"
				options={waysToOpen}
				width={width}
				onCancel={close}
				onChoose={way => (way === 'continue' ? onContinue() : way === 'read' ? onRead() : close())}
			/>
		);
	if (mode === 'delete' && entry)
		return (
			<Choice
				title={deleteTitle(entry)}
				options={waysToDelete}
				width={width}
				onCancel={close}
				onChoose={way => (way === 'delete' ? onDelete() : close())}
			/>
		);
	return <KeyLine scope="library" keyContext={keyContextOf(view, doing)} width={width} />;
}

/** What an entry of the filter menu does. */
function filterBy(value: string, {filter}: LibraryView): Partial<LibraryView> {
	if (isFacet(value)) return {mode: value};
	return value === 'none'
		? {mode: 'list', filter: {}, text: ''}
		: {mode: 'list', filter: {...filter, unfinished: !filter.unfinished}};
}
