/** A debate that another process holds, or that other programs write, as a session to be watched. */
import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {placeOf} from '../../settings/home.ts';
import type {Session} from '../../ui/ports/port.ts';
import {followDebateFile, isDebateFile} from '../../hosts/code-debate/debate-md.ts';
import {isDuelLog} from '../../hosts/model-duel/duel-log.ts';
import {findJournal, journalName, newestJournal} from '../files/find-debate.ts';
import {followJournal} from '../files/follow-journal.ts';
import {shellQuote} from '../../engine/host/shell-quote.ts';
import {followRun, isRunFolder} from '../../hosts/builder-reviewer/run-folder.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {followDuelLog} from '../../hosts/model-duel/watch-duel.ts';

type Where = {readonly cwd: string; readonly folder: string};

/**
 * `named` is a file or a folder, looked for in `cwd` and then among the debates kept in `folder`; of a folder that
 * holds
 * several it is the newest. Where nothing is named it is the debate in `cwd`, or else the newest in `folder`. Throws
 * `UsageError`.
 */
export function watchSession(named: string, {signal, ...where}: Where & {readonly signal: AbortSignal}): Session {
	const file = watched(named, where);
	const leaving = new AbortController();
	const tell = isRunFolder(file)
		? followRun
		: isDebateFile(file)
			? followDebateFile
			: isDuelLog(file)
				? followDuelLog
				: followJournal;
	return {
		events: tell(file, AbortSignal.any([signal, leaving.signal])),
		act: () => undefined,
		live: false,
		initialPace: 0,
		folder: dirname(file),
		replayWith: isRunFolder(file) ? `rostrum watch ${shellQuote(file)}` : `rostrum replay ${shellQuote(dirname(file))}`,
		leave: async () => leaving.abort(),
	};
}

function watched(named: string, {cwd, folder}: Where): string {
	if (named === '' && !holdsOne(cwd)) return newestJournal(folder) ?? none(folder);
	const place = placeOf(cwd, named);
	return isRunFolder(place) ? place : (newestJournal(place) ?? findJournal(named, cwd, folder));
}

const holdsOne = (place: string): boolean => isRunFolder(place) || existsSync(join(place, journalName));

function none(folder: string): never {
	throw new UsageError({
		what: 'There is no debate to be watched',
		value: folder,
		from: 'the folder of debates',
		todo: 'Name one, or the folder that it is kept in.',
	});
}
