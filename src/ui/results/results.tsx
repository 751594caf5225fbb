import {Box} from 'ink';
import {useState} from 'react';
import {Choice, choiceHeight} from '../kit/choice.tsx';
import {VoteDialog, VOTE_HEIGHT} from '../dialogs/vote-dialog.tsx';
import {Line} from '../kit/lines.tsx';
import {Reading} from '../kit/reading.tsx';
import type {DebateStore} from '../store/debate-store.ts';
import {useDebate} from '../store/use-debate.ts';
import type {Action} from '../input/key-table.ts';
import type {Option} from '../text/option.ts';
import {costText, mayHaveCost, statusRow} from '../panes/status.ts';
import type {Session} from '../ports/port.ts';
import {resultsRows} from './results-rows.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {unavailableIn, keyContextOf} from '../panes/key-context.ts';
import {Export} from '../export/export.tsx';
import {Help} from '../kit/help.tsx';

type ResultsExit = {
	readonly transcript: () => void;
	/** Opens the setup as this debate was held. */
	readonly setup: () => void;
	readonly leave: () => void;
	/** Opens the session that comes of it. */
	readonly openLater: (make: () => Promise<Session>) => void;
};
type ResultsProps = {
	readonly store: DebateStore;
	readonly columns: number;
	readonly rows: number;
	readonly exit: ResultsExit;
	/** What went wrong with a replay or another run. */ readonly problem: string | undefined;
};

const runningAgain: readonly Option[] = [
	{label: 'hold it again', value: 'again'},
	{label: 'not now', value: 'back'},
];

/** What a debate came to. */
export function Results({store, columns, rows, exit, problem}: ResultsProps) {
	useDebate(store);
	const [overlay, setOverlay] = useState<'help' | 'export' | 'vote' | 'again'>();
	const {session, state, index, words} = store;
	const heard = useScreenReader() !== undefined;
	const runAgain = () => (session.again ? exit.openLater(session.again) : undefined);
	// The question stands until the room is open: a second Enter is no key of the results then.
	const answer = (value: string) => (value === 'again' ? runAgain() : setOverlay(undefined));
	const act = (action: Action) => {
		if (action === 'help' || action === 'vote') setOverlay(action);
		if (action === 'export' && session.exports) setOverlay('export');
		if (action === 'replay' && session.replay) exit.openLater(session.replay);
		if (action === 'again' && session.live && mayHaveCost(state)) setOverlay('again');
		else if (action === 'again') runAgain();
		if (action === 'other-voices') exit.setup();
		if (action === 'transcript') exit.transcript();
		if (action === 'quit') exit.leave();
	};
	if (overlay === 'help')
		return (
			<Help
				scope="results"
				unavailable={unavailableIn(store)}
				width={columns}
				height={rows}
				act={action => (action === 'close' ? setOverlay(undefined) : act(action))}
			/>
		);
	if (overlay === 'export' && session.exports)
		return (
			<Export
				exports={session.exports}
				width={columns}
				height={rows}
				act={action => (action === 'close' ? setOverlay(undefined) : act(action))}
			/>
		);
	const foot = overlay === 'vote' ? VOTE_HEIGHT : overlay === 'again' ? choiceHeight(runningAgain) : 0;
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			<Line row={statusRow(state, words, columns)} width={columns} />
			<Reading
				title={problem ?? state.start?.subject.text ?? 'Results'}
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
					title={`It took ${costText(state)}: the same again may take as much`}
					options={runningAgain}
					width={columns}
					onChoose={answer}
					onCancel={() => setOverlay(undefined)}
				/>
			) : null}
			{overlay === 'vote' ? (
				<VoteDialog store={store} when="after" width={columns} onClose={() => setOverlay(undefined)} />
			) : null}
		</Box>
	);
}
