/** `rostrum watch`: follows a debate that another process is staging, by its journal. */
import {dirname, resolve} from 'node:path';
import {homeFiles} from '../home-files.ts';
import {loadSettings} from '../settings.ts';
import {isInteractive} from '../terminal.ts';
import type {Run} from './command.ts';
import {debatesFolder} from './debate-folder.ts';
import {followDebateFile, isDebateFile} from './debate-md.ts';
import {isDuelLog} from './duel-log.ts';
import {findJournal} from './find-debate.ts';
import {follow} from './follow.ts';
import {flagOption} from './options.ts';
import {show} from './present.ts';
import {quoted} from './quoted.ts';
import {followRun, isRunFolder} from './run-folder.ts';
import {followDuelLog} from './watch-duel.ts';

export const run: Run = async ({args: [named = '.'], options}, around) => {
	const {settings, home, notices} = loadSettings({});
	const json = flagOption(options, 'json');
	const headless = json || flagOption(options, 'headless') || !isInteractive(around);
	const run = resolve(around.cwd, named);
	const file = isRunFolder(run) ? run : findJournal(named, around.cwd, debatesFolder(settings.out, homeFiles(home).transcripts, around.cwd));
	const leaving = new AbortController();
	const tell = isRunFolder(file) ? followRun : isDebateFile(file) ? followDebateFile : isDuelLog(file) ? followDuelLog : follow;
	const session = {
		events: tell(file, AbortSignal.any([around.signal, leaving.signal])), act: () => undefined, live: false, initialPace: 0, folder: dirname(file),
		replayWith: isRunFolder(file) ? `rostrum watch ${quoted(file)}` : `rostrum replay ${quoted(dirname(file))}`, leave: async () => leaving.abort(),
	};
	return show(session, around, {headless, json, settings, notices});
};
