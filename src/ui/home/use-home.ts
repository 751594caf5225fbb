import {useReducer} from 'react';
import type {Action} from '../terminal/key-table.ts';
import {idleContext, type KeyContext} from '../terminal/keys.ts';
import type {RostrumPort} from '../../app/screens/home-port.ts';
import type {Session} from '../../app/session/session.ts';
import {isScreenName, unavailableScreens, type ScreenName} from '../app/screen-props.ts';
import {useTypedTopic} from './use-typed-topic.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {choicesOf, costs, firstPreset, topicOf, type Chosen, type HomeView, type SetHome} from './home-view.ts';

export type HomeExit = {
	readonly visit: (screen: ScreenName) => void;
	readonly open: (make: () => Promise<Session>) => Promise<void>;
	readonly leave: () => void;
	/** Reads the lists again. */ readonly renew: () => void;
};

const initialView: HomeView = {chosen: 0, topic: 0, mode: 'list', own: undefined, typed: '', problem: undefined};
const change = (view: HomeView, next: Partial<HomeView>): HomeView => ({...view, ...next});

type HomeState = {
	readonly view: HomeView;
	readonly set: SetHome;
	readonly choices: readonly Chosen[];
	/** The marked one of the choices. */
	readonly choice: Chosen | undefined;
	readonly keyContext: KeyContext;
	readonly act: (action: Action) => void;
	/** Opens the choice of that index, or asks first. */
	readonly choose: (index: number) => void;
	readonly launch: (choice: Chosen, topic: string | undefined) => void;
	readonly discard: (path: string) => void;
};

/** The home screen's view state and what its keys do. */
export function useHome(port: RostrumPort, exit: HomeExit): HomeState {
	const choices = choicesOf(port.presets, port.recent);
	const [view, set] = useReducer(change, {...initialView, chosen: firstPreset(choices)});
	const choice = choices[view.chosen];
	const launch = (what: Chosen, topic: string | undefined) => {
		set({mode: 'starting', problem: undefined, own: undefined});
		exit
			.open(() => openChosen(port, what, topic))
			.catch((error: unknown) => set({mode: 'list', problem: reasonOf(error)}));
	};
	const discard = (path: string) => {
		set({mode: 'list'});
		port.discard?.(path).then(exit.renew, (error: unknown) => set({problem: reasonOf(error)}));
	};
	const choose = (index: number) => {
		const what = choices[index];
		set({chosen: index, ...(index === view.chosen ? {} : {topic: 0})});
		if (what) decide(what, topicOf(what, index === view.chosen ? view : {own: undefined, topic: 0}), set, launch);
	};
	const act = (action: Action) => perform(action, choice, view, set, exit);
	const keyContext = keyContextOf(port, choice);
	useTypedTopic(view, keyContext, typed => {
		const chosen = choice && 'preset' in choice ? view.chosen : firstPreset(choices);
		if (choices[chosen]) set({mode: 'topic', typed, chosen});
	});
	return {view, set, choices, choice, keyContext, act, choose, launch, discard};
}

function keyContextOf(port: RostrumPort, choice: Chosen | undefined): KeyContext {
	const recent = choice && 'recent' in choice ? choice.recent : undefined;
	const unfinished = port.discard !== undefined && recent?.finished === false;
	return {
		...idleContext,
		unavailable: [...unavailableScreens(port), ...(unfinished ? [] : (['discard'] as const))],
		...(recent && {
			tooEarly: ['topic', 'next-topic'],
			hints: {start: recent.finished ? 'replay' : 'resume'},
		}),
	};
}

function perform(action: Action, choice: Chosen | undefined, view: HomeView, set: SetHome, exit: HomeExit): void {
	switch (action) {
		case 'topic':
			return choice && 'preset' in choice ? set({mode: 'topic', typed: ''}) : undefined;
		case 'next-topic':
			return set({topic: view.topic + 1});
		case 'previous-topic':
			return set({topic: view.topic - 1});
		case 'discard':
			return set({mode: 'discard'});
		case 'help':
			return set({mode: 'help'});
		case 'voices':
			return set({mode: 'voices'});
		case 'quit':
			return exit.leave();
		default:
			return isScreenName(action) ? exit.visit(action) : undefined;
	}
}

/** Asks for a topic if there is none, or for a confirmation if it costs money; else starts. */
function decide(
	choice: Chosen,
	topic: string | undefined,
	set: SetHome,
	launch: (choice: Chosen, topic: string | undefined) => void,
): void {
	if ('preset' in choice && topic === undefined) return set({mode: 'topic', typed: ''});
	if ('preset' in choice && costs(choice.preset)) return set({mode: 'confirm'});
	launch(choice, topic);
}

function openChosen(port: RostrumPort, choice: Chosen, topic: string | undefined): Promise<Session> {
	if ('preset' in choice)
		return port.start({
			presetId: choice.preset.id,
			protocol: choice.preset.protocol,
			...(topic === undefined ? {} : {topic}),
		});
	const open = choice.recent.finished ? port.replay : port.resume;
	return open
		? open(choice.recent.path)
		: Promise.reject(new Error(`${choice.recent.path} cannot be opened from here.`));
}
