/** Shows the full-screen app on the terminal, and gives the terminal back. */
import {render} from 'ink';
import type {ReactNode} from 'react';
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

type Start = {
	/** The debate to begin with, if any. */
	readonly first?: DebateStore;
	/** A function is awaited behind the first frame. */
	readonly port?: RostrumPort | (() => Promise<RostrumPort>);
	/** The screen to begin with, if not the home screen. */
	readonly place?: ScreenName;
};

/**
 * Shows the app, beginning with the home screen. Resolves when the user leaves it; rejects with a bug. If the port
 * takes
 * time to make, a first frame is shown meanwhile.
 */
export const showHome = (
	port: RostrumPort | (() => Promise<RostrumPort>),
	options: ScreenOptions = {},
): Promise<Farewell> => show({port}, options);

/** The same, beginning with one of the screens in the home screen's menu. */
export const showScreen = (
	place: ScreenName,
	port: () => Promise<RostrumPort>,
	options: ScreenOptions = {},
): Promise<Farewell> => show({port, place}, options);

/** One debate only, on the stage: a new one, a resumed one, a replay. */
export const showSession = (session: Session, options: ScreenOptions = {}): Promise<Farewell> =>
	show({first: new DebateStore(session, {columns: options.reader ? process.stdout.columns : undefined})}, options);

/** Erases the screen and moves the cursor to its top left (ECMA-48: ED, CUP). */
const EMPTY = '\u001B[2J\u001B[H';

async function show(start: Start, options: ScreenOptions): Promise<Farewell> {
	const {incremental = true, reader = false, signal} = options;
	let store = start.first;
	let how: Farewell['how'] = 'left';
	const stdin = new KeyStdin();
	const surroundings = takeTerminal(options);
	const {speech} = surroundings;
	const redraw = () => {
		if (speech) return speech.repeatAll();
		// Whoever asks for a redraw does not know where the cursor is.
		process.stdout.write(EMPTY);
		instance.clear();
	};
	const end = (ended: Farewell['how']) => (how = ended);
	const app = appFor(start, options, {onShow: shown => (store = shown), onEnd: end, onRedraw: redraw});
	const instance = render(withSurroundings(app, surroundings, options), {
		stdin,
		alternateScreen: !reader,
		incrementalRendering: incremental,
		maxFps: 60,
		exitOnCtrlC: false,
		isScreenReaderEnabled: reader,
	});
	const interrupt = () => {
		end('interrupt');
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
		surroundings.release();
	}
	await store?.leave();
	return {how, text: store ? farewellText(store) : ''};
}

type TerminalSession = {
	readonly window: ReturnType<typeof terminalWindow> | undefined;
	readonly speech: ScreenReader | undefined;
	/** Gives the terminal's window back as it was. */
	readonly release: () => void;
};

/** Takes the terminal's window over, or writes to a screen reader instead. */
function takeTerminal({reader = false, window: named = true, bell = 'none'}: ScreenOptions): TerminalSession {
	const write = (text: string) => process.stdout.write(text);
	const window = named && !reader ? terminalWindow(write, bell) : undefined;
	if (window) process.once('exit', window.leave);
	return {
		window,
		speech: reader ? new ScreenReader(write, () => process.stdout.columns) : undefined,
		release() {
			if (!window) return;
			process.off('exit', window.leave);
			window.leave();
		},
	};
}

type AppCallbacks = {
	readonly onShow: (store: DebateStore) => void;
	readonly onEnd: (how: Farewell['how']) => void;
	readonly onRedraw: () => void;
};

/** The app, behind a first frame where its port takes time to make. */
function appFor({first, port, place}: Start, {version = ''}: ScreenOptions, callbacks: AppCallbacks): ReactNode {
	const app = (ready: RostrumPort | undefined) => <App first={first} place={place} port={ready} {...callbacks} />;
	return typeof port === 'function' ? (
		<LoadingScreen make={port} version={version} onAbandon={() => callbacks.onEnd('interrupt')}>
			{app}
		</LoadingScreen>
	) : (
		app(port)
	);
}

const withSurroundings = (
	app: ReactNode,
	{window, speech}: TerminalSession,
	{colour = true, light = false}: ScreenOptions,
): ReactNode => (
	<WindowProvider value={window ?? noWindow}>
		<PaintProvider value={colour ? (light ? colouredOnLight : coloured) : colourless}>
			<ScreenReaderProvider value={speech}>{app}</ScreenReaderProvider>
		</PaintProvider>
	</WindowProvider>
);
