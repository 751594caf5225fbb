/**
 * `rostrum` alone: the home screen, drawn before anything is read; where there is no terminal, a short rehearsal as
 * plain text.
 */
import {isInteractive} from '../settings/terminal.ts';
import type {CliContext} from '../app/context.ts';
import {openScreen} from './open-screen.ts';

export async function openHome(context: CliContext): Promise<number> {
	if (!isInteractive(context)) return (await import('./rehearsal.ts')).rehearsal(context);
	return openScreen(context, async () => {
		const [{homePort}, {loadSettings}] = await Promise.all([
			import('../app/setup/home-port.ts'),
			import('../settings/settings.ts'),
		]);
		return homePort({...context, configure: flags => loadSettings(flags, context)});
	});
}
