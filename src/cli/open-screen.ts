/** Opens the app on one of its screens; the screens themselves are only loaded then. */
import type {CliContext, CommandContext} from '../app/context.ts';
import {screenOptions} from '../ui/terminal/screen-options.ts';
import {packageVersion} from '../engine/host/package-root.ts';
import {exitCodes} from '../formats/contract.ts';
import {withOwnCommand} from '../settings/terminal.ts';
import type {StartDialog} from '../app/plan/start-check.ts';
import type {Configuration} from '../settings/settings.ts';
import {peekSettings} from '../settings/file.ts';
import type {RostrumPort} from '../app/setup/home-port.ts';
import type {ScreenName} from '../ui/app/screen-props.ts';

/** On the home screen, or on one that its menu leads to. Gives the exit code. */
export async function openScreen(
	context: CliContext,
	port: () => Promise<RostrumPort>,
	place?: ScreenName,
): Promise<number> {
	const {showHome, showScreen} = await import('../ui/app/show.tsx');
	const options = {...screenOptions(context, peekSettings(context.env)), version: packageVersion()};
	const {how, text} = await (place === undefined ? showHome(port, options) : showScreen(place, port, options));
	context.stdout.write(withOwnCommand(text, context.env));
	return how === 'interrupt' ? exitCodes.interrupted : exitCodes.ok;
}

/** What screens need of the world, for a command that has its settings. */
export const portFor = (context: CommandContext) => async (): Promise<RostrumPort> =>
	(await import('../app/setup/home-port.ts')).homePort(context);

/** Checks the voices of a debate with the user at hand; what shows the check is only loaded then. */
export async function onScreen<T>(
	context: CliContext,
	{settings}: Configuration,
	check: (dialog: StartDialog) => Promise<T>,
): Promise<T> {
	const {withStartCheck} = await import('../ui/voices/with-start-check.tsx');
	return withStartCheck(context, settings, check);
}
