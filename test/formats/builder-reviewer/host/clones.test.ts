import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {describe, expect, it} from 'vitest';
import {fillSubmodules} from '../../../../src/formats/builder-reviewer/host/submodules.ts';
import {openWorktree, readFiles, type Worktree} from '../../../../src/formats/builder-reviewer/host/worktree.ts';
import {applyStep, takeStep} from '../../../../src/formats/builder-reviewer/host/worktree-steps.ts';
import {folder, git, newFile, run} from '../run-build.ts';

function repoWith(files: Readonly<Record<string, string>>): string {
	const repo = folder();
	git(repo, 'init', '--quiet', '--initial-branch=main');
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(path.dirname(path.join(repo, name)), {recursive: true});
		writeFileSync(path.join(repo, name), text);
	}
	git(repo, 'add', '--all');
	git(repo, 'commit', '--quiet', '-m', 'All of it');
	return repo;
}

/** As big repositories are cloned: without contents, some folders checked out. */
function partialClone(origin: string, ...options: readonly string[]): string {
	git(origin, 'config', 'uploadpack.allowFilter', 'true');
	const clone = path.join(folder(), 'clone');
	execFileSync('git', ['clone', '-q', '--filter=blob:none', ...options, pathToFileURL(origin).href, clone]);
	return clone;
}

async function opened(repo: string): Promise<Worktree> {
	const work = await openWorktree(folder(), repo);
	if ('problem' in work) throw new Error(work.problem);
	return work;
}

describe('a builder in a partial and sparse clone', () => {
	it('works with what is checked out, and is told of what the clone was made without', async () => {
		const clone = partialClone(repoWith({'one/a.txt': 'one\n', 'two/b.txt': 'two\n', 'top.txt': 'top\n'}), '--sparse');
		git(clone, 'sparse-checkout', 'set', 'one');
		const work = await opened(clone);
		expect([
			existsSync(path.join(work.record.path, 'one/a.txt')),
			existsSync(path.join(work.record.path, 'two')),
		]).toEqual([true, false]);
		expect(await readFiles(work, ['one/a.txt', 'two/b.txt'])).toEqual([
			{path: 'one/a.txt', text: 'one\n'},
			{path: 'two/b.txt', note: 'this clone of the repository was made without its contents'},
		]);
		const edit = (file: string) =>
			applyStep(work, {
				key: `c1-${file}`,
				title: 'A step',
				diff: '',
				edits: [{path: file, search: 'one\n', replace: 'ONE\n'}],
			});
		expect(await edit('one/a.txt')).toMatchObject({ok: true, file_list: ['one/a.txt']});
		expect(await edit('two/b.txt')).toMatchObject({ok: false, reason: expect.stringContaining('without its contents')});
		// A new file beside what is checked out is taken from a diff and from the files alike.
		expect(await applyStep(work, {key: 'c1-s3', title: 'A step', diff: newFile('three/c.txt', ['c'])})).toMatchObject({
			ok: true,
		});
		mkdirSync(path.join(work.record.path, 'four'), {recursive: true});
		writeFileSync(path.join(work.record.path, 'four/d.txt'), 'd\n');
		expect(await takeStep(work, {key: 'c1-s4', title: 'A step'})).toMatchObject({ok: true, file_list: ['four/d.txt']});
	});

	it('that has no contents at all is refused with the command that brings them', async () => {
		const clone = partialClone(repoWith({'a.txt': 'one\n'}), '--no-checkout');
		const {outcome, reason} = await run({config: {repo: clone}});
		expect([outcome, reason]).toEqual(['failed', expect.stringContaining('git fetch --refetch --no-filter')]);
	});
});

describe('submodules', () => {
	const withSubmodule = (): {app: string; lib: string} => {
		const lib = repoWith({'a.txt': 'from the library\n', 'deep/b.txt': 'deep\n'});
		const app = repoWith({'check.sh': 'test -f vendor/lib/a.txt\n'});
		git(app, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', lib, 'vendor/lib');
		git(app, 'commit', '--quiet', '-m', 'The library');
		return {app, lib};
	};

	it('that the user has checked out are there, for checks from the first one on', async () => {
		const {app} = withSubmodule();
		const {build, events} = await run({config: {repo: app, check: 'sh check.sh', stepRetries: 0}, answers});
		expect(build.updates.map(({tests}) => tests?.ok)).toEqual([true, true]);
		expect(events.filter(event => event.type === 'notice')).toEqual([]);
	});

	it('are taken at the commit that the work starts from, whatever is checked out by now, and never into a patch', async () => {
		const {app} = withSubmodule();
		const own = path.join(app, 'vendor/lib');
		writeFileSync(path.join(own, 'a.txt'), 'mine\n');
		git(own, 'commit', '--quiet', '-am', 'Mine');
		const work = await opened(app);
		expect(await fillSubmodules(work)).toEqual([]);
		expect(readFileSync(path.join(work.record.path, 'vendor/lib/a.txt'), 'utf8')).toBe('from the library\n');
		expect(readFileSync(path.join(work.record.path, 'vendor/lib/deep/b.txt'), 'utf8')).toBe('deep\n');
		writeFileSync(path.join(work.record.path, 'new.txt'), 'new\n');
		expect(await takeStep(work, {key: 'c1-s1', title: 'A step'})).toMatchObject({ok: true, file_list: ['new.txt']});
		expect(existsSync(path.join(work.record.path, 'vendor/lib/a.txt'))).toBe(true);
	});

	it('that the user has not are named, with the command that brings them', async () => {
		const {app} = withSubmodule();
		git(app, 'submodule', '--quiet', 'deinit', '--force', '--all');
		const {events} = await run({config: {repo: app}, answers});
		expect(events.flatMap(event => (event.type === 'notice' ? [event.text] : [])).join()).toContain(
			'The submodule vendor/lib is empty where the builder works, as you have not checked it out at this commit. If the check needs it: --setup "git submodule update --init --recursive"',
		);
	});

	it('with a relative address are found by the set-up command where the user’s repository would find them', async () => {
		const parent = folder();
		for (const name of ['lib', 'app']) {
			mkdirSync(path.join(parent, name));
			git(path.join(parent, name), 'init', '--quiet', '--initial-branch=main');
			writeFileSync(path.join(parent, name, 'a.txt'), 'one\n');
			git(path.join(parent, name), 'add', '--all');
			git(path.join(parent, name), 'commit', '--quiet', '-m', 'first');
		}
		const app = path.join(parent, 'app');
		git(app, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../lib', 'vendor/lib');
		git(app, 'commit', '--quiet', '-m', 'The library');
		git(app, 'submodule', '--quiet', 'deinit', '--force', '--all');
		const setup = 'git -c protocol.file.allow=always submodule --quiet update --init';
		const {build} = await run({config: {repo: app, setup, check: 'test -f vendor/lib/a.txt', stepRetries: 0}, answers});
		expect(build.updates.map(({tests}) => tests?.ok)).toEqual([true, true]);
	});
});

const answers = ({kind}: {readonly kind: string}): unknown =>
	kind === 'step' ? {diff: newFile('new.txt', ['new']), note: 'A file.', read: []} : undefined;

describe('a repository of another user', () => {
	it('is refused with the command that trusts it', async () => {
		const repo = repoWith({'a.txt': 'one\n'});
		if (process.getuid?.() !== 0) return;
		execFileSync('chmod', ['-R', 'a+rX', repo]);
		execFileSync('chown', ['-R', '12345', repo]);
		const {outcome, reason} = await run({config: {repo}});
		expect([outcome, reason]).toEqual([
			'failed',
			expect.stringContaining(`git config --global --add safe.directory '${repo}'`),
		]);
	});
});
