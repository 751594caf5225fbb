import {existsSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {applyStep, closeWorktree, openWorktree, restore, takeStep, type Worktree} from '../../src/engine/worktree.ts';
import {addDiff, fixtureRepo, folder, git, newFile, userState} from '../protocols/builder-reviewer/stage.ts';

async function worktree(repo: string | undefined, at = folder()): Promise<Worktree & {readonly at: string}> {
	const work = await openWorktree(at, repo);
	if ('problem' in work) throw new Error(work.problem);
	return {...work, at};
}

const step = (diff: string, key = 'c1-s1') => ({key, title: 'A step', diff});
const head = (work: Worktree): string => git(work.place.path, 'rev-parse', 'HEAD');

describe('a step’s diff', () => {
	it('is one commit, and is not applied twice', async () => {
		const work = await worktree(fixtureRepo());
		const first = await applyStep(work, step(addDiff('a - b', 'a + b')));
		const once = head(work);
		expect(await applyStep(work, step(addDiff('a - b', 'a + b')))).toEqual(first);
		expect(head(work)).toBe(once);
		expect(readFileSync(path.join(work.place.path, 'sum.js'), 'utf8')).toContain('a + b');
	});

	it('that a crash left in the index or half in the files is applied as if nothing had been', async () => {
		const work = await worktree(fixtureRepo());
		git(work.place.path, 'rm', '--quiet', '--cached', 'test.js');
		writeFileSync(path.join(work.place.path, 'sum.js'), 'half');
		writeFileSync(path.join(work.place.path, 'stray.txt'), 'stray');
		expect(await applyStep(work, step(addDiff('a - b', 'a + b')))).toMatchObject({ok: true, files_changed: 1, file_list: ['sum.js']});
		expect(existsSync(path.join(work.place.path, 'stray.txt'))).toBe(false);
		expect(existsSync(path.join(work.place.path, 'test.js'))).toBe(true);
	});

	it('with wrong line counts is taken, as models count badly', async () => {
		const work = await worktree(fixtureRepo());
		expect(await applyStep(work, step(addDiff('a - b', 'a + b').replace('-1,4 +1,4', '-1,7 +1,2')))).toMatchObject({ok: true});
	});

	const target = path.join(folder(), 'outside.txt');
	const link = (name: string, to: string): string => `diff --git a/${name} b/${name}\nnew file mode 120000\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+${to}\n\\ No newline at end of file\n`;
	it.each([
		['../', newFile('../outside.txt', ['x'])],
		['a ../ in the middle', newFile('src/../../outside.txt', ['x'])],
		['an absolute path', newFile('x', ['x']).replaceAll('a/x', target).replaceAll('b/x', target)],
		['.git', newFile('.git/hooks/post-checkout', ['touch /tmp/owned'])],
		['.GIT', newFile('.GIT/config', ['[core]'])],
		['.git below', newFile('sub/.git/config', ['[core]'])],
		['a link', link('way-out', '/etc')],
		['a link without a header of its own', link('way-out', '/etc').replace('diff --git a/way-out b/way-out\n', '')],
		['a rename out', 'diff --git a/sum.js b/../sum.js\nsimilarity index 100%\nrename from sum.js\nrename to ../sum.js\n'],
		['a quoted ../', newFile('x', ['x']).replaceAll('b/x', String.raw`"b/\056\056/x"`)],
		['a submodule', 'diff --git a/sub b/sub\nnew file mode 160000\nindex 0000000..1111111\n--- /dev/null\n+++ b/sub\n@@ -0,0 +1 @@\n+Subproject commit 1111111111111111111111111111111111111111\n'],
	])('that leads out by %s is refused, and nothing is written', async (_name, diff) => {
		const work = await worktree(fixtureRepo());
		const before = [head(work), git(work.place.path, 'status', '--porcelain')];
		const result = await applyStep(work, step(diff));
		expect(result.ok).toBe(false);
		expect([head(work), git(work.place.path, 'status', '--porcelain')]).toEqual(before);
		expect(existsSync(target)).toBe(false);
		expect(existsSync(path.join(work.at, 'outside.txt'))).toBe(false);
	});

	it('does not write through a link that the repository has', async () => {
		const [repo, outside] = [fixtureRepo(), folder()];
		symlinkSync(outside, path.join(repo, 'linked'));
		git(repo, 'add', 'linked');
		git(repo, 'commit', '--quiet', '-m', 'A link');
		const work = await worktree(repo);
		const result = await applyStep(work, step(newFile('linked/x.txt', ['x'])));
		expect(result.ok).toBe(false);
		expect(existsSync(path.join(outside, 'x.txt'))).toBe(false);
	});
});

describe('the place of work', () => {
	it('runs no hook of the repository', async () => {
		const repo = fixtureRepo();
		for (const hook of ['post-checkout', 'pre-commit', 'post-commit']) writeFileSync(path.join(repo, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${repo}/.git/ran-${hook}\nexit 1\n`, {mode: 0o755});
		const work = await worktree(repo);
		expect(await applyStep(work, step(addDiff('a - b', 'a + b')))).toMatchObject({ok: true});
		for (const hook of ['post-checkout', 'pre-commit', 'post-commit']) expect(existsSync(path.join(repo, '.git', `ran-${hook}`))).toBe(false);
	});

	it('is found again, and made anew where a crash came while it was made', async () => {
		const [repo, at] = [fixtureRepo(), folder()];
		git(repo, 'worktree', 'add', '--quiet', '--detach', path.join(at, 'work'), 'HEAD');
		const work = await worktree(repo, at);
		await applyStep(work, step(addDiff('a - b', 'a + b')));
		const again = await worktree(repo, at);
		expect(head(again)).toBe(head(work));
	});

	it('keeps what git ignores, and leaves no trace in the user’s repository when it is closed', async () => {
		const repo = fixtureRepo();
		writeFileSync(path.join(repo, '.gitignore'), 'cache\n');
		git(repo, 'add', '.gitignore');
		git(repo, 'commit', '--quiet', '-m', 'Ignore');
		const before = userState(repo);
		const work = await worktree(repo);
		writeFileSync(path.join(work.place.path, 'cache'), 'kept');
		writeFileSync(path.join(work.place.path, 'stray'), 'not kept');
		await restore(work);
		expect(existsSync(path.join(work.place.path, 'cache'))).toBe(true);
		expect(existsSync(path.join(work.place.path, 'stray'))).toBe(false);
		await closeWorktree(work.at);
		await closeWorktree(work.at);
		expect(existsSync(work.place.path)).toBe(false);
		expect(git(repo, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
		expect(userState(repo)).toBe(before);
	});

	it('takes what an agent did once', async () => {
		const work = await worktree(undefined);
		writeFileSync(path.join(work.place.path, 'text.md'), 'one\n');
		const taken = await takeStep(work, {key: 'c1-s1', title: 'Text'});
		expect(taken).toMatchObject({ok: true, file_list: ['text.md']});
		writeFileSync(path.join(work.place.path, 'text.md'), 'one again, after a crash\n');
		expect(await takeStep(work, {key: 'c1-s1', title: 'Text'})).toEqual(taken);
	});
});
