import {useEffect} from 'react';
import {debatedCode} from '../../debate/views/debated-code.ts';
import {loadColours} from '../../view/highlight.ts';
import type {DebateStore} from '../store/debate-store.ts';

/** Has the code drawn again once its colours are there: a debate that is over would not be drawn by itself. */
export function useCodeColours(store: DebateStore): void {
	const {start} = store.state;
	const hasCode = start !== undefined && debatedCode(start) !== undefined;
	useEffect(() => {
		if (hasCode) void loadColours().then(() => store.redraw());
	}, [store, hasCode]);
}
