import {useEffect, useRef} from 'react';
import {newlySaid} from './spoken-text.ts';
import {useSpeech} from './screen-reader.ts';

/**
 * Has a part of the screen read aloud: all of it when it appears, and after that what of it has become another. Says
 * nothing where the screens are drawn.
 */
export function useSaid(texts: readonly string[]): void {
	const speech = useSpeech();
	const before = useRef<readonly string[]>([]);
	useEffect(() => speech?.hold(() => before.current), [speech]);
	useEffect(() => {
		const told = before.current;
		before.current = texts;
		speech?.say(newlySaid(texts, told));
	});
}
