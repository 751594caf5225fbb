/** Finds the coding agents installed on this machine. */
import {accessSync, constants, statSync} from 'node:fs';
import {join} from 'node:path';
import type {Configuration} from '../../settings/settings.ts';
import {withUserAgents, type AgentRow} from '../../voices/agents/agent-rows.ts';

/** Agents whose command exists; nothing is started to find out. */
export const installedAgents = ({settings, programs}: Pick<Configuration, 'settings' | 'programs'>): AgentRow[] =>
	withUserAgents(settings.agents).filter(
		({program, command}) => isInstalled(program ?? command, programs) && isInstalled(command, programs),
	);

/** Whether a program is found by its name, as in a shell. */
export function isInstalled(command: string, programs: readonly string[]): boolean {
	const folders = command.includes('/') ? [''] : programs;
	const endings = process.platform === 'win32' ? ['.cmd', '.exe', ''] : [''];
	return folders.some(folder => endings.some(ending => isProgram(join(folder, `${command}${ending}`))));
}

function isProgram(file: string): boolean {
	try {
		// Most names are in none of the folders: that is found out without an error.
		if (statSync(file, {throwIfNoEntry: false})?.isFile() !== true) return false;
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
