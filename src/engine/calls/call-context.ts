/** What a request to a voice needs of the running debate. */
import type {DebateContext} from '../context/debate-context.ts';
import type {AskOptions} from '../../debate/protocol.ts';
import type {Voice, VoiceRequest} from '../../voices/voice.ts';
import type {AnswerStore} from '../replay/kept-answers.ts';
import type {BudgetReserve} from './budget.ts';
import type {CacheWatch} from './cache-watch.ts';
import type {VoiceLimiter} from './voice-limiter.ts';

export type Call = {
	readonly participant: string;
	readonly step: string;
	readonly request: VoiceRequest;
	readonly signal: AbortSignal;
	readonly patience?: AskOptions['patience'] | undefined;
	/** Whether a structured answer is wanted as it comes. */
	readonly asItComes?: boolean;
};

export type CallContext = DebateContext & {
	readonly seed: number;
	/** Milliseconds until the first piece of an answer; of a structured answer, until it is complete. */
	readonly timeoutMs: number;
	/** Who answers for each participant, by the participant's id. */
	readonly voices: Map<string, Voice>;
	readonly limiter: VoiceLimiter;
	readonly cacheWatch: CacheWatch;
	readonly budget: BudgetReserve;
	/** Where answers are kept as they are received; undefined where they are not. */
	readonly answers: AnswerStore | undefined;
};
