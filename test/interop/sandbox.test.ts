/** The system's sandbox, where it has one: what a check can see and do in it. */
import {execFileSync, spawn} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {homedir, tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {describe, expect, it, onTestFinished} from 'vitest';
import {runCheck, runAsTried, prepare, tryCheck} from '../../src/formats/builder-reviewer/host/checks.ts';
import {checkNotices} from '../../src/formats/builder-reviewer/options.ts';
import {openWorktree} from '../../src/formats/builder-reviewer/host/worktree.ts';
import {builderReviewerConfig} from '../../src/formats/builder-reviewer/config.ts';
import {fixtureRepo, git, userState} from '../formats/builder-reviewer/run-build.ts';
import type {Confinement, Launch} from '../../src/voices/sandbox/launch.ts';
import {findSandbox} from '../../src/voices/sandbox/sandbox.ts';
import {credentials, toolchains} from '../fixtures/tool-homes.ts';
import {absent} from './absent.ts';

const programs = (process.env['PATH'] ?? '').split(delimiter).filter(folder => folder !== '');
const search = findSandbox(programs);
const sandbox = 'sandbox' in search ? search.sandbox : undefined;
const why = 'problem' in search ? search.problem : '';
const missing = absent('a sandbox', sandbox !== undefined, `${why}; install Debian's "bubblewrap"`);
const isLinux = process.platform === 'linux';

const home = mkdtempSync(join(tmpdir(), 'rostrum-home-'));
const folder = mkdtempSync(join(tmpdir(), 'rostrum-work-'));
const confinement: Confinement = {folder, network: false, programs, home};

const usual = {cwd: folder, timeoutMs: 20_000, signal: new AbortController().signal};
const check = (command: string, more: Partial<Confinement> = {}, env: Record<string, string> = {}) =>
	runCheck({
		...usual,
		command,
		env,
		...(sandbox && {within: launch => sandbox.confine(launch, {...confinement, ...more})}),
	});

describe.skipIf(!sandbox)(`a check in the sandbox${missing}`, () => {
	it('works in its folder, with the system’s programs and Node', async () => {
		const {output, ok} = await check(
			'echo made > made.txt && cat made.txt && node -p 6*7 && pwd -P | tr a-z A-Z && git --version',
		);
		expect(output).toMatch(new RegExp(`^made\n42\n${folder.toUpperCase()}\ngit version`, 'u'));
		expect(ok).toBe(true);
		expect(readFileSync(join(folder, 'made.txt'), 'utf8')).toBe('made\n');
	});

	it('passes on exit codes and ends at its limit with all that it started', async () => {
		expect(await check('exit 7')).toMatchObject({ok: false, exit_code: 7});
		const result = await runCheck({
			...usual,
			command: 'setsid sleep 4321 & sleep 4321',
			timeoutMs: 500,
			...(sandbox && {within: launch => sandbox.confine(launch, confinement)}),
		});
		expect(result).toMatchObject({ok: false, timed_out: true});
		await wait(300);
		expect(execFileSync('ps', ['-eo', 'args'], {encoding: 'utf8'})).not.toMatch(/^(?:setsid )?sleep 4321/mu);
	});

	it('sees none of what thirty tools keep of their logins, and all of their programs', async () => {
		const tools = mkdtempSync(join(tmpdir(), 'rostrum-tools-'));
		for (const [paths, text] of [
			[credentials, 'PRIVATE'],
			[toolchains, 'a program'],
		] as const)
			for (const path of paths) {
				mkdirSync(join(tools, path, '..'), {recursive: true});
				writeFileSync(join(tools, path), `${text} of ${path}\n`);
			}
		expect(credentials.length).toBeGreaterThan(90);
		// A folder of PATH is never a reason to show all of a home.
		for (const more of [[], [tools], [join(tools, '..')], [join(tools, '.cargo', 'bin')]]) {
			const {output} = await check(
				`find ${tools} -type f -exec cat {} +; cat ${credentials.map(path => `${tools}/${path}`).join(' ')}; true`,
				{
					home: tools,
					programs: [...programs, ...more],
				},
			);
			expect([...output.matchAll(/PRIVATE of (?<path>.*)/gu)].map(([, path]) => path)).toEqual([]);
		}
		const {output} = await check(`cat ${toolchains.map(path => `${tools}/${path}`).join(' ')}`, {home: tools});
		expect([...output.matchAll(/a program of (?<path>.*)/gu)].map(([, path]) => path)).toEqual([...toolchains]);
	});

	it('sees nothing of the system that is not for everybody', async () => {
		const {output} = await check('cat /etc/shadow /etc/gshadow /etc/ssh/ssh_host_*_key; ls -A /etc/ssl/private; true');
		expect(output).not.toMatch(/^root:|PRIVATE KEY|\.key$/mu);
	});

	it('sees nothing of the home but toolchains, and writes nothing there', async () => {
		for (const [path, text] of [
			['.ssh/id_ed25519', 'PRIVATE'],
			['.rostrum/keys.json', 'PRIVATE'],
			['.cargo/credentials.toml', 'PRIVATE'],
			['.cargo/bin/tool', 'a tool'],
			['notes.txt', 'PRIVATE'],
		] as const) {
			mkdirSync(join(home, path, '..'), {recursive: true});
			writeFileSync(join(home, path), text);
		}
		const {output} = await check(
			`find ${home} -type f; cat ${home}/.cargo/bin/tool; echo x > ${home}/new; echo x > ${home}/.cargo/bin/tool`,
		);
		expect(output).not.toContain('id_ed25519');
		expect(output).not.toMatch(/keys\.json|credentials|notes\.txt/u);
		expect(output).toContain('a tool');
		expect(existsSync(join(home, 'new'))).toBe(false);
		expect(readFileSync(join(home, '.cargo/bin/tool'), 'utf8')).toBe('a tool');
	});

	it.runIf(isLinux)('reads no environment of another program', async () => {
		const other = spawn('sleep', ['60'], {env: {PATH: process.env['PATH'] ?? '', OTHERS_MARK: 'sesame'}});
		onTestFinished(() => void other.kill());
		const look =
			'cat /proc/[0-9]*/environ | tr "\\0" "\\n" | grep -E "^(OTHERS_MARK|OWN)="; ls /proc | grep -c "^[0-9]"';
		const ways = [sandbox?.confine, sandbox?.isolate];
		// Without a sandbox it is there to be read.
		expect((await runCheck({...usual, command: look, env: {OWN: 'mine'}})).output).toContain('OTHERS_MARK=sesame');
		for (const way of ways) {
			const within = (launch: Launch) => way?.(launch, confinement) ?? launch;
			const {output} = await runCheck({...usual, command: look, env: {OWN: 'mine'}, within});
			expect(output).toContain('OWN=mine');
			expect(output).not.toContain('OTHERS_MARK');
			expect(Number(output.trim().split('\n').at(-1))).toBeLessThan(12);
		}
	});

	it('has the network only where it is given', async () => {
		const server = createServer(socket => socket.end('hello\n'));
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
		onTestFinished(() => void server.close());
		const address = server.address();
		const port = typeof address === 'object' ? address?.port : 0;
		const ask = `node -e "require('net').connect(${port},'127.0.0.1').on('data',d=>process.stdout.write(d)).on('error',e=>console.log(e.code))"`;
		if (isLinux) expect((await check(ask)).output).toContain('ECONNREFUSED');
		expect((await check(ask, {network: true})).output).toContain('hello');
		// Its own loopback is there: tests start servers.
		const own = `node -e "const s=require('net').createServer(c=>c.end('own'));s.listen(0,'127.0.0.1',()=>require('net').connect(s.address().port,'127.0.0.1').on('data',d=>{console.log(String(d));s.close()}))"`;
		expect((await check(own)).output).toContain('own');
	});

	it.runIf(isLinux)('without walls, ends what it started in another session too', async () => {
		const {isolate} = sandbox ?? {};
		await runCheck({...usual, command: 'setsid sleep 4322 & exit 0', ...(isolate && {within: isolate})});
		await wait(300);
		expect(execFileSync('ps', ['-eo', 'args'], {encoding: 'utf8'})).not.toMatch(/^(?:setsid )?sleep 4322/mu);
	});

	it('keeps the home of this machine away too', async () => {
		const {output} = await check('ls -A "$HOME"', {home: homedir()});
		expect(output).not.toMatch(/\.ssh|\.npmrc|\.gnupg|\.bash_history/u);
	});
});

describe.skipIf(!sandbox)(`a builder's check${missing}`, () => {
	const around = {choice: 'checks' as const, programs, handedOn: () => ({})};
	const signal = new AbortController().signal;
	async function tried(
		check: string,
		more: Record<string, unknown> = {},
		ask?: (question: string) => Promise<boolean>,
	) {
		const repo = fixtureRepo();
		const config = builderReviewerConfig.parse({repo, check, ...more});
		const work = await openWorktree(join(mkdtempSync(join(tmpdir(), 'rostrum-run-')), 'run'), repo);
		if ('problem' in work) throw new Error(work.problem);
		const before = userState(repo);
		const found = await tryCheck(work, config, around, signal, ask);
		expect(userState(repo)).toBe(before);
		return {...found, work, config, repo};
	}

	it('is confined where it passes there, and where it fails both inside and outside', async () => {
		expect(await tried('git status && node -p 1')).not.toHaveProperty('note');
		expect(await tried('node test.js')).toMatchObject({
			way: 'confined',
			note: expect.stringContaining('It stays there'),
		});
	});

	it('is nothing to be asked about where its tests fail and name nothing that the sandbox keeps away', async () => {
		const failing = 'echo "not ok 1 sums"; echo "  expected: 4"; false';
		const ask = async (question: string): Promise<boolean> => {
			throw new Error(question);
		};
		expect(await tried(failing, {}, ask)).not.toHaveProperty('note');
		expect(await tried(`${failing} || cat /no/such/file`)).toHaveProperty('note');
	});

	it('stays there where it fails, though it would pass outside: its code may only want to be let out', async () => {
		const outside = mkdtempSync(join(tmpdir(), 'rostrum-outside-'));
		const escape = `test -d ${outside} && touch ${outside}/ran`;
		expect(await tried(escape)).toMatchObject({way: 'confined', note: expect.stringContaining('--sandbox off')});
		const asked: string[] = [];
		expect(await tried(escape, {}, async question => asked.push(question) === 0)).toMatchObject({way: 'confined'});
		expect(asked).toEqual([expect.stringMatching(/^The check fails in .*Let it run outside/su)]);
		expect(existsSync(join(outside, 'ran'))).toBe(false);
		const allowed = await tried(escape, {}, async () => true);
		expect(allowed).toMatchObject({way: isLinux ? 'isolated' : 'open'});
		// It has run nowhere else until now.
		expect(existsSync(join(outside, 'ran'))).toBe(false);
	});

	it('is made ready in the sandbox, and outside only with the person’s yes', async () => {
		const outside = mkdtempSync(join(tmpdir(), 'rostrum-outside-'));
		const repo = fixtureRepo();
		const config = builderReviewerConfig.parse({repo, setup: `test -d ${outside} && touch ${outside}/ran`});
		const work = await openWorktree(join(mkdtempSync(join(tmpdir(), 'rostrum-run-')), 'run'), repo);
		if ('problem' in work) throw new Error(work.problem);
		expect(await prepare(work, config, around, signal)).toMatchObject({
			problem: expect.stringContaining('--sandbox off'),
		});
		expect(existsSync(join(outside, 'ran'))).toBe(false);
		expect(await prepare(work, config, around, signal, async () => true)).toMatchObject({
			notes: [expect.stringContaining('as you allowed')],
		});
		expect(existsSync(join(outside, 'ran'))).toBe(true);
	});

	it('cannot make a branch or a commit in the user’s repository', async () => {
		const {work, config, repo} = await tried('true');
		const before = userState(repo);
		const {output} = await runAsTried({...work, record: {...work.record, check: 'confined'}}, config, around, false, {
			...usual,
			command:
				'git branch evil; git commit --allow-empty -m evil; git update-ref refs/heads/evil HEAD; git branch --list evil; echo x > sum.js',
			cwd: work.record.path,
		});
		expect(output).toMatch(/read-only|Read-only|unable to/u);
		expect(git(repo, 'branch', '--list', 'evil')).toBe('');
		expect(userState(repo)).toBe(before);
	});

	it.each([
		['redirects .git to it', (repo: string) => `rm .git; echo "gitdir: ${repo}/.git" > .git`],
		['links .git to it', (repo: string) => `rm .git; ln -s "${repo}/.git" .git`],
		['goes there', (repo: string) => `cd "${repo}"; echo x > sum.js; echo x > .git/HEAD`],
	])('cannot commit or write in the user’s repository when its code %s', async (_name, script) => {
		const {work, config, repo} = await tried('true');
		const before = userState(repo);
		await runAsTried({...work, record: {...work.record, check: 'confined'}}, config, around, false, {
			...usual,
			command: `${script(repo)}; git add --all; git commit --quiet --allow-empty --all -m evil; git clean -ffdx`,
			cwd: work.record.path,
		});
		expect(userState(repo)).toBe(before);
	});

	it('and that there is no sandbox is said before the start', () => {
		const config = {check: 'npm test'};
		expect(checkNotices(config, {sandbox: 'checks', programs})).toEqual([]);
		expect(checkNotices(config, {sandbox: 'checks', programs: [folder]})).toEqual([
			expect.stringMatching(/without a sandbox, with your files and the network: (?:bubblewrap|sandbox-exec)/u),
		]);
		expect(checkNotices(config, {sandbox: 'off', programs})).toEqual([expect.stringContaining('is off')]);
		// Nor is it hidden that a rehearsal voice mends nothing.
		expect(checkNotices(config, {sandbox: 'checks', programs, rehearsed: ['builder']})[0]).toContain('mends no code');
		expect(checkNotices({}, {sandbox: 'checks', programs, rehearsed: ['builder']})).toEqual([]);
	});
});
