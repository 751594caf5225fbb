/** Shows the full-screen app on the terminal, and gives the terminal back. */
import {render, Box, useApp, useWindowSize} from 'ink';
import {type ReactNode, useEffect, useState, useSyncExternalStore} from 'react';
import type {DebateStore} from '../stage/debate-store.ts';
import type {ScreenName} from './screen-props.ts';
import type {Farewell, ScreenOptions} from '../terminal/screen-options.ts';
import type {RostrumPort} from '../../app/setup/home-port.ts';
import type {Session} from '../../app/session/session.ts';
import {ScreenReaderProvider, useScreenReader} from '../terminal/screen-reader.ts';
import {noWindow, WindowProvider} from '../terminal/terminal-window.ts';
import {takeTerminal, type TerminalSession} from '../terminal/terminal-session.ts';
import {Lines, wordmark, PaintProvider} from '../kit/lines.tsx';
import {useKeys, useKeysWhenLoaded} from '../terminal/use-keys.ts';
import {idleContext} from '../terminal/keys.ts';
import {withSpoken, row, span} from '../../view/rows.ts';
import {paintFor} from '../../view/theme.ts';

type Start = {
	/** The debate to begin with, if any. */
	readonly session?: Session;
	/** A function is awaited behind the first frame. */
	readonly port?: RostrumPort | (() => Promise<RostrumPort>);
	/** The screen to begin with, if not the home screen. */
	readonly place?: ScreenName;
};

/**
 * Shows the app, beginning with the home screen. Resolves when the user leaves it; rejects with a bug. If the port
 * takes time to make, a first frame is shown meanwhile.
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
	show({session}, options);

/** Erases the screen and moves the cursor to its top left (ECMA-48: ED, CUP). */
const EMPTY = '\u001B[2J\u001B[H';

async function show(start: Start, options: ScreenOptions): Promise<Farewell> {
	const {incremental = true, reader = false, signal} = options;
	let store: DebateStore | undefined;
	let how: Farewell['how'] = 'left';
	const end = (ended: Farewell['how']) => (how = ended);
	const app = await appFor(start, options, {
		onShow: shown => (store = shown),
		onEnd: end,
		onRedraw: () => redraw(),
	});
	const background = new Background(options.light);
	const surroundings = takeTerminal(options, light => background.tell(light));
	const {speech, stdin, stdout} = surroundings;
	const redraw = () => {
		if (speech) return speech.repeatAll();
		// Whoever asks for a redraw does not know where the cursor is.
		stdout.write(EMPTY);
		instance.clear();
	};
	const instance = render(withSurroundings(app, surroundings, options, background), {
		stdin,
		stdout,
		alternateScreen: !reader,
		incrementalRendering: incremental,
		maxFps: 60,
		exitOnCtrlC: false,
		// What the process prints goes to its own terminal.
		patchConsole: options.terminal === undefined,
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
		surroundings.release();
		store?.close();
	}
	await store?.leave();
	return {how, text: store ? (await import('../results/results-rows.ts')).farewellText(store) : ''};
}

type AppCallbacks = {
	readonly onShow: (store: DebateStore) => void;
	readonly onEnd: (how: Farewell['how']) => void;
	readonly onRedraw: () => void;
};

/** The app, behind a first frame where its port takes time to make: what it begins with is loaded behind that, too. */
async function appFor(
	{session, port, place}: Start,
	{version = '', reader, terminal = process}: ScreenOptions,
	callbacks: AppCallbacks,
): Promise<ReactNode> {
	const load = async (given?: RostrumPort | Promise<RostrumPort>): Promise<ReactNode> => {
		const [{App}, {loadScreens}, made] = await Promise.all([import('./app.tsx'), import('./use-navigation.ts'), given]);
		if (session ?? place) await loadScreens();
		// Not before the screens are there: what it announces is for them.
		const first = session && (await storeOf(session, reader ? terminal.stdout.columns : undefined));
		if (first) callbacks.onShow(first);
		return <App first={first} place={place} port={made} {...callbacks} />;
	};
	if (typeof port !== 'function') return load(port);
	return (
		<LoadingScreen make={async () => load(port())} version={version} onAbandon={() => callbacks.onEnd('interrupt')} />
	);
}

async function storeOf(session: Session, columns: number | undefined): Promise<DebateStore> {
	const {DebateStore} = await import('../stage/debate-store.ts');
	return new DebateStore(session, {columns});
}

/** An app with what it needs of the terminal. */
export const withSurroundings = (
	app: ReactNode,
	{window, speech}: TerminalSession,
	options: ScreenOptions,
	background: Background,
): ReactNode => (
	<WindowProvider value={window ?? noWindow}>
		<Themed options={options} background={background}>
			<ScreenReaderProvider value={speech}>{app}</ScreenReaderProvider>
		</Themed>
	</WindowProvider>
);

type LoadingScreenProps = {
	readonly make: () => Promise<ReactNode>;
	readonly version: string;
	readonly onAbandon: () => void;
};

/** The first frame, while the screens are loaded and presets and voices looked up. If that fails, the app ends. */
function LoadingScreen({make, version, onAbandon}: LoadingScreenProps) {
	const {columns, rows} = useWindowSize();
	const {exit} = useApp();
	const reader = useScreenReader() !== undefined;
	const [app, setApp] = useState<ReactNode>();
	useEffect(() => {
		make().then(setApp, (error: unknown) => exit(error instanceof Error ? error : new Error(String(error))));
	}, [make, exit]);
	const act = (action: string) => {
		if (action === 'abandon') onAbandon();
		if (action === 'abandon' || action === 'quit') exit();
	};
	useKeys('home', idleContext, act, app === undefined);
	useKeysWhenLoaded(app !== undefined);
	if (app !== undefined) return app;
	const head = [
		...withSpoken(wordmark(version, reader ? 0 : rows)),
		row(span('Looking for presets and voices…', 'dim')),
	];
	return (
		<Box paddingX={1} width={columns} height={rows}>
			<Lines rows={head} width={columns - 2} height={Math.min(rows, head.length)} />
		</Box>
	);
}

/** Whether the background is light: as it was set, or as the terminal says once it has answered. */
export class Background {
	readonly #set: boolean | undefined;
	#light: boolean;
	#listener = () => {};

	constructor(light: boolean | undefined) {
		this.#set = light;
		this.#light = light ?? false;
	}

	tell(light: boolean): void {
		if (this.#set !== undefined || light === this.#light) return;
		this.#light = light;
		this.#listener();
	}

	isLight = (): boolean => this.#light;

	subscribe = (listener: () => void): (() => void) => {
		this.#listener = listener;
		return () => (this.#listener = () => {});
	};
}

type ThemedProps = {readonly options: ScreenOptions; readonly background: Background; readonly children: ReactNode};

/** The colours of the screens, which change with what is known of the background. */
export function Themed({options: {colour, contrast}, background, children}: ThemedProps) {
	const light = useSyncExternalStore(background.subscribe, background.isLight);
	return <PaintProvider value={paintFor({colour, contrast, light})}>{children}</PaintProvider>;
}
