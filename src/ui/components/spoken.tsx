import {useStdout} from 'ink';
import {useEffect} from 'react';
import type {DebateStore} from '../debate-store.ts';

/** A debate as lines that come one after the other and are never drawn over: what a screen reader reads as it comes. */
export function Spoken({store}: {readonly store: DebateStore}) {
	const {write} = useStdout();
	useEffect(() => {
		const tell = () => {
			const lines = store.takeLines();
			if (lines.length > 0) write(lines.map(text => `${text}\n`).join(''));
		};
		tell();
		return store.subscribe(tell);
	}, [store, write]);
	return null;
}
