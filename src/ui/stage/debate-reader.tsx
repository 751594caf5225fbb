/** The stage for a screen reader: the debate as lines, and what the stage shows outside the transcript. */
import {useEffect} from 'react';
import {type DebateStore, useDebate} from './debate-store.ts';
import {useScreenReader, useAnnounce} from '../terminal/screen-reader.ts';
import {spokenText} from '../terminal/spoken-text.ts';
import {displayOf} from '../../view/participants.ts';

/**
 * The debate as lines for a screen reader. It must come after the screen in the tree, so that the screen's keys are
 * read first.
 */
export function DebateReader({store}: {readonly store: DebateStore}) {
	const speech = useScreenReader();
	useDebate(store);
	const begun = store.state.start !== undefined || store.over;
	useEffect(() => {
		if (!begun) return undefined;
		const tell = () => speech?.read(store.takeLines());
		tell();
		return store.subscribe(tell);
	}, [begun, store, speech]);
	return null;
}

/** Milliseconds after which a screen reader says whom the debate waits for. */
const SILENCE = 2000;

/**
 * Reads out changes that the stage shows outside the transcript: the pace, where a key has led, whom the debate waits
 * for.
 */
export function StageAnnouncements({store}: {readonly store: DebateStore}) {
	useDebate(store);
	useAnnounce([
		paceOf(store),
		soundOf(store),
		store.paused && !store.over ? 'Paused.' : '',
		waitingFor(store),
		momentOf(store),
	]);
	return null;
}

function paceOf({session: {live, setPace, setSpeed}, over, paceText}: DebateStore): string {
	if (over) return '';
	return live || setPace ? `Pace: ${paceText}.` : setSpeed ? `${spokenText(paceText)}.` : 'Watching.';
}

function soundOf({session: {speech}, over}: DebateStore): string {
	if (!speech || over) return '';
	const {isOn, trouble} = speech.state();
	return trouble === undefined ? `Sound ${isOn ? 'on' : 'off'}.` : `No sound: ${spokenText(trouble)}`;
}

function waitingFor({waiting, state, over}: DebateStore): string {
	if (!waiting || over || waiting.for < SILENCE || state.open.length > 0) return '';
	return `${displayOf(state, waiting.participant).name} is ${waiting.thinking > 0 ? 'thinking' : 'awaited'}.`;
}

function momentOf({transcript, visitedMoment: visited}: DebateStore): string {
	if (transcript.marked === undefined || !visited) return '';
	const {
		found: {who, what},
		number,
		of,
	} = visited;
	return `Moment ${number} of ${of}: ${spokenText([...who.map(({text}) => text), what].join(' '))}`;
}
