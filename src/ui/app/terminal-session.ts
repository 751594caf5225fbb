/**
 * The terminal for as long as the screens have it: its window, its keys, what is drawn on it, and what it says of
 * itself.
 */
import {KeyStdin} from '../input/key-stdin.ts';
import type {ScreenOptions} from '../terminal/screen-options.ts';
import type {TerminalStreams} from '../../app/cli/context.ts';
import {asciiSigns, drawAscii} from '../terminal/ascii-signs.ts';
import {pinColumns} from '../terminal/column-pins.ts';
import {ScreenReader} from '../terminal/screen-reader.ts';
import {screenOutput, type TerminalModes} from '../terminal/screen-output.ts';
import {TerminalAnswers, type TerminalAnswer} from '../terminal/terminal-answers.ts';
import {terminalWindow} from '../terminal/terminal-window.ts';
import {drawClusters} from '../../view/wrap.ts';
import {drawLinks} from '../../view/rows.ts';

export type TerminalSession = {
	readonly window: ReturnType<typeof terminalWindow> | undefined;
	readonly speech: ScreenReader | undefined;
	readonly stdin: KeyStdin;
	readonly stdout: NodeJS.WriteStream;
	/** Gives the terminal back as it was. */
	readonly release: () => void;
};

/**
 * Takes the terminal over, or writes to a screen reader instead. `onBackground` is told whether the background is
 * light.
 */
export function takeTerminal(options: ScreenOptions, onBackground: (light: boolean) => void): TerminalSession {
	const streams = options.terminal ?? process;
	return options.reader ? readTerminal(streams) : drawnTerminal(options, onBackground, streams);
}

function readTerminal({stdin: source, stdout}: TerminalStreams): TerminalSession {
	const speech = new ScreenReader(
		text => stdout.write(text),
		() => stdout.columns,
	);
	const stdin = new KeyStdin(source);
	return {
		window: undefined,
		speech,
		stdin,
		stdout,
		release() {
			speech.close();
			stdin.destroy();
		},
	};
}

function drawnTerminal(
	{window: named = true, mouse = true, bell = 'none', signs = 'unicode', links = false}: ScreenOptions,
	onBackground: (light: boolean) => void,
	{stdin: source, stdout}: TerminalStreams,
): TerminalSession {
	let ascii = signs === 'ascii';
	drawAscii(ascii);
	const window = named ? terminalWindow(text => stdout.write(text), bell, mouse) : undefined;
	const answers = new TerminalAnswers();
	const hear = (answer: TerminalAnswer | undefined) => {
		if (answer === undefined) return;
		if ('light' in answer) return onBackground(answer.light);
		drawClusters(answer.samples);
		ascii ||= (answer.samples.get('sign') ?? 0) > 1;
		drawAscii(ascii);
	};
	const output = screenOutput(
		stdout,
		modes(window, () => answers.ask(!named)),
		text => pinColumns(ascii ? asciiSigns(text) : text),
	);
	const stdin = new KeyStdin(source, sequence => hear(answers.take(sequence)));
	drawClusters('unknown');
	drawLinks(links);
	// Before the terminal is asked: what it answers would be echoed.
	source.setRawMode?.(true);
	process.once('exit', output.release);
	return {
		window,
		speech: undefined,
		stdin,
		stdout: output.stream,
		release() {
			process.off('exit', output.release);
			output.release();
			stdin.destroy();
			source.setRawMode?.(false);
			drawClusters('whole');
			drawLinks(false);
			drawAscii(false);
		},
	};
}

/** Asks the terminal once, when it is taken for the first time. */
function modes(window: TerminalModes | undefined, ask: () => string): TerminalModes {
	let asked = false;
	return {
		enter() {
			const questions = asked ? '' : ask();
			asked = true;
			return (window?.enter() ?? '') + questions;
		},
		leave: () => window?.leave() ?? '',
	};
}
