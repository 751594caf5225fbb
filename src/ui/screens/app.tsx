import {Box, useApp, usePaste, useWindowSize} from 'ink';
import {useReducer, useState} from 'react';
import {DebateStore} from '../debate-store.ts';
import type {LibrarySpot} from '../library-port.ts';
import {isPlace, places, type PlaceName} from '../places.ts';
import type {Farewell, RostrumPort, Session} from '../port.ts';
import {Spoken} from '../components/spoken.tsx';
import {StageSaid} from '../components/stage-said.tsx';
import {useAnywhere} from '../hooks/use-anywhere.ts';
import {useResized} from '../hooks/use-resized.ts';
import {useSuspend} from '../hooks/use-suspend.ts';
import {useSpeech} from '../speech.ts';
import {Home} from './home.tsx';
import {Results} from './results.tsx';
import {SetupRoom} from './setup.tsx';
import {Stage} from './stage.tsx';

type Route = {readonly at: 'home' | 'stage' | 'results' | 'other-voices' | PlaceName; readonly store: DebateStore | undefined; readonly problem?: string; /** Where the debate was found that is shown, to go back there. */ readonly from?: LibrarySpot | undefined};
type Props = {
	/** The debate to begin with; without one, the home screen. */
	readonly first: DebateStore | undefined;
	readonly port: RostrumPort | undefined;
	/** Where it begins, if not at the home screen. */
	readonly place?: PlaceName | undefined;
	/** Hears which debate is shown: it outlives the screens, which end before the session is let go. */
	readonly onShow: (store: DebateStore) => void;
	readonly onEnd: (how: Farewell['how']) => void;
	readonly onRedraw: () => void;
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** The same again, where only the picture is to be new: whatever has been gone to meanwhile. */
const follow = (before: Route, next: Route | 'again'): Route => (next === 'again' ? {...before} : next);

/** What is read aloud has no edges: nothing is cut short, nothing is out of sight. */
const heard = {columns: 1000, rows: 200} as const;

/** Which screen is shown, and how one leads to another. */
export function App({first, place, port: given, onShow, onEnd, onRedraw}: Props) {
	const [port, renew] = useState(given);
	const {columns, rows} = useWindowSize();
	const {exit} = useApp();
	const reader = useSpeech() !== undefined;
	const [route, to] = useReducer(follow, {at: first ? 'stage' : place ?? 'home', store: first});
	const {store} = route;
	useSuspend(store);
	// Without a listener a paste would be taken for keys; where a text is being written, its field takes it.
	usePaste(() => {});
	const open = (session: Session, from?: LibrarySpot) => {
		store?.close();
		const next = new DebateStore(session, {columns: reader ? columns : undefined, arrangement: store?.arrangement, openedFrom: port !== undefined});
		onShow(next);
		to({at: 'stage', store: next, from});
	};
	const end = (how: Farewell['how']) => {
		onEnd(how);
		exit();
	};
	const around = {
		open,
		leave: () => (port && route.at !== 'home' ? goBack(port, route, to, renew) : end(store?.over ? 'ended' : 'left')),
		redraw() {
			onRedraw();
			to('again');
		},
		fail: (error: unknown) => exit(error instanceof Error ? error : new Error(String(error))),
		renew: () => (port ? goBack(port, {at: 'home', store: undefined}, to, renew) : undefined),
		visit: (place: PlaceName) => to({at: place, store}),
		results: () => to({...route, at: 'results'}),
		setup: () => to({...route, at: 'other-voices'}),
		transcript: () => to({...route, at: 'stage'}),
		openLater: (session: Promise<Session>) => void session.then(next => open(next, route.from), (error: unknown) => to({...route, at: 'results', problem: reasonOf(error)})),
	};
	useAnywhere({abandon: () => end('interrupt'), redraw: around.redraw});
	useResized(reader ? () => undefined : around.redraw);
	const Place = isPlace(route.at) ? places[route.at] : undefined;
	const size = reader ? heard : {columns: columns - 2, rows};
	return (
		<Box paddingX={reader ? 0 : 1} width={columns} {...(reader ? {} : {height: rows})}>
			{route.at === 'home' && port ? <Home port={port} {...size} problem={route.problem} exit={around}/> : null}
			{Place && port ? <Place port={port} {...size} last={route.from} exit={around}/> : null}
			{route.at === 'other-voices' && store?.session.setup ? <SetupRoom make={store.session.setup} {...size} exit={{...around, leave: around.results}}/> : null}
			{route.at === 'stage' && store ? <Stage store={store} {...size} exit={around}/> : null}
			{route.at === 'results' && store ? <Results store={store} {...size} problem={route.problem} exit={around}/> : null}
			{reader && store && route.at === 'stage' ? <StageSaid store={store}/> : null}
			{reader && store ? <Spoken store={store}/> : null}
		</Box>
	);
}

/** Lets a debate go that is not over, and goes to where it was opened; what the home screen shows is read anew. Says there if either went wrong. */
function goBack(port: RostrumPort, {store, from, at}: Route, to: (route: Route) => void, renew: (port: RostrumPort) => void): void {
	const back: Route = from && !isPlace(at) ? {at: 'library', store, from} : {at: 'home', store};
	store?.close();
	to(back);
	const renewed = async () => {
		await store?.leave();
		if (back.at === 'home' && port.renewed) renew(await port.renewed());
	};
	renewed().catch((error: unknown) => to({at: 'home', store, problem: reasonOf(error)}));
}
