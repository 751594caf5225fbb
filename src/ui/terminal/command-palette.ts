/** The list of all commands that can be opened over a screen: which screen's keys it runs. */
import {createContext, useContext, useEffect} from 'react';
import type {Action, Scope} from '../input/key-table.ts';
import type {KeyContext} from '../input/keys.ts';

/** The keys that count just now, and what they do. */
export type PaletteTarget = {
	readonly scope: Scope;
	readonly keyContext: KeyContext;
	readonly act: (action: Action, key: string) => void;
};

export type CommandPalette = {
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
export function usePaletteTarget({scope, keyContext, act}: PaletteTarget, active: boolean): void {
	const {offer} = usePalette();
	useEffect(() => (active ? offer({scope, keyContext, act}) : undefined));
}
