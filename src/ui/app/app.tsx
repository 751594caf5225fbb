import {Box, usePaste, useWindowSize} from 'ink';
import type {DebateStore} from '../store/debate-store.ts';
import {isScreenName, type ScreenName} from './screen-props.ts';
import {routes} from './routes.ts';
import type {Farewell} from '../terminal/screen-options.ts';
import type {RostrumPort} from '../../app/screens/home-port.ts';
import {DebateReader} from '../stage/debate-reader.tsx';
import {StageAnnouncements} from '../stage/stage-announcements.tsx';
import {useGlobalKeys} from '../terminal/use-keys.ts';
import {useNavigation} from './use-navigation.ts';
import {useResizeRedraw} from '../terminal/terminal-window.ts';
import {useSuspend} from './use-suspend.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {Page} from '../kit/page.tsx';
import {Home} from '../home/home.tsx';
import {PaletteLayer} from '../palette/palette-layer.tsx';
import {Results} from '../results/results.tsx';
import {SetupLoader} from '../setup/setup.tsx';
import {Stage} from '../stage/stage.tsx';

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

const wholeScreens: ReadonlySet<string> = new Set(['stage', 'results', 'library']);

/** The current screen, and the keys that work on all of them. */
export function App({first, place, port: given, onShow, onEnd, onRedraw}: AppProps) {
	const {columns, rows} = useWindowSize();
	const reader = useScreenReader() !== undefined;
	const lineWidth = reader ? columns : undefined;
	const start = {first, place, port: given};
	const {route, port, navigation, end} = useNavigation({...start, lineWidth, onShow, onEnd, onRedraw});
	const {store} = route;
	useSuspend(store);
	// Without a listener, pasted text would be read as keys. Text fields listen for themselves.
	usePaste(() => {});
	useGlobalKeys({abandon: () => end('interrupt'), redraw: navigation.redraw});
	useResizeRedraw(reader ? () => undefined : navigation.redraw);
	const Screen = isScreenName(route.at) ? routes[route.at] : undefined;
	const makeSetup = route.at === 'other-voices' ? store?.session.setup : undefined;
	const size = reader ? readerSize : {columns: columns - 2, rows};
	return (
		<Box paddingX={reader ? 0 : 1} width={columns} {...(reader ? {} : {height: rows})}>
			<PaletteLayer width={size.columns} height={size.rows}>
				<Page {...size} whole={wholeScreens.has(route.at)}>
					{page => (
						<>
							{route.at === 'home' && port ? (
								<Home port={port} {...page} problem={route.problem} exit={navigation} />
							) : null}
							{Screen && port ? <Screen port={port} {...page} last={route.from} exit={navigation} /> : null}
							{makeSetup ? (
								<SetupLoader make={makeSetup} {...page} exit={{...navigation, leave: navigation.results}} />
							) : null}
							{route.at === 'stage' && store ? <Stage store={store} {...page} exit={navigation} /> : null}
							{route.at === 'results' && store ? (
								<Results store={store} {...page} problem={route.problem} exit={navigation} />
							) : null}
						</>
					)}
				</Page>
			</PaletteLayer>
			{reader && store && route.at === 'stage' ? <StageAnnouncements store={store} /> : null}
			{reader && store ? <DebateReader store={store} /> : null}
		</Box>
	);
}
