/** Coding agents that can take a seat, as data. */

/**
 * A coding agent and how to talk to it: over the Agent Client Protocol (`acp`), or by running the command for each
 * answer with the prompt on standard input. Its output is then the answer itself (`text`), one JSON value with the
 * answer at `path` (`json`), or one JSON value per line, of which those matching `when` have a piece of the answer at
 * `path` (`ndjson`).
 */
export type AgentRow = {
	/** The part after the colon in `agent:claude`. */
	readonly id: string;
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	/** The agent's own program, if `command` is only an adapter: both must be installed. */
	readonly program?: string | undefined;
	/** Added to the user's environment. */
	readonly env?: Readonly<Record<string, string>> | undefined;
	/** The same where it runs in an empty folder of ours and in none of the user's: there it may trust what it finds. */
	readonly inOwnFolder?: Readonly<Record<string, string>> | undefined;
	/** Environment variables with its vendor's API keys. All other API keys are withheld. */
	readonly keys?: readonly string[] | undefined;
	/** The way of its `authenticate` that takes one of these keys. */
	readonly keyMethod?: string | undefined;
	/** What `npx` fetches before it first starts. */
	readonly fetches?: {readonly package: string; readonly megabytes: number} | undefined;
	/** Extensions of the protocol that it is told with each new session. */
	readonly sessionMeta?: Readonly<Record<string, unknown>> | undefined;
	/** What counts its tokens: every request of a turn, or, as some agents do, only the last one. */
	readonly counts?: 'last-request' | undefined;
	/** The model that the user wants it to use. */
	readonly model?: string | undefined;
	/** Its modes in which it asks before it does anything, the best one first; ACP agents are held to them. */
	readonly modes?: readonly string[] | undefined;
	/** Paths in the home that hold its login, for a sandbox. */
	readonly login?: readonly string[] | undefined;
	readonly speaks: 'acp' | 'text' | 'json' | 'ndjson';
	/** A dotted path, such as `message.content`. */
	readonly path?: string | undefined;
	/** Paths and the text expected there in relevant lines, such as `{"type": "result"}`. */
	readonly when?: Readonly<Record<string, string>> | undefined;
	/** Arguments used instead when it may change files: file tools only, no commands. */
	readonly working?: {readonly args: readonly string[]};
};

/** An agent from the user's settings, by id. */
export type UserAgent = Pick<AgentRow, 'command' | 'env' | 'keys' | 'modes' | 'login' | 'path' | 'when'> & {
	readonly name?: string | undefined;
	readonly args?: readonly string[] | undefined;
	readonly speaks?: AgentRow['speaks'] | undefined;
};

const agentRows: readonly AgentRow[] = [
	{
		id: 'claude',
		name: 'Claude Code',
		command: 'npx',
		program: 'claude',
		args: ['-y', '@agentclientprotocol/claude-agent-acp'],
		fetches: {package: '@agentclientprotocol/claude-agent-acp', megabytes: 400},
		// It would try a refused key for minutes; what may be tried again is tried by the engine.
		env: {CLAUDE_CODE_MAX_RETRIES: '2'},
		// Started with leave to skip all questions, it could be switched to a mode that asks none.
		sessionMeta: {claudeCode: {options: {allowDangerouslySkipPermissions: false}}},
		keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
		login: ['.claude', '.claude.json', '.npm'],
		speaks: 'acp',
	},
	{
		id: 'codex',
		name: 'Codex',
		command: 'npx',
		program: 'codex',
		args: ['-y', '@agentclientprotocol/codex-acp'],
		env: {INITIAL_AGENT_MODE: 'read-only'},
		modes: ['read-only'],
		keys: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
		keyMethod: 'api-key',
		fetches: {package: '@agentclientprotocol/codex-acp', megabytes: 460},
		login: ['.codex', '.npm'],
		speaks: 'acp',
	},
	{
		id: 'gemini',
		name: 'Gemini CLI',
		command: 'gemini',
		args: ['--acp'],
		keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
		keyMethod: 'gemini-api-key',
		login: ['.gemini'],
		speaks: 'acp',
	},
	{
		id: 'opencode',
		name: 'OpenCode',
		command: 'opencode',
		args: ['acp'],
		env: {OPENCODE_CONFIG_CONTENT: JSON.stringify({permission: {edit: 'ask', bash: 'ask', webfetch: 'ask'}})},
		// It speaks to whichever of these the user has.
		keys: [
			'ANTHROPIC_API_KEY',
			'DEEPSEEK_API_KEY',
			'GEMINI_API_KEY',
			'GOOGLE_GENERATIVE_AI_API_KEY',
			'GROQ_API_KEY',
			'MISTRAL_API_KEY',
			'OPENAI_API_KEY',
			'OPENCODE_API_KEY',
			'OPENROUTER_API_KEY',
			'XAI_API_KEY',
		],
		counts: 'last-request',
		// Both ask, by the permissions above.
		modes: ['build', 'plan'],
		login: ['.config/opencode', '.local/share/opencode', '.cache/opencode'],
		speaks: 'acp',
	},
	{
		id: 'qwen',
		name: 'Qwen Code',
		command: 'qwen',
		args: ['--acp'],
		keys: ['DASHSCOPE_API_KEY', 'OPENAI_API_KEY'],
		modes: ['default', 'plan'],
		login: ['.qwen'],
		speaks: 'acp',
	},
	{
		id: 'claude-cli',
		name: 'Claude Code',
		command: 'claude',
		keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
		login: ['.claude', '.claude.json', '.npm'],
		speaks: 'json',
		path: 'result',
		args: [
			'-p',
			'--output-format',
			'json',
			'--tools',
			'',
			'--setting-sources',
			'',
			'--strict-mcp-config',
			'--disable-slash-commands',
			'--no-session-persistence',
			'--max-turns',
			'1',
		],
		working: {
			args: [
				'-p',
				'--output-format',
				'json',
				'--permission-mode',
				'acceptEdits',
				'--tools',
				'Read,Edit,Write,Glob,Grep',
				'--setting-sources',
				'',
				'--strict-mcp-config',
				'--disable-slash-commands',
				'--no-session-persistence',
			],
		},
	},
	{
		id: 'codex-cli',
		name: 'Codex',
		command: 'codex',
		args: ['exec', '--json', '--sandbox', 'read-only', '--ephemeral', '--skip-git-repo-check', '-'],
		keys: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
		login: ['.codex', '.npm'],
		speaks: 'ndjson',
		path: 'item.text',
		when: {type: 'item.completed', 'item.type': 'agent_message'},
		working: {args: ['exec', '--json', '--sandbox', 'workspace-write', '--ephemeral', '--skip-git-repo-check', '-']},
	},
	{
		id: 'gemini-cli',
		name: 'Gemini CLI',
		command: 'gemini',
		args: ['--output-format', 'json'],
		inOwnFolder: {GEMINI_CLI_TRUST_WORKSPACE: 'true'},
		keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
		login: ['.gemini'],
		speaks: 'json',
		path: 'response',
		working: {args: ['--output-format', 'json', '--approval-mode', 'auto_edit']},
	},
];

/** Built-in agents with the user's own added, which replace those of the same id. */
export function withUserAgents(own: Readonly<Record<string, UserAgent>>): AgentRow[] {
	const rows = new Map(agentRows.map(row => [row.id, row]));
	for (const [id, {name = id, args = [], speaks = 'acp', ...row}] of Object.entries(own))
		rows.set(id, {
			...knownOf(rows.get(id)),
			...row,
			env: {...rows.get(id)?.env, ...row.env},
			keys: row.keys ?? rows.get(id)?.keys,
			id,
			name,
			args,
			speaks,
		});
	return [...rows.values()];
}

/** What stays true of a known agent whose command a user has replaced. */
const knownOf = (
	row: AgentRow | undefined,
): Pick<AgentRow, 'modes' | 'login' | 'keyMethod' | 'sessionMeta' | 'counts'> => ({
	modes: row?.modes,
	login: row?.login,
	keyMethod: row?.keyMethod,
	sessionMeta: row?.sessionMeta,
	counts: row?.counts,
});
