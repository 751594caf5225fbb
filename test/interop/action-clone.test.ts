/** The action as a workflow runs it: its steps out of `action.yml`, in a fresh clone at a commit, with a `gh` of our own. */
import {execFileSync, spawnSync} from 'node:child_process';
import {chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, dirname, join, resolve} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {parse} from 'yaml';
import {z} from 'zod';
import {absent} from './absent.ts';
import {network} from './agents/network.ts';

const Action = z.object({
	inputs: z.record(z.string(), z.object({default: z.string()})),
	outputs: z.record(z.string(), z.object({value: z.string()})),
	runs: z.object({
		steps: z.array(
			z.object({
				id: z.string().optional(),
				if: z.string().optional(),
				run: z.string().optional(),
				uses: z.string().optional(),
				env: z.record(z.string(), z.string()).optional(),
			}),
		),
	}),
});

const git = (...args: readonly string[]): string => execFileSync('git', args, {encoding: 'utf8'}).trim();
const isRepository = spawnSync('git', ['rev-parse', '--verify', 'HEAD']).status === 0;
const isReachable = isRepository && spawnSync('npm', ['ping'], {timeout: 30_000}).status === 0;
const why = absent(
	'npm’s registry, or the repository,',
	isReachable,
	'the action is built from a clone of what was committed',
);

/** A clone of what was committed last, as `uses: owner/repository@ref` brings it. */
function cloned(): string {
	const place = join(mkdtempSync(join(tmpdir(), 'rostrum-ref-')), 'action');
	const commit = git('rev-parse', 'HEAD');
	git('clone', '-q', '--no-local', '--no-checkout', resolve('.'), place);
	git('-C', place, 'checkout', '-q', '--detach', commit);
	return place;
}

const changeOf = (lines: readonly string[]): string =>
	[
		'diff --git a/src/retry.js b/src/retry.js',
		'--- a/src/retry.js',
		'+++ b/src/retry.js',
		`@@ -1,2 +1,${2 + lines.length} @@`,
		' export const tries = 3;',
		...lines.map(line => `+${line}`),
		' export const wait = 1;',
		'',
	].join('\n');

type Workflow = {
	/** Lines that the pull request adds. */
	readonly adds?: readonly string[];
	readonly inputs?: Readonly<Record<string, string>>;
	/** The repository that the pull request comes from. */
	readonly from?: string;
	readonly token?: string;
};

/** Runs each step of the action as a runner does, up to one that fails. Cached files were never saved. */
function workflow(action: string, {adds = [], inputs = {}, from = 'one/two', token = 'the-token'}: Workflow = {}) {
	const root = mkdtempSync(join(tmpdir(), 'rostrum-workflow-'));
	for (const name of ['bin', 'gh/comments', 'home', 'runner']) mkdirSync(join(root, name), {recursive: true});
	copyFileSync(resolve('test/fixtures/code-debate/gh.sh'), join(root, 'bin/gh'));
	chmodSync(join(root, 'bin/gh'), 0o755);
	writeFileSync(join(root, 'gh/diff'), changeOf(adds));
	const {inputs: known, outputs, runs} = Action.parse(parse(readFileSync(join(action, 'action.yml'), 'utf8')));
	const values = new Map<string, string>([
		['github.token', token],
		['github.action_path', action],
		['github.event.pull_request.number', '7'],
		['github.event.pull_request.head.sha', 'a'.repeat(40)],
		['github.event.pull_request.head.repo.full_name', from],
		['github.event.pull_request.base.repo.full_name', 'one/two'],
	]);
	const valueOf = (text: string): string =>
		text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/gu, (_, name: string) => values.get(name) ?? '');
	for (const [name, {default: usual}] of Object.entries(known))
		values.set(`inputs.${name}`, {voice: 'rehearsal', ...inputs}[name] ?? valueOf(usual));
	let [status, said]: [number | null, string] = [0, ''];
	for (const {id, if: condition, run, env = {}} of runs.steps) {
		const [, needed] = /^([\w.]+) != ''$/u.exec(condition ?? '') ?? [];
		if (run === undefined || (needed !== undefined && (values.get(needed) ?? '') === '')) continue;
		const output = join(root, `output-${id ?? 'none'}`);
		const ran = spawnSync('bash', ['-c', run], {
			cwd: root,
			env: {
				PATH: [join(root, 'bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
				HOME: join(root, 'home'),
				TMPDIR: tmpdir(),
				...network,
				ROSTRUM_FAKE_GH: join(root, 'gh'),
				GITHUB_ACTION_PATH: action,
				GITHUB_OUTPUT: output,
				GITHUB_STEP_SUMMARY: join(root, 'summary'),
				RUNNER_TEMP: join(root, 'runner'),
				...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, valueOf(text)])),
			},
			encoding: 'utf8',
		});
		[status, said] = [ran.status, `${said}${ran.stdout}${ran.stderr}`];
		for (const line of existsSync(output) ? readFileSync(output, 'utf8').trim().split('\n') : [])
			values.set(`steps.${id ?? ''}.outputs.${line.slice(0, line.indexOf('='))}`, line.slice(line.indexOf('=') + 1));
		if (status !== 0) break;
	}
	const given = Object.fromEntries(Object.entries(outputs).map(([name, {value}]) => [name, valueOf(value)]));
	const comment = join(root, 'gh/comments/2');
	return {
		status,
		said,
		verdict: given['verdict'],
		code: given['exit-code'],
		comment: existsSync(comment) ? readFileSync(comment, 'utf8') : undefined,
	};
}

describe.skipIf(!isReachable)(`the action at a commit, in a fresh clone${why}`, {timeout: 120_000}, () => {
	let action = '';
	beforeAll(() => {
		action = cloned();
		const {status, said} = workflow(action, {from: 'nobody/two'});
		// The first run installs and builds what no cache has.
		expect(status, said).toBe(0);
		expect(existsSync(join(action, 'dist', 'cli.js')), said).toBe(true);
	}, 600_000);

	it('lets a clean change through, and comments', () => {
		const {status, said, verdict, code, comment} = workflow(action, {adds: ['// How often a call is made again.']});
		expect(status, said).toBe(0);
		// What both rehearsed sides find by themselves is upheld; it is minor.
		expect([verdict, code]).toEqual([expect.stringMatching(/^merge(?: after fixes)?$/u), '0']);
		expect(comment).toMatch(/^<!-- rostrum code-debate -->\n\n## Review: /u);
	});

	it('fails with 6 where the threshold is met, and comments all the same', () => {
		const {status, said, verdict, code, comment} = workflow(action, {
			adds: ['try { await ask(); } catch {}'],
			inputs: {'fail-on': 'note', 'fail-on-claims': 'true'},
		});
		expect([status, code], said).toEqual([6, '6']);
		expect(verdict).toMatch(/^(?:merge after fixes|do not merge)$/u);
		expect(comment).toContain('P1');
	});

	it('ends as the review did where it fails, without a verdict', () => {
		const {status, verdict, code, comment} = workflow(action, {token: 'another'});
		expect([status, verdict, code, comment]).toEqual([2, 'none', '2', undefined]);
	});

	it('gives a pull request from a fork nothing', () => {
		const {status, verdict, said, comment} = workflow(action, {from: 'stranger/two'});
		expect([status, verdict, comment]).toEqual([0, 'skipped', undefined]);
		expect(said).toContain('::notice title=Rostrum::Not reviewed');
	});
});
