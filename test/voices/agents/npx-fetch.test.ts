import {mkdirSync, mkdtempSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {withUserAgents} from '../../../src/voices/agents/agent-rows.ts';
import {pendingFetch} from '../../../src/voices/agents/acp.ts';

it('an adapter that npx has to fetch is announced with its size and given its time, until it is there', () => {
	const cache = mkdtempSync(join(tmpdir(), 'rostrum-npm-'));
	const row = withUserAgents({}).find(({id}) => id === 'codex');
	if (!row) throw new Error('no codex');
	expect(pendingFetch(row, cache)).toMatchObject({
		text: 'Codex is reached through @agentclientprotocol/codex-acp, which npx fetches now, once: about 460 MB.',
		limitMs: 1_200_000,
	});
	const folder = join(cache, '_npx', 'abc', 'node_modules', '@agentclientprotocol', 'codex-acp');
	mkdirSync(folder, {recursive: true});
	writeFileSync(join(folder, 'package.json'), '{}');
	expect(pendingFetch(row, cache)).toBeUndefined();
	expect(pendingFetch({...row, command: 'codex-acp'}, join(cache, 'none'))).toBeUndefined();
});

it('tells how much of an adapter is there while npx fetches it, each tenth once, and no more when it is over', async () => {
	const cache = mkdtempSync(join(tmpdir(), 'rostrum-npm-'));
	const row = withUserAgents({}).find(({id}) => id === 'codex');
	if (!row) throw new Error('no codex');
	mkdirSync(join(cache, '_npx', 'other'), {recursive: true});
	truncateSync(madeFile(join(cache, '_npx', 'other', 'old')), 200e6);
	const {promise, resolve} = Promise.withResolvers<void>();
	const watched = await pendingFetch(row, cache)?.watch();
	if (!watched) throw new Error('nothing is fetched');
	const progress = watched(promise, 5);
	const first = progress.next();
	const fetched = madeFile(join(cache, '_npx', 'other', 'new'));
	truncateSync(fetched, 100e6);
	expect((await first).value).toBe('██░░░░░░░░ Codex is being fetched: about 92 of 460 MB.');
	const second = progress.next();
	truncateSync(fetched, 101e6);
	truncateSync(fetched, 1000e6);
	expect((await second).value).toBe('█████████░ Codex is being fetched: about 414 of 460 MB.');
	const third = progress.next();
	resolve();
	expect(await third).toEqual({done: true, value: undefined});
});

function madeFile(path: string): string {
	writeFileSync(path, '');
	return path;
}
