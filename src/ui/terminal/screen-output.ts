/**
 * The terminal as the screens write to it. Ink says when it takes the alternate screen and when it gives it back, on
 * every way out; what else was changed of the terminal is set and restored at the same moments.
 */

/** Sequences for taking the terminal and for giving it back as it was. */
export type TerminalModes = {readonly enter: () => string; readonly leave: () => string};

export type ScreenOutput = {
	/** For Ink; what it asks of the stream that it does not write is the terminal's own. */
	readonly stream: NodeJS.WriteStream;
	/** Gives the terminal back if nobody has: for an exit that no one saw coming. */
	readonly release: () => void;
};

const ENTER = '\u001B[?1049h';
const LEAVE = '\u001B[?1049l';
/**
 * Auto-wrap (DECAWM): off while the screens draw, so that a line that is wider than we think never pushes the
 * others down.
 */
const WRAP_OFF = '\u001B[?7l';
const WRAP_ON = '\u001B[?7h';

/** `draw` changes what is drawn, a piece at a time. */
export function screenOutput(
	stdout: NodeJS.WriteStream,
	{enter, leave}: TerminalModes,
	draw: (text: string) => string,
): ScreenOutput {
	let inside = false;
	const change = (text: string): string => {
		if (text.includes(ENTER)) {
			inside = true;
			return text.replace(ENTER, () => ENTER + WRAP_OFF + enter());
		}
		if (!text.includes(LEAVE)) return inside ? draw(text) : text;
		const given = inside ? leave() + WRAP_ON : '';
		inside = false;
		return text.replace(LEAVE, () => given + LEAVE);
	};
	const write = (text: unknown, ...rest: readonly unknown[]): unknown =>
		Reflect.apply(stdout.write, stdout, [typeof text === 'string' ? change(text) : text, ...rest]);
	return {
		stream: new Proxy(stdout, {
			get(target, name) {
				if (name === 'write') return write;
				const value: unknown = Reflect.get(target, name, target);
				return typeof value === 'function' ? value.bind(target) : value;
			},
		}),
		release() {
			if (inside) stdout.write(leave() + WRAP_ON);
			inside = false;
		},
	};
}
