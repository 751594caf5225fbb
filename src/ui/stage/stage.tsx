import {Box} from 'ink';
import {useEffect} from 'react';
import {StageBody} from './stage-body.tsx';
import {footHeight, StageFoot} from './stage-foot.tsx';
import type {DebateStore} from '../store/debate-store.ts';
import {useDebate} from '../store/use-debate.ts';
import {useClick, useKeys} from '../terminal/use-keys.ts';
import {useCodeColours} from './use-code-colours.ts';
import {clickedTurn} from './clicked-turn.ts';
import {useDebateWindow} from './use-debate-window.ts';
import {useCopyOnStage} from './use-copy-on-stage.ts';
import {useStageView} from './use-stage-view.ts';
import type {Action} from '../terminal/key-table.ts';
import type {PaneArrangement} from '../store/pane-arrangement.ts';
import {divide, divideWithOwn, tabsOf, type StageLayout} from './layout.ts';
import {protocolPane} from '../../formats/panes.ts';
import {arguingSeats} from '../../debate/seats.ts';
import {perform, shownPane} from './stage-actions.ts';
import {isCovered, StageOverlay} from './stage-overlay.tsx';
import {arrange, transcriptActions} from './stage-panes.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {keyContextOf} from '../panes/key-context.ts';
import type {StageExit} from '../dialogs/stage-view.ts';

type StageProps = {
	readonly store: DebateStore;
	readonly columns: number;
	readonly rows: number;
	readonly exit: StageExit;
};

/** A debate as it runs, or its replay. */
export function Stage({store, columns, rows, exit}: StageProps) {
	useDebate(store);
	useDebateWindow(store);
	useCodeColours(store);
	const reader = useScreenReader() !== undefined;
	useEffect(() => {
		if (store.failure !== undefined) exit.fail(store.failure);
	}, [store.failure, exit]);
	const {view, shownView, set, review, reviewing, typing} = useStageView(store);
	const foot = Math.min(rows - 4, footHeight(store, shownView, {width: columns, rows}));
	const layoutOf = (arrangement: PaneArrangement) => stageLayout(store, arrangement, {columns, rows, foot});
	const layout = layoutOf(store.arrangement);
	const {reading} = store.wanted ?? {};
	const tabs = tabsOf(
		protocolPane(store.state),
		layout,
		reading && (store.state.turns.length === 0 ? 'first' : 'second'),
	);
	const {said, copy, forget} = useCopyOnStage(store);
	const act = (action: Action, key = '') => {
		if (action === 'copy') return copy();
		forget();
		if (!arrange(action, key, {store, layoutOf})) perform(action, {store, view, set, exit, tabs});
		else if (transcriptActions.includes(action)) set({tab: tabs.indexOf('transcript')});
	};
	const free = view.overlay === undefined && !reviewing && !typing;
	useKeys('stage', keyContextOf(store), act, free);
	useClick(cell => {
		const opened = clickedTurn(store, layout, shownPane(tabs, view), cell);
		if (opened !== undefined) set({overlay: 'working', opened});
	}, free);
	const shared = {store, set, exit, rows, act};
	if (isCovered(view, store, reviewing))
		return <StageOverlay {...shared} view={view} review={review} columns={columns} />;
	return (
		<Box flexDirection="column" width={columns} {...(reader ? {} : {height: rows})}>
			{reader ? null : (
				<StageBody
					store={store}
					version={store.version()}
					layout={layout}
					width={columns}
					tabs={tabs}
					pane={shownPane(tabs, view)}
					found={view.search}
					point={view.point}
					paneKey={typing ? 'ctrl+o' : 'tab'}
				/>
			)}
			<StageFoot {...shared} said={said} view={shownView} width={columns} panes={tabs.length} />
		</Box>
	);
}

function stageLayout(
	{state}: DebateStore,
	arrangement: PaneArrangement,
	{columns, rows, foot}: {readonly columns: number; readonly rows: number; readonly foot: number},
): StageLayout {
	const own = protocolPane(state);
	if (!own) return divide(columns, rows, foot, arguingSeats(state.seats).length, arrangement);
	const rowsOfOwn = () => {
		const blocks = own.blocks(state, columns, undefined);
		return Math.ceil(blocks.before(blocks.length));
	};
	return divideWithOwn(columns, rows, foot, own, arrangement, rowsOfOwn);
}
