/** What the terminal and its environment allow. Free of every import that takes time: it is asked before the first frame. */
import type {ScreenOptions} from './ui/port.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '' && value !== '0' && value !== 'false';

/** Whether a screen makes sense here: a terminal on both ends that is no dumb one, and no CI. */
export const isInteractive = ({stdin, stdout, env}: {readonly stdin: {isTTY?: boolean}; readonly stdout: {isTTY?: boolean}; readonly env: Environment}): boolean =>
	stdin.isTTY === true && stdout.isTTY === true && env['TERM'] !== 'dumb' && !isSet(env['CI']);

/** How screens are drawn by the settings `theme` and `drawing`: in colour unless the user or NO_COLOR does not want it. */
export const drawn = ({theme, drawing}: {readonly theme?: unknown; readonly drawing?: unknown}, env: Environment): Required<Pick<ScreenOptions, 'colour' | 'incremental'>> =>
	({colour: theme === 'none' ? false : theme === 'colour' || !env['NO_COLOR'], incremental: drawing !== 'lines'});
