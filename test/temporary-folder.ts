/**
 * Whatever tests and the programs they start put into the temporary folder, or into the user's home of Rostrum, lies in
 * a folder of the run's own, which goes with it.
 */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

export default function setUp(): () => void {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-tests-'));
	// `TEMP` is its name on Windows.
	for (const name of ['TMPDIR', 'TEMP']) process.env[name] = folder;
	process.env['ROSTRUM_HOME'] = path.join(folder, 'home');
	// A program that was killed may still be closing its files.
	return () => rmSync(folder, {recursive: true, force: true, maxRetries: 10, retryDelay: 100});
}
