/** The Redis server that tests use: the one that is named, else one of our own where the program is installed. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createServer} from 'node:net';

export type Redis = {readonly url: string; readonly stop: () => void};

/** The server, or undefined where there is none. */
export async function findRedis(): Promise<Redis | undefined> {
	const named = process.env['ROSTRUM_TEST_REDIS_URL'];
	if (named !== undefined) return {url: named, stop: () => undefined};
	return startRedis(process.env['ROSTRUM_TEST_REDIS_SERVER'] ?? 'redis-server');
}

async function startRedis(program: string): Promise<Redis | undefined> {
	const port = await freePort();
	const child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const missing = new Promise<false>(resolve => child.once('error', () => resolve(false)));
	const ready = new Promise<true>(resolve =>
		child.stdout.on('data', (text: Buffer) =>
			String(text).includes('Ready to accept connections') ? resolve(true) : undefined,
		),
	);
	return (await Promise.race([missing, ready]))
		? {url: `redis://127.0.0.1:${port}`, stop: () => void child.kill()}
		: undefined;
}

async function freePort(): Promise<number> {
	const probe = createServer().listen(0, '127.0.0.1');
	await once(probe, 'listening');
	const address = probe.address();
	await new Promise(resolve => probe.close(resolve));
	return typeof address === 'object' && address ? address.port : 0;
}
