/** The debates that a server holds for its client: started within the user's limits, waited for, and ended. */
import type {McpServer} from '@modelcontextprotocol/sdk/server/mcp.js';
import {reasonOf} from '../../debate/text/words.ts';
import type {Budget} from '../../debate/events.ts';
import {reduce} from '../../debate/reduce.ts';
import {totalSpending, emptyState, type DebateState} from '../../debate/state.ts';
import {UsageError} from '../../debate/usage-error.ts';
import type {Input} from '../../formats/options.ts';
import type {Configure} from '../../settings/settings.ts';
import type {Voice} from '../../voices/voice.ts';
import {settingFlags, debateOptions} from '../plan/option-rows.ts';
import {checkedPlan} from '../plan/start-check.ts';
import {normalizeInput} from '../plan/normalize-input.ts';
import {findVoicesHeadless} from '../voices/find-voices.ts';
import {resolvePlan} from '../plan/resolve-plan.ts';
import type {StageRecorder} from '../files/exports.ts';
import {debatesFolder} from '../files/debate-folders.ts';
import {resumeSession} from '../session/resume.ts';
import {startSession, type RunningSession} from '../session/start-session.ts';
import {VoiceSpecError} from '../../voices/voice-spec.ts';
import {handleOf} from './places.ts';

/** What a client asks for; `input` is as of the command line, made by us of what it sent. */
export type DebateRequest = {readonly input: Input; readonly cwd: string; readonly budget?: Budget | undefined};

export type ServedDebate = {
	/** The name of its folder. */
	readonly handle: string;
	readonly journal: string;
	/** As of what was said so far. */
	readonly state: () => DebateState;
	/** Ends without an outcome where the debate was stopped; it can be resumed then. */
	readonly done: Promise<void>;
	readonly running: () => boolean;
	/** What has to be mended before it can go on, where that ended it unfinished. */
	readonly lacking?: () => string | undefined;
	readonly stop: () => void;
	/** Calls back at every turn and record until the returned function is called. */
	readonly follow: (onStep: () => void) => () => void;
};

type DebatesOptions = Omit<ServerOptions, 'roots' | 'agents'> & {
	readonly client: () => Voice | undefined;
	/** What the client's user grants a debate with this voice, in USD; undefined where nobody grants any. */
	readonly askCost: (voice: string) => Promise<number | undefined>;
};

type Debates = {
	/** Throws `UsageError` for what the client can correct. */
	readonly start: (request: DebateRequest) => Promise<ServedDebate>;
	/** Goes on with a debate of this user's, whoever held it. Throws `UsageError`. */
	readonly resume: (journal: string) => Promise<ServedDebate>;
	readonly find: (handle: string) => ServedDebate | undefined;
	readonly all: () => readonly ServedDebate[];
};

export function holdDebates(options: DebatesOptions): Debates {
	const allowance = openAllowance(options.budget);
	const held = new Map<string, ServedDebate>();
	let starting = 0;
	/** `open` is given what the debate may spend, and tells what it had spent before. */
	async function hold(wanted: Budget | undefined, open: BeginDebate): Promise<ServedDebate> {
		const running = [...held.values()].filter(debate => debate.running()).length + starting;
		if (running >= options.atOnce)
			throw new UsageError({
				what: `${running} debates are running, as many as this server holds at once`,
				from: 'the client',
				todo: 'Wait for one with "result", or stop one with "status".',
			});
		const {budget, settle} = allowance.take(wanted);
		starting++;
		try {
			const {running: begun, before} = await open(budget);
			const debate = served(begun, options);
			held.set(debate.handle, debate);
			void debate.done.finally(() => {
				const {input, output, cost} = totalSpending(debate.state());
				settle({tokens: input + output - before.tokens, usd: cost - before.usd});
			});
			return debate;
		} catch (error) {
			settle(nothing);
			throw error;
		} finally {
			starting--;
		}
	}
	return {
		find: handle => held.get(handle),
		all: () => [...held.values()],
		start: async request => hold(request.budget, async given => begin(request, given, options)),
		resume: async journal => hold(undefined, async given => takeUp(journal, given, options)),
	};
}

type UsedByDebate = {readonly tokens: number; readonly usd: number};
const nothing: UsedByDebate = {tokens: 0, usd: 0};

type BeginDebate = (given: Budget | undefined) => Promise<{
	readonly running: RunningSession;
	readonly before: UsedByDebate;
}>;

async function begin(
	{input: asked, cwd}: DebateRequest,
	given: Budget | undefined,
	{configure, signal, recorder, client, askCost, notice}: DebatesOptions,
): ReturnType<BeginDebate> {
	const configuration = configure(settingFlags(asked.options, debateOptions));
	const input = normalizeInput(asked, configuration.home, cwd);
	const found = await findVoicesHeadless(configuration, signal);
	const resolved = resolvePlan(input, configuration, {cwd, interactive: false, found});
	const {budget: _, ...unlimited} = await checkedPlan(resolved, configuration, {signal, client: client(), waits: true});
	const budget = given ?? (await grantedFor(unlimited.voices.values(), askCost));
	const plan = {...unlimited, ...(budget && {budget})};
	const options = {cwd, signal, recorder, headless: true, configuration, notice};
	return {running: await startSession(plan, options), before: nothing};
}

/** Goes on with a debate that this user's Rostrum wrote, by what may be spent from here on. Throws `UsageError`. */
async function takeUp(
	journal: string,
	given: Budget | undefined,
	{configure, cwd, signal, recorder, client, askCost, notice}: DebatesOptions,
): ReturnType<BeginDebate> {
	const configuration = configure({});
	let before = nothing;
	const {running} = await resumeSession(journal, {
		cwd,
		signal,
		recorder,
		headless: true,
		configuration,
		notice,
		client: client(),
		waits: true,
		folder: debatesFolder(configuration.settings.out, configuration.home, cwd),
		async grant(voices, spent) {
			before = spent;
			const more = given ?? (await grantedFor(voices, askCost));
			return (
				more && {
					...(more.tokens !== undefined && {tokens: spent.tokens + more.tokens}),
					...(more.usd !== undefined && {usd: spent.usd + more.usd}),
				}
			);
		},
	});
	return {running, before};
}

/** Reads along, so that what was said so far can be told. */
function served(running: RunningSession, {signal, notice}: DebatesOptions): ServedDebate {
	const {session, done} = running;
	let state = emptyState;
	const listeners = new Set<() => void>();
	let isRunning = true;
	let lacking: string | undefined;
	const read = async (): Promise<void> => {
		for await (const event of session.events) {
			state = reduce(state, event);
			if (event.type !== 'turn-delta') for (const listener of listeners) listener();
		}
		lacking = (await done).unfinished;
	};
	const ended = read()
		.catch((error: unknown) => {
			if (!signal.aborted) notice(reasonOf(error));
		})
		.finally(() => {
			isRunning = false;
			for (const listener of listeners) listener();
		});
	return {
		handle: handleOf(running.journal),
		get journal() {
			return running.journal;
		},
		state: () => state,
		done: ended,
		running: () => isRunning,
		lacking: () => lacking,
		stop: () => void session.leave?.(),
		follow(onStep) {
			listeners.add(onStep);
			return () => void listeners.delete(onStep);
		},
	};
}

/** Without a budget of the user's, nothing may cost anything but what the user grants now. Throws `UsageError`. */
async function grantedFor(voices: Iterable<Voice>, askCost: DebatesOptions['askCost']): Promise<Budget | undefined> {
	const paid = [...voices].find(({price}) => !(price?.input === 0 && price.output === 0));
	if (!paid) return undefined;
	const usd = await askCost(paid.id);
	if (usd !== undefined) return {usd};
	throw new UsageError({
		what: 'This voice may cost money, and the user of this server set no budget',
		value: paid.id,
		from: 'the choice of voices',
		todo: 'Choose "rehearsal", a local model or "client"; or let the user start "rostrum mcp --budget 1usd".',
	});
}

// What every part of the server is given, and how its tools answer.

export type ServerOptions = {
	readonly configure: Configure;
	readonly cwd: string;
	readonly signal: AbortSignal;
	readonly recorder?: StageRecorder | undefined;
	/** The folders that clients may have read; by default the one that the server was started in. */
	readonly roots: readonly string[];
	/** What all debates together may spend; without it only voices that cost nothing speak. */
	readonly budget: Budget | undefined;
	readonly agents: boolean;
	/** How many debates run at once. */
	readonly atOnce: number;
	readonly notice: (text: string) => void;
};

export type Serving = ServerOptions & {readonly server: McpServer; readonly debates: Debates};

/** What a tool answers: for a reader, and the same for programs. */
type ToolAnswer = {readonly text: string; readonly data: Readonly<Record<string, unknown>>};

const content = (text: string) => [{type: 'text' as const, text}];

/** What the client can correct is an answer of the tool's, marked as an error and told in the tool's terms. */
export async function answered(make: () => Promise<ToolAnswer>) {
	try {
		const {text, data} = await make();
		return {content: content(text), structuredContent: data};
	} catch (error) {
		if (error instanceof UsageError || error instanceof VoiceSpecError)
			return {content: content(inCallersTerms(error.message)), isError: true};
		throw error;
	}
}

/** The arguments of tools that stand for options of the command line. */
const argumentFor: Readonly<Record<string, string>> = {
	topic: 'topic',
	context: 'context',
	preset: 'preset',
	voice: 'voice',
	seat: 'seats',
	set: 'short',
	diff: 'range',
	commit: 'commit',
	budget: 'max_tokens',
};

/** A client has no flags: options that are arguments of its tools are called so, and commands are the user's. */
const inCallersTerms = (message: string): string =>
	message
		.replaceAll(/(?<!rostrum [a-z ]*)--(?<flag>[a-z-]+)/gu, (written: string, flag: string) => {
			const argument = argumentFor[flag];
			return argument === undefined ? written : `"${argument}"`;
		})
		.replaceAll('from the command line', 'from the call');

// What all debates of one server may spend together: set by the user, and raised by no client.

type Allowance = {
	/**
	 * Sets aside what a debate may spend: what it asks for, at most what is left. Undefined where the user set no limit.
	 * Throws `UsageError` where nothing is left.
	 */
	readonly take: (wanted?: Budget) => {
		readonly budget: Budget | undefined;
		readonly settle: (used: UsedByDebate) => void;
	};
	/** What is left, in each unit that the user set. */
	readonly left: () => Budget | undefined;
};

function openAllowance(total: Budget | undefined): Allowance {
	let [tokens, usd] = [total?.tokens ?? Infinity, total?.usd ?? Infinity];
	const left = (): Budget | undefined =>
		total && {
			...(total.tokens !== undefined && {tokens: Math.max(0, tokens)}),
			...(total.usd !== undefined && {usd: Math.max(0, usd)}),
		};
	return {
		left,
		take(wanted = {}) {
			const [someTokens, someUsd] = [
				Math.min(tokens, wanted.tokens ?? Infinity),
				Math.min(usd, wanted.usd ?? Infinity),
			];
			if (someTokens <= 0 || someUsd <= 0)
				throw new UsageError({
					what: 'The budget that was set for this server is used up',
					from: '--budget',
					todo: 'Its user may start "rostrum mcp" again with another one.',
				});
			tokens -= someTokens === Infinity ? 0 : someTokens;
			usd -= someUsd === Infinity ? 0 : someUsd;
			const budget = {
				...(someTokens !== Infinity && {tokens: someTokens}),
				...(someUsd !== Infinity && {usd: someUsd}),
			};
			return {
				budget: Object.keys(budget).length === 0 ? undefined : budget,
				settle(used) {
					if (total?.tokens !== undefined) tokens += someTokens - used.tokens;
					if (total?.usd !== undefined) usd += someUsd - used.usd;
				},
			};
		},
	};
}
