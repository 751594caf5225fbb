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
	/** What of the user's settings holds, though they are not loaded: a file in the home, its fields and variables. */
	readonly takesOver?:
		{readonly file: string; readonly fields: readonly string[]; readonly variables: RegExp} | undefined;
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
	/** By what it loads and runs nothing that a folder brings. Without it, it is given no repository. */
	readonly bare?: BareMeans | undefined;
};

/**
 * An agent's own means to leave alone what folders, plugins and servers configure, and to keep no memory, send no
 * telemetry and fetch no update. `{own}` stands for a folder that is made for it and removed with it.
 */
export type BareMeans = {
	readonly args?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** Files of JSON that are written into its own folder, by name. */
	readonly files?: Readonly<Record<string, unknown>>;
	/**
	 * Folders of its own in place of the user's, each `from` in the home, or what `variable`
	 * names, with `under` in it: settings are copied there, its login is linked.
	 */
	readonly homes?: readonly {
		readonly variable?: string;
		readonly from: string;
		readonly under?: string;
		readonly to: string;
		readonly copied?: readonly string[];
		readonly linked?: readonly string[];
	}[];
	/** Variables with JSON: what the user has there stands, but for these fields. */
	readonly merged?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** An agent from the user's settings, by id. */
export type UserAgent = Pick<AgentRow, 'command' | 'env' | 'keys' | 'modes' | 'login' | 'path' | 'when' | 'bare'> & {
	readonly name?: string | undefined;
	readonly args?: readonly string[] | undefined;
	readonly speaks?: AgentRow['speaks'] | undefined;
};

/** Of Claude Code itself, whoever starts it. */
const bareClaude = {
	CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
	CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
	CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
	CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
	CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
	DISABLE_AUTOUPDATER: '1',
	DISABLE_ERROR_REPORTING: '1',
	DISABLE_TELEMETRY: '1',
	ENABLE_CLAUDEAI_MCP_SERVERS: 'false',
};

const bareCodex = {
	features: {hooks: false, plugins: false, apps: false, memories: false},
	project_doc_max_bytes: 0,
	check_for_update_on_startup: false,
	analytics: {enabled: false},
	history: {persistence: 'none'},
};
/** The same as arguments: `-c features.hooks=false`. */
const codexArgs = [
	'features.hooks=false',
	'features.plugins=false',
	'features.apps=false',
	'features.memories=false',
	'project_doc_max_bytes=0',
	'check_for_update_on_startup=false',
	'analytics.enabled=false',
	'history.persistence="none"',
].flatMap(pair => ['-c', pair]);

/** Of its system's settings, which go before all others; a list of servers with a name that none has lets none in. */
const bareGemini: BareMeans = {
	args: ['--extensions', 'none', '--allowed-mcp-server-names', 'none'],
	env: {
		GEMINI_CLI_HOME: '{own}/home',
		GEMINI_CLI_SYSTEM_SETTINGS_PATH: '{own}/gemini.json',
		GEMINI_TELEMETRY_ENABLED: 'false',
	},
	homes: [
		{
			from: '.gemini',
			to: 'home/.gemini',
			copied: ['settings.json', '.env'],
			linked: ['oauth_creds.json', 'google_accounts.json', 'gemini-credentials.json'],
		},
	],
	files: {
		'gemini.json': {
			general: {enableAutoUpdate: false, enableAutoUpdateNotification: false},
			hooksConfig: {enabled: false},
			tools: {discoveryCommand: '', callCommand: ''},
			mcp: {allowed: ['none']},
			skills: {enabled: false},
			experimental: {enableAgents: false},
			context: {fileName: ['none.of.these'], discoveryMaxDirs: 0},
			privacy: {usageStatisticsEnabled: false},
			telemetry: {enabled: false},
		},
	},
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
		sessionMeta: {
			claudeCode: {
				options: {
					allowDangerouslySkipPermissions: false,
					settingSources: [],
					strictMcpConfig: true,
					persistSession: false,
					plugins: [],
					settings: {disableAllHooks: true, autoMemoryEnabled: false},
				},
			},
		},
		takesOver: {
			file: '.claude/settings.json',
			fields: ['model', 'apiKeyHelper', 'awsAuthRefresh', 'awsCredentialExport', 'gcpAuthRefresh', 'forceLoginMethod'],
			variables: /^(?:ANTHROPIC_|AWS_|CLAUDE_CODE_(?:USE|SKIP)_|CLOUD_ML_|GOOGLE_|VERTEX_)/u,
		},
		bare: {env: bareClaude},
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
		bare: {merged: {CODEX_CONFIG: bareCodex}},
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
		bare: bareGemini,
		speaks: 'acp',
	},
	{
		id: 'opencode',
		name: 'OpenCode',
		command: 'opencode',
		args: ['acp'],
		bare: {
			args: ['--pure'],
			env: {
				OPENCODE_PURE: '1',
				OPENCODE_DISABLE_PROJECT_CONFIG: '1',
				OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
				OPENCODE_DISABLE_CLAUDE_CODE: '1',
				OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
				OPENCODE_DISABLE_AUTOUPDATE: '1',
				OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
				OPENCODE_DISABLE_SHARE: '1',
				OPENCODE_DB: '{own}/sessions.db',
				XDG_CONFIG_HOME: '{own}/.config',
				XDG_DATA_HOME: '{own}/.local/share',
				XDG_STATE_HOME: '{own}/.local/state',
				XDG_CACHE_HOME: '{own}/.cache',
				npm_config_cache: '{own}/.npm',
			},
			homes: [
				{variable: 'XDG_CONFIG_HOME', from: '.config', copied: ['opencode.json', 'opencode.jsonc', 'config.json']},
				{variable: 'XDG_DATA_HOME', from: '.local/share', linked: ['auth.json', 'mcp-auth.json']},
				// The model that was chosen last.
				{variable: 'XDG_STATE_HOME', from: '.local/state', copied: ['model.json']},
				// Packages of providers that it does not bring itself.
				{variable: 'XDG_CACHE_HOME', from: '.cache', linked: ['package.json', 'node_modules', 'packages']},
			].map(({from, ...home}) => ({...home, from, under: 'opencode', to: `${from}/opencode`})),
			merged: {
				OPENCODE_CONFIG_CONTENT: {
					permission: {edit: 'ask', bash: 'ask', webfetch: 'ask', websearch: 'deny', skill: 'deny'},
					lsp: false,
					formatter: false,
					share: 'disabled',
					autoupdate: false,
				},
			},
		},
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
		bare: {
			args: ['--safe-mode', '--chat-recording=false'],
			env: {
				QWEN_HOME: '{own}/qwen-home',
				QWEN_RUNTIME_DIR: '{own}/qwen',
				QWEN_CODE_MEMORY_BASE_DIR: '{own}/qwen-memory',
				QWEN_CODE_SYSTEM_SETTINGS_PATH: '{own}/qwen.json',
				QWEN_TELEMETRY_ENABLED: 'false',
			},
			homes: [{from: '.qwen', to: 'qwen-home', copied: ['settings.json', '.env'], linked: ['oauth_creds.json']}],
			files: {
				'qwen.json': {
					disableAllHooks: true,
					general: {enableAutoUpdate: false, disableAutoUpdate: true},
					// Each would be a request of its own after an answer.
					ui: {enableFollowupSuggestions: false},
					memory: {enableManagedAutoMemory: false, enableManagedAutoDream: false},
					mcp: {allowed: ['none']},
					context: {fileName: ['none.of.these']},
					privacy: {usageStatisticsEnabled: false},
					telemetry: {enabled: false},
				},
			},
		},
		login: ['.qwen'],
		speaks: 'acp',
	},
	{
		id: 'claude-cli',
		name: 'Claude Code',
		command: 'claude',
		bare: {env: bareClaude, args: ['--settings', JSON.stringify({disableAllHooks: true, autoMemoryEnabled: false})]},
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
		args: [...codexArgs, 'exec', '--json', '--sandbox', 'read-only', '--ephemeral', '--skip-git-repo-check', '-'],
		bare: {},
		keys: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
		login: ['.codex', '.npm'],
		speaks: 'ndjson',
		path: 'item.text',
		when: {type: 'item.completed', 'item.type': 'agent_message'},
		working: {
			args: [
				...codexArgs,
				'exec',
				'--json',
				'--sandbox',
				'workspace-write',
				'--ephemeral',
				'--skip-git-repo-check',
				'-',
			],
		},
	},
	{
		id: 'gemini-cli',
		name: 'Gemini CLI',
		command: 'gemini',
		args: ['--output-format', 'json'],
		bare: bareGemini,
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
): Pick<AgentRow, 'modes' | 'login' | 'keyMethod' | 'sessionMeta' | 'takesOver' | 'counts' | 'bare'> => ({
	modes: row?.modes,
	login: row?.login,
	keyMethod: row?.keyMethod,
	sessionMeta: row?.sessionMeta,
	takesOver: row?.takesOver,
	counts: row?.counts,
	bare: row?.bare,
});
