/** The formats that a debate can be exported to. */
import type {DebateState} from '../../debate/state.ts';
import {exportKinds, type ExportKind, type ExportOptions} from '../../exports/exports/exports.ts';
import type {GivenValue} from '../../settings/settings.ts';
import {UsageError} from '../../debate/usage-error.ts';

export const exportFormats = (protocol: string | undefined): {id: string; name: string}[] =>
	Object.entries(exportKinds).flatMap(([id, kind]) =>
		kind.protocol === undefined || kind.protocol === protocol ? [{id, name: kind.name}] : [],
	);

/** A debate in a format. Throws `UsageError` for one that debates of its kind do not have. */
export function writeFormat(
	{name, protocol, pieces}: ExportKind,
	state: DebateState,
	options?: ExportOptions,
): Iterable<string> {
	const own = state.start?.protocol;
	if (protocol === undefined || own === undefined || own === protocol) return pieces(state, options);
	throw new UsageError({
		what: `Only debates of ${protocol} have this export`,
		value: name,
		from: '--to',
		todo: `This is one of ${own}: formats for it are ${exportFormats(own)
			.map(({id}) => id)
			.join(', ')}.`,
	});
}

/** The stage as a terminal recording, which is drawn and not written like the others: see `app/cast/`. */
export const castFormat = 'cast';

/** The results card as a picture, which a program of this machine makes of the export `pictureOf`. */
export const pictureFormat = 'png';
export const pictureOf = 'svg';

/** Formats that are no text of the debate's state. */
export const drawnFormats: readonly string[] = [castFormat, pictureFormat];

/** Finds a format by id. Throws `UsageError` listing all formats. */
export function findFormat(id: string, from: string): ExportKind {
	const found = Object.hasOwn(exportKinds, id) ? exportKinds[id] : undefined;
	if (found) return found;
	throw new UsageError({
		what: 'There is no such format',
		value: id,
		from,
		todo: `Formats are ${[...Object.keys(exportKinds), ...drawnFormats].join(', ')}.`,
	});
}

/** Checks that all configured formats exist. Throws `UsageError` naming the setting's source. */
export function checkFormats(ids: readonly string[], given: readonly GivenValue[]): readonly string[] {
	const from = given.find(({name}) => name === 'export')?.from ?? 'default';
	for (const id of ids) if (!drawnFormats.includes(id)) findFormat(id, from);
	return ids;
}
