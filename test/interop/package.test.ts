import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {commands} from '../../src/commands/registry.ts';
import {packageRoot, packageVersion} from '../../src/engine/host/package-root.ts';
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
