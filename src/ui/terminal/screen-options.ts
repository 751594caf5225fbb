/** How screens are drawn for a command: by settings and environment, on its terminal, until it is interrupted. */
import {drawn} from '../../settings/terminal.ts';
import type {CliContext, TerminalStreams} from '../../app/context.ts';
import type {Bell} from './terminal-window.ts';

/** How the screens are drawn. */
export type ScreenOptions = {
	/** The process's own by default. */
	readonly terminal?: TerminalStreams | undefined;
	/** Shown until the port is there to say it. */
	readonly version?: string;
	/** Ends the screens as Ctrl+C does: the program is asked to end from outside. */
	readonly signal?: AbortSignal;
	/** False draws without colour (`NO_COLOR`). True by default. */
	readonly colour?: boolean;
	/** True where the background is light. Where it is not given the terminal is asked. */
	readonly light?: boolean | undefined;
	/** True draws nothing dim, and colours far from the background. False by default. */
	readonly contrast?: boolean;
	/** `ascii` for consoles that have no other signs. `unicode` by default. */
	readonly signs?: 'unicode' | 'ascii';
	/** True where the terminal opens links. False by default. */
	readonly links?: boolean;
	/** False draws whole lines only, for terminals whose widths of characters differ from ours. True by default. */
	readonly incremental?: boolean;
	/** True for a screen reader: lines that come one after the other, on the primary screen, instead of panes. */
	readonly reader?: boolean;
	/** False leaves the window's title, the mouse and the wheel alone. True by default. */
	readonly window?: boolean;
	/** False leaves the mouse to the terminal, which selects text with it. True by default. */
	readonly mouse?: boolean;
	/** How to call the user when a long debate has ended. Not at all by default. */
	readonly bell?: Bell;
};

/**
 * How the screens ended: the debate had ended, the user left it, or Ctrl-C. `text` is a summary for the primary screen
 * (outcome, files, how to go on), empty where no debate was shown.
 */
export type Farewell = {readonly how: 'ended' | 'left' | 'interrupt'; readonly text: string};

export const screenOptions = (
	{env, terminal, signal}: CliContext,
	settings: Parameters<typeof drawn>[0],
): ScreenOptions => ({...drawn(settings, env), terminal, signal});
