import {useStdin} from 'ink';
import {useEffect} from 'react';
import {KeyStdin, type ScreenCell} from '../input/key-stdin.ts';
import {usePalette} from './command-palette.ts';

/** Hears the first button of the mouse, where the terminal sends it. */
export function useClick(onClick: (cell: ScreenCell) => void, active: boolean): void {
	const {stdin} = useStdin();
	const {isOpen} = usePalette();
	const listens = active && !isOpen;
	useEffect(() => {
		if (!listens || !(stdin instanceof KeyStdin)) return undefined;
		stdin.on('click', onClick);
		return () => void stdin.off('click', onClick);
	});
}
