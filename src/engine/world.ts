/** What the parts of the engine share while one debate runs. */
import type {DebateEvent, JournalEvent} from '../debate/events.ts';
import type {DebateState} from '../debate/state.ts';
import type {Voice} from '../voices/voice.ts';
import type {Account} from './budget.ts';
import type {CacheWatch} from './cache-watch.ts';
import type {DebateClock} from './clock.ts';
import type {Lines} from './lines.ts';
import type {Mouth} from './mouth.ts';
import type {Pace} from './pace.ts';
import type {Recall} from './recall.ts';
import type {Recorder} from './recorder.ts';

export type World = {
	readonly clock: DebateClock;
	readonly recorder: Recorder;
	readonly recall: Recall;
	readonly mouth: Mouth;
	readonly pace: Pace;
	readonly account: Account;
	readonly voices: Map<string, Voice>;
	readonly cacheWatch: CacheWatch;
	/** The way to each of them. */
	readonly lines: Lines;
	readonly seed: number;
	readonly timeoutMs: number;
	readonly minSpeakers: number;
	readonly speakers: readonly string[];
	/** Aborted, with the reason, when the debate is to end at once. */
	readonly over: AbortController;
	/** The debate as the script has met it: while it is told its past, not all that the journal holds. */
	heard: DebateState;
	stopping: boolean;
	/** Set when the user wants the running turn to end at its next sentence; says why. */
	cutShort: string | undefined;
	/** Who listens to a turn's sentences while the past is told. */
	readonly toldSentence: Map<string, (sentence: string) => void>;
	/** Records a fact and folds it into what was heard. */
	emit(event: DebateEvent, step?: string): JournalEvent;
	/** Runs something beside the script; the debate does not end before it, and fails if it fails. */
	besides(task: () => Promise<void>): void;
};
