/** What a request to a voice needs of the running debate. */
import type {Usage} from '../../debate/events.ts';
import type {Message, AskOptions} from '../../debate/protocol.ts';
import type {Voice, VoiceRequest, Clock} from '../../voices/voice.ts';
import type {DebateContext} from '../context.ts';
import type {AnswerStore} from '../replay/kept-answers.ts';
import type {BudgetReserve} from './budget.ts';
import type {Outages} from './outage.ts';
import type {UsageEstimates} from './usage-estimate.ts';
import type {VoiceLimiter} from './voice-limiter.ts';

// Warns when a server does not cache what every prompt repeats, so that it is paid for in full.

/** A finished request; times are milliseconds on the debate's clock. */
type FinishedRequest = {
	readonly messages: readonly Message[];
	readonly usage: Usage;
	readonly began: number;
	readonly ended: number;
};

type CacheWatch = {
	/** Records a request; returns a warning for the user, once per voice. */
	note(voice: Voice, request: FinishedRequest): string | undefined;
};

/** Tokens are estimated from characters, so the shared part must exceed the server's minimum by this factor. */
const margin = 1.25;
/** The shortest cache lifetime of any server, in milliseconds. */
const cacheLifetimeMs = 4 * 60_000;
/** Requests in a row that should have hit the cache before a warning is given. */
const missesToWarn = 4;
/** Recent requests that a new one is compared with. */
const remembered = 8;
/** Characters of a text that make a token, roughly. */
const charactersPerToken = 4;

type CacheRecord = {before: FinishedRequest[]; misses: number; repeated: number; settled: boolean};

export function cacheWatch(): CacheWatch {
	const records = new Map<string, CacheRecord>();
	return {
		note(voice, request) {
			const {id, cacheFrom} = voice;
			const {
				usage: {cached, estimated},
			} = request;
			if (cacheFrom === undefined || cached === undefined || estimated) return undefined;
			const record = records.get(id) ?? {before: [], misses: 0, repeated: 0, settled: false};
			records.set(id, record);
			const shared = Math.max(
				0,
				...record.before
					.filter(({ended}) => ended <= request.began && request.began - ended < cacheLifetimeMs)
					.map(({messages}) => sharedTokens(messages, request.messages)),
			);
			record.before = [...record.before, request].slice(-remembered);
			if (cached > 0) record.settled = true;
			if (record.settled || shared < cacheFrom * margin) return undefined;
			record.misses++;
			record.repeated += shared;
			if (record.misses < missesToWarn) return undefined;
			record.settled = true;
			return `${voice.name} has been sent the same ${thousands(record.repeated / record.misses)} tokens and more at the beginning of ${record.misses} prompts, and its server has taken none of them from its cache: what is repeated is paid in full. Another way to the model may be cheaper.`;
		},
	};
}

// Warns when a server reads less of a prompt than it was sent: some cut it to their context window without a word.

/** How a server is given a larger context window. */
export const largerContext =
	'start the model with a larger context window (Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx; llama.cpp: --ctx-size; vLLM: --max-model-len; LM Studio: the context length it is loaded with)';

/** A prompt that a server has cut: a warning for the user, and about how many tokens it reads. */
type CutPrompt = {readonly text: string; readonly reads: number};

type PromptWatch = {
	/** Records a request of a seat; returns what is to be told, once per seat. */
	note(seat: string, voice: Voice, request: Pick<FinishedRequest, 'messages' | 'usage'>): CutPrompt | undefined;
};

/** Shorter prompts may well have half of the estimated tokens. */
const leastPrompt = 250;
/** A count that is the same so many times, for prompts that grow, is that of the window. */
const sameCounts = 3;

type CountedPrompt = {readonly messages: readonly Message[]; readonly counted: number; readonly sent: number};

export function promptWatch(): PromptWatch {
	const told = new Set<string>();
	const records = new Map<string, CountedPrompt[]>();
	return {
		note(seat, voice, {messages, usage: {input: counted, estimated}}) {
			if (estimated || voice.reportsUsage || voice.deterministic || told.has(seat)) return undefined;
			const sent = Math.floor(messages.reduce((sum, {content}) => sum + content.length, 0) / charactersPerToken);
			const before = records.get(voice.id) ?? [];
			records.set(voice.id, [...before, {messages, counted, sent}].slice(-remembered));
			if (sent < leastPrompt || !isCut({messages, counted, sent}, before)) return undefined;
			told.add(seat);
			return {
				reads: Math.max(1, counted),
				text: `The server of ${voice.name} read about ${thousands(counted)} of some ${thousands(sent)} tokens of a prompt, and cut the rest without a word: ${largerContext}.`,
			};
		},
	};
}

/** Whether a count is far below what was sent, or always the same. Some servers leave out what their cache had. */
function isCut({messages, counted, sent}: CountedPrompt, before: readonly CountedPrompt[]): boolean {
	const fresh = before
		.map(earlier => sent - sharedTokens(earlier.messages, messages))
		.filter(tokens => tokens < sent / 2);
	if (fresh.some(tokens => counted >= tokens / 2 && counted <= 1.5 * tokens + leastPrompt / 4)) return false;
	const same = before.filter(earlier => earlier.counted === counted && earlier.sent < 0.95 * sent);
	return counted < sent / 2 || (counted < 0.9 * sent && same.length >= sameCounts - 1);
}

/** Estimated tokens of the messages that both prompts begin with. */
function sharedTokens(before: readonly Message[], now: readonly Message[]): number {
	const end = now.findIndex((message, index) => message.content !== before[index]?.content);
	return (
		now.slice(0, end < 0 ? now.length : end).reduce((sum, {content}) => sum + content.length, 0) / charactersPerToken
	);
}

const thousands = (tokens: number): string => Number(tokens.toPrecision(2)).toLocaleString('en');

export type Call = {
	readonly participant: string;
	readonly step: string;
	readonly request: VoiceRequest;
	readonly signal: AbortSignal;
	readonly patience?: AskOptions['patience'] | undefined;
	/** Whether a structured answer is wanted as it comes. */
	readonly asItComes?: boolean;
	/** Whether it goes on with an answer, which does not begin again where this breaks off. */
	readonly isRest?: boolean;
};

export type CallContext = DebateContext & {
	readonly seed: number;
	/** Milliseconds until the first piece of an answer; of a structured answer, until it is complete. */
	readonly timeoutMs: number;
	/** Who answers for each participant, by the participant's id. */
	readonly voices: Map<string, Voice>;
	readonly limiter: VoiceLimiter;
	/** Off the screen, servers that are away are waited for; on it, the user is asked. */
	readonly outages: Outages | undefined;
	/** Whether questions wait for the end of a turn: on a server with one slot, where nobody listens. */
	readonly between: (voice: Voice) => boolean;
	readonly cacheWatch: CacheWatch;
	readonly promptWatch: PromptWatch;
	readonly estimates: UsageEstimates;
	readonly budget: BudgetReserve;
	/** Where answers are kept as they are received; undefined where they are not. */
	readonly answers: AnswerStore | undefined;
	/** A folder with the documents that the debate stands on, for agents to read in. */
	readonly documentsFolder: string | undefined;
};

// Counts the tokens of a model's thinking and reports them, at most four times a second.

export type ThinkingListener = (tokens: number) => void;

export type ThinkingMeter = {
	/** Counts a piece of thinking: about four characters a token. */
	add(text: string): void;
	/** Replaces the listener; it gets the estimated tokens so far. */
	listen(listener: ThinkingListener): void;
};

const intervalMs = 250;

export function thinkingMeter(clock: Clock, listener: ThinkingListener = () => {}): ThinkingMeter {
	let report = listener;
	let tokens = 0;
	let reportedAt = clock.now();
	return {
		add(text) {
			tokens += text.length / charactersPerToken;
			if (clock.now() - reportedAt < intervalMs) return;
			reportedAt = clock.now();
			report(Math.round(tokens));
		},
		listen(next) {
			report = next;
		},
	};
}
