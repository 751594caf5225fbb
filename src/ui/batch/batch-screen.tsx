import {Box, useWindowSize} from 'ink';
import {useEffect, useState} from 'react';
import type {BatchProgress} from '../../app/batch/progress.ts';
import {Help} from '../kit/help.tsx';
import {Reading} from '../kit/reading.tsx';
import {idleContext} from '../terminal/keys.ts';
import type {Action} from '../terminal/key-table.ts';
import {useGlobalKeys} from '../terminal/use-keys.ts';
import {batchRows} from './batch-rows.ts';

const everyMs = 500;

/** A batch that is being held, as its screen sees it. */
export type BatchPort = {
	readonly progress: () => BatchProgress;
	/** Ends the screen; the debates that run can be resumed. */
	readonly stop: () => void;
	/** Settled when nothing runs any more. */
	readonly over: Promise<unknown>;
};

type BatchScreenProps = {readonly port: BatchPort; readonly onRedraw: () => void};

/** A batch while it is held. */
export function BatchScreen({port, onRedraw}: BatchScreenProps) {
	const {columns, rows} = useWindowSize();
	const [shown, setShown] = useState(() => ({progress: port.progress(), now: Date.now()}));
	const [help, setHelp] = useState(false);
	useEffect(() => {
		const timer = setInterval(() => setShown({progress: port.progress(), now: Date.now()}), everyMs);
		return () => clearInterval(timer);
	}, [port]);
	useGlobalKeys({abandon: port.stop, redraw: onRedraw});
	const act = (action: Action) => {
		if (action === 'help') setHelp(!help);
		if (action === 'close') setHelp(false);
		if (action === 'stop-batch') port.stop();
	};
	const width = columns - 2;
	const {progress, now} = shown;
	return (
		<Box paddingX={1} width={columns} height={rows}>
			{help ? (
				<Help scope="batch" width={width} height={rows} act={act} />
			) : (
				<Reading
					title={`Batch · ${progress.name}`}
					rows={batchRows(progress, width, now)}
					width={width}
					height={rows}
					scope="batch"
					keyContext={idleContext}
					act={act}
				/>
			)}
		</Box>
	);
}
