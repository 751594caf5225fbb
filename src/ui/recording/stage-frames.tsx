/** The stage of a debate as a terminal recording: every frame as Ink draws it, and what changed between two. */
import {EventEmitter} from 'node:events';
import {PassThrough} from 'node:stream';
import {setImmediate as nextTurnOfTheLoop} from 'node:timers/promises';
import {render} from 'ink';
import type {SessionEvent} from '../../debate/state.ts';
import {App} from '../app/app.tsx';
import {loadScreens} from '../app/use-navigation.ts';
import {KeyStdin} from '../terminal/key-stdin.ts';
import {DebateStore} from '../stage/debate-store.ts';
import {coloured} from '../../view/theme.ts';
import {KeysProvider, PaintProvider} from '../kit/lines.tsx';

/** A key that a line of the transcript names. */
const keyInText = ' · w opens the turn';

export type FrameSize = {readonly columns: number; readonly rows: number};

/** A terminal as far as Ink asks for one; it keeps the last frame. */
class FrameOutput extends EventEmitter {
	frame = '';
	readonly isTTY = false;
	readonly writable = true;
	readonly columns: number;
	readonly rows: number;

	constructor({columns, rows}: FrameSize) {
		super();
		this.columns = columns;
		this.rows = rows;
	}

	write(text: string, done?: () => void): boolean {
		if (text !== '') this.frame = text;
		done?.();
		return true;
	}

	end(): this {
		return this;
	}
}

/**
 * The lines of the stage behind each step of the debate. A step is the events that have come since the one before.
 * Nothing is drawn on any terminal.
 */
export async function* stageFrames(
	steps: Iterable<readonly SessionEvent[]>,
	size: FrameSize,
): AsyncGenerator<readonly string[]> {
	await loadScreens();
	const queue = eventQueue();
	const output = new FrameOutput(size);
	const source = Object.assign(new PassThrough(), {isTTY: true, setRawMode: () => source});
	const store = new DebateStore({
		events: queue.events,
		act: () => undefined,
		live: false,
		recorded: true,
		initialPace: 0,
	});
	// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Ink uses only what FrameOutput has
	const stdout = output as unknown as NodeJS.WriteStream;
	const app = render(
		<PaintProvider value={coloured}>
			<KeysProvider value={false}>
				<App
					first={store}
					port={undefined}
					onShow={() => undefined}
					onEnd={() => undefined}
					onRedraw={() => undefined}
				/>
			</KeysProvider>
		</PaintProvider>,
		{
			stdout,
			stderr: stdout,
			stdin: new KeyStdin(source),
			debug: true,
			interactive: true,
			exitOnCtrlC: false,
			patchConsole: false,
		},
	);
	try {
		for (const events of steps) {
			queue.push(events);
			await queue.taken();
			store.redraw();
			// React draws what has changed a moment later: else it would be in this frame or in the next.
			await nextTurnOfTheLoop();
			yield output.frame.replaceAll(keyInText, '').split('\n');
		}
	} finally {
		app.unmount();
		store.close();
		source.destroy();
	}
}

/** Events that are iterated as they are pushed. It never ends: the stage stays as it is. */
function eventQueue() {
	const waiting: SessionEvent[] = [];
	let wake: (() => void) | undefined;
	let idle: (() => void) | undefined;
	async function* events(): AsyncGenerator<SessionEvent> {
		for (;;) {
			const event = waiting.shift();
			if (event) {
				yield event;
				continue;
			}
			idle?.();
			await new Promise<void>(resolve => (wake = resolve));
		}
	}
	return {
		events: events(),
		push(more: readonly SessionEvent[]): void {
			waiting.push(...more);
			wake?.();
		},
		taken: (): Promise<void> => (waiting.length === 0 ? Promise.resolve() : new Promise(resolve => (idle = resolve))),
	};
}
