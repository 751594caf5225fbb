/** Paths typed on a screen, where no shell expands `~`. */
import {expandPath} from '../../../src/engine/host/expand-path.ts';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, expect, it, vi} from 'vitest';
import {completePath} from '../../../src/app/setup/setup-port.ts';
import {debatesFolder} from '../../../src/app/files/debate-folders.ts';
import {withTopicFile} from '../../../src/app/plan/normalize-input.ts';

afterEach(() => vi.unstubAllEnvs());

function atHome(): string {
	const home = mkdtempSync(join(tmpdir(), 'rostrum-user-'));
	vi.stubEnv('HOME', home);
	writeFileSync(join(home, 'topic.md'), '# Tea before coffee\n');
	return home;
}

it.skipIf(process.platform === 'win32')(
	'expands `~` to the user’s home folder in topics, completed paths and the debates folder',
	() => {
		const home = atHome();
		expect(withTopicFile({topic: '@~/topic.md'}, '/elsewhere')).toEqual({topic: 'Tea before coffee'});
		expect(completePath('~/to', {cwd: '/elsewhere'})).toEqual(['~/topic.md']);
		expect(debatesFolder('~/debates', '/unused', '/elsewhere')).toBe(join(home, 'debates'));
		expect(expandPath('/elsewhere', '~')).toBe(home);
	},
);

it.skipIf(process.platform === 'win32')('does not expand a name that only starts with `~`', () => {
	atHome();
	expect([expandPath('/here', '~draft.md'), expandPath('/here', 'a/~/b')]).toEqual(['/here/~draft.md', '/here/a/~/b']);
});
