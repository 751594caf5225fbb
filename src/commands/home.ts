/**
 * `rostrum` alone: the home screen, drawn before anything is read; where there is no terminal, a short rehearsal as
 * plain text.
 */
import {exitCodes} from '../hosts/contract/exit-codes.ts';
import {packageVersion} from '../engine/host/package-root.ts';
import {peekSettings} from '../settings/file.ts';
import {drawn, isInteractive} from '../settings/terminal.ts';
import type {CliContext} from '../app/cli/context.ts';

export async function openHome(context: CliContext): Promise<number> {
	if (!isInteractive(context)) return (await import('./rehearsal.ts')).rehearsal(context);
	const {showHome} = await import('../ui/app/show.tsx');
	const {how, text} = await showHome(
		async () => {
			const [{homePort}, {loadSettings}] = await Promise.all([
				import('../app/screens/home-port.ts'),
				import('../settings/settings.ts'),
			]);
			return homePort({...context, configure: flags => loadSettings(flags, context)});
		},
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
