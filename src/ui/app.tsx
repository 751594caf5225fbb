/** The full-screen app: how it is put on the terminal, and taken off again. */
import {render} from 'ink';
import {DebateStore} from './debate-store.ts';
import {farewellText} from './farewell.ts';
import {KeyStdin} from './key-stdin.ts';
import type {Farewell, RostrumPort, ScreenOptions, Session} from './port.ts';
import {App} from './screens/app.tsx';
import {coloured, colourless, ThemeProvider} from './theme.ts';

/** The whole app, from the home screen. Resolves when the user leaves it; rejects with a bug. */
export const showHome = (port: RostrumPort, options: ScreenOptions = {}): Promise<Farewell> => show(undefined, port, options);

/** One debate, straight to the stage: a run, a resumed one, a replay. */
export const showSession = (session: Session, options: ScreenOptions = {}): Promise<Farewell> => show(new DebateStore(session), undefined, options);

async function show(first: DebateStore | undefined, port: RostrumPort | undefined, {colour = true, incremental = true}: ScreenOptions): Promise<Farewell> {
	let store = first;
	let how: Farewell['how'] = 'left';
	const stdin = new KeyStdin();
	const instance = render(
		<ThemeProvider value={colour ? coloured : colourless}>
			<App first={first} port={port} onShow={shown => (store = shown)} onEnd={ended => (how = ended)} onRedraw={() => instance.clear()}/>
		</ThemeProvider>,
		{stdin, alternateScreen: true, incrementalRendering: incremental, maxFps: 60, exitOnCtrlC: false},
	);
	try {
		await instance.waitUntilExit();
	} finally {
		stdin.destroy();
		store?.close();
	}
	await store?.leave();
	return {how, text: store ? farewellText(store) : ''};
}
