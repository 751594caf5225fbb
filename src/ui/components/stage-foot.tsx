import type {UserAction} from '../../debate/events.ts';
import type {DebateStore} from '../debate-store.ts';
import type {Overlay, SetView, StageExit, StageView} from '../stage-view.ts';
import type {Option} from '../option.ts';
import {Choice, choiceHeight} from './choice.tsx';
import {InterjectDialog, INTERJECT_HEIGHT} from './interject-dialog.tsx';
import {KeyLine} from './key-line.tsx';
import {SearchDialog, SEARCH_HEIGHT} from './search-dialog.tsx';
import {voteTime} from '../voting.ts';
import {VoteDialog, VOTE_HEIGHT} from './vote-dialog.tsx';
import {TextDialog, textDialogHeight} from './text-dialog.tsx';

const waysToStop: readonly Option[] = [
	{label: 'leave it; it can be resumed later', value: 'leave'},
	{label: 'end it with a closing', value: 'closing'},
	{label: 'end it at once', value: 'at-once'},
	{label: 'keep going', value: 'keep'},
];

/** What can be answered to the question that is open, if one is. */
const answersTo = ({state}: DebateStore): readonly Option[] => (state.question?.options ?? []).map(label => ({label, value: label}));

export function footHeight(store: DebateStore, overlay: Overlay | undefined): number {
	switch (overlay) {
		case 'interject': return INTERJECT_HEIGHT;
		case 'barge-in': return textDialogHeight();
		case 'stop': return choiceHeight(waysToStop);
		case 'answer': return store.state.question ? choiceHeight(answersTo(store)) : 1;
		case 'search': return SEARCH_HEIGHT;
		case 'vote': return VOTE_HEIGHT;
		default: return 1;
	}
}

type Props = {readonly store: DebateStore; readonly view: StageView; readonly set: SetView; readonly exit: StageExit; readonly width: number};

/** The foot of the stage: its keys, or what the user is being asked. */
export function StageFoot({store, view, set, exit, width}: Props) {
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
	switch (view.overlay) {
		case 'interject': return <InterjectDialog state={store.state} width={width} onSend={send} onCancel={close}/>;
		case 'barge-in': return (
			<TextDialog
				title="Your word" hint="enter says it at the next sentence end · esc back" placeholder="what you want to say" width={width}
				onSubmit={text => send({action: 'barge-in', text})} onKey={name => (name === 'esc' ? close() : undefined)}
			/>
		);
		case 'stop': return <Choice title="End this debate?" options={waysToStop} width={width} onChoose={stop} onCancel={close}/>;
		case 'answer': {
			const {question} = store.state;
			if (!question) return <KeyLine scope="stage" moment={store.moment} width={width}/>;
			return <Choice key={question.id} title={question.text} options={answersTo(store)} width={width} onChoose={choice => send({action: 'choose', question: question.id, choice})} onCancel={close}/>;
		}
		case 'vote': return <VoteDialog store={store} when={voteTime(store.state) ?? 'before'} width={width} onClose={close}/>;
		case 'search': return <SearchDialog store={store} set={set} search={view.search} width={width}/>;
		default: return <KeyLine scope="stage" moment={store.moment} width={width}/>;
	}
}
