import {useStdin, useStdout} from 'ink';
import {useScreenReader} from '../terminal/screen-reader.ts';

/** Runs an editor that takes the terminal, and then draws the screen again. */
export function useEditor(redraw: () => void): (edit: () => void) => void {
	const {setRawMode} = useStdin();
	const {stdout} = useStdout();
	const drawn = useScreenReader() === undefined;
	return edit => {
		setRawMode(false);
		if (drawn) stdout.write('\u001B[?1049l\u001B[?25h');
		try {
			edit();
		} finally {
			if (drawn) stdout.write('\u001B[?1049h\u001B[?25l');
			setRawMode(true);
			redraw();
		}
	};
}
