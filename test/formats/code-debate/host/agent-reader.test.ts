import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {packageRoot} from '../../../../src/engine/host/package-root.ts';
import {fixtureRepo, git, userState} from '../../builder-reviewer/run-build.ts';
import {freshFolder, rostrum} from '../../../run-cli.ts';

it.each([
	// The user's own file is not in the commit; what git does not know yet is in the working tree.
	['--commit', ['--commit', 'HEAD'], 'package.json sum.js test.js'],
	['--files', ['--files', 'sum.js'], 'notes.txt package.json sum.js test.js'],
])(
	'a coding agent that debates code (%s) reads in a copy, and changes nothing',
	async (_what, subject, has) => {
		const [home, repo] = [freshFolder(), fixtureRepo()];
		const diary = join(home, 'diary');
		const reader = {
			command: process.execPath,
			args: [join(packageRoot, 'test/fixtures/acp-reader.ts'), diary],
			name: 'Reader',
			bare: {},
		};
		writeFileSync(join(home, 'settings.json'), JSON.stringify({agents: {reader}}));
		const before = userState(repo);
		const {code, stderr} = await rostrum(
			[
				'run',
				'code-debate',
				...subject,
				'--seat',
				'a=agent:reader',
				'--seat',
				'b=rehearsal',
				'--headless',
				'--seed',
				'1',
			],
			{home, cwd: repo},
		);
		expect({code, stderr}).toEqual({code: 0, stderr: expect.any(String)});
		const debate = join(home, 'transcripts', readdirSync(join(home, 'transcripts'))[0] ?? '');
		expect(readFileSync(diary, 'utf8').trim().split('\n')).toEqual([
			expect.stringMatching(new RegExp(String.raw`^session in /\S+/rostrum-work-\w+/work, which has ${has}$`, 'u')),
			'read ./sum.js: yes',
			'edit ./sum.js: no',
			'read /etc/passwd: no',
		]);
		expect(readFileSync(join(debate, 'DEBATE.md'), 'utf8')).toContain('It reads: Sums');
		// What became of its tools is told by the debate, not only by the side that it sits on.
		const told = 'Reader asked for "edit", which was refused: it may read files in its folder alone.';
		expect(stderr.replaceAll(/\s+/gu, ' ')).toContain(told);
		expect(readFileSync(join(debate, 'debate.jsonl'), 'utf8')).toContain(
			JSON.stringify({type: 'notice', level: 'info', text: told, participant: 'a'}).slice(1, -1),
		);
		expect(existsSync(join(debate, 'files-a'))).toBe(false);
		expect(userState(repo)).toBe(before);
		expect(git(repo, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
	},
	60_000,
);
