import {execFileSync} from 'node:child_process';
import {copyFileSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {findFormat} from '../../../src/app/files/export-formats.ts';
import {makeExport} from '../../../src/app/files/exports.ts';
import {checkSignature, headOf, signJournal} from '../../../src/app/files/sign-journal.ts';
import {openJournal, readJournal} from '../../../src/engine/journal/journal.ts';

const sample = 'transcripts/sample-three-way-ethics/debate.jsonl';
const fresh = (): string => mkdtempSync(join(tmpdir(), 'rostrum-sign-'));

function signedCopy() {
	const [folder, home] = [fresh(), fresh()];
	const journal = join(folder, 'debate.jsonl');
	copyFileSync(sample, journal);
	return {journal, home};
}

const check = (journal: string, home: string) => {
	const head = headOf(readJournal(journal).events);
	if (!head) throw new Error('no head');
	return checkSignature(journal, head, home);
};

describe('a signed journal', () => {
	it('is known by its key, which is made once and is the user’s alone', async () => {
		const {journal, home} = signedCopy();
		expect(await check(journal, home)).toBeUndefined();
		expect(await signJournal(journal, 'off', home)).toBeUndefined();
		expect(existsSync(`${journal}.sig`)).toBe(false);
		expect(await signJournal(journal, 'on', home)).toBeUndefined();
		const mine = await check(journal, home);
		expect(mine).toEqual({by: expect.stringMatching(/^your key SHA256:\S{43}$/u)});
		expect(statSync(join(home, 'signing-key.pem')).mode & 0o777).toBe(0o600);
		expect(await check(journal, fresh())).toEqual({
			by: 'by' in (mine ?? {}) && mine && 'by' in mine ? mine.by.slice(9) : '',
		});
	});

	it('that was changed and hashed anew from its first line to its last is told, though its chain is whole', async () => {
		const {journal, home} = signedCopy();
		await signJournal(journal, 'on', home);
		const {events} = readJournal(journal);
		const forged = join(fresh(), 'debate.jsonl');
		const anew = openJournal(forged);
		for (const event of events) {
			const {hash: _hash, ...rest} = event;
			anew.append(rest.type === 'evaluation' ? {...rest, adherenceScore: 100} : rest);
		}
		anew.close();
		expect(readJournal(forged).problems).toEqual([]);
		copyFileSync(`${journal}.sig`, `${forged}.sig`);
		expect(await check(forged, home)).toEqual({fault: expect.stringContaining('is of another record')});
		// A signature made to say the new head is not one of that key.
		const signature = JSON.parse(readFileSync(`${journal}.sig`, 'utf8'));
		writeFileSync(`${forged}.sig`, JSON.stringify({...signature, ...headOf(readJournal(forged).events)}));
		expect(await check(forged, home)).toEqual({fault: 'the signature beside it is not valid'});
		writeFileSync(`${forged}.sig`, '{"v": 1');
		expect(await check(forged, home)).toEqual({fault: 'the signature beside it cannot be read'});
	});

	it('that it could not be signed is said', async () => {
		const {journal, home} = signedCopy();
		writeFileSync(join(home, 'signing-key.pem'), 'no key');
		expect(await signJournal(journal, 'on', home)).toMatch(/^The debate could not be signed: /u);
	});
});

const hasSsh = ((): boolean => {
	try {
		execFileSync('ssh-keygen', ['-Y', 'check-novalidate'], {stdio: 'ignore'});
		return true;
	} catch (error) {
		return error instanceof Error && 'code' in error ? error.code !== 'ENOENT' : true;
	}
})();

it.runIf(hasSsh)('a journal signed with an SSH key is checked by OpenSSH', async () => {
	const {journal, home} = signedCopy();
	const before = process.env['HOME'];
	const own = fresh();
	execFileSync('mkdir', ['-p', join(own, '.ssh')]);
	execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(own, '.ssh', 'id_ed25519')]);
	try {
		process.env['HOME'] = own;
		expect(await signJournal(journal, 'ssh', home)).toBeUndefined();
	} finally {
		process.env['HOME'] = before;
	}
	expect(await check(journal, home)).toEqual({by: expect.stringMatching(/^the SSH ED25519 key SHA256:/u)});
	writeFileSync(`${journal}.sig`, readFileSync(`${journal}.sig`, 'utf8').replace(/SIGNATURE-----\\n\S/u, '$&A'));
	expect(await check(journal, home)).toEqual({fault: 'the signature beside it is not valid'});
});

describe('an export', () => {
	it.each(['md', 'html', 'podcast', 'transcript-json'])(
		'as %s names the head of its journal and who signed it',
		async id => {
			const {journal, home} = signedCopy();
			const {head} = headOf(readJournal(journal).events) ?? {};
			const format = findFormat(id, 'the test');
			const unsigned = await makeExport(journal, format);
			expect(unsigned).toContain(head);
			expect(unsigned).not.toContain('SHA256:');
			await signJournal(journal, 'on', home);
			const signed = await makeExport(journal, format);
			expect(signed).toContain(head);
			expect(signed).toMatch(/SHA256:[\w+/]{43}/u);
			expect(signed).not.toContain('your key');
			writeFileSync(
				`${journal}.sig`,
				readFileSync(`${journal}.sig`, 'utf8').replace(/"signature": ".{4}/u, '"signature": "AAAA'),
			);
			expect(await makeExport(journal, format)).not.toContain('SHA256:');
		},
	);
});
