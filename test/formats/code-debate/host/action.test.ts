/** The steps of the action as a script, and the hook before a push, on repositories made here, with a `gh` of our own. */
import {execFileSync, spawnSync} from 'node:child_process';
import {chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {describe, expect, it} from 'vitest';
import {parse} from 'yaml';
import {z} from 'zod';

const program = `${process.execPath} ${resolve('bin/rostrum.js')}`;
const diff = [
	'diff --git a/src/retry.js b/src/retry.js',
	'--- a/src/retry.js',
	'+++ b/src/retry.js',
	'@@ -1,2 +1,3 @@',
	' export const tries = 3;',
	'+try { await ask(); } catch {}',
	' export const wait = 1;',
	'',
].join('\n');

function place() {
	const root = mkdtempSync(join(tmpdir(), 'rostrum-action-'));
	for (const name of ['bin', 'gh/comments', 'home', 'runner']) mkdirSync(join(root, name), {recursive: true});
	copyFileSync(resolve('test/fixtures/code-debate/gh.sh'), join(root, 'bin/gh'));
	chmodSync(join(root, 'bin/gh'), 0o755);
	writeFileSync(join(root, 'gh/diff'), diff);
	writeFileSync(join(root, 'gh/comments/1'), '<!-- rostrum code-debate -->\nsomebody else wrote our mark');
	const env = {
		PATH: `${join(root, 'bin')}:${process.env['PATH'] ?? ''}`,
		TMPDIR: tmpdir(),
		ROSTRUM_HOME: join(root, 'home'),
		FAKE_GH: join(root, 'gh'),
		GITHUB_OUTPUT: join(root, 'output'),
		GITHUB_STEP_SUMMARY: join(root, 'summary'),
		REVIEW_COMMAND: program,
		PR_NUMBER: '7',
		PR_HEAD_REPO: 'one/two',
		PR_BASE_REPO: 'one/two',
	};
	const review = (more: Readonly<Record<string, string>> = {}, runner = 'runner') => {
		mkdirSync(join(root, runner), {recursive: true});
		const {status, stdout, stderr} = spawnSync('bash', [resolve('action/review.sh')], {
			cwd: root,
			env: {...env, RUNNER_TEMP: join(root, runner), ...more},
			encoding: 'utf8',
		});
		return {status, stdout, stderr};
	};
	const read = (name: string): string => readFileSync(join(root, name), 'utf8');
	return {root, review, read};
}

describe('the action', {timeout: 60_000}, () => {
	it('reviews a pull request, annotates it, and has one comment that it edits', () => {
		const {root, review, read} = place();
		const first = review({REVIEW_FAIL_ON: ''});
		expect(first.status, first.stderr).toBe(0);
		expect(first.stdout).toMatch(/^::(?:error|warning|notice) file=src\/retry\.js,line=\d,title=P1/mu);
		const posted = read('gh/comments/2');
		expect(posted).toMatch(/^<!-- rostrum code-debate -->\n\n## Review: /u);
		expect(read('summary')).toBe(posted);
		expect(read('output')).toMatch(/^verdict=(?:merge|merge after fixes|do not merge|undecided)\nfolder=/u);
		const second = review({REVIEW_FAIL_ON: 'major'}, 'runner-2');
		expect([0, 6], second.stderr).toContain(second.status);
		expect(readdirSync(join(root, 'gh/comments'))).toEqual(['1', '2']);
		expect(read('gh/comments/1')).toContain('somebody else');
		expect(read('gh/calls').match(/^pr comment/gmu)).toHaveLength(1);
		expect(read('gh/calls').match(/^api --method PATCH/gmu)).toHaveLength(1);
		expect(read('gh/calls')).not.toMatch(/checkout|clone/u);
	});

	it('gives a pull request from a fork nothing, and says so', () => {
		const {root, review} = place();
		const {status, stdout} = review({PR_HEAD_REPO: 'stranger/two', REVIEW_COMMAND: 'false'});
		expect([status, stdout]).toEqual([0, expect.stringContaining('::notice title=Rostrum::Not reviewed')]);
		expect(readdirSync(join(root, 'gh'))).not.toContain('calls');
	});

	it('checks nothing out, and puts no text of the event into a script', () => {
		const Action = z.object({
			runs: z.object({steps: z.array(z.object({run: z.string().optional(), uses: z.string().optional()}))}),
		});
		const {steps} = Action.parse(parse(readFileSync('action.yml', 'utf8'))).runs;
		for (const {run = '', uses} of steps) expect([uses, run.includes('${{')]).toEqual([undefined, false]);
	});
});

describe('the hook before a push', {timeout: 60_000}, () => {
	it('reviews what is new, and lets it through where no blocker is upheld', () => {
		const {root} = place();
		const work = join(root, 'work');
		const env = {
			PATH: process.env['PATH'] ?? '',
			HOME: root,
			ROSTRUM_HOME: join(root, 'home'),
			ROSTRUM: program,
			GIT_CONFIG_NOSYSTEM: '1',
		};
		const git = (...args: readonly string[]) =>
			spawnSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@localhost', ...args], {
				cwd: work,
				env,
				encoding: 'utf8',
			});
		execFileSync('git', ['init', '-q', '--bare', join(root, 'bare.git')]);
		mkdirSync(work);
		git('init', '-q', '-b', 'main');
		git('remote', 'add', 'origin', join(root, 'bare.git'));
		writeFileSync(join(work, 'a.js'), 'one();\n');
		git('add', '-A');
		git('commit', '-q', '-m', 'One');
		git('push', '-q', 'origin', 'main');
		copyFileSync(resolve('docs/examples/pre-push'), join(work, '.git/hooks/pre-push'));
		writeFileSync(join(work, 'a.js'), 'one();\ntry { two(); } catch {}\n');
		git('commit', '-qam', 'Two');
		const pushed = git('push', '-q', 'origin', 'main');
		expect(pushed.status, pushed.stderr).toBe(0);
		expect(pushed.stderr).toMatch(/Ended: (?:consensus|deadlock)/u);
		const stopping = {...env, ROSTRUM: 'exit 6 #'};
		writeFileSync(join(work, 'a.js'), 'three();\n');
		git('commit', '-qam', 'Three');
		const stopped = spawnSync('git', ['push', '-q', 'origin', 'main'], {
			cwd: work,
			env: {...stopping, ROSTRUM: 'false6', PATH: `${join(root, 'bin')}:${env.PATH}`},
			encoding: 'utf8',
		});
		expect(stopped.status).toBe(0);
		writeFileSync(join(root, 'bin/false6'), '#!/bin/sh\nexit 6\n', {mode: 0o755});
		writeFileSync(join(work, 'a.js'), 'four();\n');
		git('commit', '-qam', 'Four');
		const refused = spawnSync('git', ['push', '-q', 'origin', 'main'], {
			cwd: work,
			env: {...env, ROSTRUM: 'false6', PATH: `${join(root, 'bin')}:${env.PATH}`},
			encoding: 'utf8',
		});
		expect(refused.status).not.toBe(0);
	});
});
