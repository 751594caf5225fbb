/** The app as `show` puts it on a terminal, in-process, with xterm in the terminal's place. */
import {EventEmitter} from 'node:events';
import {PassThrough} from 'node:stream';
import {UnicodeGraphemesAddon} from '../../fixtures/graphemes-addon.ts';
import xterm from '@xterm/headless';
import {render} from 'ink';
import {App} from '../../../src/ui/app/app.tsx';
import {loadScreens} from '../../../src/ui/app/use-navigation.ts';
import {takeTerminal} from '../../../src/ui/terminal/terminal-session.ts';
import {Background, Themed} from '../../../src/ui/app/show.tsx';
import type {ScreenOptions} from '../../../src/ui/terminal/screen-options.ts';
import type {Session} from '../../../src/app/session/session.ts';
import {DebateStore} from '../../../src/ui/stage/debate-store.ts';
import {noWindow, WindowProvider} from '../../../src/ui/terminal/terminal-window.ts';

await loadScreens();

/**
 * How it measures characters: by the graphemes of Unicode 15, as xterm does without an add-on, or each code point by
 * itself, joiners and marks too, as the plainest consoles do.
 */
export type Widths = 'graphemes' | 'plain' | 'code points';

/** Two columns for emoji and East Asia, one for everything else. */
const apart = {
	version: 'apart',
	wcwidth: (code: number): 0 | 1 | 2 =>
		code < 32
			? 0
			: (code >= 0x11_00 && code < 0x11_60) || (code >= 0x2e_80 && code < 0xd7_a4) || code >= 0x1_f3_00
				? 2
				: 1,
	charProperties: (code: number): number => apart.wcwidth(code) << 1,
};

function terminalOf(widths: Widths, columns: number, rows: number): xterm.Terminal {
	const terminal = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 0});
	if (widths === 'graphemes') {
		terminal.loadAddon(new UnicodeGraphemesAddon());
		terminal.unicode.activeVersion = '15-graphemes';
	} else if (widths === 'code points') {
		terminal.unicode.register(apart);
		terminal.unicode.activeVersion = apart.version;
	}
	return terminal;
}

type Shown = {
	readonly session: Session;
	readonly widths?: Widths;
	readonly columns?: number;
	readonly rows?: number;
	readonly options?: ScreenOptions;
	/** Whether the terminal answers what it is asked. */
	readonly answers?: boolean;
};

/** `onFrame` is called with the lines of the screen after each piece of output. */
export function terminalScreen(shown: Shown, onFrame: (lines: readonly string[]) => void = () => {}) {
	const {session, widths = 'graphemes', columns = 100, rows = 30, options = {}, answers = true} = shown;
	const terminal = terminalOf(widths, columns, rows);
	const lines = (): readonly string[] =>
		Array.from({length: terminal.rows}, (_, row) => terminal.buffer.active.getLine(row)?.translateToString(true) ?? '');
	const sent: string[] = [];
	const output = Object.assign(new EventEmitter(), {
		isTTY: true,
		writable: true,
		columns,
		rows,
		write(text: string, done?: () => void) {
			sent.push(text);
			terminal.write(text.replaceAll(/\r?\n/gu, '\r\n'), () => {
				onFrame(lines());
				done?.();
			});
			return true;
		},
	});
	// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Ink and the screens use only what it has
	const stdout = output as unknown as NodeJS.WriteStream;
	const stdin = Object.assign(new PassThrough({encoding: 'utf8'}), {isTTY: true, setRawMode: () => stdin});
	if (answers) terminal.onData(data => stdin.write(data));
	const background = new Background(options.light);
	const taken = takeTerminal({...options, terminal: {stdin, stdout}}, light => background.tell(light));
	const store = new DebateStore(session);
	const instance = render(
		<WindowProvider value={taken.window ?? noWindow}>
			<Themed options={options} background={background}>
				<App first={store} port={undefined} onShow={() => {}} onEnd={() => {}} onRedraw={() => {}} />
			</Themed>
		</WindowProvider>,
		{
			stdin: taken.stdin,
			stdout: taken.stdout,
			stderr: taken.stdout,
			alternateScreen: true,
			incrementalRendering: true,
			interactive: true,
			maxFps: 60,
			exitOnCtrlC: false,
			patchConsole: false,
		},
	);
	return {
		terminal,
		store,
		lines,
		/** Everything that was written to it. */
		sent: () => sent.join(''),
		press: (keys: string) => void stdin.write(keys),
		resize(size: {readonly columns: number; readonly rows: number}) {
			terminal.resize(size.columns, size.rows);
			Object.assign(output, size);
			output.emit('resize');
		},
		close() {
			store.close();
			instance.unmount();
			taken.release();
		},
	};
}
