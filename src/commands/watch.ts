/** `rostrum watch`: follows a debate that another process is staging, by its journal. */
import {homeFiles} from '../settings/home.ts';
import {isInteractive} from '../engine/host/terminal.ts';
import type {Run} from './cli/command.ts';
import {debatesFolder} from '../app/files/debate-folder.ts';
import {flagOption} from '../hosts/contract/options.ts';
import {show} from '../app/session/render-session.ts';
import {watchSession} from '../app/session/watch-session.ts';

export const run: Run = async ({args: [named = ''], options}, around) => {
	const {settings, home, notices} = around.configure();
	const json = flagOption(options, 'json');
	const headless = json || flagOption(options, 'headless') || !isInteractive(around);
	const folder = debatesFolder(settings.out, homeFiles(home).transcripts, around.cwd);
	return show(await watchSession(named, {cwd: around.cwd, folder, signal: around.signal}), around, {
		headless,
		json,
		settings,
		notices,
	});
};
