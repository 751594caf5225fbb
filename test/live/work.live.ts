/** Builder and Reviewer and Adversarial Spec, once each by the built program; their transcripts are kept. */
import {copyFileSync, cpSync, mkdtempSync, readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {execa} from 'execa';
import {expect} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {liveVoice, voice} from './live-model.ts';

// The tests' own temporary folder goes when they end.
const out = path.resolve(process.env['ROSTRUM_LIVE_OUT'] ?? 'live-transcripts');
const program = path.resolve('bin/rostrum.js');

/** Runs a format to its end, and gives its outcome. Whether the work is good is for a reader of the transcript. */
async function held(format: string, args: readonly string[], cwd: string): Promise<string | undefined> {
	const folder = path.join(out, format);
	const env = {ROSTRUM_HOME: mkdtempSync(path.join(tmpdir(), 'rostrum-live-home-'))};
	const options = ['--headless', '--pace', 'instant', '--export', 'md', '--out', folder];
	await execa(process.execPath, [program, 'run', format, ...args, ...options], {cwd, env, reject: false});
	const journal = path.join(folder, readdirSync(folder).toSorted().at(-1) ?? '', 'debate.jsonl');
	const {events, problems} = readJournal(journal);
	expect(problems).toEqual([]);
	const {outcome} = fold(events);
	process.stdout.write(`${format}: ${outcome ?? 'without an end'}, kept in ${path.dirname(journal)}\n`);
	expect(outcome).not.toBe('failed');
	return outcome;
}

liveVoice('a builder and a reviewer work on a repository with a failing test, from start to end', async () => {
	const repo = mkdtempSync(path.join(tmpdir(), 'rostrum-live-repo-'));
	cpSync('test/fixtures/builder-reviewer/failing', repo, {recursive: true});
	const git = async (...args: readonly string[]) =>
		execa('git', ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.org', ...args], {cwd: repo});
	await git('init', '--quiet');
	await git('add', '.');
	await git('commit', '--quiet', '-m', 'Sums');
	const goal = ['--goal', 'Make the failing test pass without changing it.', '--check', 'npm test --silent'];
	const args = [...goal, '--repo', repo, '--builder', voice, '--reviewer', voice];
	expect(await held('builder-reviewer', args, repo)).toBeDefined();
	expect((await git('status', '--porcelain')).stdout).toBe('');
});

liveVoice('a specification is attacked and refined, from start to end', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-live-spec-'));
	copyFileSync('test/fixtures/adversarial-spec/library-system.md', path.join(folder, 'spec.md'));
	const agents = ['--agents', Array.from({length: 3}, () => voice).join(',')];
	expect(await held('adversarial-spec', ['spec.md', ...agents], folder)).toBeDefined();
});
