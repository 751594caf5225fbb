import {useInput} from 'ink';
import type {Action, Scope} from '../input/key-table.ts';
import {actionOf, nameOfKey, type KeyContext} from '../input/keys.ts';

/** Hears the keys that count on a screen. `active: false` leaves them to something opened on top. */
export function useKeys(
	scope: Scope,
	keyContext: KeyContext,
	act: (action: Action, key: string) => void,
	active = true,
): void {
	useInput(
		(input, key) => {
			const name = nameOfKey(input, key);
			const action = actionOf(name, scope, keyContext);
			if (action) act(action, name);
		},
		{isActive: active},
	);
}
