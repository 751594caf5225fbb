/** `rostrum mcp`: an MCP server over standard input and output; `mcp install` prints or writes clients' settings. */
import {homedir} from 'node:os';
import {StdioServerTransport} from '@modelcontextprotocol/sdk/server/stdio.js';
import {allEntries, install} from '../app/mcp/install.ts';
import {serveMcp} from '../app/mcp/server.ts';
import {UsageError} from '../debate/usage-error.ts';
import {expandPath} from '../engine/host/expand-path.ts';
import {exitCodes} from '../formats/contract.ts';
import {flagOption, listOption, numberOption, textOption} from '../formats/options.ts';
import {mcpOptions, settingFlags} from '../app/plan/option-rows.ts';
import type {Run} from './command.ts';

/** How a client starts the server: as the user starts it, if that is found in every folder. */
const command = ['rostrum', 'mcp'];

export const run: Run = async ({args: [action], options}, context) => {
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
