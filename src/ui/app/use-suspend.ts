import {useApp, useInput} from 'ink';
import {useEffect, useEffectEvent, useRef} from 'react';
import {actionOf, idleContext, nameOfKey} from '../terminal/keys.ts';
import type {DebateStore} from '../store/debate-store.ts';

/** Milliseconds for the stop signal to take effect; what follows runs once the shell has resumed the app. */
const TAKES_HOLD = 100;

let onStop = () => {};
const hearStop = () => onStop();

/** Stops the whole process group: npm waits for this process and would keep the terminal. */
async function stopGroup(): Promise<void> {
	process.off('SIGTSTP', hearStop);
	process.kill(0, 'SIGTSTP');
	await new Promise(resolve => setTimeout(resolve, TAKES_HOLD));
	process.on('SIGTSTP', hearStop);
}

/**
 * Ctrl+Z suspends the app, as in other programs; a running debate is paused meanwhile. Without job control nothing
 * stops, and the screen comes back at once.
 */
export function useSuspend(store: DebateStore | undefined): void {
	const {suspendTerminal} = useApp();
	// A held key repeats before the shell has the terminal.
	const suspending = useRef(false);
	const suspend = async () => {
		if (suspending.current) return;
		suspending.current = true;
		const runs = store?.session.live === true && !store.over && !store.paused;
		if (runs) store.act({action: 'pause'});
		try {
			await suspendTerminal(async () => {
				await stopGroup();
			});
		} finally {
			suspending.current = false;
			if (runs) store.act({action: 'resume'});
		}
	};
	const stopped = useEffectEvent(() => void suspend());
	// A stop signal of another program would leave the terminal as the screens have it.
	useEffect(() => {
		onStop = () => stopped();
		if (process.platform !== 'win32') process.on('SIGTSTP', hearStop);
		return () => void process.off('SIGTSTP', hearStop);
	}, []);
	useInput((input, key) => {
		if (process.platform !== 'win32' && actionOf(nameOfKey(input, key), 'home', idleContext) === 'suspend')
			void suspend();
	});
}
