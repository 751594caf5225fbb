import {useEffect} from 'react';
import {useTerminalWindow} from './terminal-window.ts';

/** Sets the window's title to the app's name while no debate is shown. */
export function usePlainTitle(): void {
	const window = useTerminalWindow();
	useEffect(() => window.title('Rostrum'), [window]);
}
