/** Where a user's own files lie: settings, keys, presets, frameworks, debates. */
import {homedir} from 'node:os';
import {join, resolve} from 'node:path';
import type {Environment} from '../debate/environment.ts';

/** The folder: ROSTRUM_HOME, else `~/.rostrum`. */
export const rostrumHome = (env: Environment): string => resolve(env['ROSTRUM_HOME'] || join(homedir(), '.rostrum'));

/** What lies in it. */
export const homeFiles = (home: string) => ({
	settings: join(home, 'settings.json'),
	keys: join(home, 'keys.json'),
	presets: join(home, 'presets'),
	transcripts: join(home, 'transcripts'),
	frameworks: join(home, 'frameworks.json'),
	models: join(home, 'models.json'),
	quirks: join(home, 'quirks'),
	personas: join(home, 'personas.json'),
	answers: join(home, 'cache', 'answers.sqlite'),
	library: join(home, 'library', 'index.sqlite'),
	folders: join(home, 'library', 'folders.jsonl'),
	trash: join(home, 'trash'),
	judgeChecks: join(home, 'judge-checks'),
	judgeResults: join(home, 'judge-checks', 'results.json'),
	show: join(home, 'show'),
});
