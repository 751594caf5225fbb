import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {withUserSettings} from '../../../src/app/voices/create-voices.ts';
import {withUserAgents} from '../../../src/voices/agents/agent-rows.ts';
import {freshFolder} from '../../run-in-process.ts';

const claude = withUserAgents({}).find(({id}) => id === 'claude') ?? expect.fail('there is no such row');

it('login, provider and model of the user’s settings hold, and nothing else of them', () => {
	const home = freshFolder();
	mkdirSync(join(home, '.claude'));
	const settings = {
		model: 'theirs',
		apiKeyHelper: 'get-key',
		hooks: {SessionStart: []},
		disableAllHooks: false,
		permissions: {allow: ['Bash(*)']},
		enableAllProjectMcpServers: true,
		env: {ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', CLAUDE_CODE_USE_BEDROCK: '1', NODE_OPTIONS: '--require=x'},
	};
	writeFileSync(join(home, '.claude', 'settings.json'), JSON.stringify(settings));
	expect(withUserSettings(claude, home).sessionMeta).toMatchObject({
		claudeCode: {options: {settingSources: [], allowDangerouslySkipPermissions: false, strictMcpConfig: true}},
	});
	expect(JSON.parse(JSON.stringify(withUserSettings(claude, home).sessionMeta))).toHaveProperty(
		'claudeCode.options.settings',
		{
			model: 'theirs',
			apiKeyHelper: 'get-key',
			disableAllHooks: true,
			autoMemoryEnabled: false,
			env: {ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', CLAUDE_CODE_USE_BEDROCK: '1'},
		},
	);
});

it.each([
	['none', undefined],
	['no JSON', '{'],
	['no settings', '[]'],
])('takes nothing over from %s', (_, text) => {
	const home = freshFolder();
	mkdirSync(join(home, '.claude'));
	if (text !== undefined) writeFileSync(join(home, '.claude', 'settings.json'), text);
	expect(withUserSettings(claude, home)).toBe(claude);
});
