/** What a debate still owes when it has ended, or was cut off: its exports and its signature, written whole. */
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {refreshExports, writeExports} from '../../src/app/files/exports.ts';
import {faultyDisk} from '../fixtures/faulty-disk.ts';
import {freshFolder, rostrum} from '../run-cli.ts';
import {rostrum as here} from '../run-in-process.ts';
import {every} from '../hunt/every.ts';

const run = ['run', 'duelogic', '--topic', 'Zoos should be closed.', '--voice', 'rehearsal', '--headless'];
const short = ['--pace', 'instant', '--set', 'flow.maxExchanges=3', '--out', 'out'];
const debateIn = (home: string): string => join(home, 'out', readdirSync(join(home, 'out'))[0] ?? '');

describe('a debate that was cut off', () => {
	it('has the exports that were asked for at its start, and those that are asked for now', async () => {
		const home = freshFolder();
		const args = [...run, ...short, '--export', 'md,csv', '--json'];
		await rostrum(args, {home, watch: (said, kill) => said.includes('"turn-end"') && kill('SIGKILL')});
		const folder = debateIn(home);
		expect(readdirSync(folder)).not.toContain('debate.md');
		const {code, stderr} = await here(['resume', folder, '--headless', '--pace', 'instant', '--export', 'vtt'], {home});
		expect({code, stderr}).toEqual({code: 0, stderr: expect.any(String)});
		expect(readdirSync(folder)).toEqual(expect.arrayContaining(['debate.md', 'scores.csv', 'captions.vtt']));
	});

	it('goes on with a context that was piped in, which is in its journal', async () => {
		const home = freshFolder();
		await rostrum([...run, ...short, '--json', '--context', '@-'], {
			home,
			stdin: 'Words that were piped in.\n',
			watch: (said, kill) => said.includes('"turn-end"') && kill('SIGKILL'),
		});
		const {code, stderr} = await here(['resume', debateIn(home), '--headless', '--pace', 'instant'], {home});
		expect({code, stderr}).toEqual({code: 0, stderr: expect.any(String)});
		expect(readFileSync(join(debateIn(home), 'debate.jsonl'), 'utf8')).toContain('Words that were piped in.');
	});
});

describe('a debate that has ended', () => {
	it('gets what a crash left out of its exports and signature, and says so; once', async () => {
		const home = freshFolder();
		const env = {ROSTRUM_SIGN: 'on'};
		expect(await here([...run, ...short, '--export', 'md,csv,svg'], {home, env})).toMatchObject({code: 0});
		const folder = debateIn(home);
		const whole = readFileSync(join(folder, 'debate.md'), 'utf8');
		rmSync(join(folder, 'debate.md'));
		writeFileSync(join(folder, 'scores.csv'), '');
		rmSync(join(folder, 'debate.jsonl.sig'), {force: true});
		const resume = async () => here(['resume', folder, '--headless'], {home, env});
		const {code, stderr} = await resume();
		expect({code, stderr}).toEqual({
			code: 0,
			stderr: expect.stringMatching(/is finished .* Written now: (?:signature, )?md, csv\./u),
		});
		expect(readFileSync(join(folder, 'debate.md'), 'utf8')).toBe(whole);
		expect(statSync(join(folder, 'scores.csv')).size).toBeGreaterThan(0);
		expect(await resume()).toMatchObject({code: 2, stderr: expect.stringContaining('is finished')});
	});

	it('gets it in a batch, by the command that goes on with that', async () => {
		const home = freshFolder();
		const debaters = ['a farmer', 'a clerk'].map(persona => ({voice: 'rehearsal', persona}));
		const matrix = {
			formats: ['motion'],
			topics: ['Voting is a duty.'],
			debaters,
			config: {style: 'short'},
			swap: false,
		};
		writeFileSync(join(home, 'matrix.json'), JSON.stringify(matrix));
		const hold = async () => here(['batch', 'matrix.json', '--headless', '--out', 'out'], {home});
		expect(await hold()).toMatchObject({code: 0});
		const folder = join(home, 'out', 'batch-matrix', readdirSync(join(home, 'out', 'batch-matrix'))[0] ?? '');
		const whole = readFileSync(join(folder, 'debate.md'), 'utf8');
		rmSync(join(folder, 'debate.md'));
		expect(await hold()).toMatchObject({code: 0, stderr: expect.stringMatching(/is finished .*Written now: md\./u)});
		expect(readFileSync(join(folder, 'debate.md'), 'utf8')).toBe(whole);
		expect((await hold()).stderr).not.toContain('Written now');
	});

	it('gets it in a queue of tasks', async () => {
		const home = freshFolder();
		writeFileSync(
			join(home, 'inbox.jsonl'),
			`${JSON.stringify({taskId: 't-1', ackId: 'a-1', duelMode: true, text: 'Write a note.'})}\n`,
		);
		const queue = ['run', 'model-duel', '--inbox', 'inbox.jsonl', '--inbox-idle', '50'];
		const work = async () => here([...queue, '--voice', 'rehearsal', '--headless', '--out', 'out'], {home});
		expect(await work()).toMatchObject({code: 0});
		rmSync(join(debateIn(home), 'debate.md'));
		expect(await work()).toMatchObject({code: 0, stderr: expect.stringMatching(/Written now: md\./u)});
		expect(statSync(join(debateIn(home), 'debate.md')).size).toBeGreaterThan(0);
	});

	it('gets it as a side of a Code Debate, and its own end where the consensus stands already', async () => {
		const home = freshFolder();
		const topic = ['--topic', 'Should retries live in the client?'];
		const manner = '--voice rehearsal --headless --seed 3 --set settleSeconds=0 --poll 0.05 --wait 60'.split(' ');
		const argsOf = (role: string): string[] => ['join', '--side', role, '--out', `out-${role}`, ...topic, ...manner];
		const other = rostrum(argsOf('B'), {home: join(home, 'b'), cwd: home});
		expect(await here(argsOf('A'), {home, cwd: home})).toMatchObject({code: 0});
		expect(await other).toMatchObject({code: 0});
		const folder = join(home, 'out-A', readdirSync(join(home, 'out-A'))[0] ?? '');
		const journal = join(folder, 'debate.jsonl');
		const lines = readFileSync(journal, 'utf8').trimEnd().split('\n');
		writeFileSync(journal, `${lines.slice(0, -1).join('\n')}\n`);
		expect(await here(argsOf('A'), {home, cwd: home})).toMatchObject({code: 0});
		expect(readFileSync(journal, 'utf8')).toContain('"type":"debate-end"');
		rmSync(join(folder, 'transcript.md'));
		expect(await here(argsOf('A'), {home, cwd: home})).toMatchObject({
			code: 0,
			stderr: expect.stringMatching(/Written now: md\./u),
		});
		expect(await here(argsOf('A'), {home, cwd: home})).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('This debate is over'),
		});
	});

	it('keeps each export whole on a disk that fails at any operation', async () => {
		const home = freshFolder();
		const sample = 'transcripts/sample-liberty-vs-community/debate.jsonl';
		mkdirSync(join(home, 'debate'));
		const journal = join(home, 'debate', 'debate.jsonl');
		writeFileSync(journal, readFileSync(sample));
		await writeExports(journal, ['md', 'csv', 'html'], {protocol: 'duelogic'});
		const names = ['debate.md', 'scores.csv', 'debate.html'];
		const before = names.map(name => readFileSync(join(home, 'debate', name), 'utf8'));
		let place = 0;
		for (let failed = true; failed; place += every(3)) {
			const disk = faultyDisk(home);
			disk.failAt(place, 'ENOSPC', true);
			const error: unknown = await refreshExports(journal).then(
				() => undefined,
				(reason: unknown) => reason,
			);
			failed = disk.failed;
			disk.restore();
			expect(error === undefined).toBe(!failed);
			expect(names.map(name => readFileSync(join(home, 'debate', name), 'utf8'))).toEqual(before);
		}
		expect(place).toBeGreaterThan(5);
		for (const name of names) rmSync(join(home, 'debate', name));
		const disk = faultyDisk(home);
		disk.failAt(2, 'ENOSPC', true);
		await expect(writeExports(journal, ['md'], {protocol: 'duelogic'})).rejects.toMatchObject({code: 'ENOSPC'});
		disk.restore();
		expect(existsSync(join(home, 'debate', 'debate.md'))).toBe(false);
		const ended = {protocol: 'duelogic', signal: AbortSignal.abort(new Error('enough'))};
		await expect(writeExports(journal, ['md'], ended)).rejects.toThrow('enough');
		expect(existsSync(join(home, 'debate', 'debate.md'))).toBe(false);
	});
});
