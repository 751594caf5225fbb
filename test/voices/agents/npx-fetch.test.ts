import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {withUserAgents} from '../../../src/voices/agents/agent-rows.ts';
import {pendingFetch} from '../../../src/voices/agents/acp.ts';

it('an adapter that npx has to fetch is announced with its size and given its time, until it is there', () => {
	const cache = mkdtempSync(join(tmpdir(), 'rostrum-npm-'));
	const row = withUserAgents({}).find(({id}) => id === 'codex');
	if (!row) throw new Error('no codex');
	expect(pendingFetch(row, cache)).toEqual({
		text: 'Codex is reached through @agentclientprotocol/codex-acp, which npx fetches now, once: about 460 MB.',
		limitMs: 1_200_000,
	});
	const folder = join(cache, '_npx', 'abc', 'node_modules', '@agentclientprotocol', 'codex-acp');
	mkdirSync(folder, {recursive: true});
	writeFileSync(join(folder, 'package.json'), '{}');
	expect(pendingFetch(row, cache)).toBeUndefined();
	expect(pendingFetch({...row, command: 'codex-acp'}, join(cache, 'none'))).toBeUndefined();
});
