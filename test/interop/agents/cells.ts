/** What is tried with each real agent: a cell of the table in docs/agents.md is a function that says what came of it. */
import {randomUUID} from 'node:crypto';
import {existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {realClock} from '../../../src/engine/clock.ts';
import {agentVoice} from '../../../src/voices/agents/agent-voice.ts';
import {VoiceError, type Voice, type VoiceDelta, type VoiceRequest} from '../../../src/voices/voice.ts';
import {
	failing,
	inBuilderReviewer,
	inCodeDebate,
	inDuelogic,
	inPoisonedRepository,
	silent,
	withoutNetwork,
	type Seated,
} from './debates.ts';
import {askClient, asked, clientOf, clientProgram} from './mcp-clients.ts';
import {countedTokens} from './model-server.ts';
import {firstStart} from './first-start.ts';
import {poisonedRepository} from './poisoned-repository.ts';
import {nameOf, rowOf} from './real-agents.ts';

/** What is shown for a cell; throws where the agent does not do what a debate needs. */
type Cell = (tried: Seated) => Promise<string>;

type Heard = {readonly text: string; readonly deltas: readonly VoiceDelta[]; readonly error?: unknown};

const limitMs = 60_000;

const voiceOf = ({agent, file, server, mark}: Seated, more: {key?: string} = {}): Voice =>
	agentVoice({
		id: `agent:${agent.id}`,
		name: nameOf(agent),
		provider: 'test',
		row: rowOf(agent, file, server.url, {mark, ...more}),
		version: '0.0.0',
	});

async function hear(
	voice: Voice,
	request: Partial<VoiceRequest> = {},
	{signal = new AbortController().signal, onDelta = (_delta: VoiceDelta): void => undefined} = {},
): Promise<Heard> {
	const deltas: VoiceDelta[] = [];
	const textOf = () => deltas.map(delta => (delta.type === 'text' ? delta.text : '')).join('');
	try {
		const asked: VoiceRequest = {purpose: 'reply', messages: [{role: 'user', content: 'Speak.'}], ...request};
		for await (const delta of voice.answer(asked, {signal, timeoutMs: limitMs, clock: realClock()})) {
			deltas.push(delta);
			onDelta(delta);
		}
		return {text: textOf(), deltas};
	} catch (error) {
		return {text: textOf(), deltas, error};
	}
}

const insist = (is: boolean, what: string, heard?: Heard): void => {
	if (is) return;
	const error = heard?.error instanceof Error ? heard.error.message : '';
	throw new Error(`${what} (said ${JSON.stringify(heard?.text ?? '')}${error === '' ? '' : `; ${error}`})`);
};
const kindOf = ({error}: Heard): string => (error instanceof VoiceError ? error.kind : 'none');
const notices = ({deltas}: Heard): string[] => deltas.flatMap(delta => (delta.type === 'notice' ? [delta.text] : []));

const folder = (): string => {
	const made = realpathSync(mkdtempSync(join(tmpdir(), 'rostrum-work-')));
	writeFileSync(join(made, 'notes.txt'), 'the heron stands still\n');
	return made;
};

const words: Cell = async tried => {
	tried.server.script = {};
	const heard = await hear(voiceOf(tried));
	insist(heard.text === 'The point stands.', 'it did not say its words', heard);
	const usage = heard.deltas.find(delta => delta.type === 'usage');
	const named = notices(heard).length > 0 ? 'model and ' : '';
	// It reports none, and they are marked so.
	if (usage?.usage.estimated === true) return `words, ${named}tokens by estimate`;
	insist(
		usage?.usage.input === countedTokens.input,
		`its tokens were not those of the server: ${JSON.stringify(usage)}`,
	);
	return `words, ${named}tokens as the server counted`;
};

const refusedTool: Cell = async tried => {
	const path = join(tmpdir(), `rostrum-touched-${randomUUID()}`);
	tried.server.script = {tool: {does: 'run', path}};
	const heard = await hear(voiceOf(tried));
	insist(!existsSync(path), 'it ran a command');
	insist(heard.text !== '', 'it fell silent', heard);
	const told = notices(heard).some(text => text.includes('was refused'));
	if (told) return heard.text.startsWith('The tool said') ? 'refused, told, goes on' : 'refused, told, asked for words';
	return 'its own sandbox refuses; goes on';
};

const allowedRead: Cell = async tried => {
	const work = folder();
	tried.server.script = {tool: {does: 'read', path: 'notes.txt'}};
	const heard = await hear(voiceOf(tried), {workplace: {folder: work, may: 'read'}});
	insist(heard.text.includes('heron'), 'it did not read the file', heard);
	return 'reads';
};

const allowedEdit: Cell = async tried => {
	const work = folder();
	tried.server.script = {tool: {does: 'edit', path: 'made.js'}};
	const heard = await hear(voiceOf(tried), {workplace: {folder: work, may: 'edit'}});
	const made = join(work, 'made.js');
	insist(existsSync(made) && readFileSync(made, 'utf8').includes('changed'), 'it did not write the file', heard);
	return 'writes';
};

const cut: Cell = async tried => {
	tried.server.script = {fault: 'stall'};
	const voice = voiceOf(tried);
	const stop = new AbortController();
	const before = tried.server.requests.length;
	const timer = setInterval(() => {
		if (tried.server.requests.length > before) stop.abort(new Error('cut'));
	}, 200);
	const heard = await hear(voice, {}, {signal: stop.signal});
	clearInterval(timer);
	insist(heard.error instanceof Error && heard.error.message === 'cut', 'it was not cut', heard);
	tried.server.script = {};
	const again = await hear(voice);
	insist(again.text === 'The point stands.', 'it did not speak after a cut', again);
	return 'stops, speaks again';
};

const noLogin: Cell = async tried => {
	tried.server.script = {};
	const heard = await hear(voiceOf(tried, {key: ''}));
	insist(kindOf(heard) === 'unusable', `it failed as ${kindOf(heard)}`, heard);
	return 'seat out at once, told to sign in';
};

const badKey: Cell = async tried => {
	tried.server.script = {fault: 401};
	const heard = await hear(voiceOf(tried));
	insist(kindOf(heard) === 'unusable', `it failed as ${kindOf(heard)}`, heard);
	insist(heard.text === '', 'its error was part of the answer', heard);
	return 'seat out at once, in its words';
};

const killed: Cell = async tried => {
	tried.server.script = {fault: 'stall'};
	const voice = voiceOf(tried);
	const before = tried.server.requests.length;
	const timer = setInterval(() => {
		if (tried.server.requests.length > before) endMarked(tried.mark);
	}, 200);
	const heard = await hear(voice);
	clearInterval(timer);
	insist(kindOf(heard) === 'network', `it failed as ${kindOf(heard)}`, heard);
	tried.server.script = {};
	const again = await hear(voice);
	insist(again.text === 'The point stands.', 'it did not speak again', again);
	return 'told, started again';
};

/** In a folder of a repository that brings all that agents load, itself and above; it reads a file there. */
const poisonedFolder: Cell = async tried => {
	const poison = poisonedRepository();
	const before = tried.server.requests.length;
	let silent: Heard | undefined;
	for (const [may, place] of [
		['read', poison.folder],
		['edit', join(poison.folder, 'deep', 'inner')],
	] as const) {
		tried.server.script = {tool: {does: may, path: may === 'read' ? 'limit.ts' : 'made.ts'}};
		const heard = await hear(voiceOf(tried), {workplace: {folder: place, may}});
		silent ??= heard.error === undefined ? undefined : heard;
	}
	const [ran, told] = [poison.ran(), poison.toldIn(tried.server.requests.slice(before))];
	insist(ran.length + told.length === 0, `ran ${ran.join(', ') || 'nothing'}; took ${told.join(', ') || 'nothing'}`);
	insist(silent === undefined, 'it did not speak', silent);
	return 'nothing ran, nothing was taken';
};

/** As it is shown: folders of this machine left out. */
const shown = (text: string): string =>
	text
		.replaceAll(/\S*\/rostrum-[\w./-]+/gu, '…')
		.replaceAll('|', '/')
		.replaceAll(/\s+/gu, ' ')
		.trim();
const messageOf = ({error}: Heard): string => (error instanceof Error ? shown(error.message) : 'nothing');

const saidOfRefusal: Cell = async tried => {
	tried.server.script = {tool: {does: 'run', path: join(tmpdir(), `rostrum-touched-${randomUUID()}`)}};
	const told = notices(await hear(voiceOf(tried))).find(text => text.includes('was refused'));
	return told === undefined ? 'nothing: its own sandbox refuses' : shown(told);
};

const saidWithoutLogin: Cell = async tried => {
	tried.server.script = {};
	return messageOf(await hear(voiceOf(tried, {key: ''})));
};

const saidOfKey: Cell = async tried => {
	tried.server.script = {fault: 401};
	return messageOf(await hear(voiceOf(tried)));
};

const saidOfKill: Cell = async tried => {
	tried.server.script = {fault: 'stall'};
	const before = tried.server.requests.length;
	const timer = setInterval(() => {
		if (tried.server.requests.length > before) endMarked(tried.mark);
	}, 200);
	const heard = await hear(voiceOf(tried));
	clearInterval(timer);
	return messageOf(heard);
};

/** From its own prompt it has a change reviewed and a question debated. */
const asksRostrum: Cell = async ({agent, server, mark}) => {
	const client = clientOf(agent.id);
	const program = client && clientProgram(client);
	if (!client || program === undefined) throw new Error('its program that takes a prompt is not there');
	for (const {prompt, call, answer} of asked) {
		const said = await askClient(client, {file: program, server, mark, prompt, call});
		insist(answer.test(said), `it did not get what it asked for: ${said.slice(0, 400)}`);
	}
	return 'review and debate';
};

/** Ends every process that has the mark in its environment. Linux. */
function endMarked(mark: string): void {
	for (const pid of readdirSync('/proc').filter(name => /^\d+$/u.test(name))) {
		try {
			if (readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`ROSTRUM_TEST_MARK=${mark}`))
				process.kill(Number(pid), 'SIGKILL');
		} catch (error) {
			if (!(error instanceof Error && 'code' in error)) throw error;
		}
	}
}

/** Tries a cell and ends all that it started: an agent stays for a whole debate, and would outlive its test. */
export async function tryCell(cell: Cell, tried: Omit<Seated, 'mark'>): Promise<string> {
	const mark = randomUUID();
	try {
		return await cell({...tried, mark});
	} finally {
		endMarked(mark);
	}
}

export const cells: Readonly<Record<string, Cell>> = {
	words,
	'refused tool': refusedTool,
	'allowed read': allowedRead,
	'allowed edit': allowedEdit,
	'poisoned folder': poisonedFolder,
	'poisoned debates': inPoisonedRepository,
	cut,
	'no login': noLogin,
	'bad key': badKey,
	killed,
	Duelogic: inDuelogic,
	'Code Debate': inCodeDebate,
	'Builder and Reviewer': inBuilderReviewer,
	'errors, in a debate': failing,
	'silence, in a debate': silent,
	'no network, in a debate': withoutNetwork,
	'asks Rostrum over MCP': asksRostrum,
};

/** What the screen says where it cannot do what it would. */
export const sayings: Readonly<Record<string, Cell>> = {
	'refused tool': saidOfRefusal,
	'no login': saidWithoutLogin,
	'bad key': saidOfKey,
	killed: saidOfKill,
	'first start': firstStart,
};
