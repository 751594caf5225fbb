/** The app: the screen that is shown, the keys that count on all of them, and over it the command palette. */
import {Box, usePaste, useWindowSize, useApp, useInput} from 'ink';
import {type ReactNode, useEffect, useEffectEvent, useRef, useCallback, useMemo, useState} from 'react';
import type {DebateStore} from '../stage/debate-store.ts';
import type {ScreenName} from './screen-props.ts';
import type {Farewell} from '../terminal/screen-options.ts';
import type {RostrumPort} from '../../app/setup/home-port.ts';
import {useGlobalKeys, PaletteProvider, type PaletteTarget} from '../terminal/use-keys.ts';
import {useNavigation, useScreens} from './use-navigation.ts';
import {useResizeRedraw} from '../terminal/terminal-window.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {Home} from '../home/home.tsx';
import {StartCheck} from '../voices/start-check.tsx';
import {actionOf, idleContext, nameOfKey, commandsOf} from '../terminal/keys.ts';
import {Picker, type Pick} from '../kit/picker.tsx';

type AppProps = {
	/** The debate to begin with; without one, the home screen. */
	readonly first: DebateStore | undefined;
	readonly port: RostrumPort | undefined;
	/** The screen to begin with, if not the home screen. */
	readonly place?: ScreenName | undefined;
	readonly onShow: (store: DebateStore) => void;
	readonly onEnd: (how: Farewell['how']) => void;
	readonly onRedraw: () => void;
};

/** For a screen reader nothing is cut short or scrolled out of sight. */
const readerSize = {columns: 1000, rows: 200} as const;

const wholeScreens: ReadonlySet<string> = new Set(['home', 'stage', 'results', 'library']);

/** The current screen, and the keys that work on all of them. */
export function App({first, place, port: given, onShow, onEnd, onRedraw}: AppProps) {
	const {columns, rows} = useWindowSize();
	const reader = useScreenReader() !== undefined;
	const lineWidth = reader ? columns : undefined;
	const start = {first, place, port: given};
	const {route, port, navigation, starting, end} = useNavigation({...start, lineWidth, onShow, onEnd, onRedraw});
	const {store} = route;
	useSuspend(store);
	// Without a listener, pasted text would be read as keys. Text fields listen for themselves.
	usePaste(() => {});
	useGlobalKeys({abandon: () => end('interrupt'), redraw: navigation.redraw});
	useResizeRedraw(reader ? () => undefined : navigation.redraw);
	const screens = useScreens(route.at !== 'home', navigation.fail);
	const size = reader ? readerSize : {columns: columns - 2, rows};
	return (
		<Box paddingX={reader ? 0 : 1} width={columns} {...(reader ? {} : {height: rows})}>
			<PaletteLayer
				width={size.columns}
				height={size.rows}
				over={starting ? <StartCheck progress={starting} {...size} /> : undefined}
			>
				<Page {...size} whole={wholeScreens.has(route.at)}>
					{page => (
						<>
							{route.at === 'home' && port ? (
								<Home port={port} {...page} problem={route.problem} exit={navigation} />
							) : null}
							{screens ? <screens.ScreenOnRoute {...{route, port, navigation}} {...page} /> : null}
						</>
					)}
				</Page>
			</PaletteLayer>
			{reader && store && screens ? <screens.HeardDebate store={store} onStage={route.at === 'stage'} /> : null}
		</Box>
	);
}

type PageSize = {readonly columns: number; readonly rows: number};
type PageProps = PageSize & {
	/** What reads better the more of it is seen, as a transcript does. */ readonly whole: boolean;
	readonly children: (size: PageSize) => ReactNode;
};

/** As much of a list or a form as is taken in at once. */
const largest: PageSize = {columns: 132, rows: 40};

/** A screen; a list or a form stands in the middle of a terminal that has room to spare. */
function Page({columns, rows, whole, children}: PageProps) {
	const heard = useScreenReader() !== undefined;
	if (heard) return children({columns, rows});
	const size = whole
		? {columns, rows}
		: {columns: Math.min(columns, largest.columns), rows: Math.min(rows, largest.rows)};
	return (
		<Box width={columns} height={rows} alignItems="center" justifyContent="center">
			<Box width={size.columns} height={size.rows}>
				{children(size)}
			</Box>
		</Box>
	);
}

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
function useSuspend(store: DebateStore | undefined): void {
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

type PaletteLayerProps = {
	readonly width: number;
	readonly height: number;
	/** What hides the screens meanwhile, and gets the keys. */
	readonly over: ReactNode;
	readonly children: ReactNode;
};

/** Screens, and over them the list of all commands that count there. What is chosen runs as its key would. */
function PaletteLayer({width, height, over, children}: PaletteLayerProps) {
	const target = useRef<PaletteTarget>(undefined);
	const [opened, setOpened] = useState<PaletteTarget>();
	const isHidden = over !== undefined;
	const isOpen = opened !== undefined || isHidden;
	const offer = useCallback((given: PaletteTarget) => {
		target.current = given;
		return () => {
			if (target.current === given) target.current = undefined;
		};
	}, []);
	const palette = useMemo(() => ({isOpen, offer, open: () => setOpened(target.current)}), [isOpen, offer]);
	const run = (value: string) => {
		const command = opened && commandsOf(opened.scope, opened.keyContext)[Number(value)];
		setOpened(undefined);
		// What the screen has come to meanwhile, not what it was when the list was opened.
		if (command) (target.current ?? opened)?.act(command.action, command.key);
	};
	return (
		<>
			{over}
			<PaletteProvider value={palette}>
				<Box flexDirection="column" display={isOpen ? 'none' : 'flex'}>
					{children}
				</Box>
			</PaletteProvider>
			{opened && !isHidden ? (
				<Picker
					title="Commands"
					placeholder="what to do"
					picks={picksOf(opened)}
					width={width}
					height={height}
					onPick={run}
					onCancel={() => setOpened(undefined)}
				/>
			) : null}
		</>
	);
}

const picksOf = ({scope, keyContext}: PaletteTarget): readonly Pick[] =>
	commandsOf(scope, keyContext).map(({help, shown}, place) => ({value: String(place), text: help, note: shown}));
