import {useState} from 'react';
import {plural} from '../../languages/wording.ts';
import {spokenText} from '../terminal/spoken-text.ts';
import type {DebateStore} from '../store/debate-store.ts';
import {useAnnounce, useScreenReader} from '../terminal/screen-reader.ts';
import type {SetView} from './stage-view.ts';
import {TextDialog, textDialogHeight} from '../kit/dialog.tsx';

type SearchDialogProps = {
	readonly store: DebateStore;
	readonly set: SetView;
	readonly search: string;
	readonly width: number;
	/** Scrolls the transcript by a page. */ readonly page: (way: 'page-up' | 'page-down') => void;
};

export const SEARCH_HEIGHT = textDialogHeight(1);

type SearchStatus = {readonly title: string; readonly note?: string};
const nothing: SearchStatus = {title: 'Search'};

/** How many turns match and which one is current, or that there is no further match. */
function saidOf({transcript}: DebateStore, words: string, noMore?: -1 | 1): SearchStatus {
	const {at, of} = transcript.tally(words);
	if (words === '') return nothing;
	if (of === 0) return {title: 'Search · no turn has these words'};
	return {
		title: noMore === undefined ? 'Search' : `Search · no ${noMore < 0 ? 'earlier' : 'later'} match`,
		note: at === undefined ? `in ${plural(of, 'turn')}` : `${at} of ${plural(of, 'turn')}`,
	};
}

/** The size of a hidden transcript window, used to find the line for a screen reader. */
const WINDOW = [80, 8] as const;

/** The current match, read aloud. */
function foundLine({transcript, state}: DebateStore): string {
	transcript.view(state, ...WINDOW);
	const {foundRow} = transcript;
	return foundRow ? `Found: ${spokenText(foundRow.spans.map(({text}) => text).join(''))}` : '';
}

/**
 * Searches the transcript, starting from what is visible. Matches are marked while typing; the current one has the
 * pointer.
 */
export function SearchDialog({store, set, search, width, page}: SearchDialogProps) {
	const [{title, note}, say] = useState<SearchStatus>(nothing);
	useAnnounce([useScreenReader() ? foundLine(store) : '']);
	const go = (direction: -1 | 1) => {
		if (search !== '') store.transcript.unfold();
		const found = search !== '' && store.transcript.find(search, direction);
		say(saidOf(store, search, found ? undefined : direction));
		store.redraw();
	};
	const press = (name: string) => {
		if (name === 'esc') {
			store.transcript.forgetFound();
			set({overlay: undefined, search: ''});
		}
		if (name === 'up') go(-1);
		if (name === 'down') go(1);
		if (name === 'pgup' || name === 'pgdn') page(name === 'pgup' ? 'page-up' : 'page-down');
	};
	const look = (words: string) => {
		store.transcript.forgetFound();
		set({search: words});
		say(saidOf(store, words));
	};
	return (
		<TextDialog
			title={title}
			{...(note !== undefined && {note})}
			hint="enter or ↑ earlier · ↓ later · esc done"
			placeholder="words"
			width={width}
			lines={1}
			onChange={text => look(text.trim())}
			onSubmit={() => go(-1)}
			onKey={press}
		/>
	);
}
