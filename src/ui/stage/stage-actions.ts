/** What each key of the stage does, except for the panes' own keys in `stage-panes.ts`. */
import {paneOf} from '../../formats/index.ts';
import {nextPace, nextSpeed} from '../../view/format.ts';
import type {SetView, StageExit, StageView} from './stage-view.ts';
import type {Action} from '../terminal/key-table.ts';
import type {DebateStore, Pane} from './debate-store.ts';

type StageContext = {
	readonly store: DebateStore;
	readonly view: StageView;
	readonly set: SetView;
	readonly exit: StageExit;
	/** The panes that the tab key goes through. */
	readonly tabs: readonly Pane[];
};

type ActionTable<Context> = Partial<Readonly<Record<Action, (context: Context) => void>>>;

/** The chosen pane. A resized window may have fewer panes than when the key was pressed. */
export const shownPane = (tabs: readonly Pane[], {tab}: StageView): Pane => tabs[tab % tabs.length] ?? 'transcript';

/** The window that the scroll keys move. */
type ScrollWindow = Pick<DebateStore['transcript'], 'scroll' | 'page' | 'toStart' | 'toEnd'>;

const scrolling: ActionTable<ScrollWindow> = {
	up: shown => shown.scroll(-1),
	down: shown => shown.scroll(1),
	'page-up': shown => shown.page(-1),
	'page-down': shown => shown.page(1),
	'to-start': shown => shown.toStart(),
	'to-end': shown => shown.toEnd(),
};

const changing: ActionTable<StageContext> = {
	pause: ({store}) => store.act({action: store.paused ? 'resume' : 'pause'}),
	step: ({store}) => (store.paused ? store.act({action: 'step'}) : undefined),
	unsay: ({store}) => store.unsay(),
	skip: ({store}) => store.act({action: 'skip'}),
	sound: ({store}) => turnSound(store),
	slower: ({store}) => changePace(store, -1),
	faster: ({store}) => changePace(store, 1),
	instant: ({store, set}) => (store.asksForInstant ? set({overlay: 'instant'}) : store.goInstant()),
};

const showing: ActionTable<StageContext> = {
	pane: context => turnToTab(context, 1),
	'pane-above': context => turnToTab(context, 1),
	'pane-before': context => turnToTab(context, -1),
	type: ({set}) => set({left: undefined}),
	review: openReview,
	'next-point': context => goToPoint(context, 1),
	'point-before': context => goToPoint(context, -1),
	search: ({set, tabs}) => set({overlay: 'search', search: '', tab: tabs.indexOf('transcript')}),
	export: ({store, set}) => (store.session.exports ? set({overlay: 'export'}) : undefined),
	quit: ({store, set, exit}) => (store.over || !store.session.live ? exit.leave() : set({overlay: 'stop'})),
	back: ({store, exit}) => (store.isHook ? store.seek(1, 'turn') : exit.leave()),
	results: ({exit}) => exit.results(),
};

export function perform(action: Action, context: StageContext): void {
	const {store, set} = context;
	if (store.isHook && (action === 'up' || action === 'down')) return store.seek(1, 'turn');
	const scroll = scrolling[action];
	if (scroll) {
		scroll(scrolledWindow(context));
		if (action === 'to-end') set({point: undefined});
		return store.redraw();
	}
	switch (action) {
		case 'help':
		case 'working':
		case 'columns':
		case 'audience':
		case 'documents':
		case 'subject':
		case 'answer':
		case 'interject':
		case 'steer':
		case 'barge-in':
		case 'vote':
		case 'seats':
			return set({overlay: action, search: ''});
		default:
			return (changing[action] ?? showing[action])?.(context);
	}
}

function scrolledWindow({store, view, tabs}: StageContext): ScrollWindow {
	const pane = shownPane(tabs, view);
	return pane === 'own' ? store.protocolWindow : pane === 'reading' ? store.formEditor.reading : store.transcript;
}

const turnToTab = ({view, set, tabs}: StageContext, by: 1 | -1): void =>
	set({tab: (view.tab + tabs.length + by) % tabs.length});

function goToPoint({store, view, set, tabs}: StageContext, by: 1 | -1): void {
	const step = paneOf(store.state)?.step?.(store.state, view.point, by);
	if (!step) return;
	set({point: step.chosen, tab: tabs.indexOf('own')});
	store.announce(step.told);
}

/** Where there is nothing to review, the debate refuses and says why. */
function openReview({store, set}: StageContext): void {
	if (paneOf(store.state)?.asks?.(store.state) !== undefined) set({closed: undefined});
	else store.act({action: 'choose', question: 'review', choice: undefined});
}

function turnSound(store: DebateStore): void {
	const {speech} = store.session;
	speech?.turn(!speech.state().isOn);
	store.redraw();
}

function changePace(store: DebateStore, direction: -1 | 1): void {
	const {live, setPace} = store.session;
	if (live) store.act({action: 'pace', pace: nextPace(store.pace, direction)});
	else store.setPace((setPace ? nextPace : nextSpeed)(store.pace, direction));
}
