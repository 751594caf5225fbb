/** What the parts of the engine share while one debate runs. */
import type {DebateEvent, JournalEvent} from '../../debate/events.ts';
import type {Said} from '../../debate/form.ts';
import type {DebateState} from '../../debate/state.ts';
import type {Voice} from '../../voices/voice.ts';
import type {Account, BudgetAmount} from '../calls/budget.ts';
import type {CacheWatch} from '../calls/cache-watch.ts';
import type {DebateClock} from './clock.ts';
import type {VoiceLimiter} from '../calls/voice-limiter.ts';
import type {SpeakingLock} from '../turns/speaking-lock.ts';
import type {Questions} from '../turns/questions.ts';
import type {Pace} from '../turns/pace.ts';
import type {History} from '../replay/history.ts';
import type {Recorder} from '../journal/recorder.ts';

/** What a person says, or why they say nothing. */
export type Words = Said | {readonly passed: string};

/** People at the keyboard (people.ts). */
type HumanTurns = {
	/** How long one has for a turn, in milliseconds; without it as long as they want. */
	readonly limitMs: number | undefined;
	/**
	 * Whoever waits for words, by the step that they are for; `calls` are that, and what of the same answer may be
	 * changed meanwhile.
	 */
	readonly waiting: Map<
		string,
		{readonly participant: string; readonly calls: readonly string[]; readonly tell: (words: Words) => void}
	>;
	/** What takes a question back from the voice of a seat, once a person sits there who can answer it. */
	readonly answering: Map<string, AbortController>;
};

/** What of the budget is kept (reserve.ts). */
type BudgetReserve = {
	/** Whether room for a closing is. */
	readonly keepsClosing: boolean;
	/** How much that is, as far as it is known: it grows with the requests. */
	kept: BudgetAmount;
	/** While the user is asked. */
	asking: Promise<void> | undefined;
};

export type RunContext = {
	readonly clock: DebateClock;
	readonly recorder: Recorder;
	readonly history: History;
	readonly speakingLock: SpeakingLock;
	readonly pace: Pace;
	readonly account: Account;
	readonly budgetReserve: BudgetReserve;
	readonly voices: Map<string, Voice>;
	readonly cacheWatch: CacheWatch;
	/** The way to each of them. */
	readonly limiter: VoiceLimiter;
	readonly people: HumanTurns;
	/** Asks the user; absent where nobody can answer. */
	readonly questions: Questions | undefined;
	/** Seats whose voice cannot go on, while the user decides about them. */
	readonly settling: Map<string, Promise<void>>;
	readonly seed: number;
	readonly timeoutMs: number;
	readonly minSpeakers: number;
	readonly speakers: readonly string[];
	/** Aborted, with the reason, when the debate is to end at once. */
	readonly over: AbortController;
	/** The debate as the script has met it: while it is told its past, not all that the journal holds. */
	heard: DebateState;
	stopping: boolean;
	/** What was lacking, once the debate is to be closed within what is left of its budget. */
	overBudget: string | undefined;
	/** Set when the user wants the running turn to end at its next sentence; says why. */
	cutShort: string | undefined;
	/** Who listens to a turn's sentences while the past is told. */
	readonly toldSentence: Map<string, (sentence: string) => void>;
	/** Records a fact and folds it into what was heard. */
	emit(event: DebateEvent, step?: string): JournalEvent;
	/** Runs something beside the script; the debate does not end before it, and fails if it fails. */
	background(task: () => Promise<void>): void;
};
