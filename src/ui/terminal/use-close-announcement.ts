import {useEffect} from 'react';
import {useScreenReader} from './screen-reader.ts';

/** Says that something which was opened is closed, unless what comes then says so itself. */
export function useCloseAnnouncement(): void {
	const speech = useScreenReader();
	useEffect(() => () => speech?.sayIfQuiet('Closed.'), [speech]);
}
