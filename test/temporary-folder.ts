/**
 * Whatever tests and the programs they start put into the temporary folder, or into the user's home of Rostrum, lies in
 * a folder of the run's own, which goes with it.
 */
import {accessSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

/** Where files stay in memory on Linux. Journals are flushed after each step: there the tests take a sixth less. */
const memory = '/dev/shm';
const roomNeeded = 2 * 1024 ** 3;

/** In memory if there is room and what is written may be run, as is not so in a container by default. */
function root(): string {
	try {
		accessSync(memory, constants.W_OK);
		const mounted = readFileSync('/proc/mounts', 'utf8')
			.split('\n')
			.find(line => line.startsWith(`tmpfs ${memory} `));
		const {bavail, bsize} = statfsSync(memory);
		return mounted !== undefined && !mounted.includes('noexec') && bavail * bsize >= roomNeeded ? memory : tmpdir();
	} catch {
		return tmpdir();
	}
}

const marker = 'ROSTRUM_TEST_FOLDER';

export default function setUp(): () => void {
	// Vitest sets up once for each of its projects.
	if (process.env[marker] !== undefined) return () => undefined;
	// Short, for screens show paths in it.
	const folder = mkdtempSync(path.join(root(), 'rostrum-'));
	process.env[marker] = folder;
	// `TEMP` is its name on Windows.
	for (const name of ['TMPDIR', 'TEMP']) process.env[name] = folder;
	process.env['ROSTRUM_HOME'] = path.join(folder, 'home');
	// The programs that tests start, hundreds of times, compile each of their modules once.
	process.env['NODE_COMPILE_CACHE'] = path.join(folder, 'compile-cache');
	// A program that was killed may still be closing its files.
	return () => rmSync(folder, {recursive: true, force: true, maxRetries: 10, retryDelay: 100});
}
