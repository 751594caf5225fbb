/** Navigation: the screen that is shown, and the ways from it to others and to a debate. */
import {useApp} from 'ink';
import {useReducer, useState, useEffect, useEffectEvent, useRef} from 'react';
import type {Farewell} from '../terminal/screen-options.ts';
import type {RostrumPort} from '../../app/setup/home-port.ts';
import type {Session} from '../../app/session/session.ts';
import {
	isScreenName,
	problemOf,
	type LibrarySpot,
	type Navigation,
	type OpenDebate,
	type Route,
	type ScreenName,
} from './screen-props.ts';
import type {DebateStore} from '../stage/debate-store.ts';
import {useKeysWhenLoaded} from '../terminal/use-keys.ts';
import {startDialog, type StartProgress} from '../voices/start-check.tsx';
import {reasonOf} from '../../debate/text/words.ts';

/** A function changes the route as it is by then, whatever the user has opened meanwhile. */
type RouteChange = Route | ((before: Route) => Route);
const follow = (before: Route, next: RouteChange): Route => (typeof next === 'function' ? next(before) : next);
const again = (before: Route): Route => ({...before});

type NavigationOptions = {
	/** The debate to begin with; without one, the home screen. */
	readonly first: DebateStore | undefined;
	readonly port: RostrumPort | undefined;
	/** The screen to begin with, if not the home screen. */
	readonly place: ScreenName | undefined;
	/** The width that a screen reader's lines are wrapped at, if there is one. */
	readonly lineWidth: number | undefined;
	/** Called with each debate that is shown: it outlives the screens, which end before the session is left. */
	readonly onShow: (store: DebateStore) => void;
	readonly onEnd: (how: Farewell['how']) => void;
	readonly onRedraw: () => void;
};

type NavigationState = {
	readonly route: Route;
	readonly port: RostrumPort | undefined;
	readonly navigation: Navigation;
	/** The check of a debate that is about to start, once it is to be seen. */
	readonly starting: StartProgress | undefined;
	/** Leaves the app. */
	readonly end: (how: Farewell['how']) => void;
};

/** The screen that is shown, and the ways from it to others. */
export function useNavigation(options: NavigationOptions): NavigationState {
	const {first, place, lineWidth, onShow, onEnd, onRedraw} = options;
	const [port, renew] = useState(options.port);
	const {exit} = useApp();
	const [route, to] = useReducer(follow, {at: first ? 'stage' : (place ?? 'home'), store: first});
	const {store} = route;
	const {open, forget, starting} = useOpenSession(store, (session, from, {DebateStore}) => {
		store?.close();
		const {arrangement} = store ?? {};
		const next = new DebateStore(session, {columns: lineWidth, arrangement, openedFrom: port !== undefined});
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
	const navigation: Navigation = {
		open,
		leave: () =>
			port && route.at !== 'home' ? goBack(port, route, {go, to, renew}) : end(store?.over ? 'ended' : 'left'),
		redraw() {
			onRedraw();
			to(again);
		},
		fail: error => exit(error instanceof Error ? error : new Error(String(error))),
		renew() {
			// Whoever asks for it may have been left for another screen meanwhile.
			const stay = (next: Route) => to(before => (before.at === 'home' ? next : before));
			if (port) goBack(port, {at: 'home', store: undefined}, {go: stay, to, renew});
		},
		visit: screen => go({at: screen, store}),
		results: () => go({...route, at: 'results'}),
		setup: () => go({...route, at: 'other-voices'}),
		transcript: () => go({...route, at: 'stage'}),
		openLater: make =>
			void open(make, route.from).catch((error: unknown) => to(before => ({...before, problem: problemOf(error)}))),
	};
	return {route, port, navigation, starting, end};
}

type RouteSetters = {
	readonly go: (route: Route) => void;
	readonly to: (change: (before: Route) => Route) => void;
	readonly renew: (port: RostrumPort) => void;
};

/**
 * Leaves a debate for the screen that it was opened from, and reads the home screen's lists again. If either fails, the
 * home screen says so: at once, or when the user comes there.
 */
function goBack(port: RostrumPort, {store, from, at, problem}: Route, {go, to, renew}: RouteSetters): void {
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

type OpenSession = {
	/**
	 * Makes a session and shows it, unless another is being made. A session that comes after the user has gone elsewhere
	 * is left. Rejects if it cannot be made.
	 */
	readonly open: (make: OpenDebate, from?: LibrarySpot) => Promise<void>;
	/** How far its start check is, once that is to be seen. */
	readonly starting: StartProgress | undefined;
	/** Stops waiting for a session, because the user goes elsewhere. */
	readonly forget: () => void;
};

/**
 * Opens sessions that take time to make, one at a time. `shown` identifies the current screen: until it changes, the
 * screen that asked still gets keys, which must not open a second one.
 */
function useOpenSession(
	shown: unknown,
	show: (session: Session, from: LibrarySpot | undefined, stores: typeof import('../stage/debate-store.ts')) => void,
): OpenSession {
	const [starting, setStarting] = useState<StartProgress>();
	const awaited = useRef<{readonly shown: unknown}>(undefined);
	useEffect(
		() => () => {
			awaited.current = undefined;
		},
		[],
	);
	const forget = () => {
		awaited.current = undefined;
	};
	const open = async (make: OpenDebate, from?: LibrarySpot) => {
		if (awaited.current && awaited.current.shown === shown) return undefined;
		const mine = {shown};
		awaited.current = mine;
		const {dialog, close} = startDialog(progress => (awaited.current === mine ? setStarting(progress) : undefined));
		try {
			const session = await make(dialog).finally(close);
			const [stores] = await Promise.all([import('../stage/debate-store.ts'), loadScreens()]);
			if (awaited.current !== mine) return await session.leave?.();
			show(session, from, stores);
		} catch (error) {
			if (awaited.current === mine) forget();
			throw error;
		}
	};
	return {open, forget, starting};
}

type Screens = typeof import('./screens.tsx');
let loaded: Screens | undefined;

/** Loads all screens but home, which is there sooner without them. */
export const loadScreens = async (): Promise<Screens> => (loaded ??= await import('./screens.tsx'));

/** The screens once they are loaded, which happens when one is wanted; keys wait meanwhile. */
export function useScreens(wanted: boolean, onFail: (error: unknown) => void): Screens | undefined {
	const [, drawAgain] = useReducer((times: number) => times + 1, 0);
	const missing = wanted && !loaded;
	const fail = useEffectEvent(onFail);
	useEffect(() => {
		if (missing) loadScreens().then(drawAgain, fail);
	}, [missing]);
	useKeysWhenLoaded(!missing);
	return loaded;
}
