import {useInput} from 'ink';
import {actionOf, atRest, nameOfKey} from '../input/keys.ts';

type Anywhere = {readonly abandon: () => void; readonly redraw: () => void};

/** Keys that count wherever one is, also while a text is written or a question is answered. */
export function useAnywhere({abandon, redraw}: Anywhere): void {
	useInput((input, key) => {
		const action = actionOf(nameOfKey(input, key), 'home', atRest);
		if (action === 'abandon') abandon();
		if (action === 'redraw') redraw();
	});
}
