import {useState} from 'react';
import {plural} from '../../transcripts/wording.ts';
import {spokenText} from '../terminal/spoken-text.ts';
import type {DebateStore} from '../store/debate-store.ts';
import {useAnnounce} from '../terminal/use-announce.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import type {SetView} from './stage-view.ts';
import {TextDialog, textDialogHeight} from '../kit/text-dialog.tsx';

type SearchDialogProps = {
	readonly store: DebateStore;
	readonly set: SetView;
	readonly search: string;
	readonly width: number;
	/** Pages the transcript. */ readonly page: (way: 'page-up' | 'page-down') => void;
};

export const SEARCH_HEIGHT = textDialogHeight(1);

type SearchStatus = {readonly title: string; readonly note?: string};
const nothing: SearchStatus = {title: 'Search'};

/** In which turns the words are, and which of them was gone to; that there are no more of them that way. */
function saidOf({transcript}: DebateStore, words: string, noMore?: -1 | 1): SearchStatus {
	const {at, of} = transcript.tally(words);
	if (words === '') return nothing;
	if (of === 0) return {title: 'Search · no turn has these words'};
	return {
		title: noMore === undefined ? 'Search' : `Search · no ${noMore < 0 ? 'earlier' : 'later'} match`,
		note: at === undefined ? `in ${plural(of, 'turn')}` : `${at} of ${plural(of, 'turn')}`,
	};
}

/** A window of the transcript that nobody sees, for those who hear what is found. */
const WINDOW = [80, 8] as const;

/** The line that was gone to. */
function foundLine({transcript, state}: DebateStore): string {
	transcript.view(state, ...WINDOW);
	const {foundRow} = transcript;
	return foundRow ? `Found: ${spokenText(foundRow.spans.map(({text}) => text).join(''))}` : '';
}

/**
 * Looks for words in the transcript, from what is in sight on; every match in sight is marked as they are typed, and
 * the one that was gone to has the pointer.
 */
export function SearchDialog({store, set, search, width, page}: SearchDialogProps) {
	const [{title, note}, say] = useState<SearchStatus>(nothing);
	useAnnounce([useScreenReader() ? foundLine(store) : '']);
	const go = (direction: -1 | 1) => {
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
