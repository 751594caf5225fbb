/** `rostrum mcp`: an MCP server over standard input and output; `mcp install` prints or writes clients' settings. */
import {homedir} from 'node:os';
import path from 'node:path';
import {StdioServerTransport} from '@modelcontextprotocol/sdk/server/stdio.js';
import {allEntries, install} from '../app/mcp/install.ts';
import {isInstalled} from '../app/voices/installed-agents.ts';
import {serveMcp} from '../app/mcp/server.ts';
import {UsageError} from '../debate/usage-error.ts';
import {expandPath} from '../engine/host/expand-path.ts';
import {packageRoot} from '../engine/host/package-root.ts';
import {exitCodes} from '../formats/contract.ts';
import {flagOption, listOption, numberOption, textOption, type Input} from '../formats/options.ts';
import {mcpOptions, settingFlags} from '../app/plan/option-rows.ts';
import type {Run} from './command.ts';

/** How a client starts the server in any folder: by its name where that is found, else by this program's own file. */
function serverCommand({options}: Input, {cwd, programs}: {cwd: string; programs: readonly string[]}): string[] {
	const program = isInstalled('rostrum', programs)
		? ['rostrum']
		: [process.execPath, path.join(packageRoot, 'bin', 'rostrum.js')];
	const budget = textOption(options, 'budget');
	const atOnce = textOption(options, 'atOnce');
	return [
		...program,
		'mcp',
		...listOption(options, 'root').flatMap(root => ['--root', expandPath(cwd, root)]),
		...(budget === undefined ? [] : ['--budget', budget]),
		...(flagOption(options, 'allowAgents') ? ['--allow-agents'] : []),
		...(atOnce === undefined ? [] : ['--at-once', atOnce]),
	];
}

export const run: Run = async (given, context) => {
	const {
		args: [action],
		options,
	} = given;
	if (action !== undefined && action !== 'install')
		throw new UsageError({
			what: 'There is no such mcp action',
			value: action,
			from: 'the command line',
			todo: 'Say "rostrum mcp" to serve, or "rostrum mcp install" for the entry in your client.',
		});
	if (action === 'install') {
		const places = {home: homedir(), cwd: context.cwd};
		const client = textOption(options, 'write');
		// What is written is checked as it will be when it is used.
		const {programs} = context.configure(settingFlags(options, mcpOptions));
		const command = serverCommand(given, {cwd: context.cwd, programs});
		context.stdout.write(
			client === undefined ? allEntries(command, places) : `Added to ${install(client, command, places)}\n`,
		);
		return exitCodes.ok;
	}
	const {settings} = context.configure(settingFlags(options, mcpOptions));
	const hungUp = new AbortController();
	for (const event of ['end', 'close'] as const) context.stdin.once(event, () => hungUp.abort());
	const roots = listOption(options, 'root').map(root => expandPath(context.cwd, root));
	await serveMcp(new StdioServerTransport(context.stdin, context.stdout), {
		configure: context.configure,
		cwd: context.cwd,
		signal: AbortSignal.any([context.signal, hungUp.signal]),
		recorder: context.recorder,
		roots: roots.length > 0 ? roots : [context.cwd],
		budget: settings.budget,
		agents: flagOption(options, 'allowAgents'),
		atOnce: numberOption(options, 'atOnce', {flag: '--at-once', from: 1, to: 50}) ?? 2,
		notice: text => void context.stderr.write(`${text}\n`),
	});
	return exitCodes.ok;
};
