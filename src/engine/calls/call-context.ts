/** What a request to a voice needs of the running debate. */
import type {DebateContext} from '../context/debate-context.ts';
import type {Voice} from '../../voices/voice.ts';
import type {BudgetReserve} from './budget.ts';
import type {CacheWatch} from './cache-watch.ts';
import type {VoiceLimiter} from './voice-limiter.ts';

export type CallContext = DebateContext & {
	readonly seed: number;
	/** Milliseconds until the first piece of an answer; of a structured answer, until it is complete. */
	readonly timeoutMs: number;
	/** Who answers for each participant, by the participant's id. */
	readonly voices: Map<string, Voice>;
	readonly limiter: VoiceLimiter;
	readonly cacheWatch: CacheWatch;
	readonly budget: BudgetReserve;
};
