/** What a client can read: what was said in earlier debates, transcripts, and presets as prompts. */
import {ResourceTemplate} from '@modelcontextprotocol/sdk/server/mcp.js';
import {z} from 'zod';
import {UsageError} from '../../debate/usage-error.ts';
import {formatOf} from '../../formats/index.ts';
import {homeFiles} from '../../settings/home.ts';
import {debatesFolder, findJournal} from '../files/debate-folders.ts';
import {findFormat} from '../files/export-formats.ts';
import {makeExport} from '../files/exports.ts';
import {askLibrary, syncLibrary, openDebateLibrary} from '../library/library-sync.ts';
import {readPresets} from '../plan/presets.ts';
import {handleOf} from './places.ts';
import {transcriptUri} from './report.ts';
import {answered, type Serving} from './serving.ts';

const mostFound = 8;

export function addSearch({server, configure, cwd, signal}: Serving): void {
	server.registerTool(
		'search_debates',
		{description: 'Find what was said in earlier debates.', inputSchema: {words: z.string().min(1).max(200)}},
		({words}) =>
			answered(async () => {
				const {library, folders} = await openDebateLibrary(configure(), cwd);
				try {
					await syncLibrary(library, {folders, signal});
					const all = await askLibrary(library, {folders, signal}, () => library.search(words, {}));
					const found = all.slice(0, mostFound);
					const lines = found.map(({path, topic, startedAt, hits}) => {
						const [passage] = library.passages(path, words, 1);
						const day = startedAt === undefined ? '' : new Date(startedAt).toISOString().slice(0, 10);
						const said = passage?.text.replaceAll(/\s+/gu, ' ').slice(0, 160) ?? '';
						return `${day} ${topic ?? ''} (${hits} passages): ${said}\n  ${transcriptUri(handleOf(path))}`;
					});
					return lines.join('\n') || 'Nothing found.';
				} finally {
					library.close();
				}
			}),
	);
}

/** Transcripts as resources: of this server's debates, and of those in the folder of debates. */
export function addTranscripts({server, debates, configure, cwd}: Serving): void {
	server.registerResource(
		'transcript',
		new ResourceTemplate('rostrum://debates/{handle}/transcript.md', {
			list: () => ({
				resources: debates
					.all()
					.map(({handle}) => ({uri: transcriptUri(handle), name: handle, mimeType: 'text/markdown'})),
			}),
		}),
		{title: 'Transcript', mimeType: 'text/markdown'},
		async (uri, {handle}) => {
			const name = String(handle);
			// A handle is the name of a folder, never a path.
			if (/[\\/]|^\.+$/u.test(decodeURIComponent(name)))
				throw new UsageError({
					what: 'There is no such debate',
					value: name,
					from: 'the client',
					todo: 'Name the handle of one.',
				});
			const {settings, home} = configure();
			const journal =
				debates.find(name)?.journal ??
				findJournal(name, cwd, debatesFolder(settings.out, homeFiles(home).transcripts, cwd));
			const text = await makeExport(journal, findFormat('md', 'the client'));
			return {contents: [{uri: uri.href, mimeType: 'text/markdown', text}]};
		},
	);
}

/** A prompt a preset. */
export function addPresets({server, configure}: Serving): void {
	for (const {protocol, id, name, description, propositions} of readPresets(homeFiles(configure().home).presets)) {
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
