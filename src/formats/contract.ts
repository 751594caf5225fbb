/** What a format is: its protocol, and all that it brings to the app besides. */
import type {JournalEvent, Outcome, Participant, RunEvent} from '../debate/events.ts';
import type {Environment, Protocol} from '../debate/protocol.ts';
import type {SourceDesk} from '../debate/sources.ts';
import type {FormatEvent} from '../debate/slices.ts';
import type {DebateState, EventView} from '../debate/state.ts';
import type {DebatePlan} from '../engine/lifecycle.ts';
import type {RunOptions} from '../engine/run.ts';
import type {ExportId} from '../exports/export-names.ts';
import type {ExportedEvent, FormatParts} from '../exports/format-parts.ts';
import type {Blocks, PaneFrame, PaneSize, Rest} from '../view/blocks.ts';
import type {Moment} from '../view/moments.ts';
import type {WaitingFor} from '../view/participants.ts';
import type {Option, Row} from '../view/rows.ts';
import type {Input, OptionRow} from './options.ts';
import type {SetupData} from './setup.ts';
import type {OwnFiles} from './user-file.ts';
import type {ReviewCounts} from '../debate/views/judgements.ts';

/** A debate format, in one definition. All but its protocol is optional. */
export type Format<C = unknown> = Protocol<C> & FormatExtras;

/** What a format brings besides its protocol. */
export type FormatExtras = Pick<FormatParts, 'markdown' | 'optionFor' | 'partName' | 'verdict'> & {
	/** Exports that only its debates have, by their names on the command line. */
	readonly exports?: Readonly<Partial<Record<ExportId, FormatExport>>>;
	/** Its own events, and where each is shown. */
	readonly events?: Readonly<Record<string, ShownEvent<FormatEvent>>>;
	/** The name for a narrow screen. */
	readonly shortName?: string;
	/** How the setup names the fields of its config; one that is not named is called by its path, and is shown. */
	readonly fields?: {readonly shown: readonly NamedField[]; readonly folded: readonly NamedField[]};
	/** What is asked when a debate is set up, besides the described fields of its config. */
	readonly setup?: SetupData;
	/** The id of the preset that comes first, and stands where nothing else is asked for. */
	readonly firstPreset?: string;
	/** What it offers to newcomers on the home screen. */
	readonly firstOffer?: FirstOffer;
	/** `--set` of its shortest debate. */
	readonly shortest?: readonly string[];
	/** Options of `run` for this format alone. */
	readonly options?: readonly OptionRow[];
	/** Translates its options into those every format has: topic, seats, config fields. Throws `UsageError`. */
	readonly input?: (input: Input, cwd: string) => Input;
	/** What the user's environment and own files say about the config. Throws `UsageError`. */
	readonly layers?: (sources: LayerSources) => readonly ConfigLayer[];
	/** What the user should know before it starts, by its config. */
	readonly notices?: (config: unknown, sources: NoticeSources) => readonly string[];
	/** What `run` does instead of a debate if the options ask for it; returns the text to print. */
	readonly action?: (input: Input, cwd: string) => (() => Promise<string>) | undefined;
	/** Seats two debaters against each other, one a side: `ID=V` pairs, and fields of the config. */
	readonly pair?: (one: PairedDebater, other: PairedDebater) => PairedSeats;
	/** What people read for a kind of its turns; undefined for one that reads well as it is. */
	readonly kindName?: (kind: string) => string | undefined;
	/** A pane of its own on the stage. */
	readonly pane?: FormatPane;
	/** How far a debate that runs is, from 0 to 1, of what is ahead of it at most; undefined where nothing says it. */
	readonly progress?: (state: DebateState, spokenMs: number) => number | undefined;
	/** What a debate that ended well, or was stopped, comes to besides, and the exit code that says so. */
	readonly endsWith?: (state: DebateState) => {readonly says: string; readonly code: number} | undefined;
	/** What it came to, for a program that asks for that and no more: the result first, then what may be cut. */
	readonly brief?: (state: DebateState) => readonly string[] | undefined;
	/** What it does in the world. */
	readonly host?: FormatHost;
	/** Ids of scripts that judge what was said elsewhere: their journals have its scores, and no turns. */
	readonly judgingScripts?: readonly string[];
	/** Where seats weigh alike: what is told of one that is hardly as strong, by known prices of output. */
	readonly unevenSeats?: (
		participants: readonly Participant[],
		outputPrice: (voice: string) => number | undefined,
	) => string[];
	readonly traits?: FormatTraits;
	/** Questions whose answers are known, by which its depths are measured on a user’s own models. */
	readonly bench?: () => Promise<FormatBench>;
};

/** A question with one right option. */
export type BenchItem = {
	readonly id: string;
	readonly question: string;
	readonly options: readonly string[];
	/** The place of the right option. */
	readonly right: number;
	readonly document?: string;
};

/** What a debate on a question came to: ids of options, null where there is none. */
export type BenchOutcome = {
	readonly answers: readonly (string | null)[];
	/** By the blind answers, and in the end. */
	readonly blind: string | null;
	readonly winner: string | null;
	/** What seats hold in the end. */
	readonly held: readonly string[];
	readonly strength: string;
	/** In blind answers. */
	readonly price: number;
};

/** What came of one question at each depth. */
export type MeasuredItem = Omit<BenchOutcome, 'answers' | 'blind' | 'winner'> & {
	readonly item: string;
	readonly right: string;
	/** Blind answers of one voice, as many as the debate cost. */
	readonly samples: readonly (string | null)[];
	readonly answers: Readonly<Record<'think' | 'samples' | 'vote' | 'cruxes', string | null>>;
	readonly usd: number;
	readonly tokens: number;
};

export type FormatBench = {
	/** The folder of its questions in `data`, and the file. */
	readonly table: string;
	/** All questions, in an order by lot. `table` is what the file holds; throws where it does not fit. */
	readonly items: (table: unknown, random: () => number) => readonly BenchItem[];
	/** The options of a debate on a question, as on the command line; without talk, blind answers are counted. */
	readonly input: (item: BenchItem, members: readonly string[], talks: boolean) => Input['options'];
	/** The question for one prompt that has room to think; its last line has the answer. */
	readonly prompt: (item: BenchItem) => string;
	readonly answerIn: (text: string) => string | null;
	readonly outcome: (state: DebateState) => BenchOutcome | undefined;
	readonly report: (results: readonly MeasuredItem[]) => {readonly figures: object; readonly text: string};
};

/** An export of one format: the file's name in the debate's folder, and the whole of it in pieces. */
export type FormatExport = {readonly file: string; readonly pieces: (state: DebateState) => Iterable<string>};

/** Where each of these events is shown: one that is not in the table does not compile. */
export type ShownEvents<E extends FormatEvent> = {
	readonly [T in E['type']]: ShownEvent<Extract<E, {readonly type: T}>>;
};

/** Where an event is shown; null says that it deliberately is not. */
export type ShownEvent<E extends FormatEvent> = ExportedEvent & {
	/** Lines of plain text: content on `out`, what is said about it on `err`. */
	readonly plain: {readonly stream: 'out' | 'err'; readonly lines: EventView<E, readonly string[]>} | null;
	readonly moment: EventView<E, Moment | undefined> | null;
	/** What it found, a line each, for a program that asks how a debate stands. */
	readonly findings: ((state: DebateState) => readonly string[]) | null;
	/** What the library keeps of events of this kind. */
	readonly digest: ((state: DebateState) => LibraryFacts) | null;
};

/** What the library keeps of a debate besides what all have. */
export type LibraryFacts = {
	/** How often who reviewed was right, by what could be checked. */
	readonly review?: ReviewCounts;
};

/** A preset, what starting it is called, and whether it is only offered in a Git repository. */
export type FirstOffer = {readonly preset: string; readonly says: string; readonly inRepository?: true};

/** What holds for some formats. */
type FormatTraits = NonNullable<FormatParts['traits']> & {
	/** `--context` beside `--topic @FILE` is no part of the topic: its input gets it as the option `background`. */
	readonly hasBackground?: true;
	/** The transcript folds the host's introduction. */
	readonly foldsIntroduction?: true;
	/** MCP clients may hold it with the tool that takes any topic. */
	readonly overMcp?: true;
	/** It works on code or documents. */
	readonly forWork?: true;
	/** Its chairs may argue from documents. */
	readonly readsSources?: true;
	/** Those who speak in it look things up before their turns. */
	readonly looksUp?: true;
	/** Its verdicts rank those who debate. */
	readonly givesVerdict?: true;
};

/** The path of a field of the config, and what it is called. */
type NamedField = readonly [path: string, label: string];

/** What it brings to the stage beside the panes that all have, and what of it the results show. */
export type FormatPane = {
	/** On its tab: a short word. */
	readonly name: string;
	/**
	 * `instead`: it holds all that is said, and takes the transcript's place; `beside`: it stands with the transcript.
	 */
	readonly placement: 'instead' | 'beside';
	readonly rest: Rest;
	/** What there is to see, at a width; a window makes the rows that it shows. */
	readonly blocks: (state: DebateState, width: number, waiting: WaitingFor | undefined) => Blocks;
	/** The same in parts of its own, for a pane that is more than one window; undefined where it is none. */
	readonly frame?: (state: DebateState, input: FrameInput) => PaneFrame | undefined;
	/** What the results show of it. */
	readonly results: (state: DebateState, width: number) => readonly Row[];
	/** How its result was checked, behind a key of the results. */
	readonly audit?: (state: DebateState, width: number) => readonly Row[];
	/** A row that is always in sight, in the place of the latest moment; undefined while there is nothing to say. */
	readonly inSight?: (state: DebateState, point: string | undefined) => Row | undefined;
	/** The question that it asks on a screen of its own, by its id, while it waits for the user. */
	readonly asks?: (state: DebateState) => string | undefined;
	/** Whom it asks at once, before the first of them is heard, and since when by the debate's clock. */
	readonly asked?: (state: DebateState) => readonly {readonly id: string; readonly since: number | undefined}[];
	/** Whether it shows code, which is coloured once the grammars are there. */
	readonly hasCode?: (state: DebateState) => boolean;
	/** The next point that can be looked at instead of the debate's latest, or the one before, and what is told of it. */
	readonly step?: (state: DebateState, chosen: string | undefined, by: 1 | -1) => PointStep;
	/** Listeners say where they stand on what is debated, before and after. */
	readonly votes?: true;
	/** What a user may ask of it in mid-course, each as an interjection of its own; none where nothing is left. */
	readonly steering?: (state: DebateState) => readonly SteeringWish[];
	/** What a user of this format cannot do, as the table of keys calls it. */
	readonly unavailable: readonly ('interject' | 'barge-in')[];
};

/** Its value is whom the interjection addresses; with `asks`, the user says it in words, which that invites them to. */
export type SteeringWish = Option & {readonly asks?: string};

/** The point that is looked at from now on, undefined for what the debate is at, and what a listener hears of it. */
export type PointStep = {readonly chosen: string | undefined; readonly told: string};

/** `chosen` is the point that the user looks at, if they do not follow the debate. */
export type FrameInput = PaneSize & {readonly chosen: string | undefined; readonly waiting: WaitingFor | undefined};

/** What a format does in the world: each part is loaded when it is needed. */
type FormatHost = {
	/** Looks at what it works on before it starts: how much that is, for the estimate. */
	readonly measure?: () => Promise<MeasureWork>;
	/** Loaded when a debate starts. */
	readonly effects?: () => Promise<(context: EffectContext) => EffectHandlers | Promise<EffectHandlers>>;
	/** Its native files, which other programs write too. */
	readonly files?: () => Promise<NativeFiles>;
	/** Records beside a journal by which the debate acts: marked as written by this user, or it asks first. */
	readonly records?: () => Promise<(folder: string, config: unknown) => readonly RecordFile[]>;
	/** A queue of tasks to hold debates on, if the options name one. Throws `UsageError`. */
	readonly queue?: (input: Input, cwd: string) => Promise<TaskQueue> | undefined;
	/** Checks the files that a debate left beside its journal against what the journal recorded. */
	readonly verifyBeside?: (journal: string, events: readonly JournalEvent[]) => Promise<readonly FileReport[]>;
};

/** Gives the config with what it found, and what is told of it; `contextTokens` is what the smallest voice takes. */
type MeasureWork = (
	plan: Pick<EffectContext, 'config' | 'cwd' | 'handedOn'> & {readonly contextTokens?: number | undefined},
) => Promise<{readonly config: unknown; readonly notices: readonly string[]}>;

/** A record, the folders in which it has commands run and files written, and all that it names. */
export type RecordFile = {
	readonly file: string;
	readonly writes: readonly string[];
	readonly names: readonly string[];
};

/** The debate whose effects are opened, and what its host may use of the user's. */
export type EffectContext = Pick<
	DebatePlan,
	'config' | 'subject' | 'participants' | 'seed' | 'timeoutMs' | 'waitForMs' | 'budget'
> & {
	readonly debateId: string;
	/** Set if it was started before. */
	readonly resumed: boolean;
	/** The debate's folder, and the path of its journal. */
	readonly folder: string;
	readonly journal: string;
	readonly cwd: string;
	/** Where answers are cached: a file, or a Redis server instead of it. */
	readonly answersFile: string;
	readonly redisUrl?: string;
	/** Where metrics are sent. */
	readonly collector?: Collector;
	/** Whether somebody is there to be asked, and what they decided before it was resumed. */
	readonly interactive?: boolean;
	readonly decision?: HaltDecision;
	/** Which programs run in the system's sandbox, and the folders in which programs are looked for. */
	readonly sandbox: SandboxChoice;
	readonly programs: readonly string[];
	/** Marks a record as this user's; absent where ROSTRUM_HOME cannot be written. */
	readonly sealRecord?: ((text: string) => string) | undefined;
	/** Variables that the user passes on by their names, secrets too. */
	readonly handedOn: (names: readonly string[]) => Readonly<Record<string, string>>;
	/** Secrets that were removed from our environment, for child processes that are Rostrum too. */
	readonly hiddenVariables: Environment;
};

/** How a halted debate goes on. */
export type HaltDecision = {readonly decision: 'go on' | 'stop' | 'send back'; readonly comments: string[]};

/** The user's commands, those and coding agents, or nothing. */
export type SandboxChoice = 'checks' | 'all' | 'off';

/** An OpenTelemetry collector; `endpoint` is its base address, such as `http://127.0.0.1:4318`. */
export type Collector = {readonly endpoint: string; readonly headers: Readonly<Record<string, string>>};

/** The effects a script may ask for, and what to do when the debate has ended or was suspended. */
export type EffectHandlers = {
	/** Set when programs other than our voices take part, so that the wall clock has to be used. */
	readonly realTime?: true;
	readonly effects: NonNullable<RunOptions['effects']>;
	/** The code that a new debate is about, and what it is called; one that is resumed has it in its journal. */
	readonly code?:
		{readonly code?: string; readonly text?: string; readonly commit?: string; readonly base?: string} | undefined;
	/** Whoever holds quotations against the files of a debate that lists them as they are quoted. */
	readonly sources?: SourceDesk;
	/** Called without an outcome when the debate was suspended. Returns what went wrong, in words for the user. */
	readonly close: (ending: {readonly outcome?: Outcome; readonly reason?: string}) => Promise<string | undefined>;
};

/** The setting for sandboxes, and the folders in which programs are looked for. */
export type NoticeSources = Pick<EffectContext, 'sandbox' | 'programs'> & {
	/** Seats in which no model sits. */
	readonly rehearsed?: readonly string[];
};

/** A debater of a batch: its voice, and how it speaks. */
export type PairedDebater = {readonly voice: string; readonly persona?: string | undefined};
export type PairedSeats = {readonly seat: readonly string[]; readonly set: readonly string[]};

/** Part of a config and where it comes from, for error messages. */
export type ConfigLayer = {readonly from: string; readonly config: unknown};

/** `variables` are those of the environment whose names begin with `ROSTRUM_SPEC_`. */
export type LayerSources = {
	readonly variables: Environment;
	readonly files: OwnFiles;
	/** The time-out of a call, in milliseconds, if it was set; `kind` and `from` say where. */
	readonly timeout?: {readonly kind: string; readonly from: string; readonly ms: number};
};

export type QueuedTask = {readonly id: string; readonly input: Input};

/** The debate that was held on a task, as far as it has come; undefined where there is none. */
export type DebateOfTask = (id: string) => DebateState | undefined;

/** Tasks, each of which gets one debate: a growing file, or one after another. */
export type TaskQueue = {
	/** What two processes must not work through at once: a file, or another name. `from` is its option. */
	readonly file: string;
	readonly from: string;
	/** The input of a debate on no particular task, so that options can be checked before a task comes. */
	readonly sample: Input;
	/**
	 * Tasks as they come, each id once; the next is asked for when the debate on the last has ended. `complain` gets the
	 * lines that are no tasks, with the reason.
	 */
	readonly tasks: (
		signal: AbortSignal,
		complain: (problem: string) => void,
		held: DebateOfTask,
	) => AsyncIterable<QueuedTask>;
	/** What it came to once all tasks are done, and the exit code that this asks for. */
	readonly result?: () => {readonly text: string; readonly code: number} | undefined;
	/** Ids of tasks that are finished according to files of the format, given a debate's config. */
	readonly finished: (config: unknown) => Promise<readonly string[]>;
	/** The id of the task that a debate was held on, from its config. */
	readonly taskIn: (config: unknown) => string | undefined;
};

/** A problem in a file; lines count from 1. */
export type FileFault = {
	readonly line: number;
	readonly what: string;
	/** Set where it is no more than advice: it counts as a fault only with `--strict`. */
	readonly advice?: true;
};

/** The result of checking a file: how many events (or sections) it has, how the debate in it stands, what is wrong. */
export type FileReport = {
	readonly file: string;
	readonly events: number;
	readonly outcome: string;
	/** What could not be checked, and why; it is no fault. */
	readonly notChecked?: string;
	/** The last hash of a journal, and whose signature stands beside it, if any. */
	readonly head?: string;
	readonly signedBy?: string;
	readonly faults: readonly FileFault[];
};

/** How to recognize, watch, check and read the files of a format. */
export type NativeFiles = {
	/** Whether they are looked for at folders or at files. */
	readonly shape: 'file' | 'folder';
	readonly recognize: (path: string) => boolean;
	/** The debate in it as events, as it grows. Throws `UsageError` if it is something else. */
	readonly follow: (path: string, signal: AbortSignal) => AsyncIterable<RunEvent>;
	/** One report, or one for each faulty file of a folder. */
	readonly verify: (path: string) => readonly FileReport[];
	/** What its reports count. */
	readonly unit: 'events' | 'sections';
	/** The debate as it stands, for export. Throws `UsageError` if it is something else. */
	readonly read?: (path: string, signal: AbortSignal) => Promise<DebateState>;
};

/** Exit codes of `rostrum`. A Code Debate reads them too, from the processes that play its sides. */
export const exitCodes = {
	ok: 0,
	bug: 1,
	usage: 2,
	unwell: 3,
	budget: 4,
	notAccepted: 5,
	threshold: 6,
	unsaved: 7,
	split: 7,
	undecided: 8,
	interrupted: 130,
	readerGone: 141,
} as const;
