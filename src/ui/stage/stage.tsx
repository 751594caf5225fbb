import {Box} from 'ink';
import {useEffect, useReducer} from 'react';
import {reviewAsked} from '../../debate/views/adversarial-spec.ts';
import {StageBody} from './stage-body.tsx';
import {footHeight, StageFoot} from './stage-foot.tsx';
import type {DebateStore} from '../store/debate-store.ts';
import {useDebate} from '../store/use-debate.ts';
import {useKeys} from '../terminal/use-keys.ts';
import {useDebateWindow} from './use-debate-window.ts';
import type {Action} from '../input/key-table.ts';
import type {PaneArrangement, Pane} from '../store/pane-arrangement.ts';
import {divide, divideWithOwn, tabsOf} from './layout.ts';
import {protocolPane} from '../panes/protocol-panes.ts';
import {arguingSeats} from '../../debate/seats.ts';
import {nextPace, nextSpeed} from '../debate/pace.ts';
import {arrange, transcriptActions} from './stage-panes.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {unavailableIn, keyContextOf} from '../panes/key-context.ts';
import type {SetView, StageExit, StageView} from '../dialogs/stage-view.ts';
import {Export} from '../export/export.tsx';
import {Help} from '../kit/help.tsx';
import {SpecReview} from '../spec-review/spec-review.tsx';
import {TurnScreen} from '../turn/turn.tsx';

type StageProps = {
	readonly store: DebateStore;
	readonly columns: number;
	readonly rows: number;
	readonly exit: StageExit;
};

const quiet: StageView = {overlay: undefined, tab: 0, search: ''};
const change = (view: StageView, next: Partial<StageView>): StageView =>
	'asked' in next ? heed({...view, ...next}) : {...view, ...next};

/** A question shows itself, unless the user is at something else; closed, it comes back by a key alone. */
function heed(view: StageView): StageView {
	if (view.asked !== undefined && view.overlay === undefined && !view.busy) return {...view, overlay: 'answer'};
	return view.asked === undefined && view.overlay === 'answer' ? {...view, overlay: undefined} : view;
}

/** The debate as it is held. */
export function Stage({store, columns, rows, exit}: StageProps) {
	useDebate(store);
	useDebateWindow(store);
	const reader = useScreenReader() !== undefined;
	const [view, set] = useReducer(change, {...quiet, search: store.session.startAt?.words ?? ''});
	useEffect(() => {
		if (store.failure !== undefined) exit.fail(store.failure);
	}, [store.failure, exit]);
	const {question} = store.state;
	// One without options is answered on a screen of its protocol's own.
	const asked = question && question.options.length > 0 ? question.id : undefined;
	const review = reviewAsked(store.state);
	// So does a review.
	const atReview = review !== undefined && view.closed !== review.question;
	const reviewing = view.overlay === undefined && atReview;
	const {wanted} = store;
	// And a person's turn, which waits for them wherever they look.
	const typing = view.overlay === undefined && !reviewing && wanted !== undefined && view.left !== wanted.call;
	const shownView: StageView = typing ? {...view, overlay: 'typing'} : view;
	useEffect(() => set({asked, busy: typing}), [asked, typing]);
	const foot = Math.min(rows - 4, footHeight(store, shownView, {width: columns, rows}));
	const own = protocolPane(store.state);
	const layoutOf = (arrangement: PaneArrangement) =>
		own
			? divideWithOwn(columns, rows, foot, own, arrangement)
			: divide(columns, rows, foot, arguingSeats(store.state.seats).length, arrangement);
	const layout = layoutOf(store.arrangement);
	const tabs = tabsOf(own, layout, wanted?.reading && (store.state.turns.length === 0 ? 'first' : 'second'));
	const act = (action: Action, key = '') => {
		if (!arrange(action, key, {store, layoutOf})) perform(action, {store, view, set, exit, tabs});
		else if (transcriptActions.includes(action)) set({tab: tabs.indexOf('transcript')});
	};
	useKeys('stage', keyContextOf(store), act, view.overlay === undefined && !reviewing && !typing);
	const whenClosed = (action: Action) => (action === 'close' ? set({overlay: undefined}) : act(action));
	if (view.overlay === 'help')
		return (
			<Help
				scope={atReview ? 'review' : 'stage'}
				unavailable={unavailableIn(store)}
				typing={store.session.live && !atReview ? (reader ? ['pane-above'] : ['hear']) : undefined}
				width={columns}
				height={rows}
				act={whenClosed}
			/>
		);
	if (reviewing)
		return (
			<SpecReview
				store={store}
				review={review}
				view={view.review}
				set={decided => set({review: decided})}
				width={columns}
				height={rows}
				redraw={exit.redraw}
				act={action => (action === 'close' ? set({closed: review.question}) : act(action))}
			/>
		);
	if (view.overlay === 'export' && store.session.exports)
		return <Export exports={store.session.exports} width={columns} height={rows} act={whenClosed} />;
	if (view.overlay === 'working') return <TurnScreen store={store} width={columns} height={rows} act={whenClosed} />;
	return (
		<Box flexDirection="column" width={columns} {...(reader ? {} : {height: rows})}>
			{reader ? null : (
				<StageBody
					store={store}
					version={store.version()}
					layout={layout}
					width={columns}
					tabs={tabs}
					pane={shown(tabs, view)}
					found={view.search}
					paneKey={typing ? 'ctrl+o' : 'tab'}
				/>
			)}
			<StageFoot
				store={store}
				view={shownView}
				set={set}
				exit={exit}
				width={columns}
				rows={rows}
				panes={tabs.length}
				act={act}
			/>
		</Box>
	);
}

type StageContext = {
	readonly store: DebateStore;
	readonly view: StageView;
	readonly set: SetView;
	readonly exit: StageExit;
	readonly tabs: readonly Pane[];
};

/** The window may have become one with fewer panes since the key was pressed. */
const shown = (tabs: readonly Pane[], {tab}: StageView): Pane => tabs[tab % tabs.length] ?? 'transcript';

function perform(action: Action, {store, view, set, exit, tabs}: StageContext): void {
	const pane = shown(tabs, view);
	const moved =
		pane === 'own' ? store.protocolWindow : pane === 'reading' ? store.formEditor.reading : store.transcript;
	const scroll = (move: () => void) => {
		move();
		store.redraw();
	};
	switch (action) {
		case 'pause':
			return store.act({action: store.paused ? 'resume' : 'pause'});
		case 'step':
			return store.paused ? store.act({action: 'step'}) : undefined;
		case 'skip':
			return store.act({action: 'skip'});
		case 'slower':
			return changePace(store, -1);
		case 'faster':
			return changePace(store, 1);
		case 'up':
			return scroll(() => moved.scroll(-1));
		case 'down':
			return scroll(() => moved.scroll(1));
		case 'page-up':
			return scroll(() => moved.page(-1));
		case 'page-down':
			return scroll(() => moved.page(1));
		case 'to-start':
			return scroll(() => moved.toStart());
		case 'to-end':
			return scroll(() => moved.toEnd());
		case 'pane':
		case 'pane-above':
			return set({tab: (view.tab + 1) % tabs.length});
		case 'pane-before':
			return set({tab: (view.tab + tabs.length - 1) % tabs.length});
		case 'help':
		case 'working':
		case 'answer':
		case 'interject':
		case 'barge-in':
		case 'vote':
		case 'seats':
			return set({overlay: action, search: ''});
		case 'type':
			return set({left: undefined});
		// Asked for too early it is refused, with a word on why.
		case 'review':
			return reviewAsked(store.state)
				? set({closed: undefined})
				: store.act({action: 'choose', question: 'review', choice: undefined});
		case 'search':
			return set({overlay: action, search: '', tab: tabs.indexOf('transcript')});
		case 'export':
			return store.session.exports ? set({overlay: 'export'}) : undefined;
		case 'quit':
			return store.over || !store.session.live ? exit.leave() : set({overlay: 'stop'});
		case 'back':
			return exit.leave();
		case 'results':
			return exit.results();
		default:
			return undefined;
	}
}

function changePace(store: DebateStore, direction: -1 | 1): void {
	if (store.session.live) store.act({action: 'pace', pace: nextPace(store.pace, direction)});
	else store.setSpeed(nextSpeed(store.pace, direction));
}
