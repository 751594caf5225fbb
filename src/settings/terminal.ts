/** What the terminal and its environment allow. Imports no code, because it is needed before the first frame. */
import type {Environment} from '../debate/protocol.ts';

const isSet = (value: string | undefined): boolean =>
	value !== undefined && value !== '' && value !== '0' && value !== 'false';

/** Whether a screen makes sense here: a terminal for input and output that is not dumb, and no CI. */
export const isInteractive = ({
	stdin,
	stdout,
	env,
}: {
	readonly stdin: {isTTY?: boolean};
	readonly stdout: {isTTY?: boolean};
	readonly env: Environment;
}): boolean => stdin.isTTY === true && stdout.isTTY === true && env['TERM'] !== 'dumb' && !isSet(env['CI']);

type DrawingSettings = {
	readonly theme?: unknown;
	readonly drawing?: unknown;
	readonly screenReader?: unknown;
	readonly bell?: unknown;
	readonly signs?: unknown;
	readonly mouse?: unknown;
};

/**
 * Some terminals set COLORFGBG to `foreground;background`: of the 16 colours, white (15) and light grey (7) are
 * light.
 */
const backgroundSaid = ({COLORFGBG: said = ''}: Environment): boolean | undefined =>
	/;\d+$/u.test(said) ? /;(?:7|15)$/u.test(said) : undefined;

/** Consoles that have a few hundred signs at most. */
const isPlainConsole = ({TERM: name = ''}: Environment): boolean => /^(?:linux|vt\d+|ansi|cons25|sun)/u.test(name);

const opensLinks = ({
	TERM: name = '',
	TERM_PROGRAM: program = '',
	VTE_VERSION: vte = '',
	...env
}: Environment): boolean =>
	!/^(?:screen|tmux)/u.test(name) &&
	(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'Tabby'].includes(program) ||
		/^(?:xterm-kitty|xterm-ghostty|alacritty|foot|contour)/u.test(name) ||
		Number(vte) >= 5000 ||
		isSet(env['WT_SESSION']));

export type Drawing = {
	readonly colour: boolean;
	/** Undefined where neither a setting nor the environment says so: the terminal is asked. */
	readonly light: boolean | undefined;
	readonly contrast: boolean;
	readonly signs: 'unicode' | 'ascii';
	readonly incremental: boolean;
	readonly reader: boolean;
	readonly window: boolean;
	readonly mouse: boolean;
	readonly bell: 'none' | 'bell' | 'notify';
	/** Whether the terminal is known to open links (OSC 8). */
	readonly links: boolean;
};

/**
 * How screens are drawn, from settings and environment; NO_COLOR and INK_SCREEN_READER are common to many
 * programs.
 */
export function drawn(settings: DrawingSettings, env: Environment): Drawing {
	const wanted = (name: keyof DrawingSettings): unknown => env[`ROSTRUM_${name.toUpperCase()}`] || settings[name];
	const [theme, reader, bell, signs] = [wanted('theme'), wanted('screenReader'), wanted('bell'), wanted('signs')];
	return {
		colour: theme === 'none' ? false : ['colour', 'light', 'contrast'].includes(String(theme)) || !env['NO_COLOR'],
		light: theme === 'light' || (theme === 'colour' ? false : backgroundSaid(env)),
		contrast: theme === 'contrast',
		signs: signs === 'ascii' || (signs !== 'unicode' && isPlainConsole(env)) ? 'ascii' : 'unicode',
		incremental: wanted('drawing') !== 'lines',
		reader: reader === 'on' || (reader !== 'off' && env['INK_SCREEN_READER'] === 'true'),
		// The Linux console would print escape sequences for the window title that it does not know.
		window: env['TERM'] !== 'linux',
		mouse: wanted('mouse') !== 'off',
		links: opensLinks(env),
		bell: bell === 'bell' || bell === 'notify' ? bell : 'none',
	};
}

/** A text whose commands begin as the program was begun: with `npm start --`, where that was it. */
export const withOwnCommand = (text: string, env: Environment): string =>
	env['npm_lifecycle_event'] === 'start' && env['npm_package_name'] === 'rostrum'
		? text.replaceAll(/(?<=: )rostrum (?=resume|replay|watch)/gu, 'npm start -- ')
		: text;
