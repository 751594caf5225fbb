/** Coding agents as clients of `rostrum mcp`: each is asked by its own prompt, and its model calls one of our tools. */
import {spawn, spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, dirname, join} from 'node:path';
import {text} from 'node:stream/consumers';
import {packageRoot} from '../../../src/engine/host/package-root.ts';
import {changedRepository} from './changed-repository.ts';
import type {ModelServer} from './model-server.ts';
import {installedFile, realAgents, type RealAgent} from './real-agents.ts';

const agentOf = (id: RealAgent['id']): RealAgent => {
	const agent = realAgents.find(one => one.id === id);
	if (!agent) throw new Error(id);
	return agent;
};

/** An agent's program that is given a prompt and prints the answer. */
export type McpClient = {
	readonly agent: RealAgent;
	/** Its program, from the folder that its package is installed in. */
	readonly program: string;
	readonly args: (prompt: string, url: string) => readonly string[];
	/** Variables that it needs besides those that lead it to its model. */
	readonly env?: Readonly<Record<string, string>>;
};

const mcpClients: readonly McpClient[] = [
	{agent: agentOf('opencode'), program: '.bin/opencode', args: prompt => ['run', prompt]},
	{agent: agentOf('qwen'), program: '.bin/qwen', args: prompt => ['--approval-mode', 'yolo', prompt]},
	{
		agent: agentOf('claude'),
		program: '@anthropic-ai/claude-agent-sdk-linux-x64/claude',
		args: prompt =>
			'--strict-mcp-config --mcp-config .mcp.json --allowedTools mcp__rostrum --model small -p'
				.split(' ')
				.concat(prompt),
		// Else it asks its model before the servers have said what they offer.
		env: {MCP_CONNECTION_NONBLOCKING: 'false'},
	},
	{
		agent: agentOf('codex'),
		program: '.bin/codex',
		args: (prompt, url) => [
			'exec',
			'--skip-git-repo-check',
			'--dangerously-bypass-approvals-and-sandbox',
			...[
				'model="small"',
				'model_provider="loop"',
				`model_providers.loop={name="Loop",base_url="${url}/v1",env_key="CODEX_API_KEY",wire_api="responses"}`,
			].flatMap(setting => ['-c', setting]),
			prompt,
		],
	},
];

export const clientOf = (id: RealAgent['id']): McpClient | undefined => mcpClients.find(({agent}) => agent.id === id);

export const clientProgram = ({agent, program}: McpClient): string | undefined => installedFile(agent, program);

/** An agent hands its model the text of an answer, or its data. */
const answered = (what: string): RegExp =>
	new RegExp(String.raw`The tool said: [^]*?\bhandle\W{2,5}\w[^]*?${what}`, 'u');

/** What they are asked, what their model then does, and what they say in the end. */
export const asked = [
	{
		what: 'has a change reviewed',
		prompt: 'Have the change in this folder reviewed.',
		call: {tool: 'review_change', input: {voice: 'rehearsal', wait_seconds: 120}},
		answer: answered(String.raw`(?:ended: \w+\n|outcome\W+\w+)[^]*verdict\b[^:\n]*: merge[^]*limit\.js:1`),
	},
	{
		what: 'has a question debated',
		prompt: 'Should voting be compulsory? Have it debated.',
		call: {
			tool: 'debate',
			input: {topic: 'Voting should be compulsory.', voice: 'rehearsal', short: true, wait_seconds: 120},
		},
		answer: answered(String.raw`(?:ended: completed\n|outcome\W+completed)`),
	},
];

type Asking = {
	readonly file: string;
	readonly server: ModelServer;
	/** What it starts has this in its environment, where the client hands it on. */
	readonly mark: string;
	readonly prompt: string;
	readonly call: {readonly tool: string; readonly input: Readonly<Record<string, unknown>>};
};

/**
 * Has our entry written into the agent's settings as a user does, asks the agent, and gives what it answered. Nothing of
 * the user's own home is read.
 */
export async function askClient(client: McpClient, {file, server, mark, prompt, call}: Asking): Promise<string> {
	const home = mkdtempSync(join(tmpdir(), 'rostrum-agent-home-'));
	const cwd = changedRepository();
	const bin = join(home, 'bin');
	mkdirSync(bin);
	symlinkSync(join(packageRoot, 'bin', 'rostrum.js'), join(bin, 'rostrum'));
	const env = {
		PATH: [bin, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
		HOME: home,
		ROSTRUM_HOME: join(home, '.rostrum'),
		...client.agent.env(server.url, 'k'),
		...client.env,
		ROSTRUM_TEST_MARK: mark,
	};
	const written = spawnSync(join(bin, 'rostrum'), ['mcp', 'install', '--write', client.agent.id], {
		cwd,
		env,
		encoding: 'utf8',
	});
	if (written.status !== 0) throw new Error(written.stderr);
	server.script = {call};
	const asked = spawn(file, client.args(prompt, server.url), {
		cwd,
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout: 240_000,
	});
	const [said, errors] = await Promise.all([text(asked.stdout), text(asked.stderr)]);
	return `${said}\n${errors}`;
}
