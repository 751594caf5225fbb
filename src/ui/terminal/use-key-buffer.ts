import {useStdin} from 'ink';
import {useEffect, useRef} from 'react';
import {KeyStdin} from '../input/key-stdin.ts';

/** The longest that keys wait for what they are meant for, in milliseconds. */
const PATIENCE = 500;

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
