/**
 * What the terminal around the screens is told: the window's title, that the wheel scrolls, and that a debate has
 * ended.
 */
import {useWindowSize} from 'ink';
import {createContext, useContext, useEffect, useCallback, useState, useRef} from 'react';
import {sanitize} from '../../debate/text/intake.ts';
import {truncate} from '../../view/wrap.ts';

/** Sequences for taking the terminal and for giving it back as it was. */
export type TerminalModes = {readonly enter: () => string; readonly leave: () => string};

export type TerminalWindow = {
	/** Names the window, and the tab that it is in. */
	title(text: string): void;
	/** Calls a user who is elsewhere, in the way that they want. */
	call(text: string): void;
	/** Puts a text into the clipboard. The first time the user is asked: `asked`, and nothing is copied. */
	copy(text: string): 'asked' | 'copied' | 'unknown';
};

/** How a user wants to be called: not at all, by the terminal's bell, or by a notification of their desktop. */
export type Bell = 'none' | 'bell' | 'notify';

const TITLE_WIDTH = 80;

/**
 * Control sequences of xterm (ctlseqs): window titles are kept on a stack, and so is the mode that turns the wheel
 * into arrow keys on the alternate screen.
 */
const sequences = {
	enter: '\u001B[22;2t\u001B[?1007s\u001B[?1007h',
	leave: '\u001B[?1007r\u001B]2;\u0007\u001B[23;2t',
	/** Buttons and the wheel, as SGR reports (modes 1000 and 1006); terminals select with shift held down then. */
	mouseOn: '\u001B[?1000h\u001B[?1006h',
	mouseOff: '\u001B[?1006l\u001B[?1000l',
	title: (text: string) => `\u001B]2;${text}\u0007`,
	bell: '\u0007',
	/** Understood by most terminals that can notify; others leave it out. */
	notify: (text: string) => `\u001B]9;${text}\u0007`,
	/** Terminals that do not allow it leave it out. */
	copy: (text: string) => `\u001B]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u0007`,
} as const;

/** No control character, no line break: a title ends where one comes. */
const inOneLine = (text: string): string => truncate(sanitize(text).replaceAll(/\s+/gu, ' ').trim(), TITLE_WIDTH);

/**
 * A window that screens name. `write` goes to the terminal as it stands; what is written when the screens take the
 * terminal, and when they give it back, comes from `enter` and `leave`.
 */
export function terminalWindow(
	write: (sequence: string) => void,
	bell: Bell,
	mouse = true,
): TerminalWindow & TerminalModes {
	let shown: string | undefined;
	let inside = false;
	let allowed = false;
	return {
		title(text) {
			const title = inOneLine(text);
			if (title !== shown && inside) write(sequences.title(title));
			shown = title;
		},
		call(text) {
			if (bell === 'bell') write(sequences.bell);
			if (bell === 'notify') write(sequences.notify(inOneLine(text)));
		},
		copy(text) {
			if (allowed) write(sequences.copy(text));
			const done = allowed ? 'copied' : 'asked';
			allowed = true;
			return done;
		},
		enter() {
			inside = true;
			return sequences.enter + (mouse ? sequences.mouseOn : '') + (shown === undefined ? '' : sequences.title(shown));
		},
		leave() {
			inside = false;
			return (mouse ? sequences.mouseOff : '') + sequences.leave;
		},
	};
}

/** For terminals that know nothing of windows, and for tests. */
export const noWindow: TerminalWindow = {title() {}, call() {}, copy: () => 'unknown'};

const WindowContext = createContext<TerminalWindow>(noWindow);
export const WindowProvider = WindowContext.Provider;
export const useTerminalWindow = (): TerminalWindow => useContext(WindowContext);

/** Sets the window's title to the app's name while no debate is shown. */
export function usePlainTitle(): void {
	const window = useTerminalWindow();
	useEffect(() => window.title('Rostrum'), [window]);
}

const told = {
	asked: 'Let Rostrum write to your clipboard? y again: yes',
	copied: 'copied',
	unknown: 'this terminal cannot be asked to copy',
} as const;

type Copying = {
	/** What became of the last copy; empty before one. */
	readonly said: string;
	readonly copy: (text: string) => void;
	readonly forget: () => void;
};

/** Copies texts through the terminal, and says what became of it. */
export function useCopy(announce: (text: string) => void): Copying {
	const [said, setSaid] = useState('');
	const window = useTerminalWindow();
	const copy = (text: string) => {
		const done = told[window.copy(text)];
		setSaid(done);
		announce(done);
	};
	const forget = useCallback(() => setSaid(''), []);
	return {said, copy, forget};
}

/** For so long a window has to keep its size before it is taken to be done with, in milliseconds. */
const SETTLED = 120;

/**
 * Draws the screen anew once the window has a new size and keeps it. What was on its way for the old one, the terminal
 * may have wrapped or cut; Ink would leave it standing wherever the new picture says the same.
 */
export function useResizeRedraw(redraw: () => void): void {
	const {columns, rows} = useWindowSize();
	const latest = useRef(redraw);
	useEffect(() => {
		latest.current = redraw;
	}, [redraw]);
	const drawn = useRef({columns, rows});
	useEffect(() => {
		if (drawn.current.columns === columns && drawn.current.rows === rows) return undefined;
		const timer = setTimeout(() => {
			drawn.current = {columns, rows};
			latest.current();
		}, SETTLED);
		return () => clearTimeout(timer);
	}, [columns, rows]);
}
