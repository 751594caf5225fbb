import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {hiddenPaths, isIn, toolPaths} from '../../../src/voices/sandbox/toolchains.ts';
import {credentials, toolchains} from '../../fixtures/tool-homes.ts';

const home = mkdtempSync(join(tmpdir(), 'rostrum-tools-'));
const shown = (programs: readonly string[]): ((path: string) => boolean) => {
	const [tools, hidden] = [toolPaths({home, programs, folder: '/work'}), hiddenPaths(home)];
	const isAmong = (path: string, roots: readonly string[]): boolean => roots.some(root => isIn(join(home, path), root));
	return path => isAmong(path, tools) && !isAmong(path, hidden);
};

it('names the programs of tools one by one, and none of their logins', () => {
	for (const path of [...credentials, ...toolchains]) {
		mkdirSync(join(home, path, '..'), {recursive: true});
		writeFileSync(join(home, path), '');
	}
	for (const programs of [[], [home], [join(home, '..')], [join(home, 'bin')], ['/']])
		expect(credentials.filter(shown(programs))).toEqual([]);
	expect(toolchains.filter(path => !shown([])(path))).toEqual([]);
});
