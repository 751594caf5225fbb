/** Coding agents as npm has them, set up for a model server on loopback and a home of their own. */
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {withUserAgents, type AgentRow} from '../../../src/voices/agents/agent-rows.ts';

export type RealAgent = {
	readonly id: 'opencode' | 'qwen' | 'gemini' | 'claude' | 'codex';
	readonly package: string;
	/** The program that speaks the protocol, and the arguments that make it. */
	readonly program: string;
	readonly args: readonly string[];
	/** Variables that lead it to a model server; `key` is what it signs in with. */
	readonly env: (url: string, key: string) => Readonly<Record<string, string>>;
	/** Cells of the table that cannot be tried, and why. */
	readonly untried: Readonly<Record<string, string>>;
};

const openCodeConfig = (url: string, key: string) => ({
	permission: {edit: 'ask', bash: 'ask', webfetch: 'ask'},
	provider: {
		loop: {
			npm: '@ai-sdk/openai-compatible',
			name: 'Loop',
			options: {baseURL: `${url}/v1`, apiKey: key},
			models: {small: {name: 'Small'}},
		},
	},
	model: 'loop/small',
	small_model: 'loop/small',
});
const codexConfig = (url: string) => ({
	model_providers: {loop: {name: 'Loop', base_url: `${url}/v1`, env_key: 'CODEX_API_KEY', wire_api: 'responses'}},
	model_provider: 'loop',
	model: 'small',
});

export const realAgents: readonly RealAgent[] = [
	{
		id: 'opencode',
		package: 'opencode-ai',
		program: 'opencode',
		args: ['acp'],
		env: (url, key) => ({OPENCODE_CONFIG_CONTENT: JSON.stringify(openCodeConfig(url, key))}),
		untried: {'no login': 'without a login it answers with free models over the network'},
	},
	{
		id: 'qwen',
		package: '@qwen-code/qwen-code',
		program: 'qwen',
		args: ['--acp'],
		env: (url, key) => ({
			OPENAI_BASE_URL: `${url}/v1`,
			OPENAI_MODEL: 'small',
			...(key === '' ? {} : {OPENAI_API_KEY: key}),
		}),
		untried: {},
	},
	{
		id: 'gemini',
		package: '@google/gemini-cli',
		program: 'gemini',
		args: ['--acp'],
		// Without a model it has a model choose one; with the address of a server it needs no login.
		env: (url, key): Readonly<Record<string, string>> =>
			key === '' ? {} : {GOOGLE_GEMINI_BASE_URL: url, GEMINI_MODEL: 'gemini-2.5-flash', GEMINI_API_KEY: key},
		untried: {'asks Rostrum over MCP': 'with a server of its own it takes no prompt: “Invalid auth method selected”'},
	},
	{
		id: 'claude',
		package: '@agentclientprotocol/claude-agent-acp',
		program: 'claude-agent-acp',
		args: [],
		env: (url, key) => ({ANTHROPIC_BASE_URL: url, ...(key === '' ? {} : {ANTHROPIC_API_KEY: key})}),
		untried: {},
	},
	{
		id: 'codex',
		package: '@agentclientprotocol/codex-acp',
		program: 'codex-acp',
		args: [],
		env: (url, key) =>
			key === ''
				? {INITIAL_AGENT_MODE: 'read-only'}
				: {INITIAL_AGENT_MODE: 'read-only', CODEX_API_KEY: key, CODEX_CONFIG: JSON.stringify(codexConfig(url))},
		untried: {},
	},
];

/** Where an agent's program is: in a folder of ROSTRUM_AGENTS as `npm run test:agents` makes it, or on the path. */
export function programOf({id, program}: Pick<RealAgent, 'id' | 'program'>): string | undefined {
	const folders = (process.env['PATH'] ?? '').split(delimiter);
	return (
		installedFile({id}, join('.bin', program)) ??
		folders.map(folder => join(folder, program)).find(file => existsSync(file))
	);
}

/** A file of what was installed with an agent, where `npm run test:agents` installed it. */
export function installedFile({id}: {readonly id: string}, path: string): string | undefined {
	const own = process.env['ROSTRUM_AGENTS'];
	return own === undefined ? undefined : [join(own, id, 'node_modules', path)].find(file => existsSync(file));
}

export const versionOf = (agent: RealAgent, file: string): string =>
	/\d+\.\d+\.\d+[\w.-]*/u.exec(spawnSync(file, ['--version'], {encoding: 'utf8', timeout: 20_000}).stdout)?.[0] ??
	`of ${agent.package}, unknown`;

/** What users read of it. */
export const nameOf = ({id}: Pick<RealAgent, 'id'>): string => builtInRow({id})?.name ?? id;

export const builtInRow = ({id}: Pick<RealAgent, 'id'>): AgentRow | undefined =>
	withUserAgents({}).find(row => row.id === id);

/** Its row as a user has it, with a home of its own, so that nobody's login is read or changed. */
export function rowOf(agent: RealAgent, file: string, url: string, {key = 'k', mark = ''} = {}): AgentRow {
	const home = mkdtempSync(join(tmpdir(), 'rostrum-agent-home-'));
	// Codex puts the helper of its sandbox into its home, and refuses to where that is in the folder for temporary files.
	const temporary = join(home, 'tmp');
	mkdirSync(temporary);
	const own = {
		HOME: home,
		TMPDIR: temporary,
		XDG_CONFIG_HOME: join(home, '.config'),
		XDG_DATA_HOME: join(home, '.local', 'share'),
		XDG_CACHE_HOME: join(home, '.cache'),
		XDG_STATE_HOME: join(home, '.local', 'state'),
		ROSTRUM_TEST_MARK: mark,
	};
	const row = withUserAgents({
		[agent.id]: {command: file, args: [...agent.args], env: {...own, ...agent.env(url, key)}, name: nameOf(agent)},
	}).find(({id}) => id === agent.id);
	if (!row) throw new Error(`there is no row for ${agent.id}`);
	return row;
}
