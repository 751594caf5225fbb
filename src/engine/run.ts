/** Runs a debate: wires up its context, runs the protocol's script on the floor, and closes the journal. */
import {z} from 'zod';
import type {AudienceEvent} from '../debate/audience.ts';
import {
	type DebatePlan,
	applyPast,
	hearAudience,
	hurryAtInstant,
	takeAction,
	endDebate,
	endingOf,
	openDebate,
} from './lifecycle.ts';
import type {Outcome, RunEvent, UserAction} from '../debate/events.ts';
import type {Voice} from '../voices/voice.ts';
import {budgetReserve} from './calls/budget.ts';
import {cacheWatch, promptWatch} from './calls/call-context.ts';
import {outages} from './calls/outage.ts';
import {usageEstimates} from './calls/usage-estimate.ts';
import {voiceLimiter, type VoiceLimiter} from './calls/voice-limiter.ts';
import {
	backgroundTasks,
	type BackgroundTasks,
	DebateHalted,
	DebateOver,
	DebateSuspended,
	DebateUnfinished,
	questions,
	type SpeechOutput,
} from './context.ts';
import {realClock, steppedClock, type DebateClock} from './clock.ts';
import {isPerson} from '../debate/seats.ts';
import {sourceListOf} from '../debate/sources.ts';
import {type Effects, type FloorContext, floorOf, scriptScope} from './floor.ts';
import {debateLog, recorder, type Recorder, stream, type Stream} from './journal/recorder.ts';
import type {Journal} from './journal/journal.ts';
import {checkpointOf, history, type JournaledEvents} from './replay/history.ts';
import type {AnswerStore} from './replay/kept-answers.ts';
import {paceOf, speakingLock} from './turns/floor-lock.ts';
import {prefetch} from './turns/prefetch.ts';
import type {TurnContext} from './turns/turn-context.ts';
import type {FindVoice} from './turns/seats.ts';

/** A plan with what it takes to run it. */
export type RunOptions = DebatePlan & {
	readonly voices: ReadonlyMap<string, Voice>;
	readonly journal: Journal;
	/** Where answers are kept as they are received. */
	readonly answers?: AnswerStore;
	/** A folder with the documents that it stands on, for agents to read in. */
	readonly documentsFolder?: string;
	/** The journal so far, of a resumed debate. */
	readonly past?: JournaledEvents;
	/** Suspends the debate: no ending is written, and it can be resumed. */
	readonly signal: AbortSignal;
	/** Nobody is there to answer questions. */
	readonly headless: boolean;
	readonly appVersion: string;
	readonly debateId: string;
	/** The wall clock at the start, ISO 8601. */
	readonly startedAt: string;
	/** Replaces the clock that is chosen for the voices, for tests. */
	readonly clock?: DebateClock;
	readonly effects?: Effects;
	/** Shared by debates that run at once, so that together they keep to what servers allow. */
	readonly limiter?: VoiceLimiter;
	/** Speaks what is heard, at any pace but as fast as possible. */
	readonly speech?: SpeechOutput;
	/** Finds the voice that a user puts in a seat during the debate. */
	readonly findVoice?: FindVoice;
	/** Gets each prompt that the script makes, recorded steps included. */
	readonly onPrompt?: FloorContext['onPrompt'];
};

export type RunningDebate = {
	/** What happens from now on; a resumed debate's past is not included. */
	readonly events: AsyncIterable<RunEvent>;
	/** Applies what the user does. Returns false if the debate is over. */
	readonly act: (action: UserAction) => boolean;
	/** Records what its audience did. Returns false if the debate is over. */
	readonly hear: (said: AudienceEvent) => boolean;
	/**
	 * Resolves when everything is over; without an outcome if the debate was suspended and can be resumed. Rejects on a
	 * bug, or if the journal cannot be written.
	 */
	readonly done: Promise<RunEnding>;
};

/**
 * Without an outcome it can be resumed: `reason` is then what a person has to decide, `unfinished` what has to be
 * mended before.
 */
export type RunEnding = {readonly outcome?: Outcome; readonly reason?: string; readonly unfinished?: string};

/** Starts a debate, or resumes one. */
export function runDebate(options: RunOptions): RunningDebate {
	const past = options.past ?? [];
	const out = stream<RunEvent>();
	const running = wireUp(options, past, out);
	const humanSeats = options.protocol.humanSeats?.(options.config) ?? [];
	return {
		events: out.items,
		act: action => takeAction(running.context, action, humanSeats, options.findVoice),
		hear: said => hearAudience(running.context, said),
		done: run(running, options, past).finally(() => {
			out.end();
			options.answers?.close();
			options.journal.close();
		}),
	};
}

type RunParts = {
	readonly context: FloorContext;
	readonly recorder: Recorder;
	readonly tasks: BackgroundTasks;
};

async function run(
	{context, tasks, recorder}: RunParts,
	options: RunOptions,
	past: JournaledEvents,
): Promise<RunEnding> {
	const {over, prefetch, history} = context;
	const heldUpBefore = context.limiter.heldUpMs;
	const suspend = () => over.abort(new DebateSuspended('the debate was suspended'));
	options.signal.addEventListener('abort', suspend, {once: true});
	if (options.signal.aborted) suspend();
	try {
		openDebate(context, recorder, options, past);
		const caughtUp = history.play().then(() => {
			if (past.length > 0) hurryAtInstant(context);
		});
		const {config, subject, participants, voices} = options;
		const documents = recorder.state.sources;
		const sources =
			documents &&
			sourceListOf(documents, {
				open: options.sources?.open ?? false,
				findsPages: options.sources?.pages !== undefined,
			});
		const setup = {
			config,
			subject,
			participants,
			cachedShares: cachedSharesOf(voices),
			onePrompt: context.onePrompt,
			sources,
		};
		const floor = floorOf(context, scriptScope);
		const ending = await options.protocol.script(setup, floor);
		const editor = recorder.state.start?.editor;
		if (editor !== undefined && options.protocol.edit) {
			await tasks.done();
			await options.protocol.edit(editor, floor);
		}
		await caughtUp;
		prefetch.withdraw();
		await tasks.done();
		over.signal.throwIfAborted();
		tellWaiting(context, context.limiter.heldUpMs - heldUpBefore);
		tellBill(context);
		return endDebate(context, endingOf(context, ending));
	} catch (error) {
		const cause: unknown = over.signal.aborted ? over.signal.reason : error;
		over.abort(cause);
		prefetch.withdraw();
		await tasks.done();
		if (cause instanceof DebateOver) return endDebate(context, {outcome: cause.outcome, reason: cause.message});
		if (cause instanceof DebateHalted) return {reason: cause.message};
		if (cause instanceof DebateUnfinished) return {unfinished: cause.message};
		if (cause instanceof DebateSuspended) return {};
		throw cause;
	} finally {
		options.signal.removeEventListener('abort', suspend);
	}
}

/** What a cached prompt token costs of a fresh one, by participant; as much where a price for it is not known. */
const cachedSharesOf = (voices: RunOptions['voices']): Readonly<Record<string, number>> =>
	Object.fromEntries(
		[...voices].flatMap(([id, {price}]): [string, number][] =>
			price === undefined || price.input === 0 ? [] : [[id, (price.cached ?? price.input) / price.input]],
		),
	);

/** Shorter waiting is not worth a word. */
const leastHeldUpMs = 1_000;

function tellWaiting({log}: TurnContext, ms: number): void {
	if (ms < leastHeldUpMs) return;
	const text = `Turns waited ${Math.round(ms / 1_000)} s in all for judges and the ledger: the server answers one request at a time.`;
	log.emit({type: 'notice', level: 'info', text});
}

const dollars = (amount: number): string => `$${amount.toFixed(amount < 0.1 ? 4 : 3)}`;

/** What its estimates are worth, beside what servers counted, and what is known by estimates alone. */
function tellBill({log, estimates}: TurnContext): void {
	const {billed, told, counted, estimated, more, uncounted} = estimates.sums;
	if (billed + estimated === 0) return;
	const ours = `told / billed ${dollars(told)} / ${dollars(billed)} where servers counted (requests: ${counted})`;
	const range =
		more < estimated / 100 ? '' : `, up to ${dollars(estimated + more)} if cancelled answers are billed whole`;
	const rest = `estimated ${dollars(estimated)} where nobody did, such as of what was ended early (${uncounted})${range}`;
	const parts = [...(billed > 0 ? [ours] : []), ...(uncounted > 0 ? [rest] : [])];
	log.emit({type: 'notice', level: 'info', text: `Costs: ${parts.join('; ')}.`});
}

/** Tokens of context that hold what all tasks read, and what is told. */
const leastForOnePrompt = 8_192;

/**
 * Whether all seats are one model whose server answers one request at a time, or may do so and costs nothing; people
 * need no prompts. A model with little room reads shorter prompts of each task's own.
 */
function keepsOnePrompt(voices: readonly Voice[]): boolean {
	const [first, ...others] = voices.filter(({id}) => !isPerson({voice: id}));
	if (!first || others.some(({id}) => id !== first.id)) return false;
	const {rateLimits, price, contextTokens = Infinity} = first;
	if (contextTokens < leastForOnePrompt) return false;
	return rateLimits?.atOnce === 1 || (rateLimits?.mayQueue === true && !price?.input);
}

/** Creates everything that the parts of the engine share while the debate runs. */
export function wireUp(options: RunOptions, past: JournaledEvents, out: Stream<RunEvent>): RunParts {
	const clock = options.clock ?? clockFor(options, past);
	const over = new AbortController();
	const checkpoint = past.checkpoint ?? checkpointOf(past);
	const record = recorder(options.journal, clock, checkpoint.state, out, refusal => over.abort(refusal));
	const tasks = backgroundTasks(over);
	const pace = paceOf(options.pace);
	const onePrompt = keepsOnePrompt([...options.voices.values()]);
	const limiter = options.limiter ?? voiceLimiter(clock);
	const turns: TurnContext = {
		clock,
		log: debateLog(record),
		over,
		control: {stopping: false, overBudget: undefined, cutShort: undefined},
		questions: options.headless
			? undefined
			: questions(question => record.live({type: 'question', ...question}), over.signal),
		background: tasks.start,
		seed: options.seed,
		timeoutMs: options.timeoutMs,
		voices: new Map(options.voices),
		limiter,
		outages: options.waitForMs === undefined ? undefined : outages(options.waitForMs),
		onePrompt,
		between: voice => pace.wordsAMinute <= 0 && limiter.isQueue(voice),
		cacheWatch: cacheWatch(),
		promptWatch: promptWatch(),
		estimates: usageEstimates(),
		answers: options.answers,
		documentsFolder: options.documentsFolder,
		budget: budgetReserve(options.budget ?? {}, options.keepsClosing ?? false),
		pace,
		speech: options.speech,
		speakingLock: speakingLock(),
		history: history(past, checkpoint, clock, event => applyPast(context, event)),
		people: {limitMs: options.turnTimeMs, waiting: new Map(), answering: new Map()},
		quorum: {
			speakers: options.protocol.speakers(options.config),
			minSpeakers: options.protocol.minSpeakers,
			settling: new Map(),
		},
		spoken: options.protocol.spoken ?? false,
		...(options.sources && {sources: options.sources}),
	};
	const context: FloorContext = {
		...turns,
		prefetch: prefetch(turns),
		handlers: new Map(),
		effects: {...searchEffect(options.sources), ...options.effects},
		...(options.onPrompt && {onPrompt: options.onPrompt}),
	};
	return {context, recorder: record, tasks};
}

/** What a script asks for passages and pages with; null where the documents are not open, and no more may be found. */
const searchEffect = (desk: RunOptions['sources']): Effects => ({
	'search-sources': async input => {
		const {queries, known} = SearchInput.parse(input);
		return desk ? desk.search(queries, known) : null;
	},
	'find-pages': async (input, signal) => (await desk?.pages?.find(z.string().parse(input), signal)) ?? null,
});
const SearchInput = z.object({queries: z.array(z.string()), known: z.array(z.string())});

/** Deterministic voices run on a stepped clock; it waits in real time if somebody listens at a pace. */
function clockFor({voices, pace}: RunOptions, past: JournaledEvents): DebateClock {
	const stepped = [...voices.values()].every(voice => voice.deterministic);
	return stepped ? steppedClock({hurry: pace === 0 || past.length > 0}) : realClock(past.at(past.length - 1)?.at ?? 0);
}
