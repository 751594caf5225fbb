/** The formats that a debate can be exported to. */
import {exportKinds, type ExportKind} from '../../transcripts/exports/exports.ts';
import type {GivenValue} from '../../settings/settings.ts';
import {UsageError} from '../../debate/usage-error.ts';

export const exportFormats = (): {id: string; name: string}[] =>
	Object.entries(exportKinds).map(([id, {name}]) => ({id, name}));

/** Finds a format by id. Throws `UsageError` listing all formats. */
export function findFormat(id: string, from: string): ExportKind {
	const found = Object.hasOwn(exportKinds, id) ? exportKinds[id] : undefined;
	if (found) return found;
	throw new UsageError({
		what: 'There is no such format',
		value: id,
		from,
		todo: `Formats are ${Object.keys(exportKinds).join(', ')}.`,
	});
}

/** Checks that all configured formats exist. Throws `UsageError` naming the setting's source. */
export function checkFormats(ids: readonly string[], given: readonly GivenValue[]): readonly string[] {
	const from = given.find(({name}) => name === 'export')?.from ?? 'default';
	for (const id of ids) findFormat(id, from);
	return ids;
}
