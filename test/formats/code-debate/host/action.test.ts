/** The steps of the action as a script, and the hook before a push, on repositories made here, with a `gh` of our own. */
import {execFileSync, spawnSync} from 'node:child_process';
import {
	chmodSync,
	copyFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {describe, expect, it} from 'vitest';
import {parse} from 'yaml';
import {z} from 'zod';
import {some} from '../../../hunt/every.ts';

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
		ROSTRUM_FAKE_GH: join(root, 'gh'),
		GITHUB_OUTPUT: join(root, 'output'),
		GITHUB_STEP_SUMMARY: join(root, 'summary'),
		REVIEW_COMMAND: program,
		GH_TOKEN: 'the-token',
		REVIEW_VOICE: 'rehearsal',
		PR_NUMBER: '7',
		PR_HEAD_SHA: 'a'.repeat(40),
		PR_HEAD_REPO: 'one/two',
		PR_BASE_REPO: 'one/two',
	};
	const review = (more: Readonly<Record<string, string>> = {}, runner = 'runner', cwd = root) => {
		mkdirSync(join(root, runner), {recursive: true});
		const {status, stdout, stderr} = spawnSync('bash', [resolve('action/review.sh')], {
			cwd,
			env: {...env, RUNNER_TEMP: join(root, runner), ...more},
			encoding: 'utf8',
		});
		return {status, stdout, stderr};
	};
	const read = (name: string): string => readFileSync(join(root, name), 'utf8');
	return {root, review, read};
}

describe('the action', {timeout: 60_000}, () => {
	it('reviews a pull request, annotates it, and has one comment that it edits, of a change not read whole, too', () => {
		const {root, review, read} = place();
		const first = review({REVIEW_FAIL_ON: ''});
		expect(first.status, first.stderr).toBe(0);
		expect(first.stdout).toMatch(/^::(?:error|warning|notice) file=src\/retry\.js,line=\d,title=P1/mu);
		const posted = read('gh/comments/2');
		expect(posted).toMatch(/^<!-- rostrum code-debate -->\n\n## Review: /u);
		expect(read('summary')).toBe(posted);
		expect(read('output')).toMatch(
			/^verdict=(?:merge|merge after fixes|do not merge|undecided)\nfolder=.+\nexit-code=0\n$/u,
		);
		expect(read('gh/sarif')).toContain('"uri": "src/retry.js"');
		expect(posted).toContain('stands without a reply');
		expect(posted).not.toContain('Not read:');
		// A line that no context has room for, and every point answered.
		writeFileSync(join(root, 'gh/diff'), diff.replace('+1,3', '+1,4').replace('+try', `+${'x'.repeat(300_000)}\n+try`));
		const second = review({REVIEW_FAIL_ON: '', REVIEW_DEPTH: 'full'}, 'runner-2');
		expect(second.status, second.stderr).toBe(8);
		expect(second.stdout).toContain('::error title=Rostrum::Not all of the change was read.');
		const edited = read('gh/comments/2');
		expect(edited).toMatch(/undecided[\s\S]+Not read: 1 of 2 lines, in 1 of 1 file: src\/retry\.js/u);
		expect(edited).not.toContain('stands without a reply');
		expect(read('output')).toContain('verdict=undecided');
		expect(readdirSync(join(root, 'gh/comments'))).toEqual(['1', '2']);
		expect(read('gh/comments/1')).toContain('somebody else');
		expect(read('gh/calls').match(/^pr comment/gmu)).toHaveLength(1);
		expect(read('gh/calls').match(/^api --method PATCH/gmu)).toHaveLength(1);
		expect(read('output')).toMatch(/\nexit-code=8\n$/u);
		expect(read('gh/calls')).not.toMatch(/checkout|clone/u);
	});

	it('reads callers from the checkout around it, which has the merge commit alone, and leaves it as it is', () => {
		const {root, review, read} = place();
		const [origin, work] = [join(root, 'origin'), join(root, 'work')];
		const git = (cwd: string, ...args: readonly string[]): string =>
			execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@localhost', ...args], {
				cwd,
				encoding: 'utf8',
				stdio: ['ignore', 'pipe', 'ignore'],
			}).trim();
		const write = (name: string, text: string): void => {
			mkdirSync(join(origin, 'src'), {recursive: true});
			writeFileSync(join(origin, 'src', name), text);
		};
		write('retry.js', 'export function tries() {\n\treturn 3;\n}\n');
		write('call.js', "import {tries} from './retry.js';\n\nexport const most = tries() + 1;\n");
		git(origin, 'init', '-q', '-b', 'main');
		git(origin, 'add', '-A');
		git(origin, 'commit', '-q', '-m', 'First');
		git(origin, 'checkout', '-q', '-b', 'topic');
		write('retry.js', "export function tries() {\n\treturn '3';\n}\n");
		git(origin, 'commit', '-q', '-a', '-m', 'Topic');
		const head = git(origin, 'rev-parse', 'HEAD');
		git(origin, 'checkout', '-q', '--detach', 'main');
		git(origin, 'merge', '-q', '--no-ff', '-m', 'Merge', 'topic');
		git(origin, 'update-ref', 'refs/pull/7/merge', 'HEAD');
		git(origin, 'checkout', '-q', 'main');
		mkdirSync(work);
		git(work, 'init', '-q');
		git(work, 'remote', 'add', 'origin', `file://${origin}`);
		git(work, 'fetch', '-q', '--depth=1', 'origin', 'refs/pull/7/merge');
		git(work, 'checkout', '-q', '--detach', 'FETCH_HEAD');
		writeFileSync(join(root, 'gh/diff'), `${git(origin, 'diff', 'main...topic')}\n`);
		writeFileSync(join(root, 'gh/head'), head);
		const before = git(work, 'rev-parse', 'HEAD');
		const {status, stdout, stderr} = review(
			{REVIEW_FAIL_ON: '', PR_HEAD_SHA: head, REVIEW_CHECK: 'true'},
			'runner',
			work,
		);
		expect(status, stdout + stderr).toBe(0);
		const folder = /^folder=(?<folder>.+)$/mu.exec(read('output'))?.groups?.['folder'] ?? '';
		const code = readFileSync(join(folder, 'debate.jsonl'), 'utf8');
		expect(code).toContain('=== src/call.js [unchanged] ===');
		expect(code).toContain('export const most = tries() + 1;');
		expect([git(work, 'rev-parse', 'HEAD'), git(work, 'status', '--porcelain')]).toEqual([before, '']);
	}, 120_000);

	it('gives a pull request from a fork nothing, and says so', () => {
		const {root, review} = place();
		const {status, stdout} = review({PR_HEAD_REPO: 'stranger/two', REVIEW_COMMAND: 'false'});
		expect([status, stdout]).toEqual([0, expect.stringContaining('::notice title=Rostrum::Not reviewed')]);
		expect(readdirSync(join(root, 'gh'))).not.toContain('calls');
	});

	it.each(
		some(
			[
				['is refused', 'gh: Resource not accessible by integration (HTTP 403)'],
				['is rate-limited', 'gh: API rate limit exceeded for installation. (HTTP 429)'],
			],
			2,
		),
	)('tells a comment that %s, and keeps the verdict and the code of an upheld threshold', (_, words) => {
		const {root, review, read} = place();
		writeFileSync(join(root, 'gh/refuses'), words);
		const refused = review({REVIEW_FAIL_ON: 'note', REVIEW_FAIL_ON_CLAIMS: 'true'}, 'runner-2');
		expect(refused.status).toBe(6);
		expect(refused.stdout).toContain('::error title=Rostrum::The threshold of "fail-on" is met. The points');
		expect(refused.stderr).toContain(`The comment could not be posted: ${words}`);
		expect(refused.stdout).toContain('::notice title=Rostrum::Not sent to code scanning');
		expect(read('output')).toMatch(/verdict=(?!none)[a-z ]+\nfolder=.+runner-2.+\nexit-code=6\n$/u);
		// By default a point counts whose evidence ran.
		expect(review({REVIEW_FAIL_ON: 'note'}, 'runner-3').status).toBe(3);
	});

	it('ends as the review did where it failed, without a verdict, and says why and what to do', () => {
		const {review, read} = place();
		const {status, stdout} = review({GH_TOKEN: 'another', GITHUB_ACTOR: 'dependabot[bot]'});
		expect([status, read('output')]).toEqual([2, 'verdict=none\nexit-code=2\n']);
		expect(stdout).toMatch(
			/^::error title=Rostrum::The review could not begin\. .*gh could not give the pull request/mu,
		);
		expect(stdout).toContain('::notice title=Rostrum::Dependabot started this run.');
		expect(read('summary')).toMatch(/^## Rostrum: The review could not begin\.\n\nCorrect what is named here/u);
		expect(read('summary')).toContain('Settings, Secrets, Dependabot');
	});

	it('is neutral without a model, and says which input names one', () => {
		const {root, review, read} = place();
		const {status, stdout} = review({REVIEW_VOICE: '', REVIEW_COMMAND: 'false'});
		expect([status, stdout]).toEqual([
			0,
			expect.stringContaining('::notice title=Rostrum::Not reviewed: no model is named.'),
		]);
		expect([read('output'), read('summary')]).toEqual([
			'verdict=skipped\nexit-code=0\n',
			expect.stringContaining('Set the input "voice"'),
		]);
		expect(readdirSync(join(root, 'gh'))).not.toContain('calls');
	});

	it.each(
		some(
			[
				['a key that is missing', {REVIEW_VOICE: 'openai:gpt-4o'}, 2, /could not begin\. .*OPENAI_API_KEY/u],
				[
					'a server that is away',
					{REVIEW_VOICE: 'away:model', ROSTRUM_WAITFOR: 'off'},
					2,
					/could not begin\. .*away:model does not answer/u,
				],
			] as const,
			2,
		),
	)('tells %s with an error and what to do', (_, more, code, words) => {
		const {review, read} = place();
		const providers = JSON.stringify({away: {baseUrl: 'http://127.0.0.1:9/v1'}});
		const {status, stdout} = review({...more, ROSTRUM_PROVIDERS: providers});
		expect(status, stdout).toBe(code);
		expect(stdout.split('\n').filter(line => line.startsWith('::error'))).toEqual([expect.stringMatching(words)]);
		expect(read('summary')).toContain('Correct what is named here');
	});

	it('builds itself from its own files, under a key that changes with them, unless another command is named', () => {
		const {root, read} = place();
		const files = join(root, 'action-files');
		for (const name of ['action', 'bin', 'build', 'data', 'presets', 'src'])
			mkdirSync(join(files, name), {recursive: true});
		copyFileSync(resolve('action/build.sh'), join(files, 'action/build.sh'));
		for (const name of ['package.json', 'package-lock.json', 'src/a.ts']) writeFileSync(join(files, name), '{}');
		const build = (step: string, more: Readonly<Record<string, string>> = {}) => {
			const env = {
				PATH: `${join(root, 'bin')}:${process.env['PATH'] ?? ''}`,
				GITHUB_OUTPUT: join(root, 'output'),
				...more,
			};
			return spawnSync('bash', [join(files, 'action/build.sh'), step], {cwd: root, env, encoding: 'utf8'}).status;
		};
		writeFileSync(join(root, 'output'), '');
		expect([build('key'), build('key'), build('key', {REVIEW_COMMAND: 'rostrum'})]).toEqual([0, 0, 0]);
		writeFileSync(join(files, 'src/a.ts'), 'changed');
		build('key');
		const [first, second, third, ...rest] = read('output').trim().split('\n');
		expect([first, rest]).toEqual([expect.stringMatching(/^key=rostrum-any-[\da-f]{40}$/u), []]);
		expect([second === first, third === first]).toEqual([true, false]);
		writeFileSync(
			join(root, 'bin/npm'),
			`#!/bin/sh\npwd >> "${join(root, 'installed')}"\nmkdir -p node_modules dist && touch dist/cli.js\n`,
		);
		chmodSync(join(root, 'bin/npm'), 0o755);
		expect([build('build'), build('build'), read('installed').trim()]).toEqual([0, 0, realpathSync(files)]);
	});

	it('checks nothing out, puts no text of the event into a script, and hands the token to the review alone', () => {
		const Action = z.object({
			runs: z.object({
				steps: z.array(
					z.object({
						run: z.string().optional(),
						uses: z.string().optional(),
						env: z.record(z.string(), z.string()).optional(),
					}),
				),
			}),
		});
		const {steps} = Action.parse(parse(readFileSync('action.yml', 'utf8'))).runs;
		expect(steps.flatMap(({uses = []}) => uses)).toEqual(['actions/setup-node@v4', 'actions/cache@v4']);
		for (const {run = ''} of steps) expect(run).not.toContain('${{');
		expect(steps.filter(({env}) => env?.['GH_TOKEN'])).toEqual([
			expect.objectContaining({run: expect.stringContaining('review.sh')}),
		]);
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
