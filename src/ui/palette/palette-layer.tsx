import {Box} from 'ink';
import {useCallback, useMemo, useRef, useState, type ReactNode} from 'react';
import {commandsOf} from '../terminal/keys.ts';
import {Picker, type Pick} from '../kit/picker.tsx';
import {PaletteProvider, type PaletteTarget} from '../terminal/use-keys.ts';

type PaletteLayerProps = {
	readonly width: number;
	readonly height: number;
	readonly children: ReactNode;
};

/** Screens, and over them the list of all commands that count there. What is chosen runs as its key would. */
export function PaletteLayer({width, height, children}: PaletteLayerProps) {
	const target = useRef<PaletteTarget>(undefined);
	const [opened, setOpened] = useState<PaletteTarget>();
	const isOpen = opened !== undefined;
	const offer = useCallback((given: PaletteTarget) => {
		target.current = given;
		return () => {
			if (target.current === given) target.current = undefined;
		};
	}, []);
	const palette = useMemo(() => ({isOpen, offer, open: () => setOpened(target.current)}), [isOpen, offer]);
	const run = (value: string) => {
		const command = opened && commandsOf(opened.scope, opened.keyContext)[Number(value)];
		setOpened(undefined);
		// What the screen has come to meanwhile, not what it was when the list was opened.
		if (command) (target.current ?? opened)?.act(command.action, command.key);
	};
	return (
		<PaletteProvider value={palette}>
			<Box flexDirection="column" display={isOpen ? 'none' : 'flex'}>
				{children}
			</Box>
			{opened ? (
				<Picker
					title="Commands"
					placeholder="what to do"
					picks={picksOf(opened)}
					width={width}
					height={height}
					onPick={run}
					onCancel={() => setOpened(undefined)}
				/>
			) : null}
		</PaletteProvider>
	);
}

const picksOf = ({scope, keyContext}: PaletteTarget): readonly Pick[] =>
	commandsOf(scope, keyContext).map(({help, shown}, place) => ({value: String(place), text: help, note: shown}));
