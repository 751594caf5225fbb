/** The full-screen app: how it is put on the terminal, and taken off again. */
import {render} from 'ink';
import {DebateStore} from './debate-store.ts';
import {farewellText} from './farewell.ts';
import {KeyStdin} from './key-stdin.ts';
import type {Farewell, RostrumPort, ScreenOptions, Session} from './port.ts';
import {App} from './screens/app.tsx';
import {Opening} from './screens/opening.tsx';
import {coloured, colourless, PaintProvider} from './theme.ts';

/** The whole app, from the home screen. Resolves when the user leaves it; rejects with a bug. A port that takes time to make is waited for behind the first frame. */
export const showHome = (port: RostrumPort | (() => Promise<RostrumPort>), options: ScreenOptions = {}): Promise<Farewell> => show(undefined, port, options);

/** One debate, straight to the stage: a run, a resumed one, a replay. */
export const showSession = (session: Session, options: ScreenOptions = {}): Promise<Farewell> => show(new DebateStore(session), undefined, options);

async function show(first: DebateStore | undefined, port: RostrumPort | (() => Promise<RostrumPort>) | undefined, {colour = true, incremental = true, version = ''}: ScreenOptions): Promise<Farewell> {
	let store = first;
	let how: Farewell['how'] = 'left';
	const stdin = new KeyStdin();
	const app = (ready: RostrumPort | undefined) => <App first={first} port={ready} onShow={shown => (store = shown)} onEnd={ended => (how = ended)} onRedraw={() => instance.clear()}/>;
	const instance = render(
		<PaintProvider value={colour ? coloured : colourless}>
			{typeof port === 'function' ? <Opening make={port} version={version} onAbandon={() => (how = 'interrupt')}>{app}</Opening> : app(port)}
		</PaintProvider>,
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
