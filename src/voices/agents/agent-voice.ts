/** Coding agents as voices: `agent:claude`, `agent:opencode#model`. */
import {createInterface} from 'node:readline';
import {z} from 'zod';
import {ThinkingSplitter, type StreamPart} from '../thinking-marks.ts';
import {estimatedUsage} from '../usage.ts';
import {VoiceError, type VoiceContext, type VoiceDelta, type VoiceRequest, type Voice} from '../voice.ts';
import {promptMessages, instructionsFor, promptText} from './agent-prompt.ts';
import {endless, longestLine, startAgent, type AgentProcess, type LaunchAgent} from './agent-process.ts';
import {limitsWholeAnswer, deadlines} from './deadlines.ts';
import type {AgentRow} from './agent-rows.ts';
import {acpAnswerer} from './acp.ts';
import {bareFolder, type BareFolder} from './bare-folder.ts';

// Agents that run once per answer: the prompt goes to standard input, never the command line, and the answer comes
// from standard output.

/** Streams one answer; the process and everything it started are ended with it. */
async function* answerOnce(
	row: AgentRow,
	request: VoiceRequest,
	context: VoiceContext,
	within?: LaunchAgent,
): AsyncGenerator<VoiceDelta> {
	context.signal.throwIfAborted();
	const {workplace} = request;
	const child = startAgent(workplace?.may === 'edit' && row.working ? {...row, ...row.working} : row, {
		cwd: workplace?.folder,
		within,
	});
	let said = 0;
	// Exiting is no failure here: the process exits once it has answered.
	const {wait, received: heard} = deadlines(
		row.name,
		context,
		limitsWholeAnswer(request),
		child.exited.then(({error}) => (error.kind === 'unusable' ? error : new Promise<never>(() => {}))),
		() => said > 0,
	);
	const splitter = new ThinkingSplitter();
	function counted(parts: readonly StreamPart[]): readonly StreamPart[] {
		for (const part of parts)
			said = part.type === 'taken-back' ? 0 : said + (part.type === 'text' ? part.text.length : 0);
		return parts;
	}
	try {
		child.stdin.end(promptText(promptMessages(request), instructionsFor(workplace)));
		const pieces = piecesOf(row, child);
		for (let next = await wait(pieces.next()); !next.done; next = await wait(pieces.next())) {
			heard();
			yield* counted(splitter.push(next.value));
		}
		const {code, error} = await wait(child.exited);
		if (code !== 0) throw error;
		yield* counted(splitter.end());
		if (said === 0) throw new VoiceError('empty', `${row.name} answered with nothing.`);
		yield {type: 'usage', usage: estimatedUsage(request.messages, said)};
		yield {type: 'finish', finish: 'stop'};
	} finally {
		child.end();
	}
}

/** The pieces of the answer in the process's output. */
async function* piecesOf(row: AgentRow, {stdout, exited: gone}: AgentProcess): AsyncGenerator<string, undefined> {
	stdout.setEncoding('utf8');
	if (row.speaks === 'text') {
		for await (const piece of stdout) yield String(piece).replaceAll(ansi, '');
		return undefined;
	}
	if (row.speaks === 'ndjson') {
		for await (const line of createInterface({input: stdout})) {
			const value = line.trim().startsWith('{') ? jsonOf(line, row) : undefined;
			if (value !== undefined && Object.entries(row.when ?? {}).every(([path, wanted]) => at(value, path) === wanted))
				yield textAt(value, row) ?? '';
		}
		return undefined;
	}
	let whole = '';
	for await (const piece of stdout) {
		whole += String(piece);
		if (whole.length > longestLine) throw endless(row.name);
	}
	const {code, error} = await gone;
	if (code !== 0) throw error;
	const text = textAt(jsonOf(whole, row), row);
	if (text === undefined)
		throw new VoiceError('malformed', `${row.name} wrote JSON without a text at "${row.path ?? ''}".`);
	yield text;
	return undefined;
}

/** Escape sequences of programs that assume a terminal. */
const ansi = /\u001B\[[0-9;?]*[A-Za-z]/gu;

function jsonOf(text: string, {name}: AgentRow): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return value;
	} catch (error) {
		throw new VoiceError('malformed', `${name} wrote invalid JSON: ${text.trim().slice(0, 80)}`, {
			cause: error,
		});
	}
}

const Fields = z.record(z.string(), z.unknown());
const at = (value: unknown, path: string): unknown =>
	path.split('.').reduce((inner, name) => Fields.safeParse(inner).data?.[name], value);

function textAt(value: unknown, {path}: AgentRow): string | undefined {
	const found = path === undefined ? value : at(value, path);
	return typeof found === 'string' ? found : undefined;
}

type AgentVoiceOptions = {
	/** As written in settings, such as `agent:claude`. */
	readonly id: string;
	readonly name: string;
	/** The vendor, for display. */
	readonly provider: string;
	readonly row: AgentRow;
	/** Starts its program in a sandbox. */
	readonly within?: LaunchAgent | undefined;
	/** Rostrum's version, which ACP agents are told. */
	readonly version?: string;
};

/**
 * A coding agent as a voice. ACP agents start on the first request and stay for the debate, others start for every
 * answer. Only a request's workplace lets them touch files.
 */
export function agentVoice({id, name, provider, row, within, version = '0'}: AgentVoiceOptions): Voice {
	return {
		id,
		name,
		provider,
		model: row.model ?? row.id,
		deterministic: false,
		reportsUsage: true,
		answer: inBareFolders(
			row,
			row.speaks === 'acp'
				? acpAnswerer(row, {within, version})
				: (request, context) => answerOnce(row, request, context, within),
		),
	};
}

/** The answers of an agent that works in a bare copy of each workplace; what it may change there is brought back. */
function inBareFolders(row: AgentRow, answer: Voice['answer']): Voice['answer'] {
	const folders = new Map<string, BareFolder>();
	return async function* (request, context) {
		const {workplace} = request;
		if (!workplace) return yield* answer(request, context);
		if (!row.bare && !workplace.documents) throw unknownMeans(row);
		const bare = folders.get(workplace.folder) ?? bareFolder(workplace.folder);
		folders.set(workplace.folder, bare);
		const quoted = await bare.refresh();
		let left: readonly string[] = [];
		try {
			const inside = {...workplace, folder: bare.folder, ...(quoted !== undefined && {quoted})};
			yield* answer({...request, workplace: inside}, context);
		} finally {
			if (workplace.may === 'edit') left = await bare.takeBack();
		}
		for (const path of left)
			yield {type: 'notice', text: `${row.name} wrote ${path}, which configures agents: it is left out.`};
		return undefined;
	};
}

const unknownMeans = ({id, name}: AgentRow): VoiceError =>
	new VoiceError(
		'unusable',
		`${name} is given no repository: nothing is known by which it leaves alone what that configures, such as hooks and servers. Name its arguments and variables for that in the setting "agents" ("${id}": {"bare": {"args": […], "env": {…}}}), or {} if it loads nothing.`,
	);
