/**
 * Whatever tests and the programs they start put into the temporary folder, or into the user's home of Rostrum, lies in
 * a folder of the run's own, which goes with it.
 */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

const marker = 'ROSTRUM_TEST_FOLDER';

export default function setUp(): () => void {
	// Vitest sets up once for each of its projects.
	if (process.env[marker] !== undefined) return () => undefined;
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-tests-'));
	process.env[marker] = folder;
	// `TEMP` is its name on Windows.
	for (const name of ['TMPDIR', 'TEMP']) process.env[name] = folder;
	process.env['ROSTRUM_HOME'] = path.join(folder, 'home');
	// The programs that tests start, hundreds of times, compile each of their modules once.
	process.env['NODE_COMPILE_CACHE'] = path.join(folder, 'compile-cache');
	// A program that was killed may still be closing its files.
	return () => rmSync(folder, {recursive: true, force: true, maxRetries: 10, retryDelay: 100});
}
