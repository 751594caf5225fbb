/** The stage: a debate as it runs, or its replay, and what covers it for a while. */
import {Box} from 'ink';
import {useEffect} from 'react';
import {StageBody} from './stage-body.tsx';
import {footHeight, StageFoot} from './stage-foot.tsx';
import {type DebateStore, useDebate, type PaneArrangement, type Pane} from './debate-store.ts';
import {useClick, useKeys} from '../terminal/use-keys.ts';
import {isCovering, useStageView, type StageExit, type SetView, type StageView} from './stage-view.ts';
import type {Action} from '../terminal/key-table.ts';
import {divide, divideWithOwn, tabsOf, type StageLayout, arrange, transcriptActions} from './layout.ts';
import {paneOf} from '../../formats/index.ts';
import {arguingSeats} from '../../debate/seats.ts';
import {perform, shownPane} from './stage-actions.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {keyLine} from '../terminal/keys.ts';
import {keyContextOf, unavailableIn} from './key-context.ts';
import {AudienceScreen} from '../screens/audience-screen.tsx';
import {Columns} from '../screens/columns.tsx';
import {Export} from '../screens/export.tsx';
import {Help} from '../kit/help.tsx';
import {SpecReview} from '../screens/spec-review.tsx';
import {SubjectScreen} from '../screens/subject-screen.tsx';
import {SourcesScreen} from '../screens/sources-screen.tsx';
import {TurnScreen} from '../transcript/turn.tsx';
import type {ScreenCell} from '../terminal/key-stdin.ts';
import {useCopy, useTerminalWindow} from '../terminal/terminal-window.ts';
import {signs} from '../../view/theme.ts';
import {loadColours} from '../../view/highlight.ts';

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
	const tabs = tabsOf(paneOf(store.state), layout, reading && (store.state.turns.length === 0 ? 'first' : 'second'));
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
		if (isTopic(layout, shownPane(tabs, view), cell)) return set({overlay: 'subject'});
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
	const own = paneOf(state);
	if (!own) return divide(columns, rows, foot, arguingSeats(state.seats).length, arrangement);
	const rowsOfOwn = () => {
		const blocks = own.blocks(state, columns, undefined);
		return Math.ceil(blocks.before(blocks.length));
	};
	return divideWithOwn(columns, rows, foot, own, arrangement, rowsOfOwn);
}

type StageOverlayProps = {
	readonly store: DebateStore;
	readonly view: StageView;
	readonly set: SetView;
	readonly exit: StageExit;
	readonly review: string | undefined;
	readonly columns: number;
	readonly rows: number;
	readonly act: (action: Action) => void;
};

/** Whether something covers the whole stage. */
const isCovered = ({overlay}: StageView, store: DebateStore, reviewing: boolean): boolean =>
	reviewing || (isCovering(overlay) && (overlay !== 'export' || store.session.exports !== undefined));

/**
 * What covers the whole stage: the help, an export, the columns, a turn's details, or else the review of a
 * specification.
 */
function StageOverlay({store, view, set, exit, review, columns, rows, act}: StageOverlayProps) {
	const reader = useScreenReader() !== undefined;
	const whenClosed = (action: Action) =>
		action === 'close' ? set({overlay: undefined, opened: undefined}) : act(action);
	const size = {width: columns, height: rows};
	if (view.overlay === 'help')
		return (
			<Help
				scope={review === undefined ? 'stage' : 'review'}
				unavailable={unavailableIn(store)}
				most={keyLine(review === undefined ? 'stage' : 'review', keyContextOf(store)).map(({action}) => action)}
				typing={store.session.live && review === undefined ? (reader ? ['pane-above'] : ['hear']) : undefined}
				{...size}
				act={whenClosed}
			/>
		);
	if (view.overlay === 'export' && store.session.exports)
		return <Export exports={store.session.exports} {...size} act={whenClosed} />;
	if (view.overlay === 'working') return <TurnScreen store={store} first={view.opened} {...size} act={whenClosed} />;
	if (view.overlay === 'columns') return <Columns store={store} {...size} act={whenClosed} />;
	if (view.overlay === 'subject') return <SubjectScreen store={store} {...size} act={whenClosed} />;
	if (view.overlay === 'audience' && store.session.audience)
		return <AudienceScreen store={store} audience={store.session.audience} {...size} act={whenClosed} />;
	if (view.overlay === 'documents') return <SourcesScreen store={store} {...size} act={whenClosed} />;
	return review === undefined ? null : (
		<SpecReview
			store={store}
			view={view.review}
			set={decided => set({review: decided})}
			{...size}
			redraw={exit.redraw}
			act={action => (action === 'close' ? set({closed: review}) : act(action))}
		/>
	);
}

// The turn of the transcript that lies under the mouse.

/** The blank column at the left of every screen. */
const MARGIN = 1;

/** Undefined beside the transcript, or where nothing has been said. */
function clickedTurn(
	{transcript, index}: Pick<DebateStore, 'transcript' | 'index'>,
	layout: StageLayout,
	pane: Pane,
	{column, row}: ScreenCell,
): string | undefined {
	const top = transcriptTop(layout, pane);
	const width = widthOf(layout);
	if (top === undefined || index.length === 0) return undefined;
	const inside = row >= top && row < top + layout.body && column >= MARGIN && column < MARGIN + width;
	return inside ? transcript.turnAt(row - top) : undefined;
}

/** Whether it is on the header, or on the rule with the topic above the transcript. */
const isTopic = (layout: StageLayout, pane: Pane, {row, column}: ScreenCell): boolean =>
	row === 0 || (row + 1 === transcriptTop(layout, pane) && column < MARGIN + widthOf(layout));

/** Columns of the transcript: all, unless something stands beside it. */
const widthOf = (layout: StageLayout): number =>
	layout.kind === 'full' || layout.kind === 'beside' ? layout.width : Infinity;

/** The row of the screen at which the transcript begins; undefined where it is hidden. */
function transcriptTop(layout: StageLayout, pane: Pane): number | undefined {
	switch (layout.kind) {
		case 'full':
		case 'beside':
			return 2;
		case 'stacked':
			return 2 + layout.chairs;
		case 'tabs':
			return pane === 'transcript' ? 2 : undefined;
		case 'above':
			return 3 + layout.own;
		default:
			return layout satisfies never;
	}
}

/** Milliseconds for which it says what became of a copy; the keys are back then. */
const SHOWN_MS = 5000;

type CopyOnStage = {
	/** What became of the last copy, for a while; else empty. */
	readonly said: string;
	/** Copies the turn in sight. */
	readonly copy: () => void;
	readonly forget: () => void;
};

function useCopyOnStage(store: DebateStore): CopyOnStage {
	const {said, copy, forget} = useCopy(text => store.announce(text));
	useEffect(() => {
		if (said === '') return undefined;
		const timer = setTimeout(forget, SHOWN_MS);
		return () => clearTimeout(timer);
	}, [said, forget]);
	return {
		said,
		copy() {
			const {turnInSight} = store.transcript;
			const turn = turnInSight === undefined ? undefined : store.index.get(turnInSight);
			if (turn) copy(turn.text);
		},
		forget,
	};
}

/** Only a debate longer than this calls the user at its end, in milliseconds. */
const LONG = 60_000;

/** Sets the window's title to the debate and its status, and calls the user when a long live debate has ended. */
function useDebateWindow(store: DebateStore): void {
	const window = useTerminalWindow();
	const {state, over, paused, session} = store;
	const topic = state.start?.subject.text ?? state.start?.title ?? 'a debate';
	const sign = over
		? signs.yes
		: store.wanted
			? signs.user
			: state.question
				? '?'
				: paused
					? signs.paused
					: signs.playing;
	useEffect(() => window.title(`${sign} ${topic} · Rostrum`), [window, sign, topic]);
	useEffect(() => {
		if (over && session.live && store.shownFor > LONG) window.call(`Rostrum: ${topic}: ${state.outcome ?? 'over'}`);
	}, [window, store, over, session.live, topic, state.outcome]);
}

/** Has the code drawn again once its colours are there: a debate that is over would not be drawn by itself. */
function useCodeColours(store: DebateStore): void {
	const hasCode = paneOf(store.state)?.hasCode?.(store.state) === true;
	useEffect(() => {
		if (hasCode) void loadColours().then(() => store.redraw());
	}, [store, hasCode]);
}
