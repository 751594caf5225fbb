import {useInput} from 'ink';
import {actionOf, nameOfKey, type Action, type Moment, type Scope} from '../keys.ts';

/** Hears the keys that count on a screen. `active: false` leaves them to something opened on top. */
export function useKeys(scope: Scope, moment: Moment, act: (action: Action) => void, active = true): void {
	useInput((input, key) => {
		const action = actionOf(nameOfKey(input, key), scope, moment);
		if (action) act(action);
	}, {isActive: active});
}
