/** From what a client sends to what the command line would have: checked, and without anything that reads files. */
import {dirname} from 'node:path';
import {statSync} from 'node:fs';
import {closest, distance} from 'fastest-levenshtein';
import {z} from 'zod';
import type {DebateState} from '../../debate/state.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {isAddress} from '../../engine/host/expand-path.ts';
import {adversarialSpec} from '../../formats/adversarial-spec/adversarial-spec.ts';
import {codeDebate} from '../../formats/code-debate/code-debate.ts';
import {briefFormat, defaultFormat, formatOf, formats} from '../../formats/index.ts';
import {modelDuel} from '../../formats/model-duel/model-duel.ts';
import type {Input} from '../../formats/options.ts';
import {reachableFrom, resolveVoice} from '../voices/assign-voices.ts';
import type {Configuration} from '../../settings/settings.ts';
import {type DebateRequest} from './debates.ts';
import {assertRepositoryWithin, placeWithin} from './places.ts';

/** An empty text never comes here: it is left out, and so refused where it is needed. */
const text = (most: number, about?: string) => {
	const schema = z.string().max(most);
	return about === undefined ? schema : schema.describe(about);
};
/** Of a name the schema says no bound: one that is too long is none that is known. */
const name = (about?: string) => (about === undefined ? z.string() : z.string().describe(about));

/** An id with an equals sign would carry a voice past `checkVoice`: seats are written `id=voice`. */
const seatId = z.string().regex(/^[\w-]{1,40}$/u);

/** What begins with a dash would be an option of git. */
const revision = () => name().regex(/^[^-\s]\S*$/u);

/** What clients call an argument that has another name here. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
	topic: ['question', 'proposition', 'claim', 'subject', 'statement', 'title', 'prompt', 'query'],
	task: ['topic', 'question', 'prompt', 'problem', 'text'],
	spec: ['text', 'content', 'specification', 'document'],
	path: ['file', 'filename', 'spec_path'],
	repository: ['path', 'folder', 'directory', 'cwd', 'repo'],
	commit: ['sha', 'revision', 'ref', 'hash'],
	range: ['diff', 'base', 'branch', 'compare'],
	seats: ['chairs', 'participants', 'speakers', 'models', 'debaters', 'sides'],
	voice: ['model', 'provider', 'voices'],
	format: ['protocol', 'mode', 'type', 'style'],
	short: ['brief', 'quick', 'fast'],
	max_tokens: ['budget', 'tokens', 'limit', 'token_limit'],
	wait_seconds: ['timeout', 'timeout_seconds', 'wait'],
	handle: ['id', 'debate', 'debate_id', 'name'],
	words: ['query', 'search', 'text', 'q', 'question'],
};

/** The argument that was likely meant: by another name of it, or by a slip of at most two letters. */
function likelyMeant(name: string, known: readonly string[]): string | undefined {
	const plainName = name.toLowerCase().replaceAll(/[\s-]/gu, '_');
	const near = closest(plainName, [...known]);
	return (
		known.find(each => otherNames[each]?.includes(plainName)) ?? (distance(plainName, near) <= 2 ? near : undefined)
	);
}

/** Arguments of a tool and no others: a misspelt one is refused, since a debate without it would cost the same. */
export function argumentsOf<T extends z.ZodRawShape>(shape: T) {
	const known = Object.keys(shape);
	return z.strictObject(shape, {
		error: issue => {
			if (issue.code !== 'unrecognized_keys') return undefined;
			const told = (issue.keys as readonly string[]).map(name => {
				const meant = likelyMeant(name, known);
				const unknown = `There is no argument "${name}"`;
				return meant === undefined ? `${unknown}.` : `${unknown}; did you mean "${meant}"?`;
			});
			return [...told, `This tool takes ${known.join(', ')}.`].join(' ');
		},
	});
}

/** Text that a tool cannot do without. */
const needed = (most: number, name: string, what: string) =>
	z.string({error: ({input}) => (input === undefined ? `"${name}" is missing: send ${what}` : undefined)}).max(most);

/** What every tool that starts a debate takes. */
const common = {
	voice: name('provider:model, rehearsal or client; default: the user’s').optional(),
	max_tokens: z.int().positive().optional(),
	wait_seconds: z.number().min(0).max(600).optional(),
};

export const debateInput = argumentsOf({
	topic: needed(4000, 'topic', 'the statement or question that is to be debated'),
	format: z.enum(formats.flatMap(({id, traits}) => (traits?.overMcp ? [id] : []))).optional(),
	preset: name().optional(),
	context: text(200_000).optional(),
	sources: z.array(text(1000)).max(50).optional().describe('files or folders to argue from'),
	seats: z.record(seatId, name()).optional().describe('voices by seat, e.g. chair_1'),
	short: z.boolean().optional().describe('the fewest exchanges'),
	...common,
});
export const specInput = argumentsOf({
	spec: text(500_000, 'the text').optional(),
	path: text(1000, 'or its file').optional(),
	context: text(200_000).optional().describe('what its reviewers should know besides'),
	...common,
});
export const reviewInput = argumentsOf({
	repository: text(1000).optional(),
	commit: revision().optional(),
	range: revision().describe('e.g. main...HEAD').optional(),
	depth: z.enum(['quick', 'full']).optional(),
	...common,
});
export const opinionInput = argumentsOf({task: needed(20_000, 'task', 'what is to be done'), ...common});

export const questionInput = argumentsOf({
	question: needed(4000, 'question', 'what is to be answered or decided'),
	options: z.array(text(300)).min(2).max(6).optional(),
	number: text(40, 'the unit, if it is a number').optional(),
	criteria: z.array(text(300)).max(5).optional(),
	context: text(200_000).optional(),
	sources: z.array(text(1000)).max(50).optional(),
	depth: z.enum(['vote', 'cruxes', 'merge']).optional(),
	...common,
});

type Common = {
	readonly voice?: string | undefined;
	readonly max_tokens?: number | undefined;
};

/** What the server lets clients do. */
export type Limits = {
	readonly roots: readonly string[];
	/** Where a debate is held that has no folder of its own. */
	readonly cwd: string;
	readonly agents: boolean;
	readonly configuration: Configuration;
};

/** A text that begins with `@` would name a file on the command line. */
const plain = (value: string): string => (value.startsWith('@') ? ` ${value}` : value);

function started(
	args: readonly string[],
	own: Input['options'],
	asked: Common,
	limits: Limits,
	cwd?: string,
): DebateRequest {
	const {voice, max_tokens: tokens} = asked;
	if (voice !== undefined) checkVoice(voice, limits);
	return {
		input: {args, options: {...own, ...(voice !== undefined && {voice})}},
		cwd: cwd ?? limits.roots[0] ?? limits.cwd,
		...(tokens !== undefined && {budget: {tokens}}),
	};
}

/** Only voices that the user set up; agents where the user allowed them. Throws `UsageError`. */
function checkVoice(written: string, {agents, configuration}: Limits): void {
	const refuse = (what: string, todo: string): never => {
		throw new UsageError({what, value: written, from: 'the client', todo});
	};
	const {provider, baseUrl} = resolveVoice({text: written, from: '--voice'}, reachableFrom(configuration)).spec;
	if (baseUrl !== undefined)
		refuse('A client cannot name an address', 'Let the user add it as a provider in the settings.');
	if (provider === 'human') refuse('Nobody sits at this server', 'Choose another voice.');
	if (provider === 'agent' && !agents)
		refuse('Agents are switched off for clients', 'Let the user start "rostrum mcp --allow-agents".');
}

/** A file or folder that a client names; git lists what is in a folder, so its repository must lie within as well. */
function documentsWithin(path: string, roots: readonly string[]): string {
	if (isAddress(path))
		throw new UsageError({
			what: 'A client names files and folders, and no network address',
			value: path,
			from: 'the client',
			todo: 'Save the page within the server’s folders, and name that.',
		});
	const place = placeWithin(path, roots);
	assertRepositoryWithin(dirname(place), roots);
	return place;
}

/** Throws `UsageError`. */
export function debateRequest(asked: z.infer<typeof debateInput>, limits: Limits): DebateRequest {
	const {format = defaultFormat.id, topic, preset, context, sources = [], seats = {}, short = false} = asked;
	for (const voice of Object.values(seats)) checkVoice(voice, limits);
	const shorter = short ? (formatOf(format)?.shortest ?? []) : [];
	return started(
		[format],
		{
			topic: plain(topic),
			...(preset !== undefined && {preset}),
			...(context !== undefined && {context: plain(context)}),
			...(sources.length > 0 && {sources: sources.map(path => documentsWithin(path, limits.roots))}),
			seat: Object.entries(seats).map(([seat, voice]) => `${seat}=${voice}`),
			set: shorter,
		},
		asked,
		limits,
	);
}

/** Nothing is written to the file. Throws `UsageError`. */
export function specRequest(asked: z.infer<typeof specInput>, limits: Limits): DebateRequest {
	const {spec, path, context} = asked;
	const beside = context === undefined ? {} : {background: plain(context)};
	if ((spec === undefined) === (path === undefined))
		throw new UsageError({
			what: 'Either a text or a path is needed',
			from: 'the client',
			todo: 'Send "spec" with the text, or "path" with its file.',
		});
	const file = path === undefined ? [] : [fileWithin(path, limits.roots)];
	const own = spec === undefined ? {} : {topic: plain(headingOf(spec)), context: plain(spec)};
	return started([adversarialSpec.id, ...file], {...own, ...beside, accept: 'none'}, asked, limits);
}

/** On the command line a pipe would be waited for. Throws `UsageError`. */
function fileWithin(path: string, roots: readonly string[]): string {
	const file = placeWithin(path, roots);
	if (statSync(file).isFile()) return file;
	throw new UsageError({what: 'This is no file', value: path, from: 'the client', todo: 'Name a text file.'});
}

/** The first line with words, without the marks of a heading. */
const headingOf = (spec: string): string =>
	(spec.split('\n').find(line => /[\p{L}\p{N}]/u.test(line)) ?? 'A specification')
		.replace(/^[#\s]+/u, '')
		.slice(0, 200);

/** Throws `UsageError`. */
export function reviewRequest(asked: z.infer<typeof reviewInput>, limits: Limits): DebateRequest {
	const {repository = '.', commit, range, depth} = asked;
	const cwd = placeWithin(repository, limits.roots);
	assertRepositoryWithin(cwd, limits.roots);
	if (!statSync(cwd).isDirectory())
		throw new UsageError({
			what: 'A repository is a folder',
			value: repository,
			from: 'the client',
			todo: 'Name the folder that has the change.',
		});
	if (commit !== undefined && range !== undefined)
		throw new UsageError({
			what: 'Either a commit or a range can be reviewed',
			value: `${commit}, ${range}`,
			from: 'the client',
			todo: 'Send one of them; with neither, what is changed in the working tree is reviewed.',
		});
	const subject = commit === undefined ? {diff: range ?? true} : {commit};
	return started([codeDebate.id], {...subject, ...(depth && {depth})}, asked, limits, cwd);
}

/** What the format that gives an answer calls them, as one field each. Throws `UsageError`. */
export function questionRequest(asked: z.infer<typeof questionInput>, limits: Limits): DebateRequest {
	const {question, options, number, criteria, context, sources = [], depth} = asked;
	const field = (name: string, value: unknown): string[] =>
		value === undefined ? [] : [`${name}=${JSON.stringify(value)}`];
	return started(
		[briefFormat],
		{
			topic: plain(question),
			...(context !== undefined && {context: plain(context)}),
			...(sources.length > 0 && {sources: sources.map(path => documentsWithin(path, limits.roots))}),
			set: [
				...field('options', options),
				...field('number', number),
				...field('criteria', criteria),
				...field('depth', depth),
			],
		},
		asked,
		limits,
	);
}

export const opinionRequest = (asked: z.infer<typeof opinionInput>, limits: Limits): DebateRequest =>
	started([modelDuel.id], {topic: plain(asked.task)}, asked, limits);

/** What a client may have gone on with: debates that it could have started, by voices that it could have seated. */
export function assertResumable({start, seats, outcome}: DebateState, {agents}: Limits): void {
	if (!start) return;
	const refuse = (what: string, value: string, todo: string): never => {
		throw new UsageError({what, value, from: 'the debate', todo});
	};
	if (outcome !== undefined) refuse('This debate is over', outcome, 'Read it with "result", or start another one.');
	const {overMcp} = formatOf(start.protocol)?.traits ?? {};
	if (overMcp !== true && start.protocol !== adversarialSpec.id && start.protocol !== codeDebate.id)
		refuse('Clients hold no debates of this format', start.protocol, 'Let the user say "rostrum resume".');
	const agent = seats.find(({voice}) => voice.startsWith('agent:'));
	if (agent && !agents)
		refuse('Agents are switched off for clients', agent.voice, 'Let the user start "rostrum mcp --allow-agents".');
}
