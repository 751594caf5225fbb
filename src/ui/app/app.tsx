import {Box, useApp, usePaste, useWindowSize} from 'ink';
import {useReducer, useState} from 'react';
import {DebateStore} from '../store/debate-store.ts';
import type {LibrarySpot} from '../ports/library-port.ts';
import {isScreenName, type ScreenName} from '../ports/screen-props.ts';
import {routes} from './routes.ts';
import type {Farewell, RostrumPort, Session} from '../ports/port.ts';
import {DebateReader} from '../stage/debate-reader.tsx';
import {StageAnnouncements} from '../stage/stage-announcements.tsx';
import {useGlobalKeys} from '../terminal/use-global-keys.ts';
import {useOpenSession} from './use-open-session.ts';
import {useResizeRedraw} from '../terminal/use-resize-redraw.ts';
import {useSuspend} from './use-suspend.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {Home} from '../home/home.tsx';
import {Results} from '../results/results.tsx';
import {SetupLoader} from '../setup/setup.tsx';
import {Stage} from '../stage/stage.tsx';

type Route = {
	readonly at: 'home' | 'stage' | 'results' | 'other-voices' | ScreenName;
	readonly store: DebateStore | undefined;
	readonly problem?: string | undefined;
	/** Where the debate was found that is shown, to go back there. */ readonly from?: LibrarySpot | undefined;
};
type AppProps = {
	/** The debate to begin with; without one, the home screen. */
	readonly first: DebateStore | undefined;
	readonly port: RostrumPort | undefined;
	/** Where it begins, if not at the home screen. */
	readonly place?: ScreenName | undefined;
	/** Hears which debate is shown: it outlives the screens, which end before the session is let go. */
	readonly onShow: (store: DebateStore) => void;
	readonly onEnd: (how: Farewell['how']) => void;
	readonly onRedraw: () => void;
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** A function changes whatever has been gone to meanwhile. */
const follow = (before: Route, next: Route | ((before: Route) => Route)): Route =>
	typeof next === 'function' ? next(before) : next;
const again = (before: Route): Route => ({...before});

/** What is read aloud has no edges: nothing is cut short, nothing is out of sight. */
const readerSize = {columns: 1000, rows: 200} as const;

/** Which screen is shown, and how one leads to another. */
export function App({first, place, port: given, onShow, onEnd, onRedraw}: AppProps) {
	const [port, renew] = useState(given);
	const {columns, rows} = useWindowSize();
	const {exit} = useApp();
	const reader = useScreenReader() !== undefined;
	const [route, to] = useReducer(follow, {at: first ? 'stage' : (place ?? 'home'), store: first});
	const {store} = route;
	useSuspend(store);
	// Without a listener a paste would be taken for keys; where a text is being written, its field takes it.
	usePaste(() => {});
	const {open, forget} = useOpenSession(store, (session, from) => {
		store?.close();
		const next = new DebateStore(session, {
			columns: reader ? columns : undefined,
			arrangement: store?.arrangement,
			openedFrom: port !== undefined,
		});
		onShow(next);
		to({at: 'stage', store: next, from});
	});
	const go = (next: Route) => {
		forget();
		to(next);
	};
	const end = (how: Farewell['how']) => {
		forget();
		onEnd(how);
		exit();
	};
	const navigation = {
		open,
		leave: () =>
			port && route.at !== 'home' ? goBack(port, route, {go, to, renew}) : end(store?.over ? 'ended' : 'left'),
		redraw() {
			onRedraw();
			to(again);
		},
		fail: (error: unknown) => exit(error instanceof Error ? error : new Error(String(error))),
		renew: () => (port ? goBack(port, {at: 'home', store: undefined}, {go: to, to, renew}) : undefined),
		visit: (place: ScreenName) => go({at: place, store}),
		results: () => go({...route, at: 'results'}),
		setup: () => go({...route, at: 'other-voices'}),
		transcript: () => go({...route, at: 'stage'}),
		openLater: (make: () => Promise<Session>) =>
			void open(make, route.from).catch((error: unknown) => to(before => ({...before, problem: reasonOf(error)}))),
	};
	useGlobalKeys({abandon: () => end('interrupt'), redraw: navigation.redraw});
	useResizeRedraw(reader ? () => undefined : navigation.redraw);
	const Screen = isScreenName(route.at) ? routes[route.at] : undefined;
	const size = reader ? readerSize : {columns: columns - 2, rows};
	return (
		<Box paddingX={reader ? 0 : 1} width={columns} {...(reader ? {} : {height: rows})}>
			{route.at === 'home' && port ? <Home port={port} {...size} problem={route.problem} exit={navigation} /> : null}
			{Screen && port ? <Screen port={port} {...size} last={route.from} exit={navigation} /> : null}
			{route.at === 'other-voices' && store?.session.setup ? (
				<SetupLoader make={store.session.setup} {...size} exit={{...navigation, leave: navigation.results}} />
			) : null}
			{route.at === 'stage' && store ? <Stage store={store} {...size} exit={navigation} /> : null}
			{route.at === 'results' && store ? (
				<Results store={store} {...size} problem={route.problem} exit={navigation} />
			) : null}
			{reader && store && route.at === 'stage' ? <StageAnnouncements store={store} /> : null}
			{reader && store ? <DebateReader store={store} /> : null}
		</Box>
	);
}

type Navigation = {
	readonly go: (route: Route) => void;
	readonly to: (change: (before: Route) => Route) => void;
	readonly renew: (port: RostrumPort) => void;
};

/**
 * Lets a debate go that is not over, and goes to where it was opened; what the home screen shows is read anew. Says at
 * home if either went wrong; who has gone on meanwhile is told when they come there.
 */
function goBack(port: RostrumPort, {store, from, at, problem}: Route, {go, to, renew}: Navigation): void {
	const back: Route = from && !isScreenName(at) ? {at: 'library', store, from} : {at: 'home', store, problem};
	store?.close();
	go(back);
	const renewed = async () => {
		await store?.leave();
		if (back.at === 'home' && port.renewed) renew(await port.renewed());
	};
	renewed().catch((error: unknown) =>
		to(before => ({...before, ...(before === back && {at: 'home'}), problem: reasonOf(error)})),
	);
}
