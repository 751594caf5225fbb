import {mkdtempSync, readFileSync, readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {findProtocol} from '../../../src/app/plan/debate-config.ts';
import {openJournal, readJournal} from '../../../src/engine/journal/journal.ts';
import {rostrum} from '../../run-in-process.ts';

test.runIf(process.platform === 'linux')('resuming leaves no file open', async () => {
	const open = () => readdirSync('/proc/self/fd').length;
	const resumed = () => rostrum(['resume', 'transcripts/sample-three-way-ethics'], {cwd: process.cwd()});
	// The first loads what is needed.
	expect((await resumed()).code).toBe(2);
	const before = open();
	for (let time = 0; time < 2; time++) await resumed();
	expect(open()).toBe(before);
});

test('a review is resumed where its code is, and stays as it was elsewhere', async () => {
	const [folder, elsewhere] = [mkdtempSync(join(tmpdir(), 'rostrum-')), mkdtempSync(join(tmpdir(), 'rostrum-'))];
	const journal = join(folder, 'debate.jsonl');
	const written = openJournal(journal);
	const {events} = readJournal('test/fixtures/journals-0.1.0/code-debate/debate.jsonl');
	for (const {hash: _hash, ...event} of events.slice(0, 1))
		if (event.type === 'debate-start')
			written.append({
				...event,
				subject: {...event.subject, base: '1'.repeat(40)},
				app: {...event.app, protocolVersion: findProtocol('code-debate').version},
			});
	written.close();
	const before = readFileSync(journal, 'utf8');
	const {code, stderr} = await rostrum(['resume', folder, '--trust', folder, '--headless'], {cwd: elsewhere});
	expect([code, stderr]).toEqual([2, expect.stringContaining('Go into the repository that has 1111')]);
	expect(readFileSync(journal, 'utf8')).toBe(before);
});
