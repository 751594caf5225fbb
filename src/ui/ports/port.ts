/**
 * What the screens need of the world. The commands give it; the screens cannot tell a live debate from a replay but by
 * what they are told here.
 */
import type {RunEvent, UserAction} from '../../debate/events.ts';
import type {CallsPort} from './calls-port.ts';
import type {DraftPort} from './draft-port.ts';
import type {ExportsPort} from './exports-port.ts';
import type {HealthPort} from './health-port.ts';
import type {LibraryPort} from './library-port.ts';
import type {SeatingPort} from './seating-port.ts';
import type {SettingsPort} from './settings-port.ts';
import type {SpeechPort} from './speech-port.ts';
import type {Bell} from '../terminal/terminal-window.ts';
import type {DebateState, SessionEvent} from '../../debate/state.ts';
import type {Card} from '../../exports/card/card.ts';
import type {Statistics} from '../../exports/statistics.ts';
import type {KeySource} from '../input/key-stdin.ts';
import type {VoicesFound} from '../../view/text/voices-found.ts';
import type {SetupChoice, SetupEstimate, SetupOptions} from './setup-port.ts';

/**
 * A debate to watch. Iterating `events` to its end, or its throwing (a bug, which ends the screens with it), is the
 * session's end.
 */
export type Session = {
	readonly events: AsyncIterable<SessionEvent>;
	/**
	 * Sends what the user does. A replay with `setSpeed` minds `pause`, `resume` and `step`; nothing else reaches one.
	 */
	readonly act: (action: UserAction) => void;
	/**
	 * Casts a vote. One that comes when the debate is over is written down behind its end, and given; of any other its
	 * events tell. Without it, no votes are taken then.
	 */
	readonly vote?: (vote: Extract<UserAction, {action: 'vote'}>) => Promise<RunEvent | undefined>;
	/** What the user should know before it begins. */
	readonly notices?: readonly string[];
	/** False for a replay. */
	readonly live: boolean;
	/** Words a minute at which it starts, 0 for as fast as they come. */
	readonly initialPace: number;
	/** Where its files are. */
	readonly folder?: string;
	/** A command line that takes it up again after it was left, and one that shows it again. */
	readonly resumeWith?: string;
	readonly replayWith?: string;
	/**
	 * For a replay: how many times as fast as it was it begins (1 unless said), and the way to change that. Without
	 * `setSpeed` it is only watched.
	 */
	readonly initialSpeed?: number;
	readonly setSpeed?: (times: number) => void;
	/**
	 * For a replay: goes by so many turns or segments, backwards where negative. After the end, `events` iterated again
	 * goes on from there.
	 */
	readonly seek?: (by: number, unit: 'turn' | 'segment') => void;
	/**
	 * Where a replay is: the number of the turn that is heard, and of how many; the debate's clock, and where that
	 * ends, in milliseconds.
	 */
	readonly place?: () => {readonly turn: number; readonly turns: number; readonly at: number; readonly of: number};
	/** The turn that its transcript is opened at, once it is over, and the words in it that are marked. */
	readonly startAt?: {readonly turn: string; readonly words: string};
	/**
	 * Lets go of a session that the user leaves: aborts what runs so that it can be resumed, and resolves once its files
	 * are closed. Not called after its events have ended.
	 */
	readonly leave?: () => Promise<void>;
	/** Makes the debate in a format, to be looked at; writes it, and gives the path. */
	readonly exports?: ExportsPort;
	readonly calls?: CallsPort;
	readonly draft?: DraftPort;
	/** The sound of a debate that is spoken. */
	readonly speech?: SpeechPort;
	/**
	 * Lets the user edit a text in an editor of their own, which has the terminal meanwhile; undefined where it was left
	 * as it is or there is no editor.
	 */
	readonly edit?: (text: string) => string | undefined;
	/** Who could take a seat, for a live debate in which seats may change hands. */
	readonly seating?: SeatingPort;
	/** The same debate held again, set up again with other voices, or shown again. */
	readonly again?: () => Promise<Session>;
	readonly setup?: () => Promise<SetupPort>;
	readonly replay?: () => Promise<Session>;
};

/** A matchup on the home screen. */
export type PresetCard = {
	readonly id: string;
	readonly protocol: string;
	readonly name: string;
	readonly description: string;
	/** Topics to choose from; may be empty where a topic must be given. */
	readonly propositions: readonly string[];
	/** `label` is what the seat argues from; `voice` what would speak, as a user writes it. */
	readonly seats: readonly {readonly name: string; readonly label: string; readonly voice: string}[];
	readonly estimate?: SetupEstimate;
};

/** A debate held before. `when` is written for the user; `sample` marks one that came with Rostrum. */
export type RecentDebate = {
	readonly title: string;
	readonly format?: string;
	readonly sample?: true;
	readonly path: string;
	readonly finished: boolean;
	readonly when: string;
};

/** What was read of a debate held before. `fault` is why a part is missing; `card` is there where it has ended. */
export type DebateLook = {
	readonly state: DebateState;
	readonly statistics: Statistics;
	readonly card?: Card;
	readonly fault?: string;
};

/** A debate that is not over: one that runs in some process of this machine, or whose writer is gone. */
export type WatchableDebate = {
	readonly title: string;
	readonly format: string;
	readonly path: string;
	readonly running: boolean;
	/** How much has been said, as the stage writes it. */
	readonly spoken: string;
	/** What it does, in a few words. */
	readonly state: string;
};

/** What the home screen needs. A rejected promise is shown on it, and nothing is lost. */
export type RostrumPort = {
	readonly version: string;
	readonly presets: readonly PresetCard[];
	readonly voicesFound: VoicesFound;
	readonly start: (choice: {
		readonly presetId: string;
		readonly protocol: string;
		readonly topic?: string;
	}) => Promise<Session>;
	readonly recent: readonly RecentDebate[];
	readonly resume?: (path: string) => Promise<Session>;
	/** Ends an unfinished debate for good; what was said in it stays. */
	readonly discard?: (path: string) => Promise<void>;
	readonly replay?: (path: string) => Promise<Session>;
	/** Reads a debate held before, to be shown beside the list. */
	readonly look?: (path: string, signal: AbortSignal) => Promise<DebateLook>;
	/** A new debate, step by step. Rejects with what stands in the way. */
	readonly setup?: () => Promise<SetupPort>;
	/**
	 * A debate that another process holds or that other programs write: its journal, folder, DEBATE.md, duel log or
	 * run; the newest where nothing is named.
	 */
	readonly watch?: (path: string) => Promise<Session>;
	/** The debates that can be watched just now. */
	readonly watchable?: () => Promise<readonly WatchableDebate[]>;
	/** Opened when its screen is. */
	readonly library?: () => Promise<LibraryPort>;
	/** A debate held before, all of it at once, at one of its turns. */
	readonly read?: (path: string, at?: Session['startAt']) => Promise<Session>;
	readonly settings?: SettingsPort;
	readonly health?: HealthPort;
	/** The same port read anew: what was held, set or saved meanwhile shows on the home screen. */
	readonly renewed?: () => Promise<RostrumPort>;
};

/** What the setup of a debate needs. */
export type SetupPort = SetupOptions & {readonly start: (choice: SetupChoice) => Promise<Session>};

/** What screens are drawn on and where their keys come from. */
export type TerminalStreams = {readonly stdin: KeySource; readonly stdout: NodeJS.WriteStream};

/** How the screens are drawn. */
export type ScreenOptions = {
	/** The process's own by default. */
	readonly terminal?: TerminalStreams | undefined;
	/** Shown until the port is there to say it. */
	readonly version?: string;
	/** Ends the screens as Ctrl+C does: the program is asked to end from outside. */
	readonly signal?: AbortSignal;
	/** False draws without colour (`NO_COLOR`). True by default. */
	readonly colour?: boolean;
	/** True where the background is light. Where it is not given the terminal is asked. */
	readonly light?: boolean | undefined;
	/** True draws nothing dim, and colours far from the background. False by default. */
	readonly contrast?: boolean;
	/** `ascii` for consoles that have no other signs. `unicode` by default. */
	readonly signs?: 'unicode' | 'ascii';
	/** True where the terminal opens links. False by default. */
	readonly links?: boolean;
	/** False draws whole lines only, for terminals whose widths of characters differ from ours. True by default. */
	readonly incremental?: boolean;
	/** True for a screen reader: lines that come one after the other, on the primary screen, instead of panes. */
	readonly reader?: boolean;
	/** False leaves the window's title, the mouse and the wheel alone. True by default. */
	readonly window?: boolean;
	/** False leaves the mouse to the terminal, which selects text with it. True by default. */
	readonly mouse?: boolean;
	/** How to call the user when a long debate has ended. Not at all by default. */
	readonly bell?: Bell;
};

/**
 * How the screens ended: the debate had ended, the user left it, or Ctrl-C. `text` is a summary for the primary screen
 * (outcome, files, how to go on), empty where no debate was shown.
 */
export type Farewell = {readonly how: 'ended' | 'left' | 'interrupt'; readonly text: string};
