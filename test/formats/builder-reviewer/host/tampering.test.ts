import {execFileSync} from 'node:child_process';
import {existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {openBuildEffects} from '../../../../src/formats/builder-reviewer/host/effects.ts';
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
import {startAgent} from '../../../../src/voices/agents/agent-process.ts';
import {builderReviewerConfig} from '../../../../src/formats/builder-reviewer/config.ts';
import {some} from '../../../hunt/every.ts';
import {addDiff, fixtureRepo, folder, git, run, userState, type Asked, workplaceOf} from '../run-build.ts';

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
		/commondir was added, which leads to another repository/u,
	],
	[
		'links a log of git to a file of the user’s',
		(work, repo) => {
			const log = path.join(gitDirOf(work), 'logs', 'HEAD');
			mkdirSync(path.dirname(log), {recursive: true});
			rmSync(log, {force: true});
			linkSync(path.join(repo, 'notes.txt'), log);
			edit(work);
		},
		/logs\/HEAD was replaced by a link to another file/u,
	],
	[
		'links git’s objects to the user’s',
		(work, repo) => {
			const objects = path.join(gitDirOf(work), 'objects', 'ab');
			symlinkSync(path.join(repo, '.git', 'objects'), objects);
			edit(work);
		},
		/objects\/ab was replaced by a symbolic link/u,
	],
];

/** What a builder may do with git in its worktree as a user would, and what none of it may reach. */
const gitCommands = [
	'git branch -f main HEAD~0',
	'git checkout -q -B main',
	'git commit -q --allow-empty -m Mine',
	'git branch -D feature',
	'git tag -f v1',
	'git stash push -q --include-untracked',
	'git stash clear',
	'git config core.hooksPath /tmp',
	'git config user.name Nobody',
	'printf "#!/bin/sh\\nexit 1\\n" > "$(git rev-parse --git-path hooks)/pre-commit"',
	'git worktree prune',
	'git reflog expire --expire=now --all',
	'git gc -q --prune=now',
	'git update-ref -d refs/heads/main',
];

const commitAll = 'git -c user.name=A -c user.email=a@example.org commit --quiet --all -m Owned; git clean -ffdx';
/** What the code of a builder that is a model does when its check runs it. */
const checkTamperings: readonly (readonly [string, (repo: string) => string, RegExp])[] = [
	['deletes .git and commits', () => commitAll, /^(?!failed: ).*\.git was deleted/u],
	['makes .git anew and commits', () => `git init --quiet; git add --all; ${commitAll}`, /\.git was made anew/u],
	['redirects .git', repo => `echo "gitdir: ${path.join(repo, '.git')}" > .git`, /\.git does not lead to .* any more/u],
	['links .git', repo => `ln -s "${path.join(repo, '.git')}" .git`, /\.git was replaced by a symbolic link/u],
];

const runFolders = [
	['in the user’s repository', (repo: string) => path.join(repo, 'transcripts', 'debate')],
	['elsewhere', () => folder()],
] as const;

describe.each(runFolders)('with the run’s folder %s, a builder', (where, folderFor) => {
	const fewer = where === 'elsewhere' ? 5 : 1;
	it.each(some(tamperings, fewer))(
		'who %s ends the run as failed, and nothing of the user’s is changed',
		async (_name, tamper, words) => {
			const repo = fixtureRepo();
			const before = userState(repo);
			const answers = (asked: Asked) => {
				const {kind} = asked;
				if (kind !== 'work') return undefined;
				tamper(workplaceOf(asked), repo);
				return 'Done.';
			};
			const config = {repo, builderWorks: 'itself'} as const;
			const {outcome, reason, events} = await run({at: folderFor(repo), config, answers});
			expect(userState(repo, path.join(repo, 'transcripts'))).toBe(before);
			expect([outcome, reason]).toEqual(['failed', expect.stringMatching(words)]);
			// A run that is cut off on its way to its end is resumed to the same one.
			const ended = {type: 'step-end', value: {ended: expect.stringMatching(words)}};
			expect(events).toContainEqual(expect.objectContaining(ended));
		},
		60_000,
	);

	it('who uses git as it likes does so in a repository of its own', async () => {
		const repo = fixtureRepo();
		git(repo, 'branch', 'feature');
		git(repo, 'stash', 'push', '--quiet');
		writeFileSync(path.join(repo, 'notes.txt'), 'more notes\n');
		const before = userState(repo);
		const answers = (asked: Asked) => {
			const {kind} = asked;
			if (kind !== 'work') return undefined;
			const work = workplaceOf(asked);
			const script = `${gitCommands.map(command => `${command} || true`).join('\n')}\ntest -z "$(git remote)"`;
			execFileSync('sh', ['-c', `mkdir -p "$(git rev-parse --git-path hooks)"\n${script}`], {cwd: work, stdio: 'pipe'});
			writeFileSync(path.join(work, 'sum.js'), 'export const add = (a, b) => a + b;\n');
			return 'Done.';
		};
		const config = {repo, builderWorks: 'itself' as const, check: 'git describe --always && node test.js'};
		const {outcome} = await run({at: folderFor(repo), config, answers});
		expect(outcome).toBe('completed');
		expect(userState(repo, path.join(repo, 'transcripts'))).toBe(before);
	}, 60_000);

	it.each(some(checkTamperings, fewer))(
		'whose code %s while it is checked changes nothing of the user’s',
		async (_name, script, words) => {
			const repo = fixtureRepo();
			const before = userState(repo);
			const {outcome, reason} = await run({at: folderFor(repo), config: {repo, check: `rm -rf .git; ${script(repo)}`}});
			expect(userState(repo, path.join(repo, 'transcripts'))).toBe(before);
			expect([outcome, reason]).toEqual(['failed', expect.stringMatching(words)]);
		},
		60_000,
	);

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
		expect(close()).toBeUndefined();
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
		await expect(undo).resolves.toEqual({ended: expect.stringContaining('.git was deleted')});
		expect(close()).toMatch(/\.git was deleted\. Look at .*, and delete it and .*work\.git\.$/u);
		expect(userState(repo, path.join(repo, 'transcripts'))).toBe(before);
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
			expect(await handOver(at, work.record, {...request, accept})).toMatchObject({
				accept: 'none',
				note: expect.stringContaining('does not lead to'),
			});
		expect(close()).toBeUndefined();
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
		expect(close()).toBeUndefined();
		expect(existsSync(ran) ? readFileSync(ran, 'utf8') : '').toBe('');
	}, 30_000);
});
