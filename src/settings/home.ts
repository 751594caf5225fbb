/** Where a user's own files lie: settings, keys, presets, frameworks, debates. */
import {existsSync} from 'node:fs';
import {homedir} from 'node:os';
import {isAbsolute, join, resolve} from 'node:path';
import type {Environment} from '../debate/protocol.ts';

/**
 * The folder: ROSTRUM_HOME, else `~/.rostrum`. Where that is not there yet, XDG_DATA_HOME or XDG_CONFIG_HOME says
 * where a `rostrum` is made.
 */
export function rostrumHome(env: Environment): string {
	if (env['ROSTRUM_HOME']) return resolve(env['ROSTRUM_HOME']);
	const usual = join(homedir(), '.rostrum');
	const base = env['XDG_DATA_HOME'] || env['XDG_CONFIG_HOME'];
	return base && isAbsolute(base) && !existsSync(usual) ? join(base, 'rostrum') : usual;
}

/** The paths of what the home folder holds. */
export const homeFiles = (home: string) => ({
	settings: join(home, 'settings.json'),
	keys: join(home, 'keys.json'),
	presets: join(home, 'presets'),
	transcripts: join(home, 'transcripts'),
	frameworks: join(home, 'frameworks.json'),
	originKey: join(home, 'origin.key'),
	models: join(home, 'models.json'),
	quirks: join(home, 'quirks'),
	personas: join(home, 'personas.json'),
	modelData: join(home, 'cache', 'model-data.json'),
	answers: join(home, 'cache', 'answers.sqlite'),
	library: join(home, 'library', 'index.sqlite'),
	folders: join(home, 'library', 'folders.jsonl'),
	trash: join(home, 'trash'),
	benches: join(home, 'benches'),
	judgeChecks: join(home, 'judge-checks'),
	judgeResults: join(home, 'judge-checks', 'results.json'),
	show: join(home, 'show'),
});
