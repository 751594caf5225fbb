/** The floor that a script gets: each call is a durable step. */
import {setImmediate as nextMacrotask} from 'node:timers/promises';
import {z} from 'zod';
import type {Prompt, Answer, AskOptions, Floor, SpeakOptions} from '../debate/protocol.ts';
import type {DebateEvent, UserAction, WantedTurn} from '../debate/events.ts';
import type {TextAnswer} from '../debate/form.ts';
import type {Prefetch} from './turns/prefetch.ts';
import type {TurnContext} from './turns/turn-context.ts';
import {askVoice, RecordedAnswer, type VoiceAnswer} from './calls/ask-voice.ts';
import {fillForm, isHuman, unlessTaken, isTyped, typeTurn, typeForOther} from './turns/people.ts';
import {failsAgain, isOut, putOut, settleSeat, saying} from './turns/seats.ts';
import type {ThinkingListener} from './calls/call-context.ts';
import {untilOver} from './context.ts';
import type {Turn} from '../debate/state.ts';
import {recallTurn, speak, type Speech} from './turns/speak.ts';
import {streamTurn, writtenTurn, type TurnStream} from './turns/write-turn.ts';

// What a floor needs of the running debate, beyond its turns.

export type FloorContext = TurnContext & {
	readonly prefetch: Prefetch;
	/** The script's handlers of user actions. */
	readonly handlers: Map<UserAction['action'], (action: UserAction) => void>;
	readonly effects: Effects;
	/** Gets each prompt that the script makes, of steps that are recalled too. */
	readonly onPrompt?: ((asked: AskedPrompt) => void) | undefined;
};

/** A prompt of a step; with a schema where a value is asked for. */
export type AskedPrompt = {
	readonly step: string;
	readonly participant: string;
	readonly prompt: Prompt;
	readonly schema?: z.ZodType;
};

/** Side effects supplied by the host, by name. */
export type Effects = Readonly<Record<string, Effect>>;

/**
 * A side effect supplied by the host; JSON in, JSON out. `waitFor` shows on the screen which participant it waits for,
 * and why. `type` asks a person to type what a debate elsewhere wants of them; it gives undefined if a voice is to
 * speak instead.
 */
type Effect = (
	input: unknown,
	signal: AbortSignal,
	waitFor: (participant: string, purpose: string) => void,
	type: (wanted: WantedTurn) => Promise<TextAnswer | undefined>,
) => Promise<unknown>;

// A question to a participant: answered by a prefetched request, by a form that a person fills in, or by the voice.

type FloorQuestion = {
	readonly participant: string;
	readonly prompt: Prompt;
	readonly schema: z.ZodType;
	readonly options: AskOptions;
	readonly step: string;
	/** Whether the debate waits for the answer: then the screen shows it. */
	readonly inScript: boolean;
};

/** Asks until there is an answer, or a reason why there is none; a seat whose voice cannot go on may be filled anew. */
async function ask(context: FloorContext, question: FloorQuestion): Promise<VoiceAnswer<unknown>> {
	const {participant, step} = question;
	const {purpose, form, reading} = question.options;
	const out = isOut(context, participant);
	if (out !== undefined) return {ok: false, reason: out};
	const waiting = question.inScript ? showWaiting(context, participant, purpose) : undefined;
	const askOnce = (signal: AbortSignal) => requestAnswer(context, question, waiting, signal);
	for (;;) {
		const given = form && (await fillForm(context, {participant, step, purpose, form, reading}));
		if (given) return given;
		if (isHuman(context, participant))
			return {ok: false, reason: 'a person sits there, who is asked for nothing that has no form'};
		waiting?.(0);
		const answer = await (form ? unlessTaken(context, participant, askOnce) : askOnce(context.over.signal));
		if (!answer) continue;
		if (answer.ok || answer.out === undefined) return answer;
		if ((await settleSeat(context, participant, answer.out)) === 'asked-again') continue;
		putOut(context, participant, answer.out);
		return answer;
	}
}

const requestAnswer = (
	context: FloorContext,
	{participant, prompt, schema, step, options}: FloorQuestion,
	whileThinking: ThinkingListener | undefined,
	signal: AbortSignal,
): Promise<VoiceAnswer<unknown>> =>
	context.prefetch.claimAnswer(participant, prompt, step) ??
	askVoice(context, {participant, prompt, schema, step, whileThinking, ...options}, signal);

/** Writes a turn that nobody hears, prefetched or requested; an unable voice’s seat may be filled anew. */
async function draft(
	context: FloorContext,
	{participant, prompt, step, purpose}: Pick<FloorQuestion, 'participant' | 'prompt' | 'step'> & {purpose: string},
): Promise<VoiceAnswer<string>> {
	for (;;) {
		const out = isOut(context, participant);
		if (out !== undefined) return {ok: false, reason: out};
		const claimed = context.prefetch.claimTurn(participant, prompt, step);
		if (!claimed) context.prefetch.withdraw();
		const stream = claimed ?? streamTurn(context, {participant, prompt, purpose, step});
		if (!stream.end) {
			const waiting = showWaiting(context, participant, purpose);
			waiting(0);
			stream.whileThinking(waiting);
		}
		const {finish, reason = 'gave no answer', out: lost} = await untilOver(context, stream.done());
		if (finish !== 'failed' && stream.text.trim() !== '') return {ok: true, value: stream.text};
		const why = lost ?? failsAgain(context, participant, reason);
		if (why === undefined) return {ok: false, reason};
		if ((await settleSeat(context, participant, why)) === 'asked-again') continue;
		putOut(context, participant, why);
		return {ok: false, reason: why};
	}
}

/** Shows on the screen, never in the journal, who is being waited for. */
function showWaiting({clock, log}: FloorContext, participant: string, purpose: string): ThinkingListener {
	const since = clock.now();
	return thinking => log.live({type: 'voice-waiting', participant, purpose, since, thinking});
}

/** The answer as the script gets it: its value checked against the schema, the engine's own fields left out. */
function readAnswer<T>(value: unknown, schema: z.ZodType<T>): Answer<T> {
	const answer = RecordedAnswer.parse(value);
	if (answer.ok) return {ok: true, value: schema.parse(answer.value)};
	const {reason, raw, whole, timedOut} = answer;
	return {
		ok: false,
		reason,
		...(raw === undefined ? {} : {raw}),
		...(whole ? {whole: true} : {}),
		...(timedOut ? {timedOut: true} : {}),
	};
}

// The durable steps of one scope. A step's key is `scope/number what`, so a scope must make the same calls in the same
// order each time; a step that the journal has is answered from there.

type Steps = {
	readonly scope: string;
	/** Counts a step and returns its number in the scope. */
	count(): number;
	/** Counts a step and returns its key. Throws once the debate is over. */
	next(what: string): string;
	/** A step with a value, which is recorded as `step-end`; `met` is told its key, recorded or not. */
	value(what: string, live: (key: string) => Promise<unknown>, met?: (key: string) => void): Promise<unknown>;
	/** A step that records an event of its own. */
	fact(what: string, record: (key: string) => void): Promise<void>;
};

/** The scope of a task in another scope. */
const scopeBelow = (scope: string, name: string): string => `${scope}/${name.replace(/[\s/]+/gu, '-')}`;

function stepsOf(context: TurnContext, scope: string): Steps {
	const {history, log, over} = context;
	let calls = 0;
	const count = () => ++calls;
	const next = (what: string): string => {
		over.signal.throwIfAborted();
		return `${scope}/${count()} ${what}`;
	};
	return {
		scope,
		count,
		next,
		async value(what, live, met) {
			const key = next(what);
			met?.(key);
			if (history.knows(key)) {
				const event = await untilOver(context, history.ended(key));
				return event.type === 'step-end' ? event.value : undefined;
			}
			// JSON has no undefined.
			const value = (await untilOver(context, live(key))) ?? null;
			log.emit({type: 'step-end', value}, key);
			return value;
		},
		async fact(what, record) {
			const key = next(what);
			if (history.knows(key)) await untilOver(context, history.ended(key));
			else record(key);
		},
	};
}

// A turn as a step: recalled from the journal, or spoken now.

type TurnStep = Omit<Speech, 'stream'>;

/** What a script calls for: `what` is the step's name. */
type TurnCall = {
	readonly what: string;
	readonly participant: string;
	readonly options: SpeakOptions;
	/** Undefined where the words are ours. */ readonly prompt?: Prompt;
};

/** Speaks until a turn was heard: where nothing was heard of one and its seat was filled anew, it begins again. */
async function turnStep(
	context: FloorContext,
	{steps, child}: {readonly steps: Steps; readonly child: (name: string) => Floor},
	{what, participant, options, prompt}: TurnCall,
	begin: (turn: TurnStep) => TurnStream,
): Promise<Turn> {
	const step = steps.next(what);
	if (prompt) context.onPrompt?.({step, participant, prompt});
	const name = step.slice(steps.scope.length + 1).replaceAll(' ', '-');
	const turn: TurnStep = {
		participant,
		options,
		step,
		scopeAt: place => scopeBelow(steps.scope, `${name}-${place}`),
		floorAt: place => child(`${name}-${place}`),
	};
	if (context.history.knows(turn.step)) return recallTurn(context, turn);
	for (;;) {
		const spoken = await speak(context, context.prefetch, {...turn, stream: begin(turn)});
		if (spoken) return spoken;
	}
}

/** The stream of a turn that is spoken now: typed by a person, claimed from the prefetched ones, or requested. */
function beginTurn(context: FloorContext, {participant, options, step}: TurnStep, prompt: Prompt): TurnStream {
	const {kind, limitMs, amid, hint} = options;
	const refused = isOut(context, participant) ?? (amid ? context.control.overBudget : undefined);
	// When the budget is used up, what is left of it is for the closing.
	if (refused !== undefined) return writtenTurn('', {finish: 'failed', reason: refused, totalMs: 0});
	if (isTyped(context, participant, step))
		return typeTurn(context, {participant, call: step, kind, words: prompt.words, hint});
	const claimed = context.prefetch.claimTurn(participant, prompt, step);
	if (!amid) context.prefetch.withdraw();
	return claimed ?? streamTurn(context, {participant, prompt, purpose: kind, step, limitMs});
}

/** The scope of the script itself: the debate waits for what is asked there. */
export const scriptScope = 'script';

type Child = (name: string) => Floor;

/** Records a fact, on which the prompts of what is expected may rest. */
function record({log, prefetch}: FloorContext, event: DebateEvent, key: string): void {
	log.emit(event, key);
	prefetch.refresh();
}

/** The floor of one scope; tasks and handlers get floors of scopes below it. */
export function floorOf(context: FloorContext, scope: string): Floor {
	const steps = stepsOf(context, scope);
	const child: Child = name => floorOf(context, scopeBelow(scope, name));
	const names = new Set<string>();
	const {log, seed, clock} = context;
	return {
		...tasksOf(context, child, name => unique(names, name)),
		get heard() {
			return log.heard();
		},
		get stopping() {
			return context.control.stopping;
		},
		speak: (participant, prompt, options) =>
			turnStep(context, {steps, child}, {what: `speak ${participant}`, participant, options, prompt}, turn =>
				beginTurn(context, turn, prompt),
			),
		say: (participant, text, options) =>
			turnStep(context, {steps, child}, {what: `${saying} ${participant}`, participant, options}, () =>
				writtenTurn(text, undefined, context.sources !== undefined),
			),
		segment: (segment, round) =>
			steps.fact(
				`segment ${segment}`,
				key => void log.emit({type: 'segment-start', segment, ...(round === undefined ? {} : {round})}, key),
			),
		async draft(participant, prompt, {purpose}) {
			const value = await steps.value(
				`draft ${participant}`,
				step => draft(context, {participant, prompt, step, purpose}),
				step => context.onPrompt?.({step, participant, prompt}),
			);
			return readAnswer(value, z.string());
		},
		async ask(participant, prompt, schema, options) {
			const value = await steps.value(
				`ask ${participant}`,
				step => ask(context, {participant, prompt, schema, options, step, inScript: scope === scriptScope}),
				step => context.onPrompt?.({step, participant, prompt, schema}),
			);
			return readAnswer(value, schema);
		},
		record: event => steps.fact(`record ${event.type}`, key => record(context, event, key)),
		quiet: () => quiet(context),
		async choose({id, text, options}, fallback) {
			const value = await steps.value(`choose ${id}`, async () => {
				const answer = await context.questions?.ask({id, text, options});
				return answer?.action === 'choose' ? answer.choice : fallback;
			});
			return typeof value === 'string' ? value : fallback;
		},
		async observe(what, read) {
			const value = await steps.value(`observe ${what}`, async () => read());
			return typeof value === 'string' ? value : null;
		},
		perform: (effect, input) => steps.value(`perform ${effect}`, key => perform(context, effect, input, key)),
		random: () => randomOf(seed, `${scope}/${steps.count()}`),
		now: async () => Number(await steps.value('now', async () => clock.now())),
	};
}

/** What runs concurrently with the script, each task with a floor of its own. */
function tasksOf(
	context: FloorContext,
	child: Child,
	unused: (name: string) => string,
): Pick<Floor, 'background' | 'together' | 'on'> {
	return {
		background(name, task) {
			const floor = child(unused(name));
			context.background(async () => {
				// The script makes its next request first.
				if (!context.clock.stepped) await nextMacrotask();
				await task(floor);
			});
		},
		together: tasks => Promise.all(Object.entries(tasks).map(([name, task]) => task(child(unused(name))))),
		on(action, handler) {
			let count = 0;
			context.handlers.set(action, data => {
				count++;
				const floor = child(`on-${action}-${count}`);
				if (isAction(data, action)) context.background(() => handler(data, floor));
			});
		},
	};
}

/** Waits until everybody who wants to speak amid the others, and is ready to, has been heard. */
async function quiet(context: FloorContext): Promise<void> {
	const {clock, pace, speakingLock} = context;
	// At full speed nobody is about to be ready who is to speak amid others: only those who already wait are let in.
	const settle = () => (clock.stepped || pace.wordsAMinute > 0 ? clock.settle() : undefined);
	for (await settle(); speakingLock.busyAmid; await settle()) await untilOver(context, speakingLock.silence());
}

function perform(context: FloorContext, name: string, input: unknown, step: string): Promise<unknown> {
	const {effects, log, clock, over} = context;
	const effect = effects[name];
	if (!effect) return Promise.reject(new Error(`nothing here can perform "${name}"`));
	const waitFor = (participant: string, purpose: string): void =>
		log.live({type: 'voice-waiting', participant, purpose, since: clock.now(), thinking: 0});
	return effect(input, over.signal, waitFor, wanted => typeForOther(context, step, wanted));
}

const isAction = <A extends UserAction['action']>(
	data: UserAction,
	action: A,
): data is Extract<UserAction, {action: A}> => data.action === action;

function unique(names: Set<string>, name: string): string {
	if (names.has(name)) throw new Error(`two tasks of one scope are called "${name}"`);
	names.add(name);
	return name;
}

/** FNV-1a over the seed and the key, then the finaliser of MurmurHash3. */
function randomOf(seed: number, key: string): number {
	let hash = 0x81_1c_9d_c5 ^ seed;
	for (const char of key) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01_00_01_93);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
	return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
