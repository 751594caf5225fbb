/** Opens connections and sessions of the Agent Client Protocol. */
import {Readable, Writable} from 'node:stream';
import {setTimeout as pause} from 'node:timers/promises';
import type {ActiveSession, ClientContext} from '@agentclientprotocol/sdk';
import type {Workplace} from '../../debate/protocol.ts';
import type {Launch} from '../sandbox/launch.ts';
import {VoiceError} from '../voice.ts';
import {hasCode, signInFirst} from './agent-error.ts';
import {holdMode, type SetMode} from './agent-mode.ts';
import {chooseModel, modelIn} from './agent-model.ts';
import {startAgent, type AgentProcess, type LaunchAgent} from './agent-process.ts';
import type {AgentRow} from './agent-rows.ts';
import {answerPermission, wasRefused} from './permissions.ts';

/**
 * An initialized agent process. `sent` are the messages its session has received, `instructions` the last
 * instructions it was given; `spent` is its reported cost so far, in US dollars; `grant` is what its session may use
 * right now.
 */
export type AgentConnection = {
	readonly child: AgentProcess;
	readonly agent: ClientContext;
	readonly grant: SessionGrant;
	/** Whether it can close a session. */
	readonly closes: boolean;
	session?: ActiveSession;
	/** The model that the session answers with, as far as the agent says. */
	model?: string | undefined;
	/** The model that the user was last told. */
	told?: string;
	folder?: string;
	sent: string[];
	instructions?: string;
	spent: number;
	/** Set when it is ended because it would not stop: the next request needs another one. */
	ending?: true;
	/** Resolves when the previous answer has ended. */
	idle: Promise<void>;
};

/** `refused` are the titles of what it asked for and was not allowed in the present turn. */
type SessionGrant = {session?: string; workplace?: Workplace | undefined; refused: string[]};

export type Connecting = {
	readonly folder: string | undefined;
	readonly within: LaunchAgent | undefined;
	/** Ours, for the agent. */
	readonly version: string;
};

export async function connect(row: AgentRow, {folder, within, version}: Connecting): Promise<AgentConnection> {
	const {client, ndJsonStream, methods, PROTOCOL_VERSION} = await import('@agentclientprotocol/sdk');
	const start = within && ((launch: Launch, places: {own: string}) => within(launch, {...places, folder}));
	const child = startAgent(row, {within: start});
	const grant: SessionGrant = {refused: []};
	const app = client({name: 'rostrum'}).onRequest(methods.client.session.requestPermission, ({params}) => {
		const answer = answerPermission(params, params.sessionId === grant.session ? grant.workplace : undefined);
		if (wasRefused(answer, params)) grant.refused.push(params.toolCall.title ?? params.toolCall.kind ?? 'a tool');
		return answer;
	});
	const {agent} = app.connect(ndJsonStream(Writable.toWeb(child.stdin), bytes(child)));
	const hello = agent.request(methods.agent.initialize, {
		protocolVersion: PROTOCOL_VERSION,
		clientInfo: {name: 'rostrum', title: 'Rostrum', version},
		clientCapabilities: {fs: {readTextFile: false, writeTextFile: false}, terminal: false},
	});
	const failed = child.exited.then(({error}): never => {
		throw error;
	});
	failed.catch(() => undefined);
	try {
		const {agentCapabilities} = await Promise.race([hello, failed]);
		const closes = Boolean(agentCapabilities?.sessionCapabilities?.close);
		return {child, agent, grant, closes, sent: [], spent: 0, idle: Promise.resolve()};
	} catch (error) {
		child.end();
		throw await explained(error, child);
	}
}

/** How long to wait for the process to exit after the connection broke, in milliseconds. */
const lastWordsMs = 500;

/** Prefers the process's exit error over the connection error it caused. */
export async function explained(error: unknown, child: AgentProcess): Promise<unknown> {
	if (error instanceof VoiceError || hasCode(error)) return error;
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
export async function openSession(
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
	closeSession(line);
	const session = await newSession(row, line, folder);
	const {newSessionResponse: opened} = session;
	try {
		await holdMode(row, opened, modeSetter(line.agent, session));
		line.model = (await chooseModel(row, opened, modeSetter(line.agent, session))) ?? modelIn(opened);
	} catch (error) {
		line.child.end();
		throw error;
	}
	line.session = session;
	line.folder = folder;
	line.spent = 0;
	return {session, known: 0};
}

/** Opens a session; an agent that wants to be signed in is given its key, where we have one for it. */
async function newSession(row: AgentRow, {agent}: AgentConnection, folder: string): Promise<ActiveSession> {
	const open = () =>
		agent.buildSession({cwd: folder, mcpServers: [], ...(row.sessionMeta && {_meta: {...row.sessionMeta}})}).start();
	try {
		return await open();
	} catch (error) {
		const hasKey = row.keys?.some(name => row.env?.[name] !== undefined) ?? false;
		if (!hasCode(error, signInFirst) || row.keyMethod === undefined || !hasKey) throw error;
		await agent.request('authenticate', {methodId: row.keyMethod});
		return open();
	}
}

/** Forgets the session, and lets the agent free what it holds. */
export function closeSession(line: AgentConnection): void {
	const {session, closes, agent} = line;
	delete line.session;
	delete line.instructions;
	line.sent = [];
	session?.dispose();
	if (session && closes)
		agent.request('session/close', {sessionId: session.sessionId}).catch(() => {
			// Nothing is asked of this session any more: whether it is closed matters to the agent alone.
		});
}

const modeSetter =
	(agent: ClientContext, {sessionId}: ActiveSession): SetMode =>
	change =>
		'modeId' in change
			? agent.request('session/set_mode', {sessionId, ...change})
			: agent.request('session/set_config_option', {sessionId, ...change});
