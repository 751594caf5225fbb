import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {fixtureRepo, git, userState} from '../formats/builder-reviewer/run-build.ts';
import {rostrum} from '../run-in-process.ts';

const program = path.resolve('bin/rostrum.js');
const home = mkdtempSync(path.join(tmpdir(), 'rostrum-home-'));
const env = {...process.env, ROSTRUM_HOME: home, CI: 'false'};
const seeded = (repo: string, out: string): string[] => [
	'run',
	'builder-reviewer',
	'--goal',
	'Document the sums',
	'--repo',
	repo,
	'--check',
	'true',
	'--voice',
	'rehearsal',
	'--headless',
	'--seed',
	'7',
	'--out',
	out,
];

const debateIn = (out: string): string | undefined => {
	const [name] = existsSync(out) ? readdirSync(out) : [];
	return name === undefined || !existsSync(path.join(out, name, 'debate.jsonl')) ? undefined : path.join(out, name);
};
const runIn = (debate: string): string => path.join(debate, 'runs', readdirSync(path.join(debate, 'runs'))[0] ?? '');

/** Starts a run and kills it as soon as its journal has so many lines. */
async function killedAt(repo: string, lines: number): Promise<string> {
	const out = mkdtempSync(path.join(tmpdir(), 'rostrum-kill-'));
	const child = spawn(process.execPath, [program, ...seeded(repo, out)], {env, stdio: 'ignore'});
	const exited = new Promise(resolve => child.once('exit', resolve));
	for (;;) {
		const debate = debateIn(out);
		const written =
			debate === undefined ? 0 : readFileSync(path.join(debate, 'debate.jsonl'), 'utf8').split('\n').length - 1;
		if (written >= lines || child.exitCode !== null) break;
		await wait(10);
	}
	child.kill('SIGKILL');
	await exited;
	return debateIn(out) ?? '';
}

describe('kill -9 in the middle of a run of builder and reviewer, then resume', () => {
	it('comes to the same patch and to a sound run, and leaves the user’s repository as it was', async () => {
		const whole = mkdtempSync(path.join(tmpdir(), 'rostrum-whole-'));
		expect((await rostrum(seeded(fixtureRepo(), whole), {home})).code).toBe(0);
		const undisturbed = debateIn(whole) ?? '';
		const wanted = readFileSync(path.join(runIn(undisturbed), 'diffs', 'cycle-2.patch'), 'utf8');
		const total = readJournal(path.join(undisturbed, 'debate.jsonl')).events.length;
		let killed = 0;
		for (const share of [0.5]) {
			const repo = fixtureRepo();
			const before = userState(repo);
			const debate = await killedAt(repo, Math.floor(total * share));
			if (readJournal(path.join(debate, 'debate.jsonl')).events.at(-1)?.type === 'debate-end') continue;
			killed++;
			const resumed = await rostrum(['resume', debate, '--headless'], {home});
			expect(resumed.code, resumed.stderr).toBe(0);
			expect(readFileSync(path.join(runIn(debate), 'diffs', 'cycle-2.patch'), 'utf8')).toBe(wanted);
			expect((await rostrum(['verify', runIn(debate)], {home})).code).toBe(0);
			expect(userState(repo)).toBe(before);
			expect(git(repo, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
		}
		expect(killed).toBeGreaterThanOrEqual(1);
	}, 180_000);

	it('ends the check that was running, and runs it again', async () => {
		const pids = path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-pids-')), 'pids');
		const begun = (): string[] => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n') : []);
		const out = mkdtempSync(path.join(tmpdir(), 'rostrum-kill-'));
		// The second one, which is the first step's, never ends by itself.
		const check = `echo $$ >> ${pids}; [ $(wc -l < ${pids}) = 2 ] && sleep 300; true`;
		const child = spawn(
			process.execPath,
			// Its process ids are those of this machine only where it is not confined.
			[program, ...seeded(fixtureRepo(), out).map(arg => (arg === 'true' ? check : arg)), '--sandbox', 'off'],
			{env, stdio: 'ignore'},
		);
		const exited = new Promise(resolve => child.once('exit', resolve));
		while (begun().length < 2 && child.exitCode === null) await wait(10);
		const running = begun()[1] ?? '';
		expect(existsSync(`/proc/${running}`)).toBe(true);
		child.kill('SIGKILL');
		await exited;
		for (let tries = 0; tries < 100 && existsSync(`/proc/${running}`); tries++) await wait(20);
		expect(existsSync(`/proc/${running}`)).toBe(false);
		const debate = debateIn(out) ?? '';
		const resumed = await rostrum(['resume', debate, '--sandbox', 'off', '--headless'], {home});
		expect(resumed.code, resumed.stderr).toBe(0);
		expect(begun().length).toBeGreaterThan(3);
		expect((await rostrum(['verify', runIn(debate)], {home})).code).toBe(0);
	}, 60_000);
});
