/** The state of the home screen, and what its keys do to it. */
import {useInput, useStdin} from 'ink';
import {useReducer, useEffect, useEffectEvent} from 'react';
import type {Action} from '../terminal/key-table.ts';
import {idleContext, type KeyContext, actionOf, nameOfKey} from '../terminal/keys.ts';
import type {RostrumPort, PresetCard} from '../../app/setup/home-port.ts';
import type {Session} from '../../app/session/session.ts';
import {isScreenName, unavailableScreens, type ScreenName} from '../app/screen-props.ts';
import {reasonOf} from '../../debate/text/words.ts';
import type {RecentDebate} from '../../app/setup/recent-debates.ts';
import {KeyStdin} from '../terminal/key-stdin.ts';
import {usePalette, useKeyBuffer} from '../terminal/use-keys.ts';
import {cleanInput} from '../../view/wrap.ts';

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

// What is chosen, and what is being asked.

/** An entry of the list, opened by Enter. */
export type Chosen = {readonly preset: PresetCard} | {readonly recent: RecentDebate};

/**
 * `confirm` asks before money is spent, `discard` before a debate is ended for good; in `starting` a session is being
 * made.
 */
type HomeMode = 'list' | 'topic' | 'confirm' | 'discard' | 'starting' | 'help' | 'voices';

/**
 * `topic` indexes the suggested topics and wraps around at both ends; `own` is the user's topic while a confirmation is
 * asked for.
 */
export type HomeView = {
	readonly chosen: number;
	readonly topic: number;
	readonly mode: HomeMode;
	readonly own: string | undefined;
	/** What was typed before the field for a topic was there. */
	readonly typed: string;
	readonly problem: string | undefined;
};
export type SetHome = (change: Partial<HomeView>) => void;

/** Unfinished debates that stand above the presets. */
const mostUnfinished = 3;

/** All entries: the latest unfinished debates, the presets, then all others held before. */
function choicesOf(presets: readonly PresetCard[], recent: readonly RecentDebate[]): readonly Chosen[] {
	const first = recent.filter(({finished}) => !finished).slice(0, mostUnfinished);
	return [
		...first.map(one => ({recent: one})),
		...presets.map(preset => ({preset})),
		...recent.filter(one => !first.includes(one)).map(one => ({recent: one})),
	];
}

/** What is marked at first: the default matchup, though unfinished debates stand above it. */
const firstPreset = (choices: readonly Chosen[]): number =>
	Math.max(
		0,
		choices.findIndex(choice => 'preset' in choice),
	);

/** The topic that the debate would start with. */
export function topicOf(choice: Chosen | undefined, {own, topic}: Pick<HomeView, 'own' | 'topic'>): string | undefined {
	if (!choice || !('preset' in choice)) return undefined;
	const {propositions} = choice.preset;
	return own ?? propositions[((topic % propositions.length) + propositions.length) % propositions.length];
}

/** Whether starting it costs money. An unknown cost counts. */
export const costs = ({estimate}: PresetCard): boolean => estimate !== undefined && estimate.cost !== 0;

// A topic that is typed at once.

/**
 * Opens the field for a topic with what is typed: letters that follow each other as in a word, or anything that is no
 * key of the home screen. Keys that follow are held back until the field is there.
 */
function useTypedTopic({mode}: HomeView, keyContext: KeyContext, open: (typed: string) => void): void {
	const holdKeys = useKeyBuffer(mode);
	const {stdin} = useStdin();
	const {isOpen} = usePalette();
	const isActive = mode === 'list' && !isOpen;
	const begin = useEffectEvent((typed: string) => {
		holdKeys();
		open(typed);
	});
	useEffect(
		() => (isActive && stdin instanceof KeyStdin ? stdin.expectText(letter => begin(letter)) : undefined),
		[isActive, stdin],
	);
	useInput(
		(input, key) => {
			if (key.ctrl || key.meta || actionOf(nameOfKey(input, key), 'home', keyContext)) return;
			const typed = cleanInput(input);
			if (typed.trim() === '' || /^\d$/u.test(typed)) return;
			begin(typed);
		},
		{isActive},
	);
}
