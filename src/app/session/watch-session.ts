/** A debate that another process is holding, or that other programs write, as a session to watch. */
import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {UsageError} from '../../debate/usage-error.ts';
import {expandPath} from '../../engine/host/expand-path.ts';
import {shellQuote} from '../../debate/text/words.ts';
import {nativeFilesAt} from '../../formats/index.ts';
import type {Session} from './session.ts';
import {findJournal, journalName, newestJournal} from '../files/debate-folders.ts';
import {followJournal} from '../files/follow-journal.ts';

type WatchPlaces = {readonly cwd: string; readonly folder: string};

/**
 * `named` is a file or a folder, looked for in `cwd` and then among the debates in `folder`; of a folder with several
 * debates, the newest is watched. If it is empty, it is the debate in `cwd`, or else the newest in `folder`. Throws
 * `UsageError`.
 */
export async function watchSession(
	named: string,
	{cwd, folder, signal}: WatchPlaces & {readonly signal: AbortSignal},
): Promise<Session> {
	const path = expandPath(cwd, named);
	const nativeFolder = await nativeFilesAt(path, 'folder');
	const file = nativeFolder ? path : watchedFile(named, {cwd, folder});
	const native = nativeFolder ?? (await nativeFilesAt(file, 'file'));
	const leaving = new AbortController();
	return {
		events: (native?.follow ?? followJournal)(file, AbortSignal.any([signal, leaving.signal])),
		act: () => undefined,
		live: false,
		initialPace: 0,
		folder: dirname(file),
		replayWith: nativeFolder ? `rostrum watch ${shellQuote(file)}` : `rostrum replay ${shellQuote(dirname(file))}`,
		leave: async () => leaving.abort(),
	};
}

function watchedFile(named: string, {cwd, folder}: WatchPlaces): string {
	if (named === '' && !existsSync(join(cwd, journalName))) return newestJournal(folder) ?? refuseNone(folder);
	return newestJournal(expandPath(cwd, named)) ?? findJournal(named, cwd, folder);
}

function refuseNone(folder: string): never {
	throw new UsageError({
		what: 'There is no debate to be watched',
		value: folder,
		from: 'the folder of debates',
		todo: 'Name one, or the folder that it is kept in.',
	});
}
