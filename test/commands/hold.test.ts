import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {arrange} from '../../src/commands/arrange.ts';
import {hold} from '../../src/commands/hold.ts';
import {prepareAsking} from '../../src/commands/prepare.ts';
import {readJournal} from '../../src/engine/journal.ts';
import {loadSettings} from '../../src/settings.ts';

const {signal} = new AbortController();

async function begin() {
	const home = mkdtempSync(join(tmpdir(), 'rostrum-hold-'));
	const configuration = loadSettings({pace: 'instant', seed: '3', out: join(home, 'out'), export: ''}, {env: {ROSTRUM_HOME: home}});
	const arrangement = arrange({args: ['duelogic'], options: {preset: 'classic_clash', topic: 'Voting should be compulsory.', set: ['flow.maxExchanges=3']}}, configuration, {cwd: home, interactive: true});
	return hold(await prepareAsking(arrangement, configuration, signal), {signal, headless: false});
}

const votesIn = (folder = ''): unknown[] => readJournal(join(folder, 'debate.jsonl')).events.flatMap(event => (event.type === 'user-action' && event.data.action === 'vote' ? [event.data] : []));

it('takes every vote once, also one that is cast after the end and before anybody has heard of it', async () => {
	const {session, done} = await begin();
	const before = {action: 'vote', listener: 'Ann', when: 'before', stance: -1} as const;
	const after = {action: 'vote', listener: 'Ann', when: 'after', stance: 2} as const;
	expect(await session.vote?.(before)).toBeUndefined();
	await done;
	// Not one event has been read so far.
	expect(await session.vote?.(after)).toMatchObject({type: 'user-action', data: after});
	expect(votesIn(session.folder)).toEqual([before, after]);
});

it('gives the screen what was known before the debate began', async () => {
	const {session, done} = await begin();
	expect(session.notices).toEqual([expect.stringMatching(/^Rehearsal voices \(no model\) speak for .+: no key for them was found\./u)]);
	await session.leave?.();
	await done;
});
