/**
 * What the terminal around the screens is told: the window's title, that the wheel scrolls, and that a debate has
 * ended.
 */
import {createContext, useContext} from 'react';
import {sanitize} from '../../debate/text/intake.ts';
import {truncate} from '../../view/wrap.ts';
import type {TerminalModes} from './screen-output.ts';

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
