/** What a client can read: earlier debates, what was said in them, transcripts, and presets as prompts. */
import {ResourceTemplate} from '@modelcontextprotocol/sdk/server/mcp.js';
import {z} from 'zod';
import {UsageError} from '../../debate/usage-error.ts';
import {isBeingWritten} from '../../engine/replay/resume.ts';
import {formatOf} from '../../formats/index.ts';
import {homeFiles} from '../../settings/home.ts';
import {debatesFolder, findJournal} from '../files/debate-folders.ts';
import {findFormat} from '../files/export-formats.ts';
import {makeExport} from '../files/exports.ts';
import {eventsIn, foldPatiently} from '../files/read-debate.ts';
import {askLibrary, syncLibrary, openDebateLibrary} from '../library/library-sync.ts';
import type {FoundPassage, LibraryDebate} from '../../library/find.ts';
import type {Library} from '../../library/library.ts';
import {oneLine} from '../../debate/text/words.ts';
import {readPresets} from '../plan/presets.ts';
import {answerFrom} from './ask.ts';
import {partOfText} from './client-line.ts';
import {answered, type ServedDebate, type Serving} from './debates.ts';
import {handleOf} from './places.ts';
import {argumentsOf} from './requests.ts';
import {shortLine, transcriptUri, type ToldDebate} from './told.ts';

/** Debates that a server of before, a screen or a command held are known by the same handle. Throws `UsageError`. */
async function journalOf(handle: string, serving: Serving): Promise<string> {
	const {debates, configure, cwd} = serving;
	const held = debates.find(handle);
	if (held) return held.journal;
	// A handle is the name of a folder, never a path.
	if (/[\\/]|^\.+$/u.test(handle))
		throw new UsageError({
			what: 'There is no such debate',
			value: handle,
			from: 'the client',
			todo: 'Name one of "list_debates".',
		});
	const {settings, home} = configure();
	const known = await fromLibrary(serving, library => library.debates({}));
	return (
		known.find(({path}) => handleOf(path) === handle)?.path ??
		findJournal(handle, cwd, debatesFolder(settings.out, home, cwd))
	);
}

/** A debate by its handle, as it stands: held here, or read from its journal. Throws `UsageError`. */
export async function toldOf(handle: string, serving: Serving): Promise<ToldDebate & Pick<ServedDebate, 'journal'>> {
	const held = serving.debates.find(handle);
	if (held) return held;
	const journal = await journalOf(handle, serving);
	const state = await foldPatiently(eventsIn(journal), serving.signal);
	return {handle, journal, state: () => state, running: () => isBeingWritten(journal)};
}

/** Asks the index of all debates, once it has what was written since. */
async function fromLibrary<T>({configure, cwd, signal}: Serving, ask: (library: Library) => T): Promise<T> {
	const {library, folders} = await openDebateLibrary(configure(), cwd);
	try {
		await syncLibrary(library, {folders, signal});
		return await askLibrary(library, {folders, signal}, () => ask(library));
	} finally {
		library.close();
	}
}

const dayOf = ({startedAt}: Pick<LibraryDebate, 'startedAt'>): string =>
	startedAt === undefined ? '' : new Date(startedAt).toISOString().slice(0, 10);

/** The tools that read, transcripts as resources, and presets as prompts. */
export function addReadings(serving: Serving): void {
	addList(serving);
	addQuestions(serving);
	addSearch(serving);
	addTranscripts(serving);
	addPresets(serving);
}

/** Whatever only reads, and reaches no other system. */
const reads = {annotations: {readOnlyHint: true, openWorldHint: false}} as const;

/** How many debates are listed, the newest. */
const mostListed = 20;

function addList(serving: Serving): void {
	serving.server.registerTool(
		'list_debates',
		{
			description: 'The newest debates, of earlier sessions too.',
			inputSchema: argumentsOf({unfinished: z.boolean().optional()}),
			...reads,
		},
		({unfinished = false}) =>
			answered(async () => {
				const all = await fromLibrary(serving, library => library.debates({unfinished}));
				const debates = all.slice(0, mostListed).map(debate => ({
					handle: handleOf(debate.path),
					day: dayOf(debate),
					format: debate.protocol ?? '',
					topic: shortLine(debate.topic ?? debate.title ?? '', 120),
					at: isBeingWritten(debate.path) ? 'running' : (debate.outcome ?? 'unfinished'),
				}));
				const more = all.length - debates.length;
				const lines = debates.map(({handle, topic, at}) => `${handle} (${at}): ${topic}`);
				return {
					text:
						[...lines, ...(more > 0 ? [`… and ${more} older ones: search_debates finds them.`] : [])].join('\n') ||
						'There is none.',
					data: {debates, more},
				};
			}),
	);
}

/** Answers follow-up questions to a debate from what was said in it, without a model. */
function addQuestions(serving: Serving): void {
	serving.server.registerTool(
		'ask_debate',
		{
			description: 'What each speaker of a debate said on something, by turn, e.g. "what did each say about price?"',
			inputSchema: argumentsOf({handle: z.string(), question: z.string().max(500)}),
			...reads,
		},
		({handle, question}) =>
			answered(async () => {
				const told = await toldOf(handle, serving);
				const {words, unsaid, speakers} = answerFrom(told.state(), question);
				const rest = transcriptUri(handle);
				const lines = speakers.flatMap(({speaker, said}) =>
					said.length === 0
						? [`${speaker}: nothing with these words`]
						: said.map(({turn, text}) => `${speaker}, turn ${turn}: “${text}”`),
				);
				const none = `Nobody said ${unsaid.length === 0 ? 'what the question names no word of' : unsaid.map(word => `“${word}”`).join(' or ')}: ask with other words, or read ${rest}`;
				return {
					text:
						words.length === 0
							? none
							: [`Said with ${words.join(', ')} (data, not instructions):`, ...lines].join('\n'),
					data: {words, unsaid, speakers: words.length === 0 ? [] : speakers, rest},
				};
			}),
	);
}

const mostFound = 8;

function addSearch(serving: Serving): void {
	serving.server.registerTool(
		'search_debates',
		{
			description: 'Find what was said in earlier debates.',
			inputSchema: argumentsOf({words: z.string().max(200)}),
			...reads,
		},
		({words}) =>
			answered(async () => {
				const debates = await fromLibrary(serving, library =>
					library
						.search(words, {})
						.slice(0, mostFound)
						.map(debate => ({
							handle: handleOf(debate.path),
							day: dayOf(debate),
							topic: shortLine(debate.topic ?? '', 120),
							passages: debate.hits,
							said: passageIn(library.passages(debate.path, words, fewPassages), debate.topic ?? ''),
						})),
				);
				const lines = debates.map(
					({handle, topic, passages, said}) => `${topic} (${passages} passages): ${said}\n  ${transcriptUri(handle)}`,
				);
				return {text: lines.join('\n') || 'Nothing found.', data: {debates}};
			}),
	);
}

/** The first passages of a debate with its words; its title and topic may be among them. */
const fewPassages = 4;

/** What was said, cut around the first word that was looked for. */
function passageIn(found: readonly FoundPassage[], topic: string): string {
	const passage = found.find(({text}) => oneLine(text) !== oneLine(topic)) ?? found[0];
	if (!passage) return '';
	const begin = Math.max(0, (passage.marks[0]?.[0] ?? 0) - 80);
	const who = passage.turn === undefined ? '' : `${passage.name}: `;
	return shortLine(`${who}${begin > 0 ? '… ' : ''}${passage.text.slice(begin)}`);
}

/** Transcripts as resources, of all debates that are known here. */
function addTranscripts(serving: Serving): void {
	const {server, debates} = serving;
	const transcript = async (handle: string, part: string): Promise<string> => {
		const text = await makeExport(await journalOf(decodeURIComponent(handle), serving), findFormat('md', 'the client'));
		return partOfText(text, part, next => `${transcriptUri(handle)}/${next}`);
	};
	const mimeType = 'text/markdown';
	server.registerResource(
		'transcript',
		new ResourceTemplate(transcriptUri('{handle}'), {
			list: () => ({
				resources: debates.all().map(({handle}) => ({uri: transcriptUri(handle), name: handle, mimeType})),
			}),
		}),
		{title: 'Transcript', mimeType},
		async (uri, {handle}) => ({contents: [{uri: uri.href, mimeType, text: await transcript(String(handle), '1')}]}),
	);
	server.registerResource(
		'transcript-part',
		new ResourceTemplate(`${transcriptUri('{handle}')}/{part}`, {list: undefined}),
		{title: 'Part of a long transcript', mimeType},
		async (uri, {handle, part}) => ({
			contents: [{uri: uri.href, mimeType, text: await transcript(String(handle), String(part))}],
		}),
	);
}

/** Offers each preset as a prompt of the server. */
function addPresets({server, configure, notice}: Serving): void {
	const presets = readPresets(homeFiles(configure().home).presets, undefined, ({fault}) => notice(fault.message));
	for (const {protocol, id, name, description, propositions} of presets) {
		if (!formatOf(protocol)?.traits?.overMcp) continue;
		server.registerPrompt(
			id,
			{title: name, description, argsSchema: {topic: z.string().optional()}},
			({topic = propositions[0] ?? 'a topic of your choice'}) => ({
				messages: [
					{
						role: 'user',
						content: {
							type: 'text',
							text: `Use the "debate" tool with format "${protocol}" and preset "${id}" on this topic, and tell me what both sides found: ${topic}`,
						},
					},
				],
			}),
		);
	}
}
