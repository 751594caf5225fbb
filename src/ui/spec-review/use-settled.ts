import {useEffect, useState} from 'react';

/** For this many milliseconds a screen that writes hears no keys: they were meant for the one before. */
const unheard = 500;

/** Whether what is on the screen, named by `screen`, has been there long enough for its keys to count. */
export function useSettled(screen: string): boolean {
	const [settled, setSettled] = useState<string>();
	useEffect(() => {
		const timer = setTimeout(() => setSettled(screen), unheard);
		return () => clearTimeout(timer);
	}, [screen]);
	return settled === screen;
}
