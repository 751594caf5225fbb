/** Opens connections and sessions of the Agent Client Protocol. */
import {existsSync, lstatSync, realpathSync} from 'node:fs';
import {basename, dirname, join, relative, resolve, sep} from 'node:path';
import {Readable, Writable} from 'node:stream';
import {setTimeout as pause} from 'node:timers/promises';
import type {ActiveSession, ClientContext} from '@agentclientprotocol/sdk';
import {z} from 'zod';
import {VoiceError} from '../voice.ts';
import {kindOfPath} from './agent-configuration.ts';
import type {AgentRow} from './agent-rows.ts';
import type {Workplace} from '../../debate/protocol.ts';
import type {Launch} from '../sandbox/launch.ts';
import {hasCode, signInFirst} from './agent-error.ts';
import {startAgent, type AgentProcess, type LaunchAgent} from './agent-process.ts';

// Holds an agent to a mode in which it asks before it does anything: some start in one that approves their own
// commands, and then no question reaches us that could be refused.

/** Names of modes that ask, in the agents we know; a row may have its own. */
const askingModes = ['default', 'ask', 'read-only', 'manual', 'plan'];

const accepted = ({modes = askingModes}: AgentRow): readonly string[] => modes;

/** The fields of ACP that tell of modes, in its two ways: modes proper, and a session's options. */
type SessionModes = {
	readonly modes?: {readonly currentModeId: string; readonly availableModes: readonly {readonly id: string}[]} | null;
	readonly configOptions?: readonly ModeOption[] | null;
};
type ModeChoice = {readonly value: string};
type ModeOption = {readonly id: string; readonly category?: string | null} & (
	| {
			readonly type: 'select';
			readonly currentValue: string;
			readonly options: readonly (ModeChoice | {readonly options: readonly ModeChoice[]})[];
	  }
	| {readonly type: 'boolean'}
);

/** A request to the agent that changes its mode: by the mode, or by the option `configId`. */
type SetMode = (
	change: {readonly modeId: string} | {readonly configId: string; readonly value: string},
) => Promise<unknown>;

type ModeState = {
	readonly current: string;
	readonly available: readonly string[];
	readonly set: (mode: string) => Promise<unknown>;
};

function modesOf({modes, configOptions}: SessionModes, set: SetMode): ModeState | undefined {
	if (modes)
		return {
			current: modes.currentModeId,
			available: modes.availableModes.map(({id}) => id),
			set: modeId => set({modeId}),
		};
	const option = modeOption(configOptions);
	if (option?.type !== 'select') return undefined;
	return {
		current: option.currentValue,
		available: option.options.flatMap(one => ('value' in one ? [one.value] : one.options.map(({value}) => value))),
		set: value => set({configId: option.id, value}),
	};
}

const modeOption = (options: SessionModes['configOptions']): ModeOption | undefined =>
	options?.find(({category, id}) => category === 'mode' || id === 'mode');

/** Puts a new session into a mode that asks. Throws an `unusable` `VoiceError` in words where that cannot be done. */
async function holdMode(row: AgentRow, session: SessionModes, set: SetMode): Promise<void> {
	const state = modesOf(session, set);
	if (!state || accepted(row)[0] === state.current) return;
	const wanted = accepted(row).find(mode => state.available.includes(mode));
	if (wanted === undefined) throw refused(row, `its modes are ${state.available.join(', ')}`);
	if (wanted === state.current) return;
	try {
		await state.set(wanted);
	} catch (error) {
		throw refused(row, `it would not take the mode "${wanted}" and is in "${state.current}"`, error);
	}
}

/** Throws if a session's update says that the agent has left the modes that ask. */
export function assertHeld(
	row: AgentRow,
	update: {readonly currentModeId?: string; readonly configOptions?: readonly ModeOption[]},
): void {
	const option = modeOption(update.configOptions);
	const mode = update.currentModeId ?? (option?.type === 'select' ? option.currentValue : undefined);
	if (mode !== undefined && !accepted(row).includes(mode)) throw refused(row, `it changed its mode to "${mode}"`);
}

const refused = ({name, id}: AgentRow, why: string, cause?: unknown): VoiceError =>
	new VoiceError(
		'unusable',
		`${name} is not let in, for it might approve its own commands: ${why}. Name a mode in which it asks in the setting "agents" ("${id}": {"modes": […]}).`,
		{cause},
	);

// The model behind an agent: what its session says of it, and choosing another.

type OfferedModel = {readonly value: string; readonly name?: string | undefined};
/** The fields of a new session that tell of models. */
type SessionModels = {
	readonly configOptions?:
		| readonly ({readonly id: string; readonly category?: string | null} & (
				| {
						readonly type: 'select';
						readonly currentValue: string;
						readonly options: readonly (OfferedModel | {readonly options: readonly OfferedModel[]})[];
				  }
				| {readonly type: 'boolean'}
		  ))[]
		| null;
};

type ModelOption = {readonly id: string; readonly current: string; readonly choices: readonly OfferedModel[]};

function modelOption({configOptions}: SessionModels): ModelOption | undefined {
	const option = configOptions?.find(({category, id}) => category === 'model' || id === 'model');
	if (option?.type !== 'select') return undefined;
	const choices = option.options.flatMap(one => ('value' in one ? [one] : one.options));
	return {id: option.id, current: option.currentValue, choices};
}

/** The model that a session begins with, as the agent names it. */
function modelIn(session: SessionModels): string | undefined {
	const option = modelOption(session);
	return option && readable(option, option.current);
}

/** Some ids are internal: then the name is shown. */
const readable = ({choices}: ModelOption, id: string): string =>
	/^[\w.:/-]+$/u.test(id) && id !== 'default' ? id : (choices.find(({value}) => value === id)?.name ?? id);

/** How many models an error lists. */
const listed = 12;

/** Sets the model of `agent:NAME#MODEL`. Throws an `unusable` `VoiceError` where the agent does not have it. */
async function chooseModel(row: AgentRow, session: SessionModels, set: SetMode): Promise<string | undefined> {
	const {model: wanted, name} = row;
	if (wanted === undefined) return undefined;
	const option = modelOption(session);
	if (!option) throw new VoiceError('unusable', `${name} does not let its model be chosen: leave out "#${wanted}".`);
	const found = matching(option.choices, wanted);
	if (!found) {
		const values = option.choices.slice(0, listed).map(({value}) => value);
		const more = option.choices.length - values.length;
		throw new VoiceError(
			'unusable',
			`${name} has no model "${wanted}". It has ${values.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
		);
	}
	if (found.value !== option.current) {
		try {
			await set({configId: option.id, value: found.value});
		} catch (error) {
			throw new VoiceError('unusable', `${name} would not take the model "${wanted}".`, {cause: error});
		}
	}
	return readable(option, found.value);
}

/** By the whole id or name, else by its part behind the last slash. */
const matching = (choices: readonly OfferedModel[], wanted: string): OfferedModel | undefined =>
	choices.find(({value}) => value === wanted) ??
	choices.find(({name}) => name?.toLowerCase() === wanted.toLowerCase()) ??
	choices.find(({value}) => value.endsWith(`/${wanted}`));

// What an agent may do: read and change files inside its workplace, and nothing else.

/** An ACP permission request: a field that is not of these is refused with it. */
const ToolCall = z.strictObject({
	toolCallId: z.string().exactOptional(),
	title: z.string().nullish(),
	name: z.string().nullish(),
	status: z.string().nullish(),
	kind: z.string().nullish(),
	locations: z.array(z.object({path: z.string()})).nullish(),
	content: z
		.array(
			z.discriminatedUnion('type', [
				z.object({type: z.literal('diff'), path: z.string()}),
				z.object({type: z.literal('content')}),
			]),
		)
		.nullish(),
	rawInput: z.record(z.string(), z.unknown()).nullish(),
	rawOutput: z.unknown().optional(),
	_meta: z.unknown().optional(),
});
type ToolCall = z.infer<typeof ToolCall>;
type PermissionRequest = {
	readonly toolCall: unknown;
	readonly options: readonly {readonly kind: string; readonly optionId: string}[];
};
type PermissionResponse = {outcome: {outcome: 'selected'; optionId: string} | {outcome: 'cancelled'}};

/** Answers a permission request. Permission is granted once, never for good. */
export function answerPermission(
	{toolCall, options}: PermissionRequest,
	workplace: Workplace | undefined,
): PermissionResponse {
	const yes = workplace && mayDo(toolCall, workplace) ? options.find(({kind}) => kind === 'allow_once') : undefined;
	const no = options.find(({kind}) => kind === 'reject_once') ?? options.find(({kind}) => kind === 'reject_always');
	const chosen = yes ?? no;
	return {outcome: chosen ? {outcome: 'selected', optionId: chosen.optionId} : {outcome: 'cancelled'}};
}

/** Whether an answer allows nothing. */
const wasRefused = ({outcome}: PermissionResponse, {options}: PermissionRequest): boolean =>
	outcome.outcome === 'cancelled' ||
	options.find(({optionId}) => optionId === outcome.optionId)?.kind.startsWith('allow') !== true;

const changing: readonly (string | null | undefined)[] = ['edit', 'delete', 'move'];

/** A search without a path covers the folder; everything else must name its files, and what is unknown is refused. */
function mayDo(given: unknown, {folder, may}: Workplace): boolean {
	const call = ToolCall.safeParse(given).data;
	const paths = call && pathsOf(call);
	if (!paths) return false;
	const kind = call.kind ?? (call.content?.some(({type}) => type === 'diff') ? 'edit' : undefined);
	const changes = changing.includes(kind);
	const known = changes ? may === 'edit' : kind === 'read' || kind === 'search';
	const isFine = (path: string): boolean => isInside(folder, path) && (!changes || isPlain(folder, path));
	return known && (paths.length > 0 || kind === 'search') && paths.every(isFine);
}

/** Every path that a call names: locations, diffs, and those of its input. Undefined where a field is unknown. */
function pathsOf({locations, content, rawInput}: ToolCall): string[] | undefined {
	const named = pathsIn(rawInput);
	return (
		named && [
			...(locations ?? []).map(({path}) => path),
			...(content ?? []).flatMap(each => (each.type === 'diff' ? [each.path] : [])),
			...named,
		]
	);
}

/** What a field of a tool's input does: it names places, looks for something, or neither. */
type FieldMeaning = 'place' | 'search' | 'other';

/**
 * The fields of tools for files, as agents write them, without case and underscores. A field that is none of these
 * could be a command.
 */
const inputFields = new Map<string, FieldMeaning>([
	...words('path paths file files filename filepath filepaths absolutepath relativepath notebookpath', 'place'),
	...words('dir dirpath directory folder cwd root where source destination sourcepath destinationpath', 'place'),
	...words('glob globs include includes includepattern exclude excludepattern parentdir', 'place'),
	...words('pattern query regex', 'search'),
	...words('content contents newcontent originalcontent diff filediff patch edits changes', 'other'),
	...words('oldstring newstring oldtext newtext replaceall expectedreplacements allowmultiple', 'other'),
	...words('instruction description aiproposedcontent modifiedbyuser additions deletions exists', 'other'),
	...words('offset limit startline endline line lines pages viewrange type kind', 'other'),
	...words('outputmode multiline headlimit context a b c n i o before after casesensitive', 'other'),
	...words('fixedstrings recursive maxresults totalmaxmatches maxmatchesperfile namesonly noignore', 'other'),
	...words('filefilteringoptions respectgitignore respectgeminiignore respectqwenignore', 'other'),
]);

function words(names: string, meaning: FieldMeaning): (readonly [string, FieldMeaning])[] {
	return names.split(' ').map(name => [name, meaning] as const);
}

/** The paths in a tool's input; undefined where it has a field that is not known. */
function pathsIn(input: unknown, meaning: FieldMeaning = 'other'): string[] | undefined {
	if (typeof input === 'string') return placesIn(input, meaning);
	const inner = Array.isArray(input)
		? input.map(each => pathsIn(each, meaning))
		: Object.entries(z.record(z.string(), z.unknown()).safeParse(input).data ?? {}).map(([name, value]) => {
				const known = inputFields.get(name.replaceAll(/[_-]/gu, '').toLowerCase());
				return known && pathsIn(value, known);
			});
	return inner.every(each => each !== undefined) ? inner.flat() : undefined;
}

/** A pattern is a place where it leads out of the folder, or to a file that is there. */
function placesIn(text: string, meaning: FieldMeaning): string[] {
	const isPlace =
		meaning === 'place' ||
		(meaning === 'search' && (/^(?:~|\.\.\/|\/.*[*?[{])/u.test(text) || (text.startsWith('/') && existsSync(text))));
	return isPlace && text !== '' ? [text.replace(/[*?[{!].*$/su, '')] : [];
}

/** Whether nothing of it configures agents: what does is never changed. */
const isPlain = (folder: string, path: string): boolean =>
	kindOfPath(relative(folder, resolve(folder, path)).split(sep)) === 'plain';

/** Whether a path, with symlinks resolved, lies in a folder and not in a `.git`. A leading `~` counts as outside. */
function isInside(folder: string, path: string): boolean {
	if (path.startsWith('~')) return false;
	const [top, place] = [realOf(folder), realOf(resolve(folder, path))];
	if (top === undefined || place === undefined) return false;
	const parts = relative(top, place).split(sep);
	return parts[0] !== '..' && resolve(top, parts.join(sep)) === place && !parts.some(part => /^\.git$/iu.test(part));
}

/**
 * A path with symlinks resolved; if it does not exist yet, that of its nearest parent is. Undefined for a broken
 * link.
 */
function realOf(path: string): string | undefined {
	if (lstatSync(path, {throwIfNoEntry: false})) {
		try {
			return realpathSync(path);
		} catch (error) {
			if (error instanceof Error && 'code' in error) return undefined;
			throw error;
		}
	}
	const parent = dirname(path);
	const real = parent === path ? undefined : realOf(parent);
	return real === undefined ? undefined : join(real, basename(path));
}

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
	/** The version of Rostrum, which the agent is told as its client's. */
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
