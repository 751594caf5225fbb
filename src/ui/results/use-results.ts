import {useState} from 'react';
import {commandOf} from '../stage/key-context.ts';
import type {Action} from '../terminal/key-table.ts';
import {mayHaveCost} from '../panes/status.ts';
import type {Session} from '../../app/session/session.ts';
import type {DebateStore} from '../stage/debate-store.ts';
import {useCopy} from '../terminal/terminal-window.ts';

export type ResultsExit = {
	readonly transcript: () => void;
	/** Opens the setup, filled in as for this debate. */
	readonly setup: () => void;
	readonly leave: () => void;
	/** Opens a session once it is made. */
	readonly openLater: (make: () => Promise<Session>) => void;
};

type ResultsState = {
	readonly overlay: 'help' | 'export' | 'vote' | 'again' | undefined;
	readonly close: () => void;
	readonly act: (action: Action) => void;
	readonly runAgain: () => void;
	/** What became of the copy of the command. */ readonly said: string;
};

/** The open overlay of the results, and what their keys do. */
export function useResults(store: DebateStore, exit: ResultsExit): ResultsState {
	const {session, state} = store;
	const {said, copy} = useCopy(text => store.announce(text));
	const [overlay, setOverlay] = useState<ResultsState['overlay']>();
	const runAgain = () => (session.again ? exit.openLater(session.again) : undefined);
	const act = (action: Action) => {
		if (action === 'help' || action === 'vote') setOverlay(action);
		if (action === 'export' && session.exports) setOverlay('export');
		if (action === 'copy-command') copy(commandOf(state) ?? '');
		if (action === 'replay' && session.replay) exit.openLater(session.replay);
		if (action === 'again' && session.live && mayHaveCost(state)) setOverlay('again');
		else if (action === 'again') runAgain();
		if (action === 'other-voices') exit.setup();
		if (action === 'transcript') exit.transcript();
		if (action === 'quit') exit.leave();
	};
	return {overlay, close: () => setOverlay(undefined), act, runAgain, said};
}
