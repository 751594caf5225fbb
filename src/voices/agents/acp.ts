/**
 * Voices over the Agent Client Protocol: one process and one session per debate. Answers are streamed, and cancelled
 * when a turn is cut.
 */
import {Readable, Writable} from 'node:stream';
import {setTimeout as pause} from 'node:timers/promises';
import type {ActiveSession, ActiveSessionMessage, ClientContext} from '@agentclientprotocol/sdk';
import type {Workplace} from '../../debate/protocol.ts';
import type {Launch} from '../sandbox/launch.ts';
import {thinkSplitter} from '../think-tags.ts';
import {estimatedUsage} from '../usage.ts';
import {VoiceError, type VoiceContext, type VoiceDelta, type VoiceRequest} from '../voice.ts';
import {promptMessages, instructionsFor, promptText} from './agent-prompt.ts';
import {agentError} from './agent-error.ts';
import {assertHeld, holdMode, type SetMode} from './agent-mode.ts';
import {startAgent, type AgentProcess, type LaunchAgent} from './agent-process.ts';
import {limitsWholeAnswer, deadlines} from './deadlines.ts';
import {answerPermission} from './permissions.ts';
import type {AgentRow} from './agent-rows.ts';

/**
 * An initialized agent process. `sent` are the messages its session has received, `instructions` the last
 * instructions it was given; `spent` is its reported cost so far, in US dollars; `grant` is what its session may use
 * right now.
 */
type AgentConnection = {
	readonly child: AgentProcess;
	readonly agent: ClientContext;
	readonly grant: SessionGrant;
	session?: ActiveSession;
	folder?: string;
	sent: string[];
	instructions?: string;
	spent: number;
	/** Resolves when the previous answer has ended. */
	idle: Promise<void>;
};

type SessionGrant = {session?: string; workplace?: Workplace | undefined};

type StopReason = Extract<ActiveSessionMessage, {kind: 'stop'}>['stopReason'];

/** Returns a function that answers requests one at a time over a connection that is opened on first use. */
export function acpAnswerer(
	row: AgentRow,
	within?: LaunchAgent,
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
		const current = (line ??= connect(row, {folder, within}));
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
			const clear = deadlines(row.name, context, limitsWholeAnswer(request), new Promise(() => {}));
			await clear.wait(before);
			const current = await clear.wait(connected(request.workplace?.folder));
			await clear.wait(current.idle);
			yield* speak(row, current, request, context);
		} catch (error) {
			if (context.signal.aborted) throw context.signal.reason;
			const child =
				error instanceof VoiceError
					? undefined
					: await line?.then(
							current => current.child,
							() => undefined,
						);
			throw agentError(child ? await explained(error, child) : error, row);
		} finally {
			turn.resolve();
		}
	};
}

type Connecting = {readonly folder: string | undefined; readonly within: LaunchAgent | undefined};

async function connect(row: AgentRow, {folder, within}: Connecting): Promise<AgentConnection> {
	const {client, ndJsonStream, methods, PROTOCOL_VERSION} = await import('@agentclientprotocol/sdk');
	const start = within && ((launch: Launch, places: {own: string}) => within(launch, {...places, folder}));
	const child = startAgent(row, {within: start});
	const hands: SessionGrant = {};
	const app = client({name: 'rostrum'}).onRequest(methods.client.session.requestPermission, ({params}) =>
		answerPermission(params, params.sessionId === hands.session ? hands.workplace : undefined),
	);
	const {agent} = app.connect(ndJsonStream(Writable.toWeb(child.stdin), bytes(child)));
	const hello = agent.request(methods.agent.initialize, {
		protocolVersion: PROTOCOL_VERSION,
		clientCapabilities: {fs: {readTextFile: false, writeTextFile: false}, terminal: false},
	});
	const ended = child.exited.then(({error}) => error);
	const failed = await Promise.race([
		hello.then(
			() => undefined,
			(error: unknown) => error,
		),
		ended,
	]);
	if (failed !== undefined) {
		child.end();
		throw await explained(failed, child);
	}
	return {child, agent, grant: hands, sent: [], spent: 0, idle: Promise.resolve()};
}

/** How long to wait for the process to exit after the connection broke, in milliseconds. */
const lastWordsMs = 500;

/** Prefers the process's exit error over the connection error it caused. */
async function explained(error: unknown, child: AgentProcess): Promise<unknown> {
	if (error instanceof VoiceError) return error;
	const timer = new AbortController();
	const ended = await Promise.race([
		child.exited,
		pause(lastWordsMs, undefined, {signal: timer.signal, ref: false}).catch(() => undefined),
	]);
	timer.abort();
	return ended?.error ?? error;
}

const bytes = ({stdout}: AgentProcess): ReadableStream<Uint8Array> =>
	ReadableStream.from<Uint8Array>(Readable.from(stdout));

/**
 * Reuses the session if it has seen a prefix of these messages in the same folder, so only new messages are sent;
 * otherwise starts a new one.
 */
async function openSession(
	row: AgentRow,
	line: AgentConnection,
	shared: readonly string[],
	folder: string,
): Promise<{readonly session: ActiveSession; readonly known: number}> {
	const known =
		line.session && line.folder === folder && line.sent.every((message, index) => shared[index] === message)
			? line.sent.length
			: undefined;
	if (line.session && known !== undefined) return {session: line.session, known};
	line.session?.dispose();
	delete line.instructions;
	delete line.session;
	const session = await line.agent.buildSession(folder).start();
	await holdMode(row, session.newSessionResponse, modeSetter(line.agent, session)).catch((error: unknown) => {
		line.child.end();
		throw error;
	});
	line.session = session;
	line.folder = folder;
	line.spent = 0;
	return {session, known: 0};
}

const modeSetter =
	(agent: ClientContext, {sessionId}: ActiveSession): SetMode =>
	change =>
		'modeId' in change
			? agent.request('session/set_mode', {sessionId, ...change})
			: agent.request('session/set_config_option', {sessionId, ...change});

/** What an update says of the session's mode. */
const modeChange = (update: SessionUpdate): Parameters<typeof assertHeld>[1] =>
	update.sessionUpdate === 'current_mode_update'
		? {currentModeId: update.currentModeId}
		: update.sessionUpdate === 'config_option_update'
			? {configOptions: update.configOptions}
			: {};

async function* speak(
	row: AgentRow,
	line: AgentConnection,
	request: VoiceRequest,
	context: VoiceContext,
): AsyncGenerator<VoiceDelta> {
	const {workplace} = request;
	const {wait, received: heard} = deadlines(
		row.name,
		context,
		limitsWholeAnswer(request),
		line.child.exited.then(({error}) => error),
	);
	const messages = promptMessages(request);
	const shared = messages.slice(0, -1).map(({content}) => content);
	const {session, known} = await wait(openSession(row, line, shared, workplace?.folder ?? line.child.folder));
	line.sent = [...shared];
	const manners = instructionsFor(workplace);
	Object.assign(line.grant, {session: session.sessionId, workplace});
	const done = session.prompt(promptText(messages.slice(known), manners === line.instructions ? undefined : manners));
	line.instructions = manners;
	const failed = done.then(() => new Promise<never>(() => {}));
	// Rethrown by whoever waits for the next piece.
	failed.catch(() => undefined);
	const splitter = thinkSplitter();
	let said = 0;
	let stop: StopReason | undefined;
	let cost: number | undefined;
	try {
		while (stop === undefined) {
			const message = await wait(Promise.race([session.nextUpdate(), failed]));
			heard();
			if (message.kind === 'stop') stop = message.stopReason;
			else if (message.update.sessionUpdate === 'usage_update') cost = costSince(line, message.update.cost) ?? cost;
			else {
				assertHeld(row, modeChange(message.update));
				for (const piece of piecesOf(message.update, splitter)) {
					if (piece.type === 'text') said += piece.text.length;
					yield piece;
				}
			}
		}
	} finally {
		delete line.grant.workplace;
		if (stop === undefined) cancel(line, session, done);
	}
	yield* splitter.end();
	if (said === 0 && stop !== 'refusal') throw new VoiceError('empty', `${row.name} answered with nothing.`);
	yield {type: 'usage', usage: estimatedUsage(messages.slice(known), said), ...(cost !== undefined && {cost})};
	yield {type: 'finish', finish: finishes[stop]};
}

type SessionUpdate = Extract<ActiveSessionMessage, {kind: 'session_update'}>['update'];

function piecesOf(update: SessionUpdate, splitter: ReturnType<typeof thinkSplitter>): VoiceDelta[] {
	switch (update.sessionUpdate) {
		case 'agent_message_chunk':
			return update.content.type === 'text' ? splitter.push(update.content.text) : [];
		case 'agent_thought_chunk':
			return update.content.type === 'text' ? [{type: 'thinking', text: update.content.text}] : [];
		case 'tool_call':
			return [{type: 'thinking', text: update.title}];
		default:
			return [];
	}
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
	const timer = setTimeout(() => line.child.end(), hushMs);
	timer.unref();
	// It is unclear what the session has seen of this answer, so a new one begins.
	session.dispose();
	delete line.session;
	line.sent = [];
	line.idle = done
		.then(
			() => undefined,
			() => undefined,
		)
		.finally(() => clearTimeout(timer));
	line.agent.notify('session/cancel', {sessionId: session.sessionId}).catch(() => line.child.end());
}

const finishes: Readonly<Record<StopReason, Extract<VoiceDelta, {type: 'finish'}>['finish']>> = {
	end_turn: 'stop',
	max_tokens: 'length',
	max_turn_requests: 'cut',
	refusal: 'refusal',
	cancelled: 'cut',
};
