/** `rostrum watch`: follows a debate that another process is staging, by its journal. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {packageVersion} from '../engine/host/package-root.ts';
import {homeFiles} from '../settings/home.ts';
import {peekSettings} from '../settings/file.ts';
import {drawn, isInteractive} from '../settings/terminal.ts';
import type {CommandContext} from '../app/cli/context.ts';
import type {Run} from './cli/command.ts';
import {exitCodes} from '../hosts/contract/exit-codes.ts';
import {debatesFolder} from '../app/files/debate-folder.ts';
import {journalName} from '../app/files/find-debate.ts';
import {flagOption} from '../hosts/contract/options.ts';
import {show} from '../app/session/render-session.ts';
import {watchSession} from '../app/session/watch-session.ts';

export const run: Run = async ({args: [named = ''], options}, context) => {
	const {settings, home, notices} = context.configure();
	const json = flagOption(options, 'json');
	const headless = json || flagOption(options, 'headless') || !isInteractive(context);
	if (named === '' && !headless && !existsSync(join(context.cwd, journalName))) return screen(context);
	const folder = debatesFolder(settings.out, homeFiles(home).transcripts, context.cwd);
	return show(await watchSession(named, {cwd: context.cwd, folder, signal: context.signal}), context, {
		headless,
		json,
		settings,
		notices,
	});
};

/** Where none is named, on a terminal, it is the list of those that run. */
async function screen(context: CommandContext): Promise<number> {
	const {showScreen} = await import('../ui/app/show.tsx');
	const {how, text} = await showScreen(
		'watch',
		() => import('../app/screens/home-port.ts').then(({homePort}) => homePort(context)),
		{
			...drawn(peekSettings(context.env), context.env),
			terminal: context.terminal,
			version: packageVersion(),
			signal: context.signal,
		},
	);
	context.stdout.write(text);
	return how === 'interrupt' ? exitCodes.interrupted : exitCodes.ok;
}
