/** The foot of a stage: its keys, or the dialog that is open. */
import type {UserAction} from '../../debate/events.ts';
import {type DebateStore, hintText} from './debate-store.ts';
import type {Action} from '../terminal/key-table.ts';
import {isCovering, type SetView, type StageExit, type StageView} from './stage-view.ts';
import {
	AmountDialog,
	AMOUNT_HEIGHT,
	BargeInDialog,
	BARGE_IN_HEIGHT,
	InterjectDialog,
	INTERJECT_HEIGHT,
	QuestionDialog,
	questionHeight,
	SearchDialog,
	SEARCH_HEIGHT,
	SteerDialog,
	steerHeight,
	StopDialog,
	STOP_HEIGHT,
	INSTANT_HEIGHT,
	InstantDialog,
} from './stage-dialogs.tsx';
import {Box} from 'ink';
import type {ReactNode} from 'react';
import {KeyLine, Lines} from '../kit/lines.tsx';
import {SeatingDialog, seatingHeight} from './seating-dialog.tsx';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {keyContextOf} from './key-context.ts';
import {voteTime} from '../../view/voting.ts';
import {VoteDialog, VOTE_HEIGHT} from './vote-dialog.tsx';
import {line} from '../../view/rows.ts';
import {TypingDialog, typingHeight} from './typing-dialog.tsx';

/** The rows that the foot needs. */
export function footHeight(
	store: DebateStore,
	view: StageView,
	{width, rows}: {readonly width: number; readonly rows: number},
): number {
	const {session, state} = store;
	if (view.overlay === undefined || isCovering(view.overlay)) return store.hint === undefined ? 1 : 2;
	switch (view.overlay) {
		case 'interject':
			return INTERJECT_HEIGHT;
		case 'steer':
			return steerHeight(state);
		case 'barge-in':
			return BARGE_IN_HEIGHT;
		case 'stop':
			return STOP_HEIGHT;
		case 'instant':
			return INSTANT_HEIGHT;
		case 'answer':
			return state.question ? questionHeight(store, state.question, width) : 1;
		case 'typing':
			return store.wanted ? typingHeight(store, store.wanted, width, rows) : 1;
		case 'seats':
		case 'seat':
		case 'voices':
			return seatingHeight(view.overlay, store, view);
		case 'amount':
			return session.seating ? AMOUNT_HEIGHT : 1;
		case 'search':
			return SEARCH_HEIGHT;
		case 'vote':
			return VOTE_HEIGHT;
		default:
			return view.overlay satisfies never;
	}
}

/** What is seen for the first time is explained in a line above the keys. */
const withHint = ({hint}: DebateStore, keys: ReactNode, width: number) =>
	hint === undefined ? (
		keys
	) : (
		<Box flexDirection="column">
			<Lines rows={[line(hintText(hint, width), 'accent')]} width={width} height={1} />
			{keys}
		</Box>
	);

type StageFootProps = {
	readonly store: DebateStore;
	readonly view: StageView;
	readonly set: SetView;
	readonly exit: StageExit;
	readonly width: number;
	readonly rows: number;
	/** How many panes the tab key goes through. */ readonly panes: number;
	readonly act: (action: Action) => void;
	/** Said in place of the keys, unless empty. */ readonly said: string;
};

/** The foot of the stage: its keys, or the open dialog. */
export function StageFoot({store, view, set, exit, width, rows, panes, act, said}: StageFootProps) {
	const close = () => set({overlay: undefined});
	const send = (action: UserAction) => {
		store.act(action);
		close();
	};
	const {state, session, wanted} = store;
	const heard = useScreenReader() !== undefined;
	// Before the debate has started its keys are unknown: a screen reader gets none.
	const keyLine =
		heard && !state.start ? null : <KeyLine scope="stage" keyContext={keyContextOf(store)} width={width} />;
	const keys = said === '' || heard ? keyLine : <Lines rows={[line(said, 'strong')]} width={width} height={1} />;
	const dialog = {store, width, set, send};
	if (view.overlay === undefined || isCovering(view.overlay)) return withHint(store, keys, width);
	switch (view.overlay) {
		case 'interject':
			return <InterjectDialog state={state} width={width} onSend={send} onCancel={close} />;
		case 'steer':
			return <SteerDialog state={state} width={width} onSend={send} onCancel={close} />;
		case 'barge-in':
			return <BargeInDialog width={width} onSay={text => send({action: 'barge-in', text})} onCancel={close} />;
		case 'stop':
			return <StopDialog width={width} send={send} onLeave={exit.leave} onCancel={close} />;
		case 'instant':
			return <InstantDialog store={store} width={width} onClose={close} />;
		case 'answer':
			return state.question ? <QuestionDialog key={state.question.id} {...dialog} question={state.question} /> : keys;
		case 'vote':
			return <VoteDialog store={store} when={voteTime(state) ?? 'before'} width={width} onClose={close} />;
		case 'search':
			return <SearchDialog store={store} set={set} search={view.search} width={width} page={act} />;
		case 'typing':
			return wanted ? (
				<TypingDialog
					store={store}
					wanted={wanted}
					rows={rows}
					width={width}
					panes={panes}
					act={act}
					onLeave={() => set({left: wanted.call})}
				/>
			) : (
				keys
			);
		case 'seats':
		case 'seat':
		case 'voices':
			return <SeatingDialog key={view.overlay} {...dialog} step={view.overlay} view={view} keys={keys} />;
		case 'amount':
			return session.seating ? (
				<AmountDialog seating={session.seating} width={width} onSend={send} onCancel={() => set({overlay: 'answer'})} />
			) : (
				keys
			);
		default:
			return view.overlay satisfies never;
	}
}
