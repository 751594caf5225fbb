import {useEffect, useRef} from 'react';
import {newTexts} from './spoken-text.ts';
import {useScreenReader} from './screen-reader.ts';

/**
 * Has a part of the screen read aloud: all of it when it appears, and after that what of it has become another. Says
 * nothing where the screens are drawn.
 */
export function useAnnounce(texts: readonly string[]): void {
	const speech = useScreenReader();
	const before = useRef<readonly string[]>([]);
	useEffect(() => speech?.register(() => before.current), [speech]);
	useEffect(() => {
		const told = before.current;
		before.current = texts;
		speech?.say(newTexts(texts, told));
	});
}
