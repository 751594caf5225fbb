import {useInput} from 'ink';
import {usePalette, usePaletteTarget} from './command-palette.ts';
import type {Action, Scope} from '../input/key-table.ts';
import {actionOf, nameOfKey, type KeyContext} from '../input/keys.ts';

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
