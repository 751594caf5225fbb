import {useInput} from 'ink';
import {actionOf, nameOfKey, type KeyContext} from '../input/keys.ts';
import {usePalette} from '../terminal/command-palette.ts';
import {useKeyBuffer} from '../terminal/use-key-buffer.ts';
import {cleanInput} from '../text/wrap.ts';
import type {HomeView} from './home-view.ts';

/**
 * Opens the field for a topic with what is typed: a capital or anything else that is no key of the home screen. Keys
 * that follow are held back until the field is there.
 */
export function useTypedTopic({mode}: HomeView, keyContext: KeyContext, open: (typed: string) => void): void {
	const holdKeys = useKeyBuffer(mode);
	const {isOpen} = usePalette();
	useInput(
		(input, key) => {
			if (key.ctrl || key.meta || actionOf(nameOfKey(input, key), 'home', keyContext)) return;
			const typed = cleanInput(input);
			if (typed.trim() === '' || /^\d$/u.test(typed)) return;
			holdKeys();
			open(typed);
		},
		{isActive: mode === 'list' && !isOpen},
	);
}
