/** Effects that a format performs for its script: what a host gets to open them, and what it returns. */
import type {Outcome} from '../../debate/events.ts';
import type {Environment} from '../../debate/environment.ts';
import type {DebatePlan} from '../../engine/lifecycle/plan.ts';
import type {RunOptions} from '../../engine/run.ts';

/** The debate whose effects are opened, and what its host may use of the user's. */
export type EffectContext = Pick<
	DebatePlan,
	'config' | 'subject' | 'participants' | 'seed' | 'timeoutMs' | 'budget'
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
	/** The code that a new debate is about, for its subject; one that is resumed has it in its journal. */
	readonly code?: string | undefined;
	/** Called without an outcome when the debate was suspended. Returns what went wrong, in words for the user. */
	readonly close: (ending: {readonly outcome?: Outcome; readonly reason?: string}) => Promise<string | undefined>;
};
