import {Box, useApp, useWindowSize} from 'ink';
import {useEffect, useState, type ReactNode} from 'react';
import {Lines, wordmark} from '../kit/lines.tsx';
import {useKeys} from '../terminal/use-keys.ts';
import {idleContext} from '../terminal/keys.ts';
import {withSpoken, row, span} from '../../view/rows.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';

type LoadingScreenProps = {
	readonly make: () => Promise<ReactNode>;
	readonly version: string;
	readonly onAbandon: () => void;
};

/** The first frame, while the screens are loaded and presets and voices looked up. If that fails, the app ends. */
export function LoadingScreen({make, version, onAbandon}: LoadingScreenProps) {
	const {columns, rows} = useWindowSize();
	const {exit} = useApp();
	const reader = useScreenReader() !== undefined;
	const [app, setApp] = useState<ReactNode>();
	useEffect(() => {
		make().then(setApp, (error: unknown) => exit(error instanceof Error ? error : new Error(String(error))));
	}, [make, exit]);
	const act = (action: string) => {
		if (action === 'abandon') onAbandon();
		if (action === 'abandon' || action === 'quit') exit();
	};
	useKeys('home', idleContext, act, app === undefined);
	if (app !== undefined) return app;
	const head = [
		...withSpoken(wordmark(version, reader ? 0 : rows)),
		row(span('Looking for presets and voices…', 'dim')),
	];
	return (
		<Box paddingX={1} width={columns} height={rows}>
			<Lines rows={head} width={columns - 2} height={Math.min(rows, head.length)} />
		</Box>
	);
}
