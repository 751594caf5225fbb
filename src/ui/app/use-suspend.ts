import {useApp, useInput} from 'ink';
import {useRef} from 'react';
import {actionOf, idleContext, nameOfKey} from '../input/keys.ts';
import type {DebateStore} from '../store/debate-store.ts';

/** Long enough for a stop to take hold: what waits behind it runs when the shell has brought the app back. */
const TAKES_HOLD = 100;

/**
 * Ctrl+Z gives the terminal back to the shell, as it does in other programs; a debate that runs is paused meanwhile.
 * Where there is no job control, nothing stops and the screen comes back at once.
 */
export function useSuspend(store: DebateStore | undefined): void {
	const {suspendTerminal} = useApp();
	// Held down, the key comes again before the shell has the terminal.
	const suspending = useRef(false);
	const suspend = async () => {
		if (suspending.current) return;
		suspending.current = true;
		const runs = store?.session.live === true && !store.over && !store.paused;
		if (runs) store.act({action: 'pause'});
		try {
			await suspendTerminal(async () => {
				// All of the shell's job: npm waits for us, and would keep the terminal.
				process.kill(0, 'SIGTSTP');
				await new Promise(resolve => setTimeout(resolve, TAKES_HOLD));
			});
		} finally {
			suspending.current = false;
			if (runs) store.act({action: 'resume'});
		}
	};
	useInput((input, key) => {
		if (process.platform !== 'win32' && actionOf(nameOfKey(input, key), 'home', idleContext) === 'suspend')
			void suspend();
	});
}
