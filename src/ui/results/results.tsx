/** The results screen: the card, the charts and costs, and what can follow. */
import {Box} from 'ink';
import {useState} from 'react';
import {Choice, choiceHeight} from '../kit/dialog.tsx';
import {VoteDialog, VOTE_HEIGHT} from '../stage/vote-dialog.tsx';
import {Line} from '../kit/lines.tsx';
import {Reading} from '../kit/reading.tsx';
import {type DebateStore, useDebate} from '../stage/debate-store.ts';
import type {Action} from '../terminal/key-table.ts';
import type {Option} from '../../view/rows.ts';
import {costText, mayHaveCost} from '../board/costs.ts';
import {statusRow} from '../board/status.ts';
import {cardRows} from './card-rows.ts';
import {resultsRows} from './results-rows.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {unavailableIn, keyContextOf, commandOf} from '../stage/key-context.ts';
import {titleOf} from '../../exports/facts.ts';
import {Compare, Rename, renamedText, renameHeight, type Renamed} from '../screens/compare.tsx';
import {Export} from '../screens/export.tsx';
import {Help} from '../kit/help.tsx';
import type {OpenDebate} from '../app/screen-props.ts';
import {paneOf} from '../../formats/index.ts';
import {idleContext} from '../terminal/keys.ts';
import {useCopy} from '../terminal/terminal-window.ts';

type ResultsProps = {
	readonly store: DebateStore;
	readonly columns: number;
	readonly rows: number;
	readonly exit: ResultsExit;
	/** Why a replay or another run could not be opened. */ readonly problem: string | undefined;
};

const runningAgain: readonly Option[] = [
	{label: 'run it again', value: 'again'},
	{label: 'not now', value: 'back'},
];

/** The outcome of a debate: verdicts, scores, votes and costs. */
export function Results({store, columns, rows, exit, problem}: ResultsProps) {
	useDebate(store);
	const {overlay, close, act, runAgain, said, tell} = useResults(store, exit);
	const {session, state, index, spokenMs} = store;
	const heard = useScreenReader() !== undefined;
	const whenClosed = (action: Action) => (action === 'close' ? close() : act(action));
	const size = {width: columns, height: rows};
	if (overlay === 'help') return <Help scope="results" unavailable={unavailableIn(store)} {...size} act={whenClosed} />;
	if (overlay === 'audit')
		return (
			<Reading
				title="How it was judged"
				rows={paneOf(state)?.audit?.(state, columns) ?? []}
				{...size}
				scope="reading"
				keyContext={idleContext}
				act={whenClosed}
			/>
		);
	if (overlay === 'export' && session.exports) {
		const shared = {formats: ['share', 'svg'], rows: (width: number) => cardRows(state, index, width, heard)};
		return <Export exports={session.exports} shared={shared} {...size} act={whenClosed} />;
	}
	const {held, folder} = session;
	if (overlay === 'compare' && held && folder !== undefined)
		return <Compare held={held} path={folder} {...size} onClose={close} />;
	const foot = footHeight(overlay);
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			<Line row={statusRow(state, spokenMs, columns, {recorded: session.recorded})} width={columns} />
			<Reading
				title={problem ?? (said === '' ? 'Results' : `Results · ${said}`)}
				rows={resultsRows(state, index, session.folder, columns, heard)}
				width={columns}
				height={rows - 1 - foot}
				scope="results"
				keyContext={keyContextOf(store)}
				act={act}
				active={overlay === undefined}
				showKeys={overlay === undefined}
			/>
			{overlay === 'again' ? (
				<Choice
					title={`It cost ${costText(state)}: running it again may cost as much`}
					options={runningAgain}
					width={columns}
					// The question stays until the session is open, so that a second Enter is not a key of the results.
					onChoose={value => (value === 'again' ? runAgain() : close())}
					onCancel={close}
				/>
			) : null}
			{overlay === 'rename' ? <RenameShown store={store} width={columns} close={close} tell={tell} /> : null}
			{overlay === 'vote' ? <VoteDialog store={store} when="after" width={columns} onClose={close} /> : null}
		</Box>
	);
}

type RenameShownProps = Pick<ResultsState, 'close' | 'tell'> & {readonly store: DebateStore; readonly width: number};

/** Asks what the debate is to be called; what came of it stands in the title. */
function RenameShown({store, width, close, tell}: RenameShownProps) {
	const {held, folder} = store.session;
	if (!held || folder === undefined) return null;
	const done = (made: Renamed) => {
		close();
		if (made) tell('problem' in made ? made.problem : renamedText(made.name));
	};
	return <Rename held={held} path={folder} title={titleOf(store.state)} width={width} onDone={done} />;
}

/** Lines of what is asked at the foot. */
function footHeight(overlay: ResultsState['overlay']): number {
	if (overlay === 'rename') return renameHeight;
	return overlay === 'vote' ? VOTE_HEIGHT : overlay === 'again' ? choiceHeight(runningAgain) : 0;
}

type ResultsExit = {
	readonly transcript: () => void;
	/** Opens the setup, filled in as for this debate. */
	readonly setup: () => void;
	readonly leave: () => void;
	/** Opens a session once it is made. */
	readonly openLater: (make: OpenDebate) => void;
};

type ResultsState = {
	readonly overlay: 'help' | 'export' | 'vote' | 'again' | 'audit' | 'rename' | 'compare' | undefined;
	readonly close: () => void;
	readonly act: (action: Action) => void;
	readonly runAgain: () => void;
	/** What became of the copy of the command, or of another name. */ readonly said: string;
	readonly tell: (text: string) => void;
};

/** The open overlay of the results, and what their keys do. */
function useResults(store: DebateStore, exit: ResultsExit): ResultsState {
	const {session, state} = store;
	const {said: copied, copy} = useCopy(text => store.announce(text));
	const [told, tell] = useState('');
	const [overlay, setOverlay] = useState<ResultsState['overlay']>();
	const runAgain = () => (session.again ? exit.openLater(session.again) : undefined);
	const act = (action: Action) => {
		if (action === 'help' || action === 'vote' || action === 'audit') setOverlay(action);
		if (action === 'rename' || action === 'compare') setOverlay(action);
		if (action === 'highlights' && session.highlights) exit.openLater(session.highlights);
		if (action === 'export' && session.exports) setOverlay('export');
		tell('');
		if (action === 'copy-command') copy(commandOf(state) ?? '');
		if (action === 'replay' && session.replay) exit.openLater(session.replay);
		if (action === 'again' && session.live && mayHaveCost(state)) setOverlay('again');
		else if (action === 'again') runAgain();
		if (action === 'other-voices') exit.setup();
		if (action === 'transcript') exit.transcript();
		if (action === 'quit') exit.leave();
	};
	return {overlay, close: () => setOverlay(undefined), act, runAgain, said: told === '' ? copied : told, tell};
}
