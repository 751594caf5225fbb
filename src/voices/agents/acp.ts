/**
 * Agents over the Agent Client Protocol: one program and one session for a debate, words as they come, cancelled where
 * a turn is cut.
 */
import {Readable, Writable} from 'node:stream';
import {setTimeout as pause} from 'node:timers/promises';
import type {ActiveSession, ActiveSessionMessage, ClientContext} from '@agentclientprotocol/sdk';
import type {Workplace} from '../../debate/protocol.ts';
import {thinkSplitter} from '../think-tags.ts';
import {estimatedUsage} from '../usage.ts';
import {VoiceError, type VoiceContext, type VoiceDelta, type VoiceRequest} from '../voice.ts';
import {askedOf, mannersFor, promptText} from './agent-prompt.ts';
import {startAgent, type Child} from './agent-process.ts';
import {isWhole, patience} from './deadlines.ts';
import {permit} from './permissions.ts';
import type {AgentRow} from './agent-rows.ts';

/**
 * A program that has said hello. `told` are the messages its session knows, `manners` what it was told of its
 * behaviour; `spent` is what it says it has cost so far, in US dollars; `hands` where its session may use them now.
 */
type Line = {
	readonly child: Child;
	readonly agent: ClientContext;
	readonly hands: Hands;
	session?: ActiveSession;
	folder?: string;
	told: string[];
	manners?: string;
	spent: number;
	/** Resolves when the answer before is over. */ idle: Promise<void>;
};

type Hands = {session?: string; workplace?: Workplace | undefined};

type Stop = Extract<ActiveSessionMessage, {kind: 'stop'}>['stopReason'];

/** The answers of one voice, one after another. */
export function acpAnswers(
	row: AgentRow,
): (request: VoiceRequest, context: VoiceContext) => AsyncGenerator<VoiceDelta> {
	let line: Promise<Line> | undefined;
	let last: Promise<unknown> = Promise.resolve();

	const connected = async (): Promise<Line> => {
		const current = (line ??= connect(row));
		const drop = () => {
			if (line === current) line = undefined;
		};
		// Whoever speaks next starts it anew.
		void current.then(({child}) => child.gone.then(drop), drop);
		return current;
	};

	return async function* (request, context) {
		const turn = Promise.withResolvers<void>();
		const before = last;
		last = turn.promise;
		try {
			const clear = patience(row.name, context, isWhole(request), new Promise(() => {}));
			await clear.wait(before);
			const current = await clear.wait(connected());
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

async function connect(row: AgentRow): Promise<Line> {
	const {client, ndJsonStream, methods, PROTOCOL_VERSION} = await import('@agentclientprotocol/sdk');
	const child = startAgent(row);
	const hands: Hands = {};
	const app = client({name: 'rostrum'}).onRequest(methods.client.session.requestPermission, ({params}) =>
		permit(params, params.sessionId === hands.session ? hands.workplace : undefined),
	);
	const {agent} = app.connect(ndJsonStream(Writable.toWeb(child.stdin), bytes(child)));
	const hello = agent.request(methods.agent.initialize, {
		protocolVersion: PROTOCOL_VERSION,
		clientCapabilities: {fs: {readTextFile: false, writeTextFile: false}, terminal: false},
	});
	const ended = child.gone.then(({error}) => error);
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
	return {child, agent, hands, told: [], spent: 0, idle: Promise.resolve()};
}

/** How long a broken connection's program is given to end and so to say why, in milliseconds. */
const lastWordsMs = 500;

/** A connection that broke broke because its program ended, which says more than the connection does. */
async function explained(error: unknown, child: Child): Promise<unknown> {
	if (error instanceof VoiceError) return error;
	const timer = new AbortController();
	const ended = await Promise.race([
		child.gone,
		pause(lastWordsMs, undefined, {signal: timer.signal, ref: false}).catch(() => undefined),
	]);
	timer.abort();
	return ended?.error ?? error;
}

const bytes = ({stdout}: Child): ReadableStream<Uint8Array> => ReadableStream.from<Uint8Array>(Readable.from(stdout));

/**
 * A session is told only what it does not know yet; where it was told something else or works elsewhere, a new one
 * begins.
 */
async function openSession(
	line: Line,
	shared: readonly string[],
	folder: string,
): Promise<{readonly session: ActiveSession; readonly known: number}> {
	const known =
		line.session && line.folder === folder && line.told.every((message, index) => shared[index] === message)
			? line.told.length
			: undefined;
	if (line.session && known !== undefined) return {session: line.session, known};
	line.session?.dispose();
	delete line.manners;
	line.session = await line.agent.buildSession(folder).start();
	line.folder = folder;
	line.spent = 0;
	return {session: line.session, known: 0};
}

async function* speak(
	row: AgentRow,
	line: Line,
	request: VoiceRequest,
	context: VoiceContext,
): AsyncGenerator<VoiceDelta> {
	const {workplace} = request;
	const {wait, heard} = patience(
		row.name,
		context,
		isWhole(request),
		line.child.gone.then(({error}) => error),
	);
	const messages = askedOf(request);
	const shared = messages.slice(0, -1).map(({content}) => content);
	const {session, known} = await wait(openSession(line, shared, workplace?.folder ?? line.child.folder));
	line.told = [...shared];
	const manners = mannersFor(workplace);
	Object.assign(line.hands, {session: session.sessionId, workplace});
	const done = session.prompt(promptText(messages.slice(known), manners === line.manners ? undefined : manners));
	line.manners = manners;
	const failed = done.then(() => new Promise<never>(() => {}));
	// Its failure is thrown where somebody waits for the next piece.
	failed.catch(() => undefined);
	const splitter = thinkSplitter();
	let said = 0;
	let stop: Stop | undefined;
	let cost: number | undefined;
	try {
		while (stop === undefined) {
			const message = await wait(Promise.race([session.nextUpdate(), failed]));
			heard();
			if (message.kind === 'stop') stop = message.stopReason;
			else if (message.update.sessionUpdate === 'usage_update') cost = costSince(line, message.update.cost) ?? cost;
			else {
				for (const piece of piecesOf(message.update, splitter)) {
					if (piece.type === 'text') said += piece.text.length;
					yield piece;
				}
			}
		}
	} finally {
		delete line.hands.workplace;
		if (stop === undefined) cancel(line, session, done);
	}
	yield* splitter.end();
	if (said === 0 && stop !== 'refusal') throw new VoiceError('empty', `${row.name} answered with nothing.`);
	yield {type: 'usage', usage: estimatedUsage(messages.slice(known), said), ...(cost !== undefined && {cost})};
	yield {type: 'finish', finish: finishes[stop]};
}

type Update = Extract<ActiveSessionMessage, {kind: 'session_update'}>['update'];

function piecesOf(update: Update, splitter: ReturnType<typeof thinkSplitter>): VoiceDelta[] {
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

/** What agents tell is the session's sum. */
function costSince(
	line: Line,
	cost: {readonly amount: number; readonly currency: string} | null | undefined,
): number | undefined {
	if (!cost || cost.currency.toUpperCase() !== 'USD') return undefined;
	const since = Math.max(0, cost.amount - line.spent);
	line.spent = cost.amount;
	return since;
}

/** How long a cancelled agent may take to fall silent, in milliseconds, before it is ended. */
const hushMs = 3_000;

function cancel(line: Line, session: ActiveSession, done: Promise<unknown>): void {
	const timer = setTimeout(() => line.child.end(), hushMs);
	timer.unref();
	// What it had said and what it had not is mixed up now: a new session begins.
	session.dispose();
	delete line.session;
	line.told = [];
	line.idle = done
		.then(
			() => undefined,
			() => undefined,
		)
		.finally(() => clearTimeout(timer));
	line.agent.notify('session/cancel', {sessionId: session.sessionId}).catch(() => line.child.end());
}

const finishes: Readonly<Record<Stop, Extract<VoiceDelta, {type: 'finish'}>['finish']>> = {
	end_turn: 'stop',
	max_tokens: 'length',
	max_turn_requests: 'cut',
	refusal: 'refusal',
	cancelled: 'cut',
};

/** JSON-RPC's code for "sign in first" in this protocol. */
const signInFirst = -32_000;

/** Whether the agent itself said no. */
const hasCode = (error: unknown, wanted?: number): boolean =>
	error instanceof Error &&
	'code' in error &&
	typeof error.code === 'number' &&
	(wanted === undefined || error.code === wanted);

function agentError(error: unknown, {name}: AgentRow): unknown {
	if (error instanceof VoiceError || !(error instanceof Error)) return error;
	if (hasCode(error, signInFirst))
		return new VoiceError('unusable', `${name} wants you to sign in first: start it once by itself.`, {cause: error});
	if (hasCode(error)) return new VoiceError('server', `${name} reported an error: ${error.message}.`, {cause: error});
	return new VoiceError('network', `The connection to ${name} broke: ${error.message}.`, {cause: error});
}
