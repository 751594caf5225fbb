import {useEffect} from 'react';
import {useSpeech, type Written} from './screen-reader.ts';

/** Where the screens are read aloud, has the terminal's own cursor in the line that is being written. */
export function useWritten({text, cursor}: Written): void {
	const speech = useSpeech();
	useEffect(() => speech?.edit({text, cursor}), [speech, text, cursor]);
	useEffect(() => () => speech?.edit(undefined), [speech]);
}
