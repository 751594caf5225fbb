import {useState} from 'react';
import {textAloud} from '../aloud.ts';
import type {DebateStore} from '../debate-store.ts';
import {useSaid} from '../hooks/use-said.ts';
import {transcriptRows} from '../panes/transcript.ts';
import {useSpeech} from '../speech.ts';
import type {SetView} from '../stage-view.ts';
import {TextDialog, textDialogHeight} from './text-dialog.tsx';

type Props = {readonly store: DebateStore; readonly set: SetView; readonly search: string; readonly width: number};

export const SEARCH_HEIGHT = textDialogHeight(1);

type Said = {readonly title: string; readonly note?: string};
const nothing: Said = {title: 'Search'};

/** A window of the transcript that nobody sees, for those who hear what is found. */
const WINDOW = [80, 8] as const;

/** The line that was gone to. */
function foundLine(store: DebateStore, search: string): string {
	const [row] = transcriptRows(store, ...WINDOW, search);
	return search === '' || store.transcript.following || !row ? '' : `Found: ${textAloud(row.spans.map(({text}) => text).join(''))}`;
}

/** Looks for words in the transcript, from the top of the window on; every match in sight is marked as they are typed. */
export function SearchDialog({store, set, search, width}: Props) {
	const [{title, note}, say] = useState<Said>(nothing);
	useSaid([useSpeech() ? foundLine(store, search) : '']);
	const go = (direction: -1 | 1) => {
		const found = search !== '' && store.transcript.find(search, direction);
		const {upTo, of} = store.transcript.tally(search);
		say(found ? {title: 'Search', note: `${upTo} of ${of} turns`} : {title: `Search · no ${direction < 0 ? 'earlier' : 'later'} match`});
		store.redraw();
	};
	const press = (name: string) => {
		if (name === 'esc') set({overlay: undefined, search: ''});
		if (name === 'up') go(-1);
		if (name === 'down') go(1);
	};
	return (
		<TextDialog
			title={title} {...(note !== undefined && {note})} hint="enter or ↑ earlier · ↓ later · esc done" placeholder="words" width={width} lines={1}
			onChange={text => {
				set({search: text.trim()});
				say(nothing);
			}} onSubmit={() => go(-1)} onKey={press}
		/>
	);
}
