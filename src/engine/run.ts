/** Stages a debate: sets up its world, runs the protocol's script on it, and sees to its ending. */
import type {
	Budget,
	DebateEvent,
	JournalEvent,
	Outcome,
	Participant,
	RunEvent,
	Subject,
	UserAction,
} from '../debate/events.ts';
import {turnName} from '../debate/prompt.ts';
import type {Ending, Protocol} from '../debate/protocol.ts';
import type {InPlaceArrays} from '../debate/fold/in-place-arrays.ts';
import {emptyState, type DebateState} from '../debate/state.ts';
import {reduce, reduceInPlace} from '../debate/reduce.ts';
import type {Voice} from '../voices/voice.ts';
import {prefetch} from './turns/prefetch.ts';
import {account} from './calls/budget.ts';
import {cacheWatch} from './calls/cache-watch.ts';
import {closeLostTurns, statsOf} from './journal/closing.ts';
import {realClock, steppedClock, type DebateClock} from './context/clock.ts';
import {floorOf, type FloorDeps} from './floor.ts';
import {sha256} from './host/hash.ts';
import type {Journal} from './journal/journal.ts';
import {voiceLimiter} from './calls/voice-limiter.ts';
import {speakingLock} from './turns/speaking-lock.ts';
import {validateSeatAction, type FindVoice} from './turns/validate-seat-action.ts';
import {hearPerson, passAll} from './turns/people.ts';
import {questions} from './turns/questions.ts';
import {DebateOver, DebateSuspended} from './context/ending.ts';
import {checkpointOf} from './replay/checkpoint.ts';
import {paceOf} from './turns/pace.ts';
import type {JournaledEvents} from './replay/journaled-events.ts';
import {history} from './replay/history.ts';
import {recorder} from './journal/recorder.ts';
import {isOut} from './turns/seats.ts';
import {stream} from './journal/stream.ts';
import type {RunContext} from './context/run-context.ts';

export type RunOptions = {
	readonly protocol: Protocol;
	readonly config: unknown;
	readonly subject: Subject;
	readonly title: string;
	readonly participants: readonly Participant[];
	readonly voices: ReadonlyMap<string, Voice>;
	readonly seed: number;
	/** Words a minute, 0 for as fast as they come. */
	readonly pace: number;
	readonly timeoutMs: number;
	/** What it may use; where it goes on, with all that was added. */
	readonly budget?: Budget;
	/** Keeps room in the budget for a closing. */
	readonly keepsClosing?: boolean;
	/** How long a person has for a turn, in milliseconds; without it as long as they want. */
	readonly turnTimeMs?: number;
	readonly journal: Journal;
	/** The journal so far, where a debate goes on. */
	readonly past?: JournaledEvents;
	/** Ends the run without an ending, so that it can be resumed. */
	readonly signal: AbortSignal;
	/** Nobody is there to answer questions. */
	readonly headless: boolean;
	readonly appVersion: string;
	readonly debateId: string;
	/** The wall clock at the start, ISO 8601. */
	readonly startedAt: string;
	/** Instead of the clock that the voices call for: a test's. */
	readonly clock?: DebateClock;
	readonly effects?: FloorDeps['effects'];
	/** Finds the voice that a user puts in a seat while the debate runs. */
	readonly findVoice?: FindVoice;
};

export type RunningDebate = {
	/** What happens from now on; a resumed debate's past is not in it. */
	readonly events: AsyncIterable<RunEvent>;
	/** Whether it came while the debate was on. */
	readonly act: (action: UserAction) => boolean;
	/**
	 * Resolves when all is over; without an outcome where the debate was suspended and can be resumed. Rejects on a bug
	 * or a disk that refuses.
	 */
	readonly done: Promise<{readonly outcome?: Outcome; readonly reason?: string}>;
};

/** Begins, or goes on with, a debate. */
export function runDebate(options: RunOptions): RunningDebate {
	const past = options.past ?? [];
	const out = stream<RunEvent>();
	const clock = options.clock ?? clockFor(options, past);
	const over = new AbortController();
	const outline = past.checkpoint ?? checkpointOf(past);
	const record = recorder(options.journal, clock, outline.state, out, refusal => over.abort(refusal));
	const people = options.protocol.humanSeats?.(options.config) ?? [];
	const tasks = new Set<Promise<void>>();
	const handlers: FloorDeps['handlers'] = new Map();
	const toldSentence: RunContext['toldSentence'] = new Map();
	let heard = emptyState;
	/**
	 * Of what was heard, lists that nobody has looked at yet: a long past is told without copying them for each event.
	 */
	let own: InPlaceArrays = new WeakSet();
	const world: RunContext = {
		clock,
		recorder: record,
		speakingLock: speakingLock(),
		pace: paceOf(options.pace),
		account: account(options.budget ?? {}),
		budgetReserve: {keepsClosing: options.keepsClosing ?? false, kept: {usd: 0, tokens: 0}, asking: undefined},
		voices: new Map(options.voices),
		limiter: voiceLimiter(clock),
		cacheWatch: cacheWatch(),
		seed: options.seed,
		timeoutMs: options.timeoutMs,
		minSpeakers: options.protocol.minSpeakers,
		speakers: options.protocol.speakers(options.config),
		people: {limitMs: options.turnTimeMs, waiting: new Map(), answering: new Map()},
		settling: new Map(),
		questions: options.headless
			? undefined
			: questions(question => record.live({type: 'question', ...question}), over.signal),
		get heard() {
			own = new WeakSet();
			return heard;
		},
		set heard(state) {
			heard = state;
		},
		over,
		stopping: false,
		overBudget: undefined,
		cutShort: undefined,
		toldSentence,
		// The start is told before the script begins; the rest comes in its own time.
		history: history(past, outline, clock, tell),
		emit(event, step) {
			const stamped = record.emit(event, step);
			world.heard = reduce(world.heard, stamped);
			if (event.type === 'turn-start') world.heard = begunNow(world.heard, record.state, event.turnId);
			return stamped;
		},
		background(task) {
			const running = task()
				.catch((error: unknown) => {
					if (!(error instanceof DebateOver || error instanceof DebateSuspended || over.signal.aborted))
						over.abort(error);
				})
				.finally(() => tasks.delete(running));
			tasks.add(running);
		},
	};
	const around: FloorDeps = {
		ahead: prefetch(world),
		handlers,
		effects: options.effects ?? {},
	};

	function tell(event: JournalEvent): void {
		heard = reduceInPlace(heard, amidTheSame(heard, event), own);
		if (event.type === 'turn-delta') toldSentence.get(event.turnId)?.(event.text);
		if (event.type === 'user-action') obey(world, event.data, true);
		if (event.type === 'user-action') handlers.get(event.data.action)?.(event.data);
	}

	function act(action: UserAction): boolean {
		if (over.signal.aborted || record.state.outcome) return false;
		const admitted = validateSeatAction(world, action, people, options.findVoice);
		if (!admitted) return true;
		const cameBack = backAfter(record.state, admitted);
		world.emit({type: 'user-action', data: admitted});
		if (cameBack) world.emit(cameBack);
		if (admitted.action === 'take' || admitted.action === 'give-back' || admitted.action === 'replace')
			around.ahead.withdraw();
		if (admitted.action === 'raise') world.account.raise(admitted);
		world.questions?.heed(admitted);
		hearPerson(world, admitted);
		obey(world, admitted, false);
		handlers.get(admitted.action)?.(admitted);
		return true;
	}

	async function run(): Promise<{outcome?: Outcome; reason?: string}> {
		const suspend = () => over.abort(new DebateSuspended('the debate was suspended'));
		options.signal.addEventListener('abort', suspend, {once: true});
		if (options.signal.aborted) suspend();
		try {
			open(world, options, past);
			const start = past.at(0);
			if (start) tell(start);
			const telling = world.history.play().then(() => {
				if (past.length > 0) hurryAtInstant(world);
			});
			const setup = {config: options.config, subject: options.subject, participants: options.participants};
			const ending = await options.protocol.script(setup, floorOf(world, around, 'script'));
			await telling;
			around.ahead.withdraw();
			while (tasks.size > 0) await Promise.all(tasks);
			over.signal.throwIfAborted();
			return end(world, endingOf(world, ending));
		} catch (error) {
			const cause: unknown = over.signal.aborted ? over.signal.reason : error;
			over.abort(cause);
			around.ahead.withdraw();
			while (tasks.size > 0) await Promise.all(tasks);
			if (cause instanceof DebateOver) return end(world, {outcome: cause.outcome, reason: cause.message});
			if (cause instanceof DebateSuspended) return {};
			throw cause;
		} finally {
			options.signal.removeEventListener('abort', suspend);
			out.end();
			options.journal.close();
		}
	}

	return {events: out.items, act, done: run()};
}

/** A debate that was brought to its closing ended for that reason, whatever its script makes of it. */
function endingOf(world: RunContext, ending: Ending): Ending {
	if (world.overBudget !== undefined)
		return {outcome: 'budget', reason: `${world.overBudget}; it was closed with what was left`};
	return world.stopping ? {outcome: 'stopped', reason: 'stopped by the user, with a closing'} : ending;
}

/** A seat that was out is back once somebody else sits there. */
function backAfter({seats}: DebateState, action: UserAction): DebateEvent | undefined {
	if (action.action !== 'take' && action.action !== 'replace') return undefined;
	const out = seats.find(({id}) => id === action.participant)?.out;
	return out === undefined
		? undefined
		: {
				type: 'participant-back',
				participant: action.participant,
				reason: `${action.name ?? action.participant} sits there now`,
			};
}

/** While the past is told, a turn that is said again is that of whoever sits there by now. */
function begunNow(heard: DebateState, recorded: DebateState, turnId: string): DebateState {
	const by = recorded.turns.findLast(({id}) => id === turnId)?.by;
	return {...heard, turns: heard.turns.map(turn => (turn.id === turnId ? {...turn, by} : turn))};
}

/** A turn that was heard amid one that is said again is amid that one. */
function amidTheSame(heard: DebateState, event: JournalEvent): JournalEvent {
	if (event.type !== 'turn-start' || !event.amid) return event;
	const name = turnName(event.amid.turnId);
	const host = heard.turns.findLast(turn => turnName(turn.id) === name);
	return host ? {...event, amid: {...event.amid, turnId: host.id}} : event;
}

/**
 * Voices that always take the same time run on a stepped clock; it waits in real time where somebody listens at a pace.
 */
function clockFor({voices, pace}: RunOptions, past: JournaledEvents): DebateClock {
	const stepped = [...voices.values()].every(voice => voice.deterministic);
	return stepped ? steppedClock({hurry: pace === 0 || past.length > 0}) : realClock(past.at(past.length - 1)?.at ?? 0);
}

/** A new debate announces itself; one that goes on first closes what a crash left open. */
function open(world: RunContext, options: RunOptions, past: JournaledEvents): void {
	const {protocol, subject, title, participants, seed, config} = options;
	if (past.length === 0) {
		const app = {name: 'rostrum', version: options.appVersion, protocolVersion: protocol.version};
		world.emit({
			type: 'debate-start',
			v: 1,
			debateId: options.debateId,
			startedAt: options.startedAt,
			protocol: protocol.id,
			title,
			subject,
			config,
			participants: [...participants],
			seed,
			...(options.budget && {budget: options.budget}),
			app,
		});
		return;
	}
	closeLostTurns(world.recorder, 'the debate was cut off here; the turn is said again');
}

/** What a user's action does to the engine itself; protocols handle the others. */
function obey(world: RunContext, action: UserAction, told: boolean): void {
	switch (action.action) {
		case 'pause':
			return told ? undefined : world.pace.pause();
		case 'resume':
			return world.pace.resume();
		case 'step':
			return told ? undefined : world.pace.step();
		case 'pace': {
			if (told) return undefined;
			world.pace.wordsAMinute = action.pace;
			return hurryAtInstant(world);
		}
		case 'skip': {
			if (!told && world.heard.open.length > 0) world.cutShort = 'skipped by the user';
			else if (!told) passAll(world, 'skipped by the user');
			return undefined;
		}
		case 'stop':
			return stop(world, action.closing, told);
		default:
			return undefined;
	}
}

/**
 * At `instant` nobody waits for a model that takes its time only for the sake of the rhythm. The past is always told as
 * fast as can be.
 */
function hurryAtInstant({clock, pace, history: recall}: RunContext): void {
	if (!recall.catchingUp) clock.hurry = pace.wordsAMinute === 0;
}

function stop(world: RunContext, closing: boolean, told: boolean): void {
	world.pace.resume();
	if (!closing) {
		world.over.abort(new DebateOver('stopped', 'stopped by the user'));
		return;
	}
	world.stopping = true;
	if (!told && world.heard.open.length > 0) world.cutShort = 'stopped by the user';
	if (!told) passAll(world, 'stopped by the user');
}

function end(
	world: RunContext,
	{outcome, reason}: {outcome: Outcome; reason?: string},
): {outcome: Outcome; reason?: string} {
	for (const id of world.recorder.state.open) {
		const text = world.recorder.state.speech[id]?.sentences ?? '';
		world.emit(
			{
				type: 'turn-end',
				turnId: id,
				text,
				finish: 'interrupted',
				reason: reason ?? 'the debate ended',
				contentHash: sha256(text),
				totalMs: 0,
			},
			world.recorder.state.turns.find(turn => turn.id === id)?.step,
		);
	}
	const missing = world.recorder.state.seats.filter(seat => isOut(world, seat.id) !== undefined);
	const degraded = outcome === 'completed' && missing.length > 0;
	const result = degraded
		? {outcome: 'degraded' as const, reason: missing.map(seat => `${seat.name} is out: ${seat.out ?? ''}`).join('; ')}
		: {outcome, ...(reason === undefined ? {} : {reason})};
	world.emit({type: 'debate-end', ...result, stats: statsOf(world.recorder.state, world.clock.now())});
	return result;
}
