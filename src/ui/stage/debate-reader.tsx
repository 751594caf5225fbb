import {useEffect} from 'react';
import type {DebateStore} from '../store/debate-store.ts';
import {useDebate} from '../store/use-debate.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';

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
