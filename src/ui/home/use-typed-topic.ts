import {useInput, useStdin} from 'ink';
import {useEffect, useEffectEvent} from 'react';
import {KeyStdin} from '../terminal/key-stdin.ts';
import {actionOf, nameOfKey, type KeyContext} from '../terminal/keys.ts';
import {usePalette, useKeyBuffer} from '../terminal/use-keys.ts';
import {cleanInput} from '../../view/wrap.ts';
import type {HomeView} from './home-view.ts';

/**
 * Opens the field for a topic with what is typed: letters that follow each other as in a word, or anything that is no
 * key of the home screen. Keys that follow are held back until the field is there.
 */
export function useTypedTopic({mode}: HomeView, keyContext: KeyContext, open: (typed: string) => void): void {
	const holdKeys = useKeyBuffer(mode);
	const {stdin} = useStdin();
	const {isOpen} = usePalette();
	const isActive = mode === 'list' && !isOpen;
	const begin = useEffectEvent((typed: string) => {
		holdKeys();
		open(typed);
	});
	useEffect(
		() => (isActive && stdin instanceof KeyStdin ? stdin.expectText(letter => begin(letter)) : undefined),
		[isActive, stdin],
	);
	useInput(
		(input, key) => {
			if (key.ctrl || key.meta || actionOf(nameOfKey(input, key), 'home', keyContext)) return;
			const typed = cleanInput(input);
			if (typed.trim() === '' || /^\d$/u.test(typed)) return;
			begin(typed);
		},
		{isActive},
	);
}
