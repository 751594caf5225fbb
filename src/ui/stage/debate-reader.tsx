import {useEffect} from 'react';
import type {DebateStore} from '../store/debate-store.ts';
import {useDebate} from '../store/use-debate.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';

/**
 * A debate as lines that come one after the other: what a screen reader reads as it comes. They begin once the screen
 * before it in the tree has told its keys.
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
