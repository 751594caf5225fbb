import {existsSync, mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {builderReviewer} from '../../../../src/formats/builder-reviewer/builder-reviewer.ts';
import {some} from '../../../hunt/every.ts';
import {fixtureRepo, git, run, type Ran} from '../run-build.ts';

const name = '2026-01-02-mend-the-sum';
const check = 'node --run test';
const exitCode = ({state}: Ran): number => builderReviewer.endsWith?.(state)?.code ?? 0;

/** Locks a name as a git does that breaks off. */
const lock = (repo: string, ref: string): void => {
	const file = path.join(repo, '.git', 'refs', 'heads', `${ref}.lock`);
	mkdirSync(path.dirname(file), {recursive: true});
	writeFileSync(file, '');
};

describe('accepted work that goes to a branch', () => {
	const inTheWay: [string, (repo: string) => void, string][] = [
		['a branch called rostrum', repo => git(repo, 'branch', 'rostrum'), `rostrum-${name}`],
		[
			'such a branch among packed names',
			repo => {
				git(repo, 'branch', 'rostrum');
				git(repo, 'pack-refs', '--all');
			},
			`rostrum-${name}`,
		],
		['a branch below its name', repo => git(repo, 'branch', `rostrum/${name}/old`), `rostrum-${name}`],
		['a lock that was left on its name', repo => lock(repo, `rostrum/${name}`), `rostrum-${name}`],
		['its name, given to other work', repo => git(repo, 'branch', `rostrum/${name}`), `rostrum/${name}-2`],
		[
			'both of its names',
			repo => {
				git(repo, 'branch', 'rostrum');
				git(repo, 'branch', `rostrum-${name}`);
			},
			`rostrum-${name}-2`,
		],
	];
	it.each(some(inTheWay, 3))('gets another name beside %s', async (_, prepare, branch) => {
		const repo = fixtureRepo();
		prepare(repo);
		const ran = await run({config: {repo, check, accept: 'branch'}});
		expect([ran.outcome, ran.build.handOver?.accept, ran.build.handOver?.branch, exitCode(ran)]).toEqual([
			'completed',
			'branch',
			branch,
			0,
		]);
		expect(git(repo, 'show', `${branch}:sum.js`)).toContain('a + b');
	});

	it('is kept as a patch, with git’s words and the command that takes it, where git makes no branch at all', async () => {
		const repo = fixtureRepo();
		for (const ref of [`rostrum/${name}`, `rostrum-${name}`]) lock(repo, ref);
		const ran = await run({config: {repo, check, accept: 'branch'}});
		expect([ran.outcome, ran.build.end?.status, exitCode(ran)]).toEqual(['completed', 'accepted', 5]);
		const {accept, patch = '', note} = ran.build.handOver ?? {};
		expect(accept).toBe('none');
		expect(note).toContain('File exists');
		expect(note).toContain(`git -C ${repo} apply ${patch}`);
		expect(readFileSync(patch, 'utf8')).toContain('a + b');
	});
});

describe('accepted work whose repository changed before it was handed over', () => {
	it.each(['branch', 'patch'])('is kept as a patch, and the run ends as accepted (%s)', async accept => {
		const repo = fixtureRepo();
		const ran = await run({
			config: {repo, check, accept},
			onEvent(event) {
				if (event.type === 'message' && event.message.message_type === 'review.decision')
					renameSync(path.join(repo, '.git'), path.join(repo, '.git-away'));
			},
		});
		expect([ran.outcome, ran.build.end?.status, ran.build.handOver?.accept, exitCode(ran)]).toEqual([
			'completed',
			'accepted',
			'none',
			5,
		]);
		expect(existsSync(ran.build.handOver?.patch ?? '')).toBe(true);
	});

	it('is not written over what the user has changed meanwhile', async () => {
		const repo = fixtureRepo();
		const ran = await run({
			config: {repo, check, accept: 'patch'},
			onEvent(event) {
				if (event.type === 'message' && event.message.message_type === 'review.decision')
					writeFileSync(path.join(repo, 'sum.js'), 'mine\n');
			},
		});
		expect([ran.outcome, ran.build.handOver?.accept, exitCode(ran)]).toEqual(['completed', 'none', 5]);
		expect(ran.build.handOver?.note).toContain(`git -C ${repo} apply`);
		expect(readFileSync(path.join(repo, 'sum.js'), 'utf8')).toBe('mine\n');
	});
});
