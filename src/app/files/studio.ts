/** A debate for a studio: script, parts, lists and requests in one folder. */
import {mkdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {UsageError} from '../../debate/usage-error.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {resultOf} from '../../exports/pieces.ts';
import {scriptEpisode} from '../../exports/podcast.ts';
import {scriptFile, studioFiles} from '../../exports/studio.ts';
import {formatOf} from '../../formats/index.ts';
import type {ExportOptions} from './export-formats.ts';
import {readForExport} from './exports.ts';
import {freeFolder} from './share.ts';

type StudioWrite = {
	readonly told: (notice: string) => void;
	readonly signal: AbortSignal | undefined;
	/** Where it is written; beside the journal unless said. */
	readonly folder: string | undefined;
};

/**
 * Writes the folder and gives its path. One that holds another script stays, and the new one gets a number. Throws
 * `UsageError` before the debate has begun.
 */
export async function writeStudio(
	journal: string,
	options: ExportOptions,
	{told, signal, folder: wanted = join(dirname(journal), 'studio')}: StudioWrite,
): Promise<string> {
	const {state, mark, heard} = await readForExport(journal, told, signal);
	if (state.turns.length === 0)
		throw new UsageError({
			what: 'Nobody has spoken in this debate yet',
			value: journal,
			from: 'the journal',
			todo: 'Export it when it has begun.',
		});
	const how = {...options, journal: mark, heard, format: formatOf(state.start?.protocol)};
	const files = studioFiles(resultOf(scriptEpisode(state, how)), how);
	const folder = freeFolder(wanted, scriptFile, files.get(scriptFile) ?? '');
	mkdirSync(folder, {recursive: true});
	for (const [name, text] of files) writeWhole(join(folder, name), text, 0o666);
	return folder;
}
