/** Shows a batch on the terminal while it is held, and gives the terminal back. */
import {render} from 'ink';
import {withSurroundings, Background} from '../app/show.tsx';
import {takeTerminal} from '../terminal/terminal-session.ts';
import type {ScreenOptions} from '../terminal/screen-options.ts';
import {BatchScreen, type BatchPort} from './batch-screen.tsx';

/** Resolves when the batch is over. */
export async function showBatch(port: BatchPort, options: ScreenOptions): Promise<void> {
	const background = new Background(options.light);
	const surroundings = takeTerminal(options, light => background.tell(light));
	const {stdin, stdout} = surroundings;
	const screen = <BatchScreen port={port} onRedraw={() => instance.clear()} />;
	const instance = render(withSurroundings(screen, surroundings, options, background), {
		stdin,
		stdout,
		alternateScreen: true,
		incrementalRendering: options.incremental ?? true,
		exitOnCtrlC: false,
		patchConsole: options.terminal === undefined,
	});
	try {
		await port.over;
	} finally {
		instance.unmount();
		surroundings.release();
	}
}
