/** The formats that a debate can be exported in. */
import {exportKinds, type ExportKind} from '../../transcripts/exports/exports.ts';
import type {GivenValue} from '../../settings/settings.ts';
import {UsageError} from '../../debate/usage-error.ts';

export const exportFormats = (): {id: string; name: string}[] =>
	Object.entries(exportKinds).map(([id, {name}]) => ({id, name}));

/** The format that is meant. Throws `UsageError` listing those there are. */
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

/** The formats that were set, each of which must exist. Throws `UsageError` that names where it was set. */
export function checkFormats(ids: readonly string[], given: readonly GivenValue[]): readonly string[] {
	const from = given.find(({name}) => name === 'export')?.from ?? 'default';
	for (const id of ids) findFormat(id, from);
	return ids;
}
