/** The screens in the home screen's menu: their names, what each is given, and which of them a port can serve. */
import type {Action} from '../terminal/key-table.ts';
import type {RostrumPort} from '../../app/setup/home-port.ts';
import type {LibraryFilter} from '../../app/library/library-port.ts';
import {StartCancelled} from '../../app/context.ts';
import type {StartDialog} from '../../app/plan/start-check.ts';
import type {Session} from '../../app/session/session.ts';
import type {DebateStore} from '../stage/debate-store.ts';
import {reasonOf} from '../../debate/text/words.ts';

/** Makes a session; where a debate starts, its check is shown by the dialog. */
export type OpenDebate = (dialog: StartDialog) => Promise<Session>;

/** What is shown where a debate was not started; nothing where the user did not want it. */
export const problemOf = (error: unknown): string | undefined =>
	error instanceof StartCancelled ? undefined : reasonOf(error);

/** Where in the library one was: what was looked for, and the debate that was chosen. */
export type LibrarySpot = {readonly text: string; readonly filter: LibraryFilter; readonly path: string | undefined};

/**
 * The screens in the home screen's menu. Each is named as the action that opens it and as what it needs of the port.
 */
const screenNames = ['setup', 'watch', 'library', 'settings', 'health'] as const satisfies readonly (Action &
	keyof RostrumPort)[];
export type ScreenName = (typeof screenNames)[number];

export const isScreenName = (name: string): name is ScreenName => screenNames.some(known => known === name);

/** Screens that this port cannot serve. */
export const unavailableScreens = (port: RostrumPort): readonly ScreenName[] =>
	screenNames.filter(name => port[name] === undefined);

/**
 * Props of the screens in the home screen's menu. A session opened `from` a spot in the library returns to that spot
 * when it is left; the library then gets it as `last`. `leave` goes back to the home screen.
 */
export type ScreenProps = {
	readonly port: RostrumPort;
	readonly columns: number;
	readonly rows: number;
	readonly last?: LibrarySpot | undefined;
	readonly exit: {
		readonly open: (make: OpenDebate, from?: LibrarySpot) => Promise<void>;
		readonly leave: () => void;
	};
};

/** The screen that is shown, and with what. */
export type Route = {
	readonly at: 'home' | 'stage' | 'results' | 'other-voices' | ScreenName;
	readonly store: DebateStore | undefined;
	readonly problem?: string | undefined;
	/** Where in the library the shown debate was found, to go back there. */
	readonly from?: LibrarySpot | undefined;
};

/** What the screens ask of the app: to open something, or to be left. */
export type Navigation = ScreenProps['exit'] & {
	readonly redraw: () => void;
	readonly fail: (error: unknown) => void;
	/** Reads the home screen's lists again. */
	readonly renew: () => void;
	readonly visit: (screen: ScreenName) => void;
	readonly results: () => void;
	readonly setup: () => void;
	readonly transcript: () => void;
	/** Opens a session once it is made; a failure is shown on the current screen. */
	readonly openLater: (make: OpenDebate) => void;
};
