/** The state of the home screen, and what its keys do to it. */
import {useInput, usePaste} from 'ink';
import {useMemo, useReducer} from 'react';
import type {Action} from '../terminal/key-table.ts';
import {idleContext, isKeyOf, type KeyContext, nameOfKey} from '../terminal/keys.ts';
import type {RostrumPort, PresetCard, SeatVoices} from '../../app/setup/home-port.ts';
import type {Session} from '../../app/session/session.ts';
import {isScreenName, problemOf, unavailableScreens, type OpenDebate, type ScreenName} from '../app/screen-props.ts';
import type {StartDialog} from '../../app/plan/start-check.ts';
import {reasonOf} from '../../debate/text/words.ts';
import type {ExportsPort} from '../../app/files/exports.ts';
import {usePalette, useKeyBuffer} from '../terminal/use-keys.ts';
import {cleanInput} from '../../view/wrap.ts';
import {type Chosen, entersTo, firstMarked, homeEntries, type HomeEntry, keyOf, topicPreset} from './home-entries.ts';

export type HomeExit = {
	readonly visit: (screen: ScreenName) => void;
	readonly open: (make: OpenDebate) => Promise<void>;
	readonly leave: () => void;
	/** Reads the lists again. */ readonly renew: () => void;
};

const initialView: HomeView = {
	marked: undefined,
	all: false,
	topic: 0,
	voices: {},
	seat: 0,
	mode: 'list',
	own: undefined,
	typed: '',
	problem: undefined,
};
const change = (view: HomeView, next: Partial<HomeView>): HomeView => ({...view, ...next});

export type HomeState = {
	readonly view: HomeView;
	readonly set: SetHome;
	readonly entries: readonly HomeEntry[];
	/** The presets with the voices that were chosen for this start. */
	readonly port: RostrumPort;
	/** The place of the marked entry. */
	readonly chosen: number;
	readonly choice: Chosen | undefined;
	/** What a topic of the user's own is debated with. */
	readonly topical: PresetCard | undefined;
	readonly keyContext: KeyContext;
	readonly act: (action: Action, key?: string) => void;
	/** Opens the entry at that place, or asks first. */
	readonly choose: (place: number) => void;
	readonly launch: (choice: Chosen, topic: string | undefined) => void;
	readonly discard: (path: string) => void;
	/** Goes on once the user has said what they are called. */
	readonly named: () => void;
	/** What voices can be chosen for, and how. */
	readonly seating: HomeSeating;
};

/** The home screen's view state and what its keys do. */
export function useHome(given: RostrumPort, exit: HomeExit): HomeState {
	const [view, set] = useReducer(change, initialView);
	const port = useAllRecordings(useSeated(given, view.voices), view.all);
	const entries = homeEntries(port, view.all);
	const chosen = markedPlace(entries, view.marked, port);
	const choice = entries[chosen]?.what;
	const topical = topicPreset(choice, port);
	const holdKeys = useKeyBuffer(view.mode);
	const launch = (what: Chosen, topic: string | undefined) => {
		set({mode: 'starting', problem: undefined, own: undefined});
		exit
			.open(dialog => openChosen(port, what, {topic, voices: voicesFor(view, what)}, dialog))
			.catch((error: unknown) => {
				const problem = problemOf(error);
				set({mode: 'list', problem});
				// What could not be opened may have been begun or ended elsewhere meanwhile.
				if (problem !== undefined) exit.renew();
			});
	};
	const discard = (path: string) => {
		set({mode: 'list'});
		port.discard?.(path).then(exit.renew, (error: unknown) => set({problem: reasonOf(error)}));
	};
	const mark = (place: number) => {
		const entry = entries[Math.max(0, Math.min(place, entries.length - 1))];
		if (entry) set({marked: keyOf(entry.what), topic: 0, problem: undefined});
	};
	const choose = (place: number) => {
		const what = entries[place]?.what;
		if (!what) return;
		if (place !== chosen) mark(place);
		if (speaksSelf(what) && port.person && port.person.name === undefined) {
			holdKeys();
			return set({mode: 'name'});
		}
		decide(what, topicOf(what, place === chosen ? view : {own: undefined, topic: 0}), set, launch);
	};
	const named = () => (choice ? decide(choice, topicOf(choice, view), set, launch) : undefined);
	const write = (typed: string) => {
		if (!topical) return;
		holdKeys();
		set({mode: 'topic', typed});
	};
	const act = (action: Action, key = '') => {
		const to = placeAfter(action, chosen, entries.length);
		if (to !== undefined) return mark(to);
		if (action === 'start') return choose(chosen);
		if (action === 'choose-line') return choose(Number(key) - 1);
		if (action === 'topic') return write('');
		if (action === 'voices' || action === 'rename' || action === 'compare') holdKeys();
		if (choice && 'recent' in choice && performHeld(action, choice.recent.path, {port, set, exit})) return;
		perform(action, view, set, exit);
	};
	const keyContext = keyContextOf(port, choice, view.all);
	useTypedTopic(view, choice, write);
	const seating = seatingOf({given, view, set, exit, card: choice && 'preset' in choice ? choice.preset : topical});
	return {view, set, port, entries, chosen, choice, topical, keyContext, act, choose, launch, discard, named, seating};
}

/** Where the mark stands: on what was marked last, if it is still there. */
function markedPlace(entries: readonly HomeEntry[], marked: string | undefined, port: RostrumPort): number {
	const place = entries.findIndex(({what}) => keyOf(what) === marked);
	return place < 0 ? firstMarked(entries, port) : place;
}

/** Entries that a page key goes by. */
const PAGE = 8;

/** The place that a key leads to; arrows go round. */
function placeAfter(action: Action, from: number, of: number): number | undefined {
	switch (action) {
		case 'up':
			return (from - 1 + of) % Math.max(1, of);
		case 'down':
			return (from + 1) % Math.max(1, of);
		case 'page-up':
			return from - PAGE;
		case 'page-down':
			return from + PAGE;
		case 'to-start':
			return 0;
		case 'to-end':
			return of - 1;
		default:
			return undefined;
	}
}

function keyContextOf(port: RostrumPort, choice: Chosen | undefined, all: boolean): KeyContext {
	const recent = choice && 'recent' in choice ? choice.recent : undefined;
	const unfinished = port.discard !== undefined && recent?.finished === false && !recent.running;
	const topics = choice && 'preset' in choice ? choice.preset.propositions.length : 0;
	return {
		...idleContext,
		unavailable: [
			...unavailableScreens(port),
			...(unfinished ? [] : (['discard'] as const)),
			...(recent && port.highlights ? [] : (['highlights'] as const)),
			...(recent && port.held ? [] : (['compare', 'rename'] as const)),
			...(recent && port.exports ? [] : (['share'] as const)),
			...(recent?.sample || recent?.running ? (['rename'] as const) : []),
			...(port.voices ? [] : (['voices'] as const)),
		],
		// In the long list the menu of places names it.
		tooEarly: [
			...(topics > 1 ? [] : (['next-topic'] as const)),
			...(all || port.recent.length === 0 ? (['library'] as const) : []),
		],
		hints: {
			...(recent && {start: entersTo(recent)}),
			...(all && {more: 'less'}),
		},
	};
}

/** Does what can be done with a debate held before; whether it was something of the kind. */
function performHeld(
	action: Action,
	path: string,
	{port, set, exit}: {readonly port: RostrumPort; readonly set: SetHome; readonly exit: HomeExit},
): boolean {
	const fail = (error: unknown) => set({mode: 'list', problem: problemOf(error)});
	const {highlights, exports} = port;
	if (action === 'highlights' && highlights) {
		set({mode: 'starting', problem: undefined});
		exit.open(async () => highlights(path)).catch(fail);
		return true;
	}
	if (action !== 'share' || !exports) return false;
	exports(path).then(found => set({mode: 'share', exports: found}), fail);
	return true;
}

function perform(action: Action, view: HomeView, set: SetHome, exit: HomeExit): void {
	switch (action) {
		case 'more':
			return set({all: !view.all, problem: undefined});
		case 'next-topic':
			return set({topic: view.topic + 1});
		case 'previous-topic':
			return set({topic: view.topic - 1});
		case 'discard':
			return set({mode: 'discard'});
		case 'help':
			return set({mode: 'help'});
		case 'rename':
		case 'compare':
			return set({mode: action, problem: undefined});
		case 'voices':
			return set({mode: 'voices', seat: 0, problem: undefined});
		case 'quit':
			return exit.leave();
		default:
			return isScreenName(action) ? exit.visit(action) : undefined;
	}
}

/** Whether the user has a seat in it. */
const speaksSelf = (what: Chosen): boolean =>
	'preset' in what && what.preset.seats.some(({voice}) => voice === 'human');

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

function openChosen(
	port: RostrumPort,
	choice: Chosen,
	{topic, voices}: {readonly topic: string | undefined; readonly voices: SeatVoices | undefined},
	dialog: StartDialog,
): Promise<Session> {
	if ('preset' in choice)
		return port.start({
			presetId: choice.preset.id,
			protocol: choice.preset.protocol,
			dialog,
			...(topic === undefined ? {} : {topic}),
			...(voices && {voices}),
		});
	const open = choice.recent.running ? port.watch : choice.recent.finished ? port.replay : port.resume;
	return open
		? open(choice.recent.path, dialog)
		: Promise.reject(new Error(`${choice.recent.path} cannot be opened from here.`));
}

// What is chosen, and what is being asked.

/**
 * `confirm` asks before money is spent, `discard` before a debate is ended for good; in `starting` a session is being
 * made.
 */
type HomeMode =
	'list' | 'topic' | 'confirm' | 'discard' | 'starting' | 'help' | 'voices' | 'rename' | 'compare' | 'share' | 'name';

/**
 * `topic` indexes the suggested topics and wraps around at both ends; `own` is the user's topic while a confirmation is
 * asked for.
 */
export type HomeView = {
	/** The key of the entry that was marked last. */
	readonly marked: string | undefined;
	/** Whether all there is stands in the list. */
	readonly all: boolean;
	readonly topic: number;
	/** Voices for the next start, by the key of the preset; and what the list of voices is for just now. */
	readonly voices: Readonly<Record<string, SeatVoices>>;
	readonly seat: number;
	readonly mode: HomeMode;
	readonly own: string | undefined;
	/** What the field for a topic begins with. */
	readonly typed: string;
	readonly problem: string | undefined;
	/** The ways out of the marked debate, while they are shown. */
	readonly exports?: ExportsPort;
};
type SetHome = (change: Partial<HomeView>) => void;

/** The topic that the debate would start with. */
export function topicOf(choice: Chosen | undefined, {own, topic}: Pick<HomeView, 'own' | 'topic'>): string | undefined {
	if (!choice || !('preset' in choice)) return undefined;
	const {propositions} = choice.preset;
	return own ?? propositions[((topic % propositions.length) + propositions.length) % propositions.length];
}

/** Whether starting it costs money. An unknown cost counts. */
export const costs = ({estimate}: PresetCard): boolean =>
	estimate !== undefined && estimate.cost !== 0 && estimate.payersOf === undefined;

// Who speaks: everywhere from now on, or in seats of the next debate.

/** What a voice can be chosen for: in words, the voice there now, and what is done with a choice. */
type SeatTarget = {
	readonly text: string;
	readonly current: string;
	/** What an empty choice means. */ readonly otherwise: string;
	readonly take: (voice: string) => void;
};

type HomeSeating = {readonly target: () => SeatTarget; readonly next: () => void; readonly before: () => void};

const voicesFor = ({voices}: HomeView, what: Chosen): SeatVoices | undefined => voices[keyOf(what)];

/** The port with every debate held before, once all there is stands in the list. */
function useAllRecordings(port: RostrumPort, all: boolean): RostrumPort {
	const {held} = port;
	const recordings = useMemo(() => (all ? held?.others() : undefined), [all, held]);
	return recordings ? {...port, recent: recordings.filter(({sample}) => !sample)} : port;
}

/** The port with the voices that were chosen for the next start; what they do not fit is left as it is. */
function useSeated(port: RostrumPort, chosen: HomeView['voices']): RostrumPort {
	return useMemo(() => {
		const seated = (card: PresetCard): PresetCard => {
			const voices = chosen[keyOf({preset: card})];
			try {
				return voices && port.voices ? port.voices.seated(card, voices) : card;
			} catch {
				// Settings have changed since; whoever starts it is told what is wrong.
				return card;
			}
		};
		return {...port, presets: port.presets.map(seated)};
	}, [port, chosen]);
}

type SeatingContext = {
	readonly given: RostrumPort;
	readonly view: HomeView;
	readonly set: SetHome;
	readonly exit: HomeExit;
	/** The debate whose seats are offered. */ readonly card: PresetCard | undefined;
};

function seatingOf({given: {voices: port}, view, set, exit, card}: SeatingContext): HomeSeating {
	const everywhere: SeatTarget = {
		text: 'every debate, from now on',
		current: port?.kept ?? '',
		otherwise: port?.otherwise ?? '',
		take(voice) {
			const keep = async () => {
				const told = await port?.keep(voice);
				set({mode: 'list', problem: told});
				exit.renew();
			};
			keep().catch((error: unknown) => set({problem: reasonOf(error)}));
		},
	};
	// Whose seats they are is only asked once the list of voices is there: a card is made for it.
	const target = (): SeatTarget => {
		const targets = [everywhere, ...(card && port ? seatTargets(card, {port, view, set}) : [])];
		return targets.at(view.seat % targets.length) ?? everywhere;
	};
	const turn = (by: 1 | -1) => set({seat: view.seat + by, problem: undefined});
	return {target, next: () => turn(1), before: () => turn(-1)};
}

/** All seats of a debate, and each of them, for its next start. */
function seatTargets(
	card: PresetCard,
	{port, view, set}: Pick<SeatingContext, 'view' | 'set'> & {readonly port: NonNullable<RostrumPort['voices']>},
): readonly SeatTarget[] {
	const key = keyOf({preset: card});
	const before = view.voices[key] ?? {};
	const {voiced = []} = card;
	const change = (seats: readonly string[], voice: string) => {
		const kept = Object.entries(before).filter(([id]) => !seats.includes(id));
		const voices = Object.fromEntries([...kept, ...(voice === '' ? [] : seats.map(id => [id, voice] as const))]);
		try {
			port.seated(card, voices);
			set({mode: 'list', voices: {...view.voices, [key]: voices}, problem: undefined});
		} catch (error) {
			set({problem: reasonOf(error)});
		}
	};
	const all = voiced.map(({id}) => id);
	const same = new Set(all.map(id => before[id])).size === 1 ? before[all[0] ?? ''] : undefined;
	return [
		{
			text: `the next ${card.name}, in all ${all.length} seats`,
			current: same ?? '',
			otherwise: 'as in every debate',
			take: voice => change(all, voice),
		},
		...voiced.map(({id, label}): SeatTarget => ({
			text: `the next ${card.name}, as ${label} (${id})`,
			current: before[id] ?? '',
			otherwise: 'as in every debate',
			take: voice => change([id], voice),
		})),
	];
}

// A topic that is typed at once.

/** Letters that do something with a debate held before: where none is marked, a topic may begin with them. */
const ofHeld: ReadonlySet<string> = new Set(['R', 'e']);

/**
 * Opens the field for a topic with what is no command: a letter that is no key here is a topic's first one, and so is a
 * text that is pasted. Keys that follow are held back until the field is there.
 */
function useTypedTopic({mode}: HomeView, choice: Chosen | undefined, open: (typed: string) => void): void {
	const {isOpen} = usePalette();
	const isActive = mode === 'list' && !isOpen;
	const begin = (input: string) => {
		const typed = cleanInput(input);
		if (typed.trim() !== '') open(typed);
	};
	useInput(
		(input, key) => {
			const name = nameOfKey(input, key);
			const isLetter = !isKeyOf(name, 'home') || (ofHeld.has(name) && !(choice && 'recent' in choice));
			if (!key.ctrl && !key.meta && isLetter) begin(input);
		},
		{isActive},
	);
	usePaste(begin, {isActive});
}
