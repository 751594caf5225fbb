/** The screens behind the home screen, which are loaded when the first of them is opened. */
import type {ReactNode} from 'react';
import {Library} from '../library/library.tsx';
import {Results} from '../results/results.tsx';
import {Health} from '../screens/health.tsx';
import {Settings} from '../screens/settings.tsx';
import {Watch} from '../screens/watch.tsx';
import {Setup, SetupLoader} from '../setup/setup.tsx';
import type {DebateStore} from '../stage/debate-store.ts';
import {DebateReader, StageAnnouncements} from '../stage/debate-reader.tsx';
import {Stage} from '../stage/stage.tsx';
import type {RostrumPort} from '../../app/setup/home-port.ts';
import {isScreenName, type Navigation, type Route, type ScreenName, type ScreenProps} from './screen-props.ts';

type ScreenOnRouteProps = {
	readonly route: Route;
	readonly port: RostrumPort | undefined;
	readonly navigation: Navigation;
	readonly columns: number;
	readonly rows: number;
};

/** The component of each screen in the home screen's menu. Its key and its name are in the key table. */
const routes: Readonly<Record<ScreenName, (props: ScreenProps) => ReactNode>> = {
	setup: Setup,
	watch: Watch,
	library: Library,
	settings: Settings,
	health: Health,
};

/** The screen that is shown, where it is not the home screen. */
export function ScreenOnRoute({route, port, navigation, ...page}: ScreenOnRouteProps) {
	const {at, store, problem, from} = route;
	if (isScreenName(at)) {
		const Screen = routes[at];
		return port ? <Screen port={port} {...page} last={from} exit={navigation} /> : null;
	}
	if (!store || at === 'home') return null;
	if (at === 'stage') return <Stage store={store} {...page} exit={navigation} />;
	if (at === 'results') return <Results store={store} {...page} problem={problem} exit={navigation} />;
	const make = store.session.setup;
	return make ? <SetupLoader make={make} {...page} exit={{...navigation, leave: navigation.results}} /> : null;
}

/** What a screen reader is told of a debate. */
export function HeardDebate({store, onStage}: {readonly store: DebateStore; readonly onStage: boolean}) {
	return (
		<>
			{onStage ? <StageAnnouncements store={store} /> : null}
			<DebateReader store={store} />
		</>
	);
}
