/** Puts the app on a made-up terminal, with a debate or the home screen. */
import {DebateStore} from '../../../src/ui/stage/debate-store.ts';
import type {Farewell} from '../../../src/ui/terminal/screen-options.ts';
import type {RostrumPort} from '../../../src/app/setup/home-port.ts';
import type {Session} from '../../../src/app/session/session.ts';
import {App} from '../../../src/ui/app/app.tsx';
import {loadScreens} from '../../../src/ui/app/use-navigation.ts';
import {coloured, type Paint} from '../../../src/view/theme.ts';
import {PaintProvider} from '../../../src/ui/kit/lines.tsx';
import {noWindow, WindowProvider, type TerminalWindow} from '../../../src/ui/terminal/terminal-window.ts';
import {renderSized} from './render-sized.tsx';

await loadScreens();

type What = {
	readonly session?: Session;
	readonly port?: RostrumPort;
	readonly columns?: number;
	readonly rows?: number;
	readonly paint?: Paint;
	readonly window?: TerminalWindow;
};

/** `ended` tells how the screens ended, once they have; `redrawn` counts how often they were drawn anew. */
export function show({session, port, columns = 100, rows = 30, paint = coloured, window = noWindow}: What) {
	const first = session ? new DebateStore(session) : undefined;
	const shown: {store: DebateStore | undefined; ended: Farewell['how'] | undefined; redrawn: number} = {
		store: first,
		ended: undefined,
		redrawn: 0,
	};
	const app = renderSized(
		<PaintProvider value={paint}>
			<WindowProvider value={window}>
				<App
					first={first}
					port={port}
					onShow={store => (shown.store = store)}
					onEnd={how => (shown.ended = how)}
					onRedraw={() => shown.redrawn++}
				/>
			</WindowProvider>
		</PaintProvider>,
		{columns, rows},
	);
	return {
		...app,
		shown,
		close() {
			shown.store?.close();
			app.unmount();
		},
	};
}
