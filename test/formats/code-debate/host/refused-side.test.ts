/** A side, a process of its own, that the disk refused: the debate stops without an end, as if it had been refused itself. */
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {systemTrouble} from '../../../../src/cli/report-error.ts';
import {diskRefusalIn} from '../../../../src/debate/usage-error.ts';
import {viewEffects} from '../../../../src/formats/code-debate/host/effects.ts';

const said = 'rostrum: /disk/agent-b.jsonl: the disk is full (ENOSPC, write). Make room, then try again.';

it('is told as a full disk, and not as an end of the debate', async () => {
	const file = join(mkdtempSync(join(tmpdir(), 'rostrum-refused-')), 'DEBATE.md');
	writeFileSync(file, '');
	const refused = diskRefusalIn(said, {syscall: 'side B', path: '/disk/agent-b.jsonl'});
	const ended = Promise.resolve({why: 'Agent B ended with 3', ...(refused && {refused})});
	const effects = viewEffects({file, pollMs: 20, ended});
	const next = effects['next-section']?.(
		{seen: 0, calls: {}},
		new AbortController().signal,
		() => undefined,
		async () => undefined,
	);
	const error: unknown = await next?.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	expect(systemTrouble(error)).toEqual({code: 3, text: expect.stringContaining('the disk is full (ENOSPC, side B)')});
});

it.each([
	['fatal: unable to write new index file: No space left on device', 'ENOSPC'],
	["fatal: sha1 file '/disk/work.git/index.lock' write error. Out of diskspace", 'ENOSPC'],
	['error: unable to write file .git/objects/1f: Disk quota exceeded', 'EDQUOT'],
	['fatal: read error: Input/output error', 'EIO'],
	['fatal: bad revision "ENO"', undefined],
])('is known by what a program says: %s', (words, code) => {
	const refused = diskRefusalIn(words, {syscall: 'git', path: '/repo'});
	expect(refused && 'code' in refused ? refused.code : undefined).toBe(code);
});

it.each([
	['fatal: unable to write new index file', true, 'ENOSPC'],
	['fatal: unable to write new index file', false, undefined],
	['fatal: bad revision "HEAD"', true, undefined],
])('is known by a full disk where a program says no more than "%s" (%s)', (words, isFull, code) => {
	const refused = diskRefusalIn(words, {syscall: 'git', path: '/repo'}, () => isFull);
	expect(refused && 'code' in refused ? refused.code : undefined).toBe(code);
});
