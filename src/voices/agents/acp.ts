/**
 * Voices over the Agent Client Protocol: one process and one session per debate. Answers are streamed, and cancelled
 * when a turn is cut.
 */
import {existsSync, readdirSync} from 'node:fs';
import {readdir, stat} from 'node:fs/promises';
import {homedir} from 'node:os';
import {basename, join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import type {ActiveSession, ActiveSessionMessage} from '@agentclientprotocol/sdk';
import {z} from 'zod';
import type {Usage} from '../../debate/events.ts';
import type {Message, Workplace} from '../../debate/protocol.ts';
import {ThinkingSplitter} from '../thinking-marks.ts';
import {estimatedUsage, sumOf} from '../usage.ts';
import {VoiceError, type VoiceContext, type VoiceDelta, type VoiceRequest} from '../voice.ts';
import {
	closeSession,
	openSession,
	type AgentConnection,
	assertHeld,
	connect,
	explained,
	type Connecting,
} from './acp-connection.ts';
import {errorFilter, saidError, agentError} from './agent-error.ts';
import {afterRefusal, promptMessages, instructionsFor, promptText} from './agent-prompt.ts';
import type {AgentRow} from './agent-rows.ts';
import {deadlines, limitsWholeAnswer, type Deadlines} from './deadlines.ts';

// One answer of an ACP agent: its prompt, what it streams, and what it reports at the end.

// What an agent reports of a turn: tokens, cost and model, wherever it puts them.

const count = z.int().nonnegative();
const TokenCounts = z.object({
	inputTokens: count,
	outputTokens: count,
	totalTokens: count.nullish(),
	thoughtTokens: count.nullish(),
	cachedReadTokens: count.nullish(),
	cachedWriteTokens: count.nullish(),
});
type TokenCounts = z.infer<typeof TokenCounts>;

const Reported = z.object({usage: TokenCounts.optional().catch(undefined)});
const Chunk = z.object({_meta: Reported}).transform(({_meta: meta}) => meta);
const Models = z
	.object({_meta: z.object({quota: z.object({model_usage: z.array(z.object({model: z.string()})).length(1)})})})
	.transform(({_meta: {quota}}) => quota.model_usage);

/** The tokens of a whole turn, from the answer to its prompt (`PromptResponse.usage`). */
function usageOfTurn(response: unknown): Usage | undefined {
	const {usage} = Reported.catch({}).parse(response);
	return usage && usageOf(usage);
}

/** The tokens of one request within a turn, from an update's `_meta`. */
function usageOfUpdate(update: unknown): Usage | undefined {
	const usage = Chunk.safeParse(update).data?.usage;
	return usage && usageOf(usage);
}

/** The model of a turn, where only one has answered. */
const modelOfTurn = (response: unknown): string | undefined => Models.safeParse(response).data?.[0]?.model;

/** Agents count cached and thought tokens inside the others or beside them: their total says which. */
function usageOf({inputTokens, outputTokens, totalTokens, ...also}: TokenCounts): Usage {
	const cached = also.cachedReadTokens ?? 0;
	const beside = cached + (also.cachedWriteTokens ?? 0);
	const total = totalTokens ?? inputTokens + outputTokens;
	const input = total >= inputTokens + outputTokens + beside ? inputTokens + beside : inputTokens;
	const reasoning = also.thoughtTokens ?? 0;
	return {
		input,
		output: total >= input + outputTokens + reasoning ? outputTokens + reasoning : outputTokens,
		...(cached > 0 && {cached}),
		...(reasoning > 0 && {reasoning}),
	};
}

type StopMessage = Extract<ActiveSessionMessage, {kind: 'stop'}>;
type StopReason = StopMessage['stopReason'];
type SessionUpdate = Extract<ActiveSessionMessage, {kind: 'session_update'}>['update'];

/** What is counted over the prompts of one answer. `used` are the reported tokens of requests. */
type TurnAccount = {
	said: number;
	cost: number | undefined;
	used: Usage[];
	model: string | undefined;
	acted: boolean;
	/** Calls of its tools, by their ids. */
	readonly work: Map<string, {readonly kind: string; readonly path: string | undefined; readonly done: boolean}>;
};

/** Streams an answer. A turn that ended without a word because something was refused is asked once more for words. */
async function* speak(
	row: AgentRow,
	line: AgentConnection,
	request: VoiceRequest,
	context: VoiceContext,
): AsyncGenerator<VoiceDelta> {
	const {workplace} = request;
	const account: TurnAccount = {
		said: 0,
		cost: undefined,
		used: [],
		model: line.model,
		acted: false,
		work: new Map(),
	};
	const limits = deadlines(
		row.name,
		context,
		limitsWholeAnswer(request),
		line.child.exited.then(({error}) => error),
		() => account.said > 0,
	);
	const messages = promptMessages(request);
	const shared = messages.slice(0, -1).map(({content}) => content);
	const {session, known} = await limits.wait(openSession(row, line, shared, workplace?.folder ?? line.child.folder));
	line.sent = [...shared];
	const manners = instructionsFor(workplace);
	Object.assign(line.grant, {session: session.sessionId, workplace, refused: []});
	account.model = line.model;
	yield* toldModel(row, line);
	const prompt = promptText(messages.slice(known), manners === line.instructions ? undefined : manners);
	line.instructions = manners;
	let stop = yield* promptOnce({row, line, session, limits, account}, prompt);
	yield* toldRefusals(row, line, workplace);
	const {refused} = line.grant;
	if (account.said === 0 && refused.length > 0 && stop !== 'refusal') {
		Object.assign(line.grant, {workplace});
		stop = yield* promptOnce({row, line, session, limits, account}, afterRefusal(refused, workplace));
		yield* toldRefusals(row, line, workplace, refused.length);
	}
	if (account.said === 0 && stop !== 'refusal') throw silence(row, refused);
	yield* toldWork(row, account);
	yield reported(row, account, messages.slice(known));
	yield {type: 'finish', finish: finishes[stop]};
}

type Prompting = {
	readonly row: AgentRow;
	readonly line: AgentConnection;
	readonly session: ActiveSession;
	readonly limits: Deadlines;
	readonly account: TurnAccount;
};

/** Sends one prompt, streams what comes of it, and gives why it stopped. */
async function* promptOnce(
	{row, line, session, limits, account}: Prompting,
	prompt: string,
): AsyncGenerator<VoiceDelta, StopReason> {
	const done = session.prompt(prompt);
	const failed = done.then(() => new Promise<never>(() => {}));
	// Rethrown by whoever waits for the next piece.
	failed.catch(() => undefined);
	const [splitter, errors] = [new ThinkingSplitter(), errorFilter()];
	let stop: StopMessage | undefined;
	const heard = (pieces: readonly VoiceDelta[]): VoiceDelta[] =>
		pieces.flatMap((piece): VoiceDelta[] => {
			if (piece.type === 'taken-back') account.said = 0;
			if (piece.type !== 'text') return [piece];
			const text = errors.push(piece.text);
			account.said += text.trim().length;
			return text === '' ? [] : [{type: 'text', text}];
		});
	try {
		while (stop === undefined) {
			const message = await limits.wait(Promise.race([session.nextUpdate(), failed]));
			limits.received();
			if (message.kind === 'stop') stop = message;
			else yield* heard(noted(row, line, account, message.update, splitter));
		}
	} finally {
		delete line.grant.workplace;
		if (stop === undefined) cancel(line, session, done);
	}
	yield* heard([...splitter.end()]);
	const rest = errors.end();
	if ('error' in rest) throw saidError(rest.error, row);
	if (rest.text !== '') yield {type: 'text', text: rest.text};
	account.said += rest.text.trim().length;
	const usage = usageOfTurn(stop.response);
	if (usage) account.used.push(usage);
	account.model = modelOfTurn(stop.response) ?? account.model;
	return stop.stopReason;
}

/** Counts what an update reports, and gives its pieces of the answer. */
function noted(
	row: AgentRow,
	line: AgentConnection,
	account: TurnAccount,
	update: SessionUpdate,
	splitter: ThinkingSplitter,
): VoiceDelta[] {
	const usage = usageOfUpdate(update);
	if (usage) account.used.push(usage);
	if (update.sessionUpdate === 'usage_update') {
		const cost = costSince(line, update.cost);
		if (cost !== undefined) account.cost = (account.cost ?? 0) + cost;
		return [];
	}
	if (update.sessionUpdate === 'tool_call') account.acted = true;
	if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') noteWork(account, update);
	assertHeld(row, modeChange(update));
	return piecesOf(update, splitter);
}

/** What an update says of the session's mode. */
const modeChange = (update: SessionUpdate): Parameters<typeof assertHeld>[1] =>
	update.sessionUpdate === 'current_mode_update'
		? {currentModeId: update.currentModeId}
		: update.sessionUpdate === 'config_option_update'
			? {configOptions: update.configOptions}
			: {};

/** A program's own remark, which it sends as if it were part of the answer. */
const remark = /^Warning: [^\n]+\n\n$/u;

function piecesOf(update: SessionUpdate, splitter: ThinkingSplitter): VoiceDelta[] {
	switch (update.sessionUpdate) {
		case 'agent_message_chunk':
			if (update.content.type !== 'text') return [];
			if (remark.test(update.content.text)) return [{type: 'notice', text: update.content.text.trim()}];
			return splitter.push(update.content.text);
		case 'agent_thought_chunk':
			return update.content.type === 'text' ? [{type: 'thinking', text: update.content.text}] : [];
		case 'tool_call':
			return [{type: 'thinking', text: update.title}];
		default:
			return [];
	}
}

/** Says once which model it is that answers. */
function* toldModel({name}: AgentRow, line: AgentConnection): Generator<VoiceDelta> {
	if (line.model === undefined || line.told === line.model) return;
	line.told = line.model;
	yield {type: 'notice', text: `${name} answers with the model ${line.model}.`};
}

const longestTitle = 120;

function* toldRefusals(
	{name}: AgentRow,
	{grant: {refused}}: AgentConnection,
	workplace: Workplace | undefined,
	from = 0,
): Generator<VoiceDelta> {
	for (const title of refused.slice(from))
		yield {
			type: 'notice',
			text: `${name} asked for "${title.slice(0, longestTitle)}", which was refused: ${allowed(workplace)}.`,
		};
}

/** What it did with a tool, by the tool's kind, and with which file; only what was done counts. */
function noteWork({work}: TurnAccount, update: ToolUpdate): void {
	const {toolCallId: id, status, kind, locations} = update;
	const before = work.get(id);
	work.set(id, {
		kind: kind ?? before?.kind ?? 'other',
		path: locations?.[0]?.path ?? before?.path,
		done: status === 'completed' || (before?.done ?? false),
	});
}

type ToolUpdate = Extract<SessionUpdate, {sessionUpdate: 'tool_call' | 'tool_call_update'}>;

/** Files of a kind of work that are named; the others are counted. */
const mostNamed = 3;

/** Says what it did besides speaking. */
function* toldWork({name}: AgentRow, {work}: TurnAccount): Generator<VoiceDelta> {
	const done = [...work.values()].filter(each => each.done);
	if (done.length === 0) return;
	const parts = [...Map.groupBy(done, ({kind}) => kind)].map(([kind, all]) => {
		const files = [...new Set(all.flatMap(({path}) => (path === undefined ? [] : [basename(path)])))];
		const named = files.slice(0, mostNamed).join(', ') + (files.length > mostNamed ? ', …' : '');
		return `${all.length} × ${kind}${named === '' ? '' : ` (${named})`}`;
	});
	yield {type: 'notice', text: `${name} did besides speaking: ${parts.join(', ')}.`};
}

const allowed = (workplace: Workplace | undefined): string => {
	if (!workplace) return 'it speaks by words alone';
	return workplace.may === 'edit' ? 'it may change files in its folder alone' : 'it may read files in its folder alone';
};

const silence = ({name}: AgentRow, refused: readonly string[]): VoiceError =>
	refused.length === 0
		? new VoiceError('empty', `${name} answered with nothing.`)
		: new VoiceError(
				'refused-request',
				`${name} answered with nothing, also when asked again for words: what it wanted ("${refused[0]?.slice(0, longestTitle) ?? ''}") was refused.`,
			);

/** The turn's tokens as reported; those of an agent that counts its last request alone are too few where it acted. */
function reported(
	{counts}: AgentRow,
	{said, cost, used, model, acted}: TurnAccount,
	asked: readonly Message[],
): VoiceDelta {
	const {usage = estimatedUsage(asked, said)} = sumOf(used.map(one => ({usage: one})));
	return {
		type: 'usage',
		usage: counts === 'last-request' && acted ? {...usage, estimated: true} : usage,
		...(cost !== undefined && {cost}),
		...(model !== undefined && {model}),
	};
}

/** Agents report the session's total cost; this is the part since the last report, in US dollars. */
function costSince(
	line: AgentConnection,
	cost: {readonly amount: number; readonly currency: string} | null | undefined,
): number | undefined {
	if (!cost || cost.currency.toUpperCase() !== 'USD') return undefined;
	const since = Math.max(0, cost.amount - line.spent);
	line.spent = cost.amount;
	return since;
}

/** How long a cancelled agent may take to stop, in milliseconds, before it is killed. */
const hushMs = 3_000;

function cancel(line: AgentConnection, session: ActiveSession, done: Promise<unknown>): void {
	const timer = setTimeout(() => {
		line.ending = true;
		line.child.end();
	}, hushMs);
	timer.unref();
	line.idle = done
		.then(
			() => undefined,
			() => undefined,
		)
		.finally(() => {
			clearTimeout(timer);
			// It is unclear what the session has seen of this answer, so a new one begins.
			if (line.session === session) closeSession(line);
		});
	line.agent.notify('session/cancel', {sessionId: session.sessionId}).catch(() => line.child.end());
}

const finishes: Readonly<Record<StopReason, Extract<VoiceDelta, {type: 'finish'}>['finish']>> = {
	end_turn: 'stop',
	max_tokens: 'length',
	max_turn_requests: 'cut',
	refusal: 'refusal',
	cancelled: 'cut',
};

// What `npx` still has to fetch before an adapter can start: announced, and given its time.

/** How long the first fetch of an adapter may take, in milliseconds. */
const fetchLimitMs = 20 * 60_000;

type PendingFetch = {
	readonly text: string;
	readonly limitMs: number;
	/** Looks what is there before it begins, and gives its progress. */
	readonly watch: () => Promise<FetchProgress>;
};

/** Tells how much of it is there, at each tenth that it passes, until `over` settles. */
type FetchProgress = (over: Promise<unknown>, lookEveryMs?: number) => AsyncGenerator<string>;

/** Undefined where nothing is fetched, or npm's cache has it. `cache` is npm's cache folder. */
export function pendingFetch({name, command, fetches}: AgentRow, cache = npmCache()): PendingFetch | undefined {
	if (command !== 'npx' || !fetches || isFetched(fetches.package, cache)) return undefined;
	return {
		text: `${name} is reached through ${fetches.package}, which npx fetches now, once: about ${fetches.megabytes} MB.`,
		limitMs: fetchLimitMs,
		async watch() {
			const before = await megabytesIn(cache);
			return (over, lookEveryMs = 2000) => fetchProgress({name, cache, before, ...fetches}, over, lookEveryMs);
		},
	};
}

const megabytesIn = async (cache: string): Promise<number> => (await bytesIn(join(cache, '_npx'))) / 1e6;

/** What lies in a folder and below it, in bytes; what goes away meanwhile counts nothing. */
async function bytesIn(folder: string): Promise<number> {
	let bytes = 0;
	const entries = await readdir(folder, {withFileTypes: true}).catch(whereGone([]));
	for (const entry of entries) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) bytes += await bytesIn(path);
		else if (entry.isFile()) bytes += (await stat(path).catch(whereGone({size: 0}))).size;
	}
	return bytes;
}

const unreadable: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM']);

/** npm moves and removes files while it unpacks them; of what may not be read nothing is known. */
const whereGone =
	<T>(instead: T) =>
	(error: unknown): T => {
		if (error instanceof Error && 'code' in error && unreadable.has(error.code)) return instead;
		throw error;
	};

type AgentDownload = {
	readonly name: string;
	readonly cache: string;
	/** What was in the cache before, and what is fetched, in megabytes. */
	readonly before: number;
	readonly megabytes: number;
};

async function* fetchProgress(
	{name, cache, before, megabytes}: AgentDownload,
	over: Promise<unknown>,
	lookEveryMs: number,
): AsyncGenerator<string> {
	let isOver = false;
	const end = () => void (isOver = true);
	const ended = over.then(end, end);
	for (let tenths = 0; ;) {
		await Promise.race([ended, wait(lookEveryMs, undefined, {ref: false})]);
		if (isOver) return;
		const there = Math.floor(Math.min(0.99, ((await megabytesIn(cache)) - before) / megabytes) * 10);
		if (there > tenths && !isOver) {
			tenths = there;
			yield `${'█'.repeat(there)}${'░'.repeat(10 - there)} ${name} is being fetched: about ${Math.round((there / 10) * megabytes)} of ${megabytes} MB.`;
		}
	}
}

/** `npx` keeps each package in a folder of its own, named by a hash of what was asked for. */
function isFetched(name: string, cache: string): boolean {
	const folder = join(cache, '_npx');
	return (
		existsSync(folder) &&
		readdirSync(folder).some(hash => existsSync(join(folder, hash, 'node_modules', name, 'package.json')))
	);
}

const npmCache = (): string =>
	process.platform === 'win32' ? join(homedir(), 'AppData', 'Local', 'npm-cache') : join(homedir(), '.npm');

/** Returns a function that answers requests one at a time over a connection that is opened on first use. */
export function acpAnswerer(
	row: AgentRow,
	{within, version}: Pick<Connecting, 'within' | 'version'>,
): (request: VoiceRequest, context: VoiceContext) => AsyncGenerator<VoiceDelta> {
	let line: Promise<AgentConnection> | undefined;
	let place: string | undefined;
	let last: Promise<unknown> = Promise.resolve();

	const connected = async (folder: string | undefined): Promise<AgentConnection> => {
		// A sandbox is made for one folder.
		if (within && folder !== place) {
			void line?.then(
				({child}) => child.end(),
				() => undefined,
			);
			line = undefined;
		}
		place = folder;
		const current = (line ??= connect(row, {folder, within, version}));
		const drop = () => {
			if (line === current) line = undefined;
		};
		// A dead process is replaced on the next request.
		void current.then(({child}) => child.exited.then(drop), drop);
		return current;
	};

	return async function* (request, context) {
		const turn = Promise.withResolvers<void>();
		const before = last;
		last = turn.promise;
		try {
			const whole = limitsWholeAnswer(request);
			const never = new Promise<never>(() => {});
			const clear = deadlines(row.name, context, whole, never);
			await clear.wait(before);
			const fetched = line ? undefined : pendingFetch(row);
			if (fetched) yield {type: 'notice', text: fetched.text};
			const progress = fetched && (await clear.wait(fetched.watch()));
			const opened = connected(request.workplace?.folder);
			const waited = fetched
				? deadlines(row.name, {...context, firstMs: fetched.limitMs}, false, never).wait(opened)
				: clear.wait(opened);
			for await (const text of progress?.(waited) ?? []) yield {type: 'notice', text};
			let current = await waited;
			await clear.wait(current.idle);
			if (current.ending) {
				await clear.wait(current.child.exited);
				current = await clear.wait(connected(request.workplace?.folder));
			}
			yield* speak(row, current, request, context);
		} catch (error) {
			if (context.signal.aborted) throw context.signal.reason;
			throw await failureOf(error, row, line);
		} finally {
			turn.resolve();
		}
	};
}

/** The failure for the user: why the process ended, where it did. */
async function failureOf(error: unknown, row: AgentRow, line: Promise<AgentConnection> | undefined): Promise<unknown> {
	if (error instanceof VoiceError) return error;
	const child = await line?.then(
		current => current.child,
		() => undefined,
	);
	return agentError(child ? await explained(error, child) : error, row);
}
