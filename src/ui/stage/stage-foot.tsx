import type {UserAction} from '../../debate/events.ts';
import type {DebateStore} from '../store/debate-store.ts';
import type {Action} from '../input/key-table.ts';
import type {SetView, StageExit, StageView} from '../dialogs/stage-view.ts';
import type {Option} from '../text/option.ts';
import {Choice, choiceHeight} from '../kit/choice.tsx';
import {AmountDialog, AMOUNT_HEIGHT} from '../dialogs/amount-dialog.tsx';
import {MOST_OPTIONS, optionsFor, SeatDialog, SeatsDialog, seatsToChange} from '../dialogs/seats-dialogs.tsx';
import {InterjectDialog, INTERJECT_HEIGHT} from '../dialogs/interject-dialog.tsx';
import {KeyLine} from '../kit/key-line.tsx';
import {QuestionDialog, questionHeight} from '../dialogs/question-dialog.tsx';
import {SearchDialog, SEARCH_HEIGHT} from '../dialogs/search-dialog.tsx';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {keyContextOf} from '../panes/key-context.ts';
import {voteTime} from '../debate/voting.ts';
import {VoteDialog, VOTE_HEIGHT} from '../dialogs/vote-dialog.tsx';
import {TextDialog, textDialogHeight} from '../kit/text-dialog.tsx';
import {TypingDialog, typingHeight} from '../dialogs/typing-dialog.tsx';
import {SeatVoices, VOICES_HEIGHT} from '../dialogs/seat-voices.tsx';

const waysToStop: readonly Option[] = [
	{label: 'leave it; it can be resumed later', value: 'leave'},
	{label: 'end it with a closing', value: 'closing'},
	{label: 'end it at once', value: 'at-once'},
	{label: 'keep going', value: 'keep'},
];

/** The seat that is to change hands. */
const seatOf = ({state}: DebateStore, {seat}: StageView) => state.seats.find(({id}) => id === seat);

export function footHeight(
	store: DebateStore,
	view: StageView,
	{width, rows}: {readonly width: number; readonly rows: number},
): number {
	const {session, state} = store;
	const seat = seatOf(store, view);
	switch (view.overlay) {
		case 'interject':
			return INTERJECT_HEIGHT;
		case 'barge-in':
			return textDialogHeight();
		case 'stop':
			return choiceHeight(waysToStop);
		case 'answer':
			return state.question ? questionHeight(store, state.question, width) : 1;
		case 'typing':
			return store.wanted ? typingHeight(store, store.wanted, width, rows) : 1;
		case 'seats':
			return Math.min(seatsToChange(state).length, MOST_OPTIONS) + 2;
		case 'seat':
			return seat ? choiceHeight(optionsFor(seat, session.seating)) : 1;
		case 'voices':
			return seat && session.seating ? VOICES_HEIGHT : 1;
		case 'amount':
			return session.seating ? AMOUNT_HEIGHT : 1;
		case 'search':
			return SEARCH_HEIGHT;
		case 'vote':
			return VOTE_HEIGHT;
		default:
			return 1;
	}
}

type StageFootProps = {
	readonly store: DebateStore;
	readonly view: StageView;
	readonly set: SetView;
	readonly exit: StageExit;
	readonly width: number;
	readonly rows: number;
	/** How many panes there are to go through. */ readonly panes: number;
	readonly act: (action: Action) => void;
};

/** The foot of the stage: its keys, or what the user is being asked. */
export function StageFoot({store, view, set, exit, width, rows, panes, act}: StageFootProps) {
	const close = () => set({overlay: undefined});
	const send = (action: UserAction) => {
		store.act(action);
		close();
	};
	const stop = (way: string) => {
		if (way === 'leave') exit.leave();
		else if (way === 'keep') close();
		else send({action: 'stop', closing: way === 'closing'});
	};
	const {
		state,
		session: {seating},
	} = store;
	const seat = seatOf(store, view);
	const heard = useScreenReader() !== undefined;
	// Which keys there are, a debate that is read aloud tells once it is known.
	const keys = heard && !state.start ? null : <KeyLine scope="stage" keyContext={keyContextOf(store)} width={width} />;
	switch (view.overlay) {
		case 'interject':
			return <InterjectDialog state={store.state} width={width} onSend={send} onCancel={close} />;
		case 'barge-in':
			return (
				<TextDialog
					title="Your word"
					hint="enter says it at the next sentence end · esc back"
					placeholder="what you want to say"
					missing="Say something, or go back."
					width={width}
					onSubmit={text => send({action: 'barge-in', text})}
					onKey={name => (name === 'esc' ? close() : undefined)}
				/>
			);
		case 'stop':
			return <Choice title="End this debate?" options={waysToStop} width={width} onChoose={stop} onCancel={close} />;
		case 'answer': {
			const {question} = store.state;
			if (!question) return keys;
			return <QuestionDialog key={question.id} store={store} question={question} width={width} set={set} send={send} />;
		}
		case 'vote':
			return <VoteDialog store={store} when={voteTime(store.state) ?? 'before'} width={width} onClose={close} />;
		case 'search':
			return <SearchDialog store={store} set={set} search={view.search} width={width} page={act} />;
		case 'typing': {
			const {wanted} = store;
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
		}
		case 'seats':
			return <SeatsDialog state={state} width={width} set={set} />;
		case 'seat':
			return seat ? (
				<SeatDialog state={state} seat={seat} seating={seating} width={width} set={set} send={send} />
			) : (
				keys
			);
		case 'voices':
			return seat && seating ? (
				<SeatVoices
					title={`Who is to speak instead of ${seat.name}?`}
					seating={seating}
					width={width}
					onChoose={voice => send({action: 'replace', participant: seat.id, voice})}
					onCancel={() => set({overlay: state.question?.seat === seat.id ? 'answer' : 'seat'})}
				/>
			) : (
				keys
			);
		case 'amount':
			return seating ? (
				<AmountDialog seating={seating} width={width} onSend={send} onCancel={() => set({overlay: 'answer'})} />
			) : (
				keys
			);
		default:
			return keys;
	}
}
