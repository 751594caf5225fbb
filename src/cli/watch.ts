/** `rostrum watch`: follows a debate that another process is staging, by its journal. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {isInteractive} from '../settings/terminal.ts';
import type {Run} from './command.ts';
import {openScreen, portFor} from './open-screen.ts';
import {debatesFolder, journalName} from '../app/files/debate-folders.ts';
import {audienceIn} from '../app/audience/place.ts';
import {flagOption} from '../formats/options.ts';
import {show} from '../ui/show-session.ts';
import {watchSession} from '../app/session/watch-session.ts';

export const run: Run = async ({args: [named = ''], options}, context) => {
	const {settings, home, notices} = context.configure();
	const json = flagOption(options, 'json');
	const audience = audienceIn(options);
	const headless = json || flagOption(options, 'headless') || !isInteractive(context);
	// Where none is named, on a terminal, it is the list of those that run.
	if (named === '' && !headless && !existsSync(join(context.cwd, journalName)))
		return openScreen(context, portFor(context), 'watch');
	const folder = debatesFolder(settings.out, home, context.cwd);
	return show(await watchSession(named, {cwd: context.cwd, folder, signal: context.signal}), context, {
		headless,
		json,
		settings,
		notices,
		audience,
	});
};
