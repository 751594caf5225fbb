/** The Redis server that tests use: the one that is named, else one of our own where the program is installed. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createServer} from 'node:net';

export type Redis = {readonly url: string; readonly port: number; readonly stop: () => Promise<void>};

/** The server, or undefined where there is none. */
export async function findRedis(): Promise<Redis | undefined> {
	const named = process.env['ROSTRUM_TEST_REDIS_URL'];
	if (named !== undefined) return {url: named, port: 0, stop: () => Promise.resolve()};
	return startRedis();
}

/** One of our own, which keeps what it knows in the folder, if any; undefined where the program is not installed. */
export async function startRedis({port, folder}: {port?: number; folder?: string} = {}): Promise<Redis | undefined> {
	const program = process.env['ROSTRUM_TEST_REDIS_SERVER'] ?? 'redis-server';
	const own = port ?? (await freePort());
	const kept = folder === undefined ? [] : ['--dir', folder, '--appendonly', 'yes'];
	const child = spawn(program, ['--port', String(own), '--bind', '127.0.0.1', '--save', '', ...kept], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const gone = once(child, 'close').catch(() => undefined);
	const missing = new Promise<false>(resolve => child.once('error', () => resolve(false)));
	const ready = new Promise<true>(resolve =>
		child.stdout.on('data', (text: Buffer) =>
			String(text).includes('Ready to accept connections') ? resolve(true) : undefined,
		),
	);
	return (await Promise.race([missing, ready]))
		? {
				url: `redis://127.0.0.1:${own}`,
				port: own,
				async stop() {
					child.kill();
					await gone;
				},
			}
		: undefined;
}

async function freePort(): Promise<number> {
	const probe = createServer().listen(0, '127.0.0.1');
	await once(probe, 'listening');
	const address = probe.address();
	await new Promise(resolve => probe.close(resolve));
	return typeof address === 'object' && address ? address.port : 0;
}
