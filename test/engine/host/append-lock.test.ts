import {chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {hostname, tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {isLocked, takeLock} from '../../../src/engine/host/append-lock.ts';
import {asStranger} from './as-stranger.ts';

const newFile = (): string => path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-lock-')), 'a.lock');
const stale = {pid: 2 ** 30, host: hostname(), at: 0, nonce: 'stale'};

describe('a lock file', () => {
	it('is left alone by whoever found a stale one that another has replaced since', async () => {
		const file = newFile();
		writeFileSync(file, JSON.stringify(stale));
		const removal = await takeLock(`${file}.stale`);
		const late = takeLock(file, {waitMs: 400});
		// It has seen the stale lock and waits to remove it; meanwhile that goes, and a living owner comes.
		rmSync(file);
		const owner = await takeLock(file);
		removal.release();
		await expect(late).rejects.toThrow(`${file} is held by process ${process.pid}`);
		expect(owner.isOurs()).toBe(true);
		owner.release();
		expect(existsSync(file)).toBe(false);
	});

	it.skipIf(process.platform === 'win32')('stays with a living process of another user', async () => {
		const seen = await asStranger(
			(pid, folder) => {
				const file = path.join(folder, 'a.lock');
				writeFileSync(file, JSON.stringify({...stale, pid}));
				chmodSync(file, 0o666);
				// Where we are is found out as ourselves.
				expect(isLocked(file)).toBe(true);
			},
			(pid, folder) => {
				expect(() => process.kill(pid, 0)).toThrow('EPERM');
				return isLocked(path.join(folder, 'a.lock'));
			},
		);
		expect(seen).toBe(true);
	});
});
