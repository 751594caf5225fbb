/** A git repository for agents to look at and work in. */
import {spawnSync} from 'node:child_process';
import {mkdtempSync, realpathSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** Git as somebody without settings of their own. Throws what it said. */
export const git = (cwd: string, ...args: readonly string[]): void => {
	const {status, stderr} = spawnSync(
		'git',
		['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main', ...args],
		{cwd, encoding: 'utf8'},
	);
	if (status !== 0) throw new Error(stderr);
};

/** One with a change that is not committed. */
export function changedRepository(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rostrum-work-')));
	const file = join(folder, 'limit.js');
	writeFileSync(file, 'export const limit = requests => requests < 10;\n');
	writeFileSync(join(folder, 'notes.txt'), 'the heron stands still\n');
	git(folder, 'init', '-q');
	git(folder, 'add', '.');
	git(folder, 'commit', '-q', '-m', 'A limit');
	writeFileSync(file, 'export const limit = requests => requests <= 10;\n');
	return folder;
}
