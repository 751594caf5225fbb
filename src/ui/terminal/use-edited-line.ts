import {useEffect} from 'react';
import {useScreenReader, type EditedLine} from './screen-reader.ts';

/** Where the screens are read aloud, has the terminal's own cursor in the line that is being written. */
export function useEditedLine({text, cursor}: EditedLine): void {
	const speech = useScreenReader();
	useEffect(() => speech?.edit({text, cursor}), [speech, text, cursor]);
	useEffect(() => () => speech?.edit(undefined), [speech]);
}
