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
	let told = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => void (told += text));
	const ended = new Promise<never>((_resolve, reject) =>
		child.once('exit', code => reject(new Error(`redis-server ended with ${code} before it was ready:\n${told}`))),
	);
	ended.catch(() => undefined);
	const ready = new Promise<true>(resolve =>
		child.stdout.on('data', () => (told.includes('Ready to accept connections') ? resolve(true) : undefined)),
	);
	return (await Promise.race([missing, ready, ended]))
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

/**
 * Below the ports that systems give to clients: while the server is down, one that calls it again and again may be given
 * the server's own port, and would keep it from coming back.
 */
async function freePort(): Promise<number> {
	for (;;) {
		const port = 20_000 + Math.floor(Math.random() * 10_000);
		const probe = createServer().listen(port, '127.0.0.1');
		const free = await once(probe, 'listening').then(
			() => true,
			() => false,
		);
		await new Promise(resolve => probe.close(resolve));
		if (free) return port;
	}
}
