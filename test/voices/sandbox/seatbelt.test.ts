import {mkdirSync, mkdtempSync, realpathSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {profileFor} from '../../../src/voices/sandbox/seatbelt.ts';

it('a profile for sandbox-exec closes the home and the network, and opens the folder and toolchains last', () => {
	const home = realpathSync(mkdtempSync(join(tmpdir(), 'rostrum-home-')));
	const folder = join(home, 'debates', 'work "1"');
	for (const path of [folder, join(home, '.cargo/bin')]) mkdirSync(path, {recursive: true});
	const lines = profileFor({folder, home, network: false, programs: []}).split('\n');
	const at = (start: string): number => lines.findIndex(line => line.startsWith(start));
	expect(lines[at('(deny file-read-data')]).toContain(`(subpath ${JSON.stringify(home)})`);
	expect(at('(allow file-read-data (subpath')).toBeGreaterThan(at('(deny file-read-data'));
	expect(lines[at('(allow file-read-data (subpath')]).toContain('.cargo/bin');
	expect(lines[at('(allow file-read-data file-write*')]).toContain(JSON.stringify(folder));
	expect(lines).toContain('(deny network*)');
	expect(profileFor({folder, home, network: true, programs: []})).not.toContain('network');
});
