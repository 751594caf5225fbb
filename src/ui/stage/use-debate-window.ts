import {useEffect} from 'react';
import type {DebateStore} from '../store/debate-store.ts';
import {useTerminalWindow} from '../terminal/terminal-window.ts';
import {signs} from '../../view/theme.ts';

/** Only a debate longer than this calls the user at its end, in milliseconds. */
const LONG = 60_000;

/** Sets the window's title to the debate and its status, and calls the user when a long live debate has ended. */
export function useDebateWindow(store: DebateStore): void {
	const window = useTerminalWindow();
	const {state, over, paused, session} = store;
	const topic = state.start?.subject.text ?? state.start?.title ?? 'a debate';
	const sign = over
		? signs.yes
		: store.wanted
			? signs.user
			: state.question
				? '?'
				: paused
					? signs.paused
					: signs.playing;
	useEffect(() => window.title(`${sign} ${topic} · Rostrum`), [window, sign, topic]);
	useEffect(() => {
		if (over && session.live && store.shownFor > LONG) window.call(`Rostrum: ${topic}: ${state.outcome ?? 'over'}`);
	}, [window, store, over, session.live, topic, state.outcome]);
}
