/** The full-screen app: how it is put on the terminal, and taken off again. */
import {render} from 'ink';
import {DebateStore} from '../store/debate-store.ts';
import {farewellText} from './farewell.ts';
import {KeyStdin} from '../input/key-stdin.ts';
import type {ScreenName} from '../ports/screen-props.ts';
import type {Farewell, RostrumPort, ScreenOptions, Session} from '../ports/port.ts';
import {App} from './app.tsx';
import {LoadingScreen} from './opening.tsx';
import {ScreenReader, ScreenReaderProvider} from '../terminal/screen-reader.ts';
import {noWindow, terminalWindow, WindowProvider} from '../terminal/terminal-window.ts';
import {coloured, colouredOnLight, colourless, PaintProvider} from '../text/theme.ts';

/**
 * The whole app, from the home screen. Resolves when the user leaves it; rejects with a bug. A port that takes time to
 * make is waited for behind the first frame.
 */
export const showHome = (
	port: RostrumPort | (() => Promise<RostrumPort>),
	options: ScreenOptions = {},
): Promise<Farewell> => show(undefined, port, options);

/** The same, beginning at one of the places that the home screen leads to. */
export const showScreen = (
	place: ScreenName,
	port: () => Promise<RostrumPort>,
	options: ScreenOptions = {},
): Promise<Farewell> => show(undefined, port, options, place);

/** One debate, straight to the stage: a run, a resumed one, a replay. */
export const showSession = (session: Session, options: ScreenOptions = {}): Promise<Farewell> =>
	show(new DebateStore(session, {columns: options.reader ? process.stdout.columns : undefined}), undefined, options);

/** Erases the screen, and goes home (ECMA-48: ED, CUP). */
const EMPTY = '\u001B[2J\u001B[H';

async function show(
	first: DebateStore | undefined,
	port: RostrumPort | (() => Promise<RostrumPort>) | undefined,
	{
		colour = true,
		light = false,
		incremental = true,
		version = '',
		reader = false,
		window: named = true,
		bell = 'none',
		signal,
	}: ScreenOptions,
	place?: ScreenName,
): Promise<Farewell> {
	let store = first;
	let how: Farewell['how'] = 'left';
	const stdin = new KeyStdin();
	const window = named && !reader ? terminalWindow(sequence => process.stdout.write(sequence), bell) : undefined;
	if (window) process.once('exit', window.leave);
	const speech = reader
		? new ScreenReader(
				text => process.stdout.write(text),
				() => process.stdout.columns,
			)
		: undefined;
	const app = (ready: RostrumPort | undefined) => (
		<App
			first={first}
			place={place}
			port={ready}
			onShow={shown => (store = shown)}
			onEnd={ended => (how = ended)}
			onRedraw={redraw}
		/>
	);
	// From the top left of an empty screen: where the cursor is, nobody knows who has to draw anew.
	const redraw = () => {
		if (speech) return speech.repeatAll();
		process.stdout.write(EMPTY);
		instance.clear();
	};
	const instance = render(
		<WindowProvider value={window ?? noWindow}>
			<PaintProvider value={colour ? (light ? colouredOnLight : coloured) : colourless}>
				<ScreenReaderProvider value={speech}>
					{typeof port === 'function' ? (
						<LoadingScreen make={port} version={version} onAbandon={() => (how = 'interrupt')}>
							{app}
						</LoadingScreen>
					) : (
						app(port)
					)}
				</ScreenReaderProvider>
			</PaintProvider>
		</WindowProvider>,
		{
			stdin,
			alternateScreen: !reader,
			incrementalRendering: incremental,
			maxFps: 60,
			exitOnCtrlC: false,
			isScreenReaderEnabled: reader,
		},
	);
	const interrupt = () => {
		how = 'interrupt';
		instance.unmount();
	};
	signal?.addEventListener('abort', interrupt);
	if (signal?.aborted) interrupt();
	try {
		await instance.waitUntilExit();
	} finally {
		signal?.removeEventListener('abort', interrupt);
		speech?.close();
		stdin.destroy();
		store?.close();
		if (window) {
			process.off('exit', window.leave);
			window.leave();
		}
	}
	await store?.leave();
	return {how, text: store ? farewellText(store) : ''};
}
