import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {fold} from '../../../../src/debate/reduce.ts';
import {readJournal} from '../../../../src/engine/journal/journal.ts';
import {packageRoot} from '../../../../src/engine/host/package-root.ts';
import {fixtureRepo, git, userFiles} from '../run-build.ts';
import {freshFolder, rostrum} from '../../../run-cli.ts';

it('a coding agent builds with its own hands, in the worktree and nowhere else', async () => {
	const [home, repo] = [freshFolder(), fixtureRepo()];
	const diary = join(home, 'diary');
	const mine = {
		command: process.execPath,
		args: [join(packageRoot, 'test/fixtures/acp-builder.ts'), diary],
		name: 'Mine',
		bare: {},
	};
	writeFileSync(join(home, 'settings.json'), JSON.stringify({agents: {mine}}));
	const before = userFiles(repo);
	const {code, stderr} = await rostrum(
		[
			'run',
			'builder-reviewer',
			'--goal',
			'Mend the sum',
			'--repo',
			repo,
			'--check',
			'node test.js',
			'--builder',
			'agent:mine',
			'--reviewer',
			'rehearsal',
			'--accept',
			'branch',
			'--headless',
			'--seed',
			'1',
		],
		{home},
	);
	// One turn was lost, that in which it died.
	expect({code, stderr}).toEqual({code: 3, stderr: expect.stringContaining('Ended: degraded, 1 turn failed\n')});
	const debate = join(home, 'transcripts', readdirSync(join(home, 'transcripts'))[0] ?? '');
	const build = fold(readJournal(join(debate, 'debate.jsonl')).events).formats.builderReviewer;
	const said = readFileSync(diary, 'utf8').trim().split('\n');

	// What it was granted, and what not.
	const work = /^session in (?<work>\S+\/rostrum-work-\w+\/work)$/mu.exec(said.join('\n'))?.groups?.['work'] ?? '';
	expect(new Set(said.filter(line => line.startsWith('session')))).toEqual(new Set([`session in ${work}`]));
	expect(said.filter(line => line.endsWith(': yes'))).toEqual([
		'read while planning: yes',
		'search: yes',
		'edit ./sum.js: yes',
		'read while planning: yes',
		'edit ./told.md: yes',
	]);
	expect(said.filter(line => line.endsWith(': no')).map(line => line.replaceAll(work, '.'))).toEqual([
		'edit while planning: no',
		'read beside: no',
		'run: no',
		'fetch: no',
		'edit nothing: no',
		expect.stringContaining('outside.txt'),
		'edit /tmp/rostrum-outside.txt: no',
		'edit ./.git: no',
		'edit ./sub/.git/config: no',
		'edit ./linked/up/outside.txt: no',
		'edit two, one of them outside: no',
		'edit while planning: no',
		// Asked for the words of the commit, and once more, it changes nothing.
		'edit ./told.md: no',
		'edit ./told.md: no',
	]);
	for (const path of [join(work, '..', 'outside.txt'), '/tmp/rostrum-outside.txt'])
		expect(existsSync(path)).toBe(false);

	// Its work is measured as anybody's.
	const [first, second, third] = build.updates;
	expect(first).toMatchObject({
		step: 's1',
		status: 'done',
		tests: {ok: true},
		metrics: {files_changed: 1},
		diff: expect.stringContaining('+export const add'),
	});
	expect(second).toMatchObject({
		step: 's2',
		status: 'failed',
		note: expect.stringContaining('"way-out" is a symbolic link'),
	});
	expect(third).toMatchObject({step: 's3', status: 'failed', note: expect.stringContaining('Mine ended with 7')});
	expect(build.decisions.map(({decision}) => decision)).toEqual(['revise', 'accept']);

	// What it had left half done when it died is in nothing.
	const branch = build.handOver?.branch ?? '';
	expect(git(repo, 'diff', '--name-only', 'HEAD', branch).trim().split('\n')).toEqual(['sum.js', 'told.md']);
	expect(userFiles(repo)).toBe(before);
}, 60_000);
