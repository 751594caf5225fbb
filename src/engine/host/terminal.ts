/**
 * What the terminal and its environment allow. Free of every import that takes time: it is asked before the first
 * frame.
 */
import type {ScreenOptions} from '../../ui/ports/port.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const isSet = (value: string | undefined): boolean =>
	value !== undefined && value !== '' && value !== '0' && value !== 'false';

/** Whether a screen makes sense here: a terminal on both ends that is no dumb one, and no CI. */
export const isInteractive = ({
	stdin,
	stdout,
	env,
}: {
	readonly stdin: {isTTY?: boolean};
	readonly stdout: {isTTY?: boolean};
	readonly env: Environment;
}): boolean => stdin.isTTY === true && stdout.isTTY === true && env['TERM'] !== 'dumb' && !isSet(env['CI']);

type Drawing = {
	readonly theme?: unknown;
	readonly drawing?: unknown;
	readonly screenReader?: unknown;
	readonly bell?: unknown;
};

/**
 * Some terminals say which of their colours is the background, last in `foreground;background`: of the sixteen, white
 * and light grey are light.
 */
const hasLightBackground = ({COLORFGBG: said = ''}: Environment): boolean => /;(?:7|15)$/u.test(said);

/**
 * How screens are drawn by the settings: in colour unless the user or NO_COLOR does not want it. INK_SCREEN_READER is
 * what other programs like this one know.
 */
export function drawn(settings: Drawing, env: Environment): Required<Omit<ScreenOptions, 'version' | 'signal'>> {
	const wanted = (name: keyof Drawing): unknown => env[`ROSTRUM_${name.toUpperCase()}`] || settings[name];
	const [theme, reader, bell] = [wanted('theme'), wanted('screenReader'), wanted('bell')];
	return {
		colour: theme === 'none' ? false : theme === 'colour' || theme === 'light' || !env['NO_COLOR'],
		light: theme === 'light' || (theme !== 'colour' && hasLightBackground(env)),
		incremental: wanted('drawing') !== 'lines',
		reader: reader === 'on' || (reader !== 'off' && env['INK_SCREEN_READER'] === 'true'),
		// The console without a window system would print what it does not know.
		window: env['TERM'] !== 'linux',
		bell: bell === 'bell' || bell === 'notify' ? bell : 'none',
	};
}
