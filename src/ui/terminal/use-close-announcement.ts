import {useEffect} from 'react';
import {useSpeech} from './screen-reader.ts';

/** Says that something which was opened is closed, unless what comes then says so itself. */
export function useClosing(): void {
	const speech = useSpeech();
	useEffect(() => () => speech?.sayIfQuiet('Closed.'), [speech]);
}
