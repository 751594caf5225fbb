import {Box} from 'ink';
import {Choice, choiceHeight} from '../kit/dialog.tsx';
import {VoteDialog, VOTE_HEIGHT} from '../stage/vote-dialog.tsx';
import {Line} from '../kit/lines.tsx';
import {Reading} from '../kit/reading.tsx';
import {type DebateStore, useDebate} from '../stage/debate-store.ts';
import type {Action} from '../terminal/key-table.ts';
import type {Option} from '../../view/rows.ts';
import {costText, statusRow} from '../panes/status.ts';
import {cardRows} from './card-rows.ts';
import {resultsRows} from './results-rows.ts';
import {useResults, type ResultsExit} from './use-results.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {unavailableIn, keyContextOf} from '../stage/key-context.ts';
import {Export} from '../screens/export.tsx';
import {Help} from '../kit/help.tsx';

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
	const {overlay, close, act, runAgain, said} = useResults(store, exit);
	const {session, state, index, words} = store;
	const heard = useScreenReader() !== undefined;
	const whenClosed = (action: Action) => (action === 'close' ? close() : act(action));
	const size = {width: columns, height: rows};
	if (overlay === 'help') return <Help scope="results" unavailable={unavailableIn(store)} {...size} act={whenClosed} />;
	if (overlay === 'export' && session.exports) {
		const shared = {format: 'svg', rows: cardRows(state, index, columns, heard)};
		return <Export exports={session.exports} shared={shared} {...size} act={whenClosed} />;
	}
	const foot = overlay === 'vote' ? VOTE_HEIGHT : overlay === 'again' ? choiceHeight(runningAgain) : 0;
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			<Line row={statusRow(state, words, columns)} width={columns} />
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
			{overlay === 'vote' ? <VoteDialog store={store} when="after" width={columns} onClose={close} /> : null}
		</Box>
	);
}
