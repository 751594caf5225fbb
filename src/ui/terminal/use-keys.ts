/** Hooks for keys and clicks, and the command palette that keys which count are offered to. */
import {useInput, useStdin} from 'ink';
import {useEffect, useRef, createContext, useContext} from 'react';
import type {Action, Scope} from './key-table.ts';
import {actionOf, nameOfKey, type KeyContext, idleContext} from './keys.ts';
import {KeyStdin, type ScreenCell} from './key-stdin.ts';
import {useScreenReader, type EditedLine} from './screen-reader.ts';

/** Hears the keys that count on a screen. `active: false` leaves them to something opened on top. */
export function useKeys(
	scope: Scope,
	keyContext: KeyContext,
	act: (action: Action, key: string) => void,
	active = true,
): void {
	const palette = usePalette();
	usePaletteTarget({scope, keyContext, act}, active);
	useInput(
		(input, key) => {
			const name = nameOfKey(input, key);
			const action = actionOf(name, scope, keyContext);
			if (action === 'palette') palette.open();
			else if (action) act(action, name);
		},
		{isActive: active && !palette.isOpen},
	);
}

/** The longest that keys wait for what they are meant for, in milliseconds; and for a screen that reads files first. */
const PATIENCE = 500;
const PATIENCE_FOR_SCREENS = 5000;

/**
 * Keys that are hit before the next thing is on the screen are meant for it, not for what shows through meanwhile.
 * Gives the way to keep them back, until something else is `shown` than was, or for a moment.
 */
export function useKeyBuffer(shown: string): () => void {
	const {stdin} = useStdin();
	const keys = stdin instanceof KeyStdin ? stdin : undefined;
	const before = useRef<string>(undefined);
	useEffect(() => {
		if (before.current === shown) return;
		before.current = shown;
		keys?.release();
	});
	return () => keys?.hold(PATIENCE);
}

/** Keys that come while a screen is loaded are meant for what is on it then. */
export function useKeysWhenLoaded(loaded: boolean): void {
	const {stdin} = useStdin();
	useEffect(() => {
		if (loaded || !(stdin instanceof KeyStdin)) return undefined;
		stdin.hold(PATIENCE_FOR_SCREENS);
		return () => stdin.release();
	}, [loaded, stdin]);
}

type GlobalKeys = {readonly abandon: () => void; readonly redraw: () => void};

/** Keys that count wherever one is, also while a text is written or a question is answered. */
export function useGlobalKeys({abandon, redraw}: GlobalKeys): void {
	useInput((input, key) => {
		const action = actionOf(nameOfKey(input, key), 'home', idleContext);
		if (action === 'abandon') abandon();
		if (action === 'redraw') redraw();
	});
}

/** Hears the first button of the mouse, where the terminal sends it. */
export function useClick(onClick: (cell: ScreenCell) => void, active: boolean): void {
	const {stdin} = useStdin();
	const {isOpen} = usePalette();
	const listens = active && !isOpen;
	useEffect(() => {
		if (!listens || !(stdin instanceof KeyStdin)) return undefined;
		stdin.on('click', onClick);
		return () => void stdin.off('click', onClick);
	});
}

/** Where the screens are read aloud, has the terminal's own cursor in the line that is being written. */
export function useEditedLine({text, cursor}: EditedLine): void {
	const speech = useScreenReader();
	useEffect(() => speech?.edit({text, cursor}), [speech, text, cursor]);
	useEffect(() => () => speech?.edit(undefined), [speech]);
}

// The command palette: the list of all commands that can be opened over a screen. It knows whose keys it runs.

/** The keys that count just now, and what they do. */
export type PaletteTarget = {
	readonly scope: Scope;
	readonly keyContext: KeyContext;
	readonly act: (action: Action, key: string) => void;
};

type CommandPalette = {
	readonly isOpen: boolean;
	readonly open: () => void;
	/** Tells whose commands it lists; gives the way to take that back. */
	readonly offer: (target: PaletteTarget) => () => void;
};

const noPalette: CommandPalette = {isOpen: false, open() {}, offer: () => () => {}};

const PaletteContext = createContext<CommandPalette>(noPalette);
export const PaletteProvider = PaletteContext.Provider;
export const usePalette = (): CommandPalette => useContext(PaletteContext);

/** Offers these keys while they are `active`. */
function usePaletteTarget({scope, keyContext, act}: PaletteTarget, active: boolean): void {
	const {offer} = usePalette();
	useEffect(() => (active ? offer({scope, keyContext, act}) : undefined));
}
