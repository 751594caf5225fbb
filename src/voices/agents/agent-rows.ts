/** Coding agents that can take a seat, as rows of data. */

/**
 * How an agent is spoken to: over the Agent Client Protocol, or by a command that is started anew for every answer and
 * gets the prompt on its standard input. Its output is the answer itself (`text`), one JSON value that holds it at
 * `path`
 * (`json`), or a JSON value a line of which those that fit `when` hold a piece of it at `path` (`ndjson`).
 */
export type AgentRow = {
	/** What stands behind the colon in `agent:claude`. */
	readonly id: string;
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	/** The agent’s own program, where the command only brings it: it is installed where both are. */
	readonly program?: string | undefined;
	/** Set beside the user's own environment. */
	readonly env?: Readonly<Record<string, string>> | undefined;
	/** The variables that hold keys of its maker's; it sees no other keys of ours. */
	readonly keys?: readonly string[] | undefined;
	readonly speaks: 'acp' | 'text' | 'json' | 'ndjson';
	/** Names with dots between them, such as `message.content`. */
	readonly path?: string | undefined;
	/** A path and the text that stands there in the lines that count, such as `{"type": "result"}`. */
	readonly when?: Readonly<Record<string, string>> | undefined;
	/** Instead, where it may change files: its own tools for files, and none that run commands. */
	readonly working?: {readonly args: readonly string[]};
};

/** A row of the user's own, by id. */
export type UserAgent = Pick<AgentRow, 'command' | 'env' | 'keys' | 'path' | 'when'> & {
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
		keys: ['ANTHROPIC_API_KEY'],
		speaks: 'acp',
	},
	{
		id: 'codex',
		name: 'Codex',
		command: 'npx',
		program: 'codex',
		args: ['-y', '@agentclientprotocol/codex-acp'],
		env: {INITIAL_AGENT_MODE: 'read-only'},
		keys: ['OPENAI_API_KEY'],
		speaks: 'acp',
	},
	{id: 'gemini', name: 'Gemini CLI', command: 'gemini', args: ['--acp'], keys: ['GEMINI_API_KEY'], speaks: 'acp'},
	{
		id: 'opencode',
		name: 'OpenCode',
		command: 'opencode',
		args: ['acp'],
		env: {OPENCODE_CONFIG_CONTENT: JSON.stringify({permission: {edit: 'ask', bash: 'ask', webfetch: 'ask'}})},
		speaks: 'acp',
	},
	{id: 'qwen', name: 'Qwen Code', command: 'qwen', args: ['--acp'], speaks: 'acp'},
	{
		id: 'claude-cli',
		name: 'Claude Code',
		command: 'claude',
		keys: ['ANTHROPIC_API_KEY'],
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
		keys: ['OPENAI_API_KEY'],
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
		keys: ['GEMINI_API_KEY'],
		speaks: 'json',
		path: 'response',
		working: {args: ['--output-format', 'json', '--approval-mode', 'auto_edit']},
	},
];

/** Our rows with the user's own, by id, in their place. */
export function withUserAgents(own: Readonly<Record<string, UserAgent>>): AgentRow[] {
	const rows = new Map(agentRows.map(row => [row.id, row]));
	for (const [id, {name = id, args = [], speaks = 'acp', ...row}] of Object.entries(own))
		rows.set(id, {...row, keys: row.keys ?? rows.get(id)?.keys, id, name, args, speaks});
	return [...rows.values()];
}
