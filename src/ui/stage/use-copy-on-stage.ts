import {useEffect} from 'react';
import type {DebateStore} from '../store/debate-store.ts';
import {useCopy} from '../terminal/terminal-window.ts';

/** Milliseconds for which it says what became of a copy; the keys are back then. */
const SHOWN_MS = 5000;

type CopyOnStage = {
	/** What became of the last copy, for a while; else empty. */
	readonly said: string;
	/** Copies the turn in sight. */
	readonly copy: () => void;
	readonly forget: () => void;
};

export function useCopyOnStage(store: DebateStore): CopyOnStage {
	const {said, copy, forget} = useCopy(text => store.announce(text));
	useEffect(() => {
		if (said === '') return undefined;
		const timer = setTimeout(forget, SHOWN_MS);
		return () => clearTimeout(timer);
	}, [said, forget]);
	return {
		said,
		copy() {
			const {turnInSight} = store.transcript;
			const turn = turnInSight === undefined ? undefined : store.index.get(turnInSight);
			if (turn) copy(turn.text);
		},
		forget,
	};
}
