import {useInput} from 'ink';
import {actionOf, idleContext, nameOfKey} from '../input/keys.ts';

type GlobalKeys = {readonly abandon: () => void; readonly redraw: () => void};

/** Keys that count wherever one is, also while a text is written or a question is answered. */
export function useGlobalKeys({abandon, redraw}: GlobalKeys): void {
	useInput((input, key) => {
		const action = actionOf(nameOfKey(input, key), 'home', idleContext);
		if (action === 'abandon') abandon();
		if (action === 'redraw') redraw();
	});
}
