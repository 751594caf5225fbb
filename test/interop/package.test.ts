import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeAll, describe, expect, it, vi} from 'vitest';
import {commands} from '../../src/cli/registry.ts';
import {packageRoot, packageVersion} from '../../src/engine/host/package-root.ts';
import {running} from '../fixtures/running.ts';
import {absent} from './absent.ts';

const tarball = path.join(packageRoot, `rostrum-${packageVersion()}.tgz`);
const prefix = mkdtempSync(path.join(tmpdir(), 'rostrum-global-'));
const installed = path.join(prefix, 'lib', 'node_modules', 'rostrum');

beforeAll(() => {
	execFileSync('npm', ['run', 'package'], {cwd: packageRoot, stdio: 'ignore'});
	execFileSync('npm', ['install', '--global', '--offline', '--prefix', prefix, tarball], {stdio: 'ignore'});
}, 120_000);

/** Node 24 is ours; another is named by ROSTRUM_NODE_22. */
const nodes = {24: process.execPath, 22: process.env['ROSTRUM_NODE_22'] ?? ''};

/** The installed program in an empty folder, with a home of its own. */
function run(node: string, args: readonly string[]) {
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-home-'));
	return spawnSync(node, [path.join(installed, 'bin', 'rostrum.js'), ...args], {
		cwd: home,
		encoding: 'utf8',
		env: {PATH: process.env['PATH'] ?? '', ROSTRUM_HOME: home, HOME: home},
	});
}

describe('the published package', () => {
	it('weighs less than five megabytes, needs nothing else, and names the licences of what it brings', () => {
		expect(statSync(tarball).size).toBeLessThan(5_000_000);
		expect(readdirSync(path.join(prefix, 'lib', 'node_modules'))).toEqual(['rostrum']);
		expect(existsSync(path.join(installed, 'node_modules'))).toBe(false);
		const licences = readFileSync(path.join(installed, 'THIRD-PARTY-LICENSES.md'), 'utf8');
		for (const name of ['ink', 'react', 'zod', 'openai', 'commander']) expect(licences).toMatch(`## ${name} `);
	});

	describe.each(Object.entries(nodes))('under Node %s', (major, node) => {
		const why = absent(`Node ${major}`, node !== '', `set ROSTRUM_NODE_${major} to its program`);

		it.skipIf(node === '')(
			`helps with every command${why}`,
			() => {
				for (const {name} of commands)
					expect(run(node, [name, '--help'])).toMatchObject({status: 0, stdout: expect.stringContaining(name)});
			},
			120_000,
		);

		it.skipIf(node === '')(
			`stages, replays a sample, exports and verifies from any folder${why}`,
			() => {
				expect(run(node, ['run', 'duelogic', '--headless', '--set', 'flow.maxExchanges=3'])).toMatchObject({status: 0});
				expect(run(node, ['replay', 'sample-three-way-ethics', '--headless']).stdout).toContain('Rehearsal');
				expect(run(node, ['export', 'sample-three-way-ethics', '--to', 'html', '-o', 'page.html'])).toMatchObject({
					status: 0,
				});
				expect(run(node, ['verify', 'sample-three-way-ethics'])).toMatchObject({status: 0});
			},
			120_000,
		);
	});
});

describe('the single file', () => {
	const file = path.join(packageRoot, process.platform === 'win32' ? 'rostrum.exe' : 'rostrum');
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-home-'));
	// No program at all is on its path but git.
	const programs = mkdtempSync(path.join(tmpdir(), 'rostrum-programs-'));
	const single = (...args: readonly string[]) =>
		spawnSync(file, args, {cwd: home, encoding: 'utf8', env: {PATH: programs, ROSTRUM_HOME: home, HOME: home}});

	beforeAll(() => {
		execFileSync('node', ['build/single.js'], {cwd: packageRoot, stdio: 'ignore'});
		for (const program of ['git', 'sleep'])
			symlinkSync(execFileSync('which', [program], {encoding: 'utf8'}).trim(), path.join(programs, program));
	}, 120_000);

	it('helps, finds samples and presets, and lays its files out once', () => {
		expect(single('--version')).toMatchObject({status: 0, stdout: `${packageVersion()}\n`});
		expect(single('replay', 'sample-three-way-ethics', '--headless').stdout).toContain('Rehearsal');
		expect(single('presets').stdout).toContain('three_way_ethics');
		expect(readdirSync(path.join(home, '.cache', 'rostrum', 'single'))).toHaveLength(1);
	}, 60_000);

	it('holds a debate whose sides are processes of its own', () => {
		const debate = ['run', 'code-debate', '--topic', 'Tabs or spaces', '--headless', '--pace', 'instant'];
		expect(single(...debate)).toMatchObject({status: 0, stderr: expect.stringContaining('consensus')});
	}, 60_000);

	it('ends a check when it is killed itself', async () => {
		const mark = `294.${process.pid}`;
		const repo = mkdtempSync(path.join(tmpdir(), 'rostrum-repo-'));
		const git = (...args: readonly string[]) =>
			execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {cwd: repo});
		git('init', '-q');
		git('commit', '-q', '--allow-empty', '-m', 'Empty');
		const goal = ['--goal', 'Add a file', '--repo', repo, '--check', `sleep ${mark}`, '--sandbox', 'off'];
		const child = spawn(file, ['run', 'builder-reviewer', '--headless', ...goal], {
			cwd: home,
			stdio: 'ignore',
			env: {PATH: programs, ROSTRUM_HOME: home, HOME: home},
		});
		const sleeping = () => running(mark).filter(line => line.startsWith('sleep'));
		await vi.waitUntil(() => sleeping().length > 0, {timeout: 20_000});
		child.kill('SIGKILL');
		await vi.waitUntil(() => sleeping().length === 0, {timeout: 5000});
	}, 60_000);
});
