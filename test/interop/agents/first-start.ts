/** The first start of an agent that `npx` brings: what the built program says while it is fetched. */
import {spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {packageRoot} from '../../../src/engine/host/package-root.ts';
import {network} from './network.ts';
import {builtInRow, type RealAgent} from './real-agents.ts';

const limitMs = 10 * 60_000;

/** Fetches it for real into an empty cache, up to the first tenth that is told. */
export async function firstStart({agent}: {readonly agent: RealAgent}): Promise<string> {
	const row = builtInRow(agent);
	if (row?.command !== 'npx') return 'it is installed by its user';
	const home = realpathSync(mkdtempSync(join(tmpdir(), 'rostrum-home-')));
	const bin = join(home, 'bin');
	mkdirSync(bin);
	writeFileSync(join(bin, row.program ?? 'none'), '#!/bin/sh\nexit 0\n', {mode: 0o755});
	const program = join(packageRoot, 'bin', 'rostrum.js');
	const seats = ['--voice', 'rehearsal', '--seat', `chair_1=agent:${agent.id}`];
	const held = spawn(process.execPath, [program, 'run', 'duelogic', ...seats, '--headless', '--export', ''], {
		cwd: home,
		env: {...network, PATH: [bin, process.env['PATH'] ?? ''].join(delimiter), HOME: home, ROSTRUM_HOME: home},
		stdio: ['ignore', 'ignore', 'pipe'],
		timeout: limitMs,
		detached: true,
	});
	let said = '';
	const told = Promise.withResolvers<string>();
	held.stderr.setEncoding('utf8').on('data', (text: string) => {
		said += text;
		const bar = /\S*█\S* [^\n]+/u.exec(said)?.[0];
		const notice = /[^\n]+which npx fetches now[^\n]+/u.exec(said)?.[0];
		if (bar !== undefined) told.resolve(`${notice ?? ''} ${bar}`);
	});
	held.once('close', () => told.reject(new Error(`it was not told: ${said.slice(-400)}`)));
	try {
		return (await told.promise).replaceAll(/\s+/gu, ' ').trim();
	} finally {
		if (held.pid !== undefined && held.exitCode === null) process.kill(-held.pid, 'SIGKILL');
		rmSync(home, {recursive: true, force: true, maxRetries: 5});
	}
}
