/** Batches: how near they come to what a server's rate allows, and what a queue costs each debate. */
import {spawn} from 'node:child_process';
import {mkdtempSync, readFileSync, globSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {packageRoot} from '../../src/engine/host/package-root.ts';
import {installQueue} from '../interop/install-queue.ts';
import {startRedis} from '../interop/redis-server.ts';
import {rostrum} from '../run-cli.ts';
import {detail, row, type Row} from './report.ts';

const perMinute = 600;
const debates = 16;
const program = join(packageRoot, 'bin', 'rostrum.js');

export async function* batches(): AsyncGenerator<Row> {
	const {url, stop} = await serve();
	const shares: number[] = [];
	for (const atOnce of [1, 2, 4, 8]) {
		const {hourly, share} = await limited(url, atOnce);
		shares.push(share);
		yield detail(`debates an hour, ${atOnce} at once, ${perMinute} requests a minute allowed`, String(hourly));
	}
	stop();
	yield row(
		`share of the debates that ${perMinute} requests a minute allow: least of 1, 2, 4 and 8 at once; each`,
		`${Math.min(...shares)} %; ${shares.join(', ')}`,
		'≥ 95 %',
	);
	yield await queueCost();
}

/** The rehearsal voices behind an endpoint, as a fast model. */
async function serve(): Promise<{readonly url: string; readonly stop: () => void}> {
	const child = spawn(process.execPath, [program, 'serve-rehearsal', '--ttft', '5', '--tps', '20000'], {
		env: {PATH: process.env['PATH'] ?? '', ROSTRUM_HOME: newHome({})},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const url = await new Promise<string>(resolve => {
		const look = (text: Buffer): void => {
			const found = /http:\/\/\S+/u.exec(String(text))?.[0];
			if (found !== undefined) resolve(found);
		};
		child.stdout.on('data', look);
		child.stderr.on('data', look);
	});
	return {url: url.replace(/[.,]$/u, ''), stop: () => void child.kill()};
}

function newHome(settings: object): string {
	const home = mkdtempSync(join(tmpdir(), 'rostrum-batch-'));
	writeFileSync(join(home, 'settings.json'), JSON.stringify(settings));
	return home;
}

function writeBatch(home: string, voice: string): void {
	const batch = {
		topics: ['Zoos should be closed.'],
		debaters: [
			{voice, persona: 'a patient farmer'},
			{voice, persona: 'a brisk lawyer'},
		],
		moderator: voice,
		judges: [voice],
		seeds: debates / 2,
		config: {style: 'short'},
	};
	writeFileSync(join(home, 'b.json'), JSON.stringify(batch));
}

/** A server whose provider allows so many requests a minute: after the burst, one each so often. The share is in percent. */
async function limited(baseUrl: string, atOnce: number): Promise<{readonly hourly: number; readonly share: number}> {
	const home = newHome({providers: {loop: {baseUrl, perMinute}}});
	writeBatch(home, 'loop:rehearsal');
	const began = performance.now();
	const {code} = await rostrum(['batch', 'b.json', '--json', '--out', 'held', '--at-once', String(atOnce)], {home});
	const seconds = (performance.now() - began) / 1000;
	if (code !== 0) throw new Error(`rostrum batch with ${atOnce} at once ended with exit code ${code}`);
	const requests = globSync('held/**/debate.jsonl', {cwd: home})
		.map(file => readFileSync(join(home, file), 'utf8').match(/"type":"voice-call"/gu)?.length ?? 0)
		.reduce((sum, one) => sum + one, 0);
	const least = Math.max(0, requests - Math.ceil(perMinute / 3)) / (perMinute / 60);
	return {hourly: Math.round((debates / seconds) * 3600), share: Math.round((least / seconds) * 100)};
}

/** The same batch of instant debates in one process, and through Redis with one worker. */
async function queueCost(): Promise<Row> {
	const redis = await startRedis();
	const home = newHome({});
	writeBatch(home, 'rehearsal');
	const [name, goal] = [`cost of the Redis queue a debate, ${debates} instant debates`, '< 100 ms'];
	const queue = ['--redis', redis?.url ?? 'redis://127.0.0.1:1'];
	if (!redis || !(await installQueue(home))) return row(name, 'not measured', goal);
	const timed = async (out: string, more: readonly string[]): Promise<number> => {
		const began = performance.now();
		await rostrum(['batch', 'b.json', '--json', '--out', out, '--at-once', '1', ...more], {home});
		return performance.now() - began;
	};
	const [alone, queued] = [await timed('alone', []), await timed('queued', queue)];
	await redis.stop();
	return row(name, `${Math.round((queued - alone) / debates)} ms`, goal);
}
