import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {openWorktree} from '../../../../src/formats/builder-reviewer/host/worktree.ts';
import {takeStep} from '../../../../src/formats/builder-reviewer/host/worktree-steps.ts';
import {fixtureRepo, folder, git, run, type Asked} from '../run-build.ts';

/** Shift JIS, Latin-1, hidden characters and Windows line ends in one file. */
const before = Buffer.concat([
	Buffer.from('// '),
	Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]),
	Buffer.from('\r\n// gr'),
	Buffer.from([0xfc, 0xdf]),
	Buffer.from('e\r\nconst a = 1;\r\nconst name = "adm\u200Bin";\r\nconst b = 2;\r\n'),
]);
const replaced = (bytes: Buffer, from: string, to: string): Buffer =>
	Buffer.from(
		bytes.toString('latin1').replace(from, () => to),
		'latin1',
	);

function repoWithOld(): string {
	const repo = fixtureRepo();
	writeFileSync(path.join(repo, 'old.js'), before);
	git(repo, 'add', 'old.js');
	git(repo, 'commit', '--quiet', '-m', 'Old');
	return repo;
}

const block = (search: string, replace: string) => ({
	edits: [{path: 'old.js', search, replace}],
	diff: '',
	note: 'Done.',
	read: [],
});
const diff = (lines: readonly string[]) => ({
	diff: `diff --git a/old.js b/old.js\n--- a/old.js\n+++ b/old.js\n@@ -1,5 +1,5 @@\n${lines.join('\n')}\n`,
	note: 'Done.',
	read: [],
});
const shown = [
	'// \\x83e\\x83X\\x83g',
	'// gr\\xFC\\xDFe',
	'const a = 1;',
	'const name = "adm\\u200Bin";',
	'const b = 2;',
];

describe('a file in another encoding, with what nobody sees', () => {
	it.each([
		['a block beside it', {}, block('const a = 1;\n', 'const a = 3;\n'), 'const a = 1;', 'const a = 3;'],
		[
			'a block over its lines as they are shown',
			{},
			block(`${shown.slice(0, 3).join('\n')}\n`, `${shown.slice(0, 2).join('\n')}\nconst a = 3;\n`),
			'const a = 1;',
			'const a = 3;',
		],
		['a block that changes a line of it', {}, block(`${shown[1]}\n`, '// so gr\\xFC\\xDFe\n'), '// gr', '// so gr'],
		['a part of such a line', {}, block('const name', 'const role'), 'const name', 'const role'],
		[
			'a diff',
			{edits: 'diff'},
			diff([` ${shown[0]}`, ` ${shown[1]}`, '-const a = 1;', '+const a = 3;', ` ${shown[3]}`, ` ${shown[4]}`]),
			'const a = 1;',
			'const a = 3;',
		],
		[
			'a diff that changes such a line',
			{edits: 'diff'},
			diff([` ${shown[2]}`, `-${shown[3]}`, '+const role = "adm\\u200Bin";', ` ${shown[4]}`]),
			'const name',
			'const role',
		],
	])('keeps its other bytes after %s', async (_, config, step, from, to) => {
		const repo = repoWithOld();
		const answers = ({kind}: Asked) => (kind === 'step' ? step : undefined);
		const {build, outcome} = await run({config: {repo, accept: 'branch', ...config}, answers});
		expect([outcome, build.updates[0]?.note]).toEqual(['completed', 'Done.']);
		git(repo, 'checkout', '--quiet', '--force', build.handOver?.branch ?? '');
		expect(readFileSync(path.join(repo, 'old.js'))).toEqual(replaced(before, from, to));
	});

	it('is shown as escapes to builder and reviewer, and what a step brings in is pointed out to both', async () => {
		const repo = repoWithOld();
		const answers = ({kind, text}: Asked) => {
			if (kind === 'plan' && !text.includes('adm'))
				return {summary: 'Read first.', confidence: 0.5, steps: [], read: ['old.js']};
			return kind === 'step' ? block('const b = 2;\n', 'const b = "\u202Eevil";\n') : undefined;
		};
		const {asked} = await run({config: {repo}, answers});
		const told = asked.map(({text}) => text).join('\n');
		expect(told).toContain('adm\\u200Bin');
		expect(told).not.toContain('\u200B');
		const work = await openWorktree(folder(), repo);
		if ('problem' in work) throw new Error(work.problem);
		writeFileSync(path.join(work.record.path, 'new.js'), 'one();\nif (user !== "root\u202E") go();\n');
		const step = await takeStep(work, {key: 'c1-s1', title: 'A step'});
		expect(step).toMatchObject({
			ok: true,
			touched: [{kind: 'hidden-character', path: 'new.js', what: 'line 2 (major): U+202E, right-to-left override'}],
		});
	});
});
