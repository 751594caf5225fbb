/** Exports a journal as text, or to files next to it. */
import {existsSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fold} from '../../debate/reduce.ts';
import {exportKinds, type ExportKind, type ExportOptions} from '../../transcripts/exports/exports.ts';
import type {ExportsPort} from '../../ui/ports/exports-port.ts';
import {exportFormats, findFormat} from './export-formats.ts';
import {eventsIn} from './read-debate.ts';

/** The debate as text in this format, read line by line: the whole journal is never held. */
export const makeExport = (journal: string, {write}: ExportKind, options?: ExportOptions): string =>
	write(fold(eventsIn(journal)), options);

/** The exports port of the screens for one journal. */
export const exportsOf = (journal: string): ExportsPort => ({
	formats: exportFormats(),
	preview: async id => makeExport(journal, findFormat(id, 'the choice of a format')),
	write: async id => writeExport(journal, id),
});

/** Writes an export next to the journal and returns its path. */
function writeExport(journal: string, id: string): string {
	const format = findFormat(id, 'the choice of a format');
	const state = fold(eventsIn(journal));
	const file = join(dirname(journal), format.file(state));
	writeFileSync(file, format.write(state), {mode: 0o600});
	return file;
}

export function writeExports(journal: string, ids: readonly string[]): void {
	for (const id of ids) writeExport(journal, id);
}

/** Rewrites the exports next to a journal that has grown. */
export function refreshExports(journal: string): void {
	const state = fold(eventsIn(journal));
	for (const {file, write} of Object.values(exportKinds)) {
		const path = join(dirname(journal), file(state));
		if (existsSync(path)) writeFileSync(path, write(state));
	}
}
