import {existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {handOver} from '../../../../src/formats/builder-reviewer/host/hand-over.ts';
import {readRecord} from '../../../../src/formats/builder-reviewer/host/repository.ts';
import {
	closeWorktree,
	headOf,
	openWorktree,
	restore,
	type Worktree,
} from '../../../../src/formats/builder-reviewer/host/worktree.ts';
import {applyStep, changesOf, takeStep} from '../../../../src/formats/builder-reviewer/host/worktree-steps.ts';
import {faultyDisk} from '../../../fixtures/faulty-disk.ts';
import {addDiff, fixtureRepo, folder, git, newFile, userState} from '../run-build.ts';

async function worktree(repo: string | undefined, at = folder()): Promise<Worktree & {readonly at: string}> {
	const work = await openWorktree(at, repo);
	if ('problem' in work) throw new Error(work.problem);
	return {...work, at};
}

/** What is made for the first test that asks for it, and used by others too. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
	let made: Promise<T> | undefined;
	return () => (made ??= make());
}

const step = (diff: string, key = 'c1-s1') => ({key, title: 'A step', diff});
const head = (work: Worktree): string => git(work.record.path, 'rev-parse', 'HEAD');

describe('a step’s diff', () => {
	it('is one commit, and is not applied twice', async () => {
		const work = await worktree(fixtureRepo());
		const first = await applyStep(work, step(addDiff('a - b', 'a + b')));
		const once = head(work);
		expect(await applyStep(work, step(addDiff('a - b', 'a + b')))).toEqual(first);
		expect(head(work)).toBe(once);
		expect(readFileSync(path.join(work.record.path, 'sum.js'), 'utf8')).toContain('a + b');
	});

	it('that a crash left in the index or half in the files is applied as if nothing had been', async () => {
		const work = await worktree(fixtureRepo());
		git(work.record.path, 'rm', '--quiet', '--cached', 'test.js');
		writeFileSync(path.join(work.record.path, 'sum.js'), 'half');
		writeFileSync(path.join(work.record.path, 'stray.txt'), 'stray');
		expect(await applyStep(work, step(addDiff('a - b', 'a + b')))).toMatchObject({
			ok: true,
			files_changed: 1,
			file_list: ['sum.js'],
		});
		expect(existsSync(path.join(work.record.path, 'stray.txt'))).toBe(false);
		expect(existsSync(path.join(work.record.path, 'test.js'))).toBe(true);
	});

	it('with wrong line counts is taken, as models count badly', async () => {
		const work = await worktree(fixtureRepo());
		expect(await applyStep(work, step(addDiff('a - b', 'a + b').replace('-1,4 +1,4', '-1,7 +1,2')))).toMatchObject({
			ok: true,
		});
	});

	const target = path.join(folder(), 'outside.txt');
	/** Refused diffs leave it as it is, which each of them shows. */
	const refusing = once(() => worktree(fixtureRepo()));
	const link = (name: string, to: string): string =>
		`diff --git a/${name} b/${name}\nnew file mode 120000\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+${to}\n\\ No newline at end of file\n`;
	it.each([
		['../', newFile('../outside.txt', ['x'])],
		['a ../ in the middle', newFile('src/../../outside.txt', ['x'])],
		['an absolute path', newFile('x', ['x']).replaceAll('a/x', target).replaceAll('b/x', target)],
		['.git', newFile('.git/hooks/post-checkout', ['touch /tmp/owned'])],
		['.GIT', newFile('.GIT/config', ['[core]'])],
		['.git below', newFile('sub/.git/config', ['[core]'])],
		['a link', link('way-out', '/etc')],
		['a link without a header of its own', link('way-out', '/etc').replace('diff --git a/way-out b/way-out\n', '')],
		[
			'a rename out',
			'diff --git a/sum.js b/../sum.js\nsimilarity index 100%\nrename from sum.js\nrename to ../sum.js\n',
		],
		['a quoted ../', newFile('x', ['x']).replaceAll('b/x', String.raw`"b/\056\056/x"`)],
		[
			'a submodule',
			'diff --git a/sub b/sub\nnew file mode 160000\nindex 0000000..1111111\n--- /dev/null\n+++ b/sub\n@@ -0,0 +1 @@\n+Subproject commit 1111111111111111111111111111111111111111\n',
		],
	])('that leads out by %s is refused, and nothing is written', async (_name, diff) => {
		const work = await refusing();
		const before = [head(work), git(work.record.path, 'status', '--porcelain')];
		const result = await applyStep(work, step(diff));
		expect(result.ok).toBe(false);
		expect([head(work), git(work.record.path, 'status', '--porcelain')]).toEqual(before);
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

describe('a step’s diff for files of other kinds', () => {
	async function place(files: Readonly<Record<string, string | Buffer>>, modes: Readonly<Record<string, number>> = {}) {
		const repo = fixtureRepo();
		for (const [name, content] of Object.entries(files)) {
			mkdirSync(path.dirname(path.join(repo, name)), {recursive: true});
			writeFileSync(path.join(repo, name), content, {mode: modes[name] ?? 0o644});
		}
		git(repo, '-c', 'core.autocrlf=false', 'add', '--', ...Object.keys(files));
		git(repo, 'commit', '--quiet', '-m', 'More');
		const work = await worktree(repo);
		return {
			work,
			repo,
			text: (name: string) => readFileSync(path.join(work.record.path, name), 'utf8'),
			mode: (name: string) => (statSync(path.join(work.record.path, name)).mode & 0o111) !== 0,
		};
	}
	const change = (name: string) =>
		`diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1,2 +1,2 @@\n one\n-two\n+zwei\n`;

	const names = ['windows.txt', 'with spaces in it.txt', 'größe 大きさ.txt'];
	const withNames = once(() => place(Object.fromEntries(names.map(name => [name, 'one\r\ntwo\r\n']))));
	it.each(names)('changes %s, and keeps its line ends', async name => {
		const {work, text} = await withNames();
		expect(await applyStep(work, step(change(name), name))).toMatchObject({
			ok: true,
			file_list: [name],
			insertions: 1,
			deletions: 1,
		});
		expect(text(name)).toBe('one\r\nzwei\r\n');
	});

	it('finds a name that is quoted as git quotes it', async () => {
		const {work, text} = await place({'größe.txt': 'one\r\ntwo\r\n'});
		expect(
			await applyStep(
				work,
				step(change('größe.txt').replaceAll(/([ab])\/größe\.txt/gu, String.raw`"$1/gr\303\266\303\237e.txt"`)),
			),
		).toMatchObject({ok: true});
		expect(text('größe.txt')).toBe('one\r\nzwei\r\n');
	});

	it('takes a file away, renames one with a change, and makes one', async () => {
		const {work, text} = await place({'gone.txt': 'one\r\ntwo', 'old name.txt': 'one\r\ntwo\r\nthree\r\n'});
		const diff = [
			'diff --git a/gone.txt b/gone.txt\ndeleted file mode 100644\n--- a/gone.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n',
			'diff --git a/old name.txt b/new name.txt\nsimilarity index 60%\nrename from old name.txt\nrename to new name.txt\n--- a/old name.txt\n+++ b/new name.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n',
			newFile('made here.txt', ['x']).replace('new file mode 100644\n', ''),
		].join('');
		expect(await applyStep(work, step(diff))).toMatchObject({ok: true});
		expect([
			existsSync(path.join(work.record.path, 'gone.txt')),
			existsSync(path.join(work.record.path, 'old name.txt')),
		]).toEqual([false, false]);
		expect([text('new name.txt'), text('made here.txt')]).toEqual(['one\r\nzwei\r\nthree\r\n', 'x\n']);
	});

	it('keeps the right to be run, gives it and takes it', async () => {
		const {work, mode} = await place(
			{'run.sh': 'one\ntwo\n', 'stop.sh': 'one\ntwo\n'},
			{'run.sh': 0o755, 'stop.sh': 0o755},
		);
		const made = newFile('made.sh', ['#!/bin/sh']).replace('100644', '100755');
		expect(
			await applyStep(
				work,
				step(`${change('run.sh')}${made}diff --git a/stop.sh b/stop.sh\nold mode 100755\nnew mode 100644\n`),
			),
		).toMatchObject({ok: true});
		expect([mode('run.sh'), mode('made.sh'), mode('stop.sh')]).toEqual([true, true, false]);
	});

	const withLogo = once(() => place({'logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])}));
	it.each([
		['a file that is none', change('logo.png')],
		[
			'what says that it differs',
			'diff --git a/logo.png b/logo.png\nindex 1234567..7654321 100644\nBinary files a/logo.png and b/logo.png differ\n',
		],
		[
			'what git writes of one',
			'diff --git a/new.png b/new.png\nnew file mode 100644\nindex 0000000000000000000000000000000000000000..1111111111111111111111111111111111111111\nGIT binary patch\nliteral 3\nKcmZQzU|?VX0001A\n',
		],
	])('refuses %s as no text', async (_what, diff) => {
		const {work} = await withLogo();
		expect(await applyStep(work, step(diff))).toMatchObject({
			ok: false,
			reason: expect.stringMatching(/^refused: .*a binary file; a diff can change texts only$/u),
		});
	});

	it('takes as many commands of git for thirty packages as for one', async () => {
		const commands = async (packages: number): Promise<number> => {
			const manifests = Array.from({length: packages}, (_, at) => [`packages/${at}/package.json`, '{}\n']);
			const {work} = await place({...Object.fromEntries(manifests), 'windows.txt': 'one\r\ntwo\r\n'});
			let count = 0;
			const git: Worktree['git'] = async (...given) => {
				count++;
				return work.git(...given);
			};
			expect(await applyStep({...work, git}, step(change('windows.txt')))).toMatchObject({ok: true});
			return count;
		};
		expect(await commands(30)).toBe(await commands(1));
	});

	it('says of a diff that does not fit what git says', async () => {
		const {work} = await place({'windows.txt': 'one\r\nthree\r\n'});
		expect(await applyStep(work, step(change('windows.txt')))).toEqual({
			ok: false,
			reason: 'error: patch failed: windows.txt:1\nerror: windows.txt: patch does not apply',
		});
	});

	it('goes into files that git has written with other line ends', async () => {
		const {work, repo} = await place({'unix.txt': 'one\ntwo\n'});
		git(repo, 'config', 'core.autocrlf', 'true');
		writeFileSync(path.join(repo, 'unix.txt'), 'one\r\ntwo\r\n');
		git(repo, 'add', '--renormalize', 'unix.txt');
		const before = git(repo, 'status', '--porcelain');
		await applyStep(work, step(change('unix.txt')));
		mkdirSync(path.join(work.at, 'diffs'));
		writeFileSync(
			path.join(work.at, 'diffs', 'cycle-1.patch'),
			(await changesOf(work, work.record.base, headOf(work))).diff,
		);
		expect(await handOver(work.at, work.record, {accept: 'patch', cycle: 1, title: 'x', runId: 'x'})).toMatchObject({
			accept: 'patch',
		});
		expect(readFileSync(path.join(repo, 'unix.txt'), 'utf8')).toBe('one\r\nzwei\r\n');
		expect(
			git(repo, 'status', '--porcelain')
				.split('\n')
				.filter(line => !before.includes(line)),
		).toEqual([' M unix.txt']);
	});
});

describe('the place of work', () => {
	it('runs no hook of the repository', async () => {
		const repo = fixtureRepo();
		for (const hook of ['post-checkout', 'pre-commit', 'post-commit'])
			writeFileSync(path.join(repo, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${repo}/.git/ran-${hook}\nexit 1\n`, {
				mode: 0o755,
			});
		const work = await worktree(repo);
		expect(await applyStep(work, step(addDiff('a - b', 'a + b')))).toMatchObject({ok: true});
		for (const hook of ['post-checkout', 'pre-commit', 'post-commit'])
			expect(existsSync(path.join(repo, '.git', `ran-${hook}`))).toBe(false);
	});

	it('is found again, and made anew where a crash came while it was made', async () => {
		const [repo, at] = [fixtureRepo(), folder()];
		mkdirSync(path.join(at, 'work'));
		writeFileSync(path.join(at, 'work', 'half'), 'made');
		writeFileSync(path.join(at, 'work.making'), '');
		const work = await worktree(repo, at);
		expect(existsSync(path.join(at, 'work', 'half'))).toBe(false);
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
		writeFileSync(path.join(work.record.path, 'cache'), 'kept');
		writeFileSync(path.join(work.record.path, 'stray'), 'not kept');
		await restore(work);
		expect(existsSync(path.join(work.record.path, 'cache'))).toBe(true);
		expect(existsSync(path.join(work.record.path, 'stray'))).toBe(false);
		closeWorktree(readRecord(work.at));
		closeWorktree(readRecord(work.at));
		expect(existsSync(work.record.path)).toBe(false);
		expect(git(repo, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
		expect(userState(repo)).toBe(before);
	});

	it('takes what an agent did once', async () => {
		const work = await worktree(undefined);
		writeFileSync(path.join(work.record.path, 'text.md'), 'one\n');
		const taken = await takeStep(work, {key: 'c1-s1', title: 'Text'});
		expect(taken).toMatchObject({ok: true, file_list: ['text.md']});
		writeFileSync(path.join(work.record.path, 'text.md'), 'one again, after a crash\n');
		expect(await takeStep(work, {key: 'c1-s1', title: 'Text'})).toEqual(taken);
	});
});

describe('a power loss', () => {
	/** Files of these objects. */
	const objectFiles = (gitDir: string, ids: readonly string[]): string[] =>
		ids.map(id => path.join(gitDir, 'objects', id.slice(0, 2), id.slice(2)));
	const newObjects = (repo: string, range: string): string[] =>
		git(repo, 'rev-list', '--objects', ...range.split(' '))
			.trim()
			.split('\n')
			.map(line => line.split(' ')[0] ?? '');

	async function madeStep() {
		const repo = fixtureRepo();
		const disk = faultyDisk(path.dirname(repo));
		onTestFinished(disk.restore);
		const work = await worktree(repo, path.join(path.dirname(repo), `${path.basename(repo)}-run`));
		await applyStep(work, step(addDiff('a - b', 'a + b')));
		mkdirSync(path.join(work.at, 'diffs'));
		const {diff} = await changesOf(work, work.record.base, 'HEAD');
		writeFileSync(path.join(work.at, 'diffs', 'cycle-1.patch'), diff);
		return {repo, work, disk};
	}

	it('leaves a step that was recorded, and a branch that was handed over', async () => {
		const {repo, work, disk} = await madeStep();
		const {base, path: place} = work.record;
		const made = objectFiles(`${place}.git`, newObjects(place, `HEAD ^${base}`));
		expect([...disk.afterPowerLoss().keys()]).toEqual(expect.arrayContaining([`${place}.git/HEAD`, ...made]));
		await handOver(work.at, work.record, {accept: 'branch', cycle: 1, title: 'x', runId: 'x'});
		const branch = path.join(repo, '.git', 'refs', 'heads', 'rostrum', 'x');
		const handed = objectFiles(path.join(repo, '.git'), newObjects(repo, 'rostrum/x ^main'));
		expect(handed).toHaveLength(3);
		expect([...disk.afterPowerLoss().keys()]).toEqual(expect.arrayContaining([branch, ...handed]));
	}, 30_000);

	it('leaves the user’s files with the patch in them', async () => {
		const {repo, work, disk} = await madeStep();
		await handOver(work.at, work.record, {accept: 'patch', cycle: 1, title: 'x', runId: 'x'});
		expect(disk.afterPowerLoss().get(path.join(repo, 'sum.js'))?.toString()).toContain('a + b');
	}, 30_000);
});
