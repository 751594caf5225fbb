/** Exports a journal as text, or to files next to it. */
import {existsSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fold} from '../../debate/reduce.ts';
import {exportKinds, type ExportKind} from '../../transcripts/exports/exports.ts';
import type {ExportsPort} from '../../ui/ports/exports-port.ts';
import {castFormat, exportFormats, findFormat, writeFormat} from './export-formats.ts';
import {eventsIn} from './read-debate.ts';

/** The debate as text in this format, read line by line: the whole journal is never held. */
export const makeExport = (journal: string, format: ExportKind): string => writeFormat(format, fold(eventsIn(journal)));

/** The exports port of the screens for one journal. */
export const exportsOf = (journal: string, protocol: string | undefined): ExportsPort => ({
	formats: exportFormats(protocol),
	preview: async id => makeExport(journal, findFormat(id, 'the choice of a format')),
	write: async id => writeExport(journal, id),
});

/** The format of the debate that a journal holds. */
export function protocolOf(journal: string): string | undefined {
	for (const event of eventsIn(journal)) return event.type === 'debate-start' ? event.protocol : undefined;
	return undefined;
}

/** Writes an export next to the journal and returns its path. */
function writeExport(journal: string, id: string): string {
	const format = findFormat(id, 'the choice of a format');
	const state = fold(eventsIn(journal));
	const file = join(dirname(journal), format.file(state));
	writeFileSync(file, writeFormat(format, state), {mode: 0o600});
	return file;
}

/** Writes the exports that were asked for; where any were, those of the format that programs look for as well. */
export function writeExports(journal: string, ids: readonly string[], protocol: string): void {
	const always = ids.length > 0 && protocol === exportKinds['verdict']?.protocol ? ['verdict'] : [];
	const fitting = ids.filter(id => id !== castFormat && (exportKinds[id]?.protocol ?? protocol) === protocol);
	for (const id of new Set([...fitting, ...always])) writeExport(journal, id);
}

/** Rewrites the exports next to a journal that has grown. */
export function refreshExports(journal: string): void {
	const state = fold(eventsIn(journal));
	for (const {file, write, protocol = state.start?.protocol} of Object.values(exportKinds)) {
		if (protocol !== state.start?.protocol) continue;
		const path = join(dirname(journal), file(state));
		if (existsSync(path)) writeFileSync(path, write(state));
	}
}
