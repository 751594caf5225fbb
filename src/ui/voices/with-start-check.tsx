/** Holds the start check of a command: nothing is shown while all voices answer, a screen where one does not. */
import {render, Box, useWindowSize} from 'ink';
import {Interrupted, StartCancelled, type CliContext} from '../../app/context.ts';
import type {StartDialog} from '../../app/plan/start-check.ts';
import type {Settings} from '../../settings/schema.ts';
import {Background, withSurroundings} from '../app/show.tsx';
import {screenOptions} from '../terminal/screen-options.ts';
import {takeTerminal} from '../terminal/terminal-session.ts';
import {StartCheckScreen, startDialog, type StartProgress} from './start-check.tsx';

/** Runs `start` with a dialog on the terminal. Rejects with `Interrupted` where the user wants no debate. */
export async function withStartCheck<T>(
	context: CliContext,
	settings: Settings,
	start: (dialog: StartDialog) => Promise<T>,
): Promise<T> {
	let screen: {readonly show: (progress: StartProgress) => void; readonly close: () => void} | undefined;
	let notStarted = false;
	let abandon: (why: Interrupted) => void = () => undefined;
	const abandoned = new Promise<never>((_, reject) => {
		abandon = reject;
	});
	const {dialog, close} = startDialog(progress => {
		if (!progress) return;
		if (screen) return screen.show(progress);
		screen = openScreen(progress, context, settings, () => abandon(new Interrupted()));
	});
	try {
		return await Promise.race([start(dialog), abandoned]);
	} catch (error) {
		if (!(error instanceof StartCancelled)) throw error;
		notStarted = true;
		throw new Interrupted('not started', {cause: error});
	} finally {
		close();
		screen?.close();
		if (notStarted) context.stderr.write('Not started; nothing was spent.\n');
	}
}

function openScreen(first: StartProgress, context: CliContext, settings: Settings, onAbandon: () => void) {
	const options = screenOptions(context, settings);
	const background = new Background(options.light);
	const surroundings = takeTerminal(options, light => background.tell(light));
	const {stdin, stdout} = surroundings;
	let listener: (progress: StartProgress) => void = () => undefined;
	const subscribe = (told: typeof listener) => {
		listener = told;
		return () => {
			listener = () => undefined;
		};
	};
	const screen = <Sized first={first} subscribe={subscribe} onAbandon={onAbandon} />;
	const instance = render(withSurroundings(screen, surroundings, options, background), {
		stdin,
		stdout,
		alternateScreen: options.reader !== true,
		incrementalRendering: options.incremental ?? true,
		exitOnCtrlC: false,
		patchConsole: options.terminal === undefined,
		isScreenReaderEnabled: options.reader ?? false,
	});
	return {
		show: (progress: StartProgress) => listener(progress),
		close() {
			instance.unmount();
			surroundings.release();
		},
	};
}

type SizedProps = Omit<Parameters<typeof StartCheckScreen>[0], 'columns' | 'rows'>;

function Sized(props: SizedProps) {
	const {columns, rows} = useWindowSize();
	return (
		<Box paddingX={1} width={columns} height={rows}>
			<StartCheckScreen columns={columns - 2} rows={rows} {...props} />
		</Box>
	);
}
