/** How screens are drawn for a command: by settings and environment, on its terminal, until it is interrupted. */
import {drawn} from '../../settings/terminal.ts';
import type {ScreenOptions} from '../../ui/ports/port.ts';
import type {CliContext} from './context.ts';

export const screenOptions = (
	{env, terminal, signal}: CliContext,
	settings: Parameters<typeof drawn>[0],
): ScreenOptions => ({...drawn(settings, env), terminal, signal});
