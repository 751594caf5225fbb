import {existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {openBuildEffects} from '../../../src/hosts/builder-reviewer/effects.ts';
import {handOver} from '../../../src/hosts/builder-reviewer/hand-over.ts';
import {readRecord} from '../../../src/hosts/builder-reviewer/work-record.ts';
import {
	closeWorktree,
	headOf,
	openWorktree,
	restore,
	type Worktree,
} from '../../../src/hosts/builder-reviewer/worktree.ts';
import {applyStep, changesOf, takeStep} from '../../../src/hosts/builder-reviewer/worktree-steps.ts';
import {startAgent} from '../../../src/voices/agents/agent-process.ts';
import {builderReviewerConfig} from '../../../src/protocols/builder-reviewer/config.ts';
import {
	addDiff,
	fixtureRepo,
	folder,
	git,
	run,
	userState,
	type Asked,
} from '../../protocols/builder-reviewer/run-build.ts';

/** What a builder does to its worktree; `repo` is the user's. */
type Tampering = (work: string, repo: string) => void;

const edit = (work: string): void => writeFileSync(path.join(work, 'sum.js'), 'export const add = 1;\n');
const gitDirOf = (work: string): string => git(work, 'rev-parse', '--absolute-git-dir').trim();
function replaceGit(work: string, make: (link: string) => void): void {
	rmSync(path.join(work, '.git'), {recursive: true});
	make(path.join(work, '.git'));
	edit(work);
}

const tamperings: readonly (readonly [string, Tampering, RegExp])[] = [
	['deletes .git', work => replaceGit(work, () => undefined), /\.git was deleted/u],
	[
		'makes .git anew and commits',
		work => {
			replaceGit(work, () => git(work, 'init', '--quiet'));
			git(work, 'add', '.');
			git(work, 'commit', '--quiet', '-m', 'Mine now');
		},
		/\.git was made anew/u,
	],
	[
		'redirects .git to the user’s repository',
		(work, repo) => replaceGit(work, link => writeFileSync(link, `gitdir: ${path.join(repo, '.git')}\n`)),
		/\.git does not lead to .* any more/u,
	],
	[
		'links .git to the user’s repository',
		(work, repo) => replaceGit(work, link => symlinkSync(path.join(repo, '.git'), link)),
		/\.git was replaced by a symbolic link/u,
	],
	[
		'links the whole worktree to the user’s repository',
		(work, repo) => {
			rmSync(work, {recursive: true});
			symlinkSync(repo, work);
		},
		/the folder .* is gone/u,
	],
	[
		'makes the worktree’s folder anew',
		work => {
			rmSync(work, {recursive: true});
			mkdirSync(work);
			edit(work);
		},
		/\.git was deleted/u,
	],
	[
		'links the worktree’s index to the user’s',
		(work, repo) => {
			const index = path.join(gitDirOf(work), 'index');
			rmSync(index);
			symlinkSync(path.join(repo, '.git', 'index'), index);
			edit(work);
		},
		/index was replaced by a symbolic link/u,
	],
	[
		'gives the worktree another repository’s refs',
		work => {
			const other = path.join(fixtureRepo(), '.git');
			writeFileSync(path.join(gitDirOf(work), 'commondir'), `${other}\n`);
			edit(work);
		},
		/commondir does not lead to .* any more/u,
	],
];

const runFolders = [
	['in the user’s repository', (repo: string) => path.join(repo, 'transcripts', 'debate')],
	['elsewhere', () => folder()],
] as const;

describe.each(runFolders)('with the run’s folder %s, a builder', (_where, folderFor) => {
	it.each(tamperings)(
		'who %s ends the run as failed, and nothing of the user’s is changed',
		async (_name, tamper, words) => {
			const repo = fixtureRepo();
			const before = userState(repo);
			const answers = ({kind, text}: Asked) => {
				if (kind !== 'work') return undefined;
				tamper(/worktree (\S+):/u.exec(text)?.[1] ?? '', repo);
				return 'Done.';
			};
			const {outcome, reason} = await run({at: folderFor(repo), config: {repo, builderWorks: 'itself'}, answers});
			expect(userState(repo, path.join(repo, 'transcripts'))).toBe(before);
			expect([outcome, reason]).toEqual(['failed', expect.stringMatching(words)]);
		},
		60_000,
	);

	it('whose code deletes .git and commits while it is checked commits nothing of the user’s', async () => {
		const repo = fixtureRepo();
		const before = userState(repo);
		const check =
			'rm -f .git; git -c user.name=A -c user.email=a@example.org commit --quiet --all -m Owned; git clean -ffdx';
		const {outcome, reason} = await run({at: folderFor(repo), config: {repo, check}});
		expect(userState(repo, path.join(repo, 'transcripts'))).toBe(before);
		expect([outcome, reason]).toEqual(['failed', expect.stringMatching(/\.git was deleted/u)]);
	}, 60_000);

	it('who checks the user’s branch out and commits moves no branch by its steps', async () => {
		const repo = fixtureRepo();
		const before = userState(repo);
		const {work, close} = await worktree(repo, folderFor(repo));
		git(work.record.path, 'symbolic-ref', 'HEAD', 'refs/heads/main');
		edit(work.record.path);
		expect(await takeStep(work, {key: 's1', title: 'One'})).toMatchObject({ok: true, file_list: ['sum.js']});
		git(work.record.path, 'symbolic-ref', 'HEAD', 'refs/heads/main');
		expect(await applyStep(work, {key: 's2', title: 'Two', diff: ''})).toMatchObject({ok: true});
		expect(git(work.record.path, 'rev-parse', 'HEAD').trim()).toBe(headOf(work));
		expect(await close()).toBeUndefined();
		expect(userState(repo, path.join(repo, 'transcripts'))).toBe(before);
	}, 30_000);
});

async function worktree(repo: string | undefined, at = folder()) {
	mkdirSync(at, {recursive: true});
	const work = await openWorktree(at, repo);
	if ('problem' in work) throw new Error(work.problem);
	return {work, at, close: () => closeWorktree(readRecord(at))};
}

describe('a worktree that was tampered with', () => {
	it('is neither opened again, nor removed', async () => {
		const repo = fixtureRepo();
		const {work, at, close} = await worktree(repo, path.join(repo, 'transcripts', 'runs', 'a'));
		const before = userState(repo, path.join(repo, 'transcripts'));
		replaceGit(work.record.path, () => undefined);
		const attempts = [
			async () => restore(work),
			async () => applyStep(work, {key: 's1', title: 'One', diff: addDiff('a - b', 'a + b')}),
			async () => takeStep(work, {key: 's1', title: 'One'}),
			async () => restore((await worktree(repo, at)).work),
		];
		for (const attempt of attempts) await expect(attempt()).rejects.toThrow(/\.git was deleted$/u);
		// Resuming the run finds out when its next effect is asked for.
		const config = builderReviewerConfig.parse({repo});
		const {effects} = await openBuildEffects({config, debateFolder: path.join(repo, 'transcripts'), resumed: true});
		const undo = effects['undo-changes']?.(
			{},
			new AbortController().signal,
			() => undefined,
			() => Promise.reject(new Error('nobody types here')),
		);
		await expect(undo).rejects.toMatchObject({status: 'failed', message: expect.stringContaining('.git was deleted')});
		expect(await close()).toMatch(/\.git was deleted\. Look at .*, delete it, and run "git worktree prune" in /u);
		expect(userState(repo, path.join(repo, 'transcripts'))).toBe(before);
	}, 30_000);

	it('of a run of 0.1.0, whose record does not say where git is, is looked at too', async () => {
		const repo = fixtureRepo();
		const before = userState(repo);
		const {work, at} = await worktree(repo);
		await applyStep(work, {key: 's1', title: 'One', diff: addDiff('a - b', 'a + b')});
		const {path: place, base, top, uncommitted} = work.record;
		writeFileSync(path.join(at, 'work.json'), JSON.stringify({path: place, base, top, uncommitted}));
		expect((await worktree(repo, at)).work.steps).toEqual(work.steps);
		replaceGit(place, link => writeFileSync(link, `gitdir: ${path.join(repo, '.git')}\n`));
		await expect(worktree(repo, at)).rejects.toThrow(/\.git was made anew$/u);
		await expect(closeWorktree(readRecord(at))).resolves.toMatch(/\.git was made anew/u);
		expect(userState(repo)).toBe(before);
	}, 30_000);

	it('without a repository of the user’s does not lead into one either', async () => {
		const repo = fixtureRepo();
		const before = userState(repo);
		for (const make of [
			() => undefined,
			(link: string) => symlinkSync(path.join(repo, '.git'), link),
			(link: string) => writeFileSync(link, `gitdir: ${path.join(repo, '.git')}\n`),
		]) {
			const {work} = await worktree(undefined, path.join(repo, 'transcripts', String(make.length), 'a'));
			replaceGit(work.record.path, make);
			await expect(takeStep(work, {key: 's1', title: 'One'})).rejects.toThrow(/\.git was /u);
			rmSync(path.join(repo, 'transcripts'), {recursive: true});
		}
		expect(userState(repo)).toBe(before);
	}, 30_000);

	it('is no reason to touch another repository where the user’s own was replaced', async () => {
		const outer = fixtureRepo();
		const repo = path.join(outer, 'inner');
		git(outer, 'clone', '--quiet', outer, repo);
		const before = userState(outer, repo);
		const {work, at, close} = await worktree(repo);
		await applyStep(work, {key: 's1', title: 'One', diff: addDiff('a - b', 'a + b')});
		await keepPatch(work, at);
		rmSync(path.join(repo, '.git'), {recursive: true});
		const request = {cycle: 1, title: 'x', runId: 'x'};
		for (const accept of ['patch', 'branch'] as const)
			await expect(handOver(at, work.record, {...request, accept})).rejects.toThrow(/does not lead to/u);
		expect(await close()).toMatch(/does not lead to/u);
		expect(userState(outer, repo)).toBe(before);
	}, 30_000);
});

async function keepPatch(work: Worktree, at: string): Promise<void> {
	mkdirSync(path.join(at, 'diffs'));
	const {diff} = await changesOf(work, work.record.base, headOf(work));
	writeFileSync(path.join(at, 'diffs', 'cycle-1.patch'), diff);
}

describe('an agent that is a program', () => {
	it('finds no repository above its worktree when that has no .git', async () => {
		const repo = fixtureRepo();
		const {work} = await worktree(repo, path.join(repo, 'transcripts', 'runs', 'a'));
		const before = userState(repo, path.join(repo, 'transcripts'));
		const script = 'rm .git; git -c user.name=A -c user.email=a@example.org commit --quiet --all -m Owned';
		const row = {id: 'own', name: 'Own', command: 'sh', args: ['-c', script], speaks: 'text'} as const;
		expect((await startAgent(row, {cwd: work.record.path}).exited).code).not.toBe(0);
		expect(existsSync(path.join(work.record.path, '.git'))).toBe(false);
		expect(userState(repo, path.join(repo, 'transcripts'))).toBe(before);
	}, 30_000);
});

describe('a folder that is in the way of the worktree', () => {
	it.each([
		['with a repository', true],
		['without one', false],
	])('is left as it is, %s', async (_name, withRepo) => {
		const at = folder();
		mkdirSync(path.join(at, 'work'));
		writeFileSync(path.join(at, 'work', 'novel.txt'), 'Chapter 1\n');
		const opened = await openWorktree(at, withRepo ? fixtureRepo() : undefined);
		expect(opened).toEqual({problem: expect.stringContaining('is there already, and not of this run')});
		expect(readFileSync(path.join(at, 'work', 'novel.txt'), 'utf8')).toBe('Chapter 1\n');
	});
});

describe('programs that the repository’s configuration names', () => {
	it('are not run: filters, hooks, monitors, diff and signature programs', async () => {
		const repo = fixtureRepo();
		const ran = path.join(folder(), 'ran');
		writeFileSync(path.join(repo, '.gitattributes'), '*.js filter=a=b.c diff=evil\n*.json filter=evil\n');
		git(repo, 'add', '.gitattributes');
		git(repo, 'commit', '--quiet', '-m', 'Attributes');
		const program = `sh -c 'echo "$0" >> ${ran}; cat'`;
		for (const key of ['filter.evil.process', 'filter.a=b.c.smudge', 'filter.a=b.c.clean'])
			git(repo, 'config', key, `${program} ${key}`);
		for (const key of ['core.fsmonitor', 'diff.external', 'diff.evil.textconv', 'diff.evil.command', 'gpg.program'])
			git(repo, 'config', key, `${program} ${key}`);
		for (const key of ['filter.a=b.c.required', 'filter.evil.required', 'log.showSignature', 'commit.gpgSign'])
			git(repo, 'config', key, 'true');
		const {work, at, close} = await worktree(repo);
		await applyStep(work, {key: 's1', title: 'One', diff: addDiff('a - b', 'a + b')});
		writeFileSync(path.join(work.record.path, 'package.json'), '{}\n');
		writeFileSync(path.join(work.record.path, 'new.js'), 'export {};\n');
		expect(await takeStep(work, {key: 's2', title: 'Two'})).toMatchObject({ok: true, files_changed: 2});
		await keepPatch(work, at);
		const patched = await handOver(at, work.record, {accept: 'branch', cycle: 1, title: 'x', runId: 'x'});
		expect(patched).toMatchObject({accept: 'branch'});
		expect(await close()).toBeUndefined();
		expect(existsSync(ran) ? readFileSync(ran, 'utf8') : '').toBe('');
	}, 30_000);
});
