import {useCallback, useState} from 'react';
import {useTerminalWindow} from './terminal-window.ts';

const told = {
	asked: 'Let Rostrum write to your clipboard? y again: yes',
	copied: 'copied',
	unknown: 'this terminal cannot be asked to copy',
} as const;

type Copying = {
	/** What became of the last copy; empty before one. */
	readonly said: string;
	readonly copy: (text: string) => void;
	readonly forget: () => void;
};

/** Copies texts through the terminal, and says what became of it. */
export function useCopy(announce: (text: string) => void): Copying {
	const [said, setSaid] = useState('');
	const window = useTerminalWindow();
	const copy = (text: string) => {
		const done = told[window.copy(text)];
		setSaid(done);
		announce(done);
	};
	const forget = useCallback(() => setSaid(''), []);
	return {said, copy, forget};
}
