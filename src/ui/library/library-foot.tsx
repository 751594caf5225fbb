import {
	chosenOf,
	deleteTitle,
	filterOptions,
	isFacet,
	keyContextOf,
	valuesOf,
	withFacet,
	type LibraryView,
	type SetLibrary,
} from './library-view.ts';
import type {Option} from '../../view/rows.ts';
import {Choice, choiceHeight, PickDialog, pickHeight} from '../kit/dialog.tsx';
import {hintRow, KeyLine, Line} from '../kit/lines.tsx';

const waysToOpen: readonly Option[] = [
	{label: 'resume it', value: 'continue'},
	{label: 'read what was said', value: 'read'},
	{label: 'neither', value: 'back'},
];
const waysToDelete: readonly Option[] = [
	{label: 'keep it', value: 'keep'},
	{label: 'move it to the trash', value: 'delete'},
];

export function libraryFootHeight(view: LibraryView): number {
	if (isFacet(view.mode)) return pickHeight(valuesOf(view.mode, view.choices));
	switch (view.mode) {
		case 'filter':
			return pickHeight(filterOptions(view));
		case 'unfinished':
			return choiceHeight(waysToOpen);
		case 'delete':
			return choiceHeight(waysToDelete);
		default:
			return 1;
	}
}

type LibraryFootProps = {
	readonly view: LibraryView;
	readonly set: SetLibrary;
	readonly width: number;
	readonly onRead: () => void;
	readonly onContinue: () => void;
	readonly onDelete: () => void;
};

/** The foot of the library: its keys, or a question. */
export function LibraryFoot({view, set, width, onRead, onContinue, onDelete}: LibraryFootProps) {
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
	return <KeyLine scope="library" keyContext={keyContextOf(view)} width={width} />;
}

/** What an entry of the filter menu does. */
function filterBy(value: string, {filter}: LibraryView): Partial<LibraryView> {
	if (isFacet(value)) return {mode: value};
	return value === 'none'
		? {mode: 'list', filter: {}, text: ''}
		: {mode: 'list', filter: {...filter, unfinished: !filter.unfinished}};
}
