/** A debate that another process holds, or that other programs write, as a session to be watched. */
import {dirname, resolve} from 'node:path';
import type {Session} from '../ui/port.ts';
import {followDebateFile, isDebateFile} from './debate-md.ts';
import {isDuelLog} from './duel-log.ts';
import {findJournal} from './find-debate.ts';
import {follow} from './follow.ts';
import {quoted} from '../engine/quoted.ts';
import {followRun, isRunFolder} from './run-folder.ts';
import {followDuelLog} from './watch-duel.ts';

/** `named` is a file or a folder, looked for in `cwd` and then among the debates kept in `folder`. Throws `UsageError`. */
export function watchSession(named: string, {cwd, folder, signal}: {readonly cwd: string; readonly folder: string; readonly signal: AbortSignal}): Session {
	const run = resolve(cwd, named);
	const file = isRunFolder(run) ? run : findJournal(named, cwd, folder);
	const leaving = new AbortController();
	const tell = isRunFolder(file) ? followRun : isDebateFile(file) ? followDebateFile : isDuelLog(file) ? followDuelLog : follow;
	return {
		events: tell(file, AbortSignal.any([signal, leaving.signal])), act: () => undefined, live: false, initialPace: 0, folder: dirname(file),
		replayWith: isRunFolder(file) ? `rostrum watch ${quoted(file)}` : `rostrum replay ${quoted(dirname(file))}`, leave: async () => leaving.abort(),
	};
}
