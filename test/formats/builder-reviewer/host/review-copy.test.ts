import {existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {fixtureRepo, folder, git, run, userState, type Asked} from '../run-build.ts';

const agents = {reviewer: 'agent:mine', reviewer_2: 'agent:other'};

/** What an agent finds in its copy, which it then does its worst to. */
function looksAround(found: Record<string, string[]>, {speaker, request}: Asked): undefined {
	const {folder, may} = request.workplace ?? {};
	if (speaker === 'builder' || folder === undefined) return undefined;
	const sum = path.join(folder, 'sum.js');
	(found[speaker] ??= []).push(
		`${may} ${readdirSync(folder).toSorted().join(' ')}: ${/return (.*);/u.exec(readFileSync(sum, 'utf8'))?.[1] ?? ''}`,
	);
	expect(statSync(sum).mode & 0o222).toBe(0);
	// An agent that allows itself to write, as root does.
	rmSync(sum, {force: true});
	writeFileSync(path.join(folder, 'left behind'), '');
	expect(() => git(folder, 'status')).toThrow(/not a git repository/u);
	return undefined;
}

describe('a coding agent that reviews', () => {
	it('reads a copy of the worktree as it is by then; what it writes reaches nothing, and nothing is left', async () => {
		const repo = fixtureRepo();
		symlinkSync('/etc', path.join(repo, 'way-out'));
		git(repo, 'add', 'way-out');
		git(repo, 'commit', '--quiet', '-m', 'A link', '--', 'way-out');
		const before = userState(repo);
		const found: Record<string, string[]> = {};
		const {outcome, build, runFolder, asked} = await run({
			config: {repo, reviewers: 2},
			called: agents,
			answers: each => looksAround(found, each),
		});
		expect(outcome).toBe('completed');
		const [planned, watched, decided] = ['a - b', 'a + b', 'a + b'].map(
			sum => `read .git package.json sum.js test.js way-out: ${sum}`,
		);
		expect(found).toEqual({
			reviewer: [planned, watched, decided],
			reviewer_2: [planned, watched, decided],
		});
		expect(build.updates.at(-1)?.diff).not.toContain('left behind');
		expect(existsSync(path.join(runFolder, 'review'))).toBe(false);
		expect(userState(repo)).toBe(before);
		const prompts = asked.filter(({speaker}) => speaker === 'reviewer').map(({text}) => text);
		for (const text of prompts) expect(text).toContain('Your working folder is a copy of the worktree');
	});

	it('has its copy again where a crash has cut it off', async () => {
		const repo = fixtureRepo();
		const config = {repo};
		const called = {reviewer: 'agent:mine'};
		const whole = await run({config, called});
		const copied = whole.events.findLast(event => JSON.stringify(event).includes('/review/reviewer"'));
		const cut = await run({config, called, crashAt: copied?.seq});
		rmSync(path.join(cut.runFolder, 'review', 'reviewer', 'sum.js'), {force: true});
		const found: Record<string, string[]> = {};
		const {outcome, runFolder} = await run({
			config,
			called,
			at: cut.at,
			answers: each => looksAround(found, each),
		});
		expect(outcome).toBe('completed');
		expect(found['reviewer']?.at(-1)).toBe('read .git package.json sum.js test.js: a + b');
		expect(existsSync(path.join(runFolder, 'review'))).toBe(false);
	});

	it('asks for files where there can be no copy, which the user is told', async () => {
		const at = folder();
		const answers = ({kind, request}: Asked): undefined => {
			const runs = path.join(at, 'runs');
			if (kind === 'plan') writeFileSync(path.join(runs, readdirSync(runs)[0] ?? '', 'review'), 'in the way');
			expect(request.workplace).toBeUndefined();
		};
		const {events, outcome, asked} = await run({
			config: {repo: fixtureRepo()},
			called: {reviewer: 'agent:mine'},
			at,
			answers,
		});
		expect(outcome).toBe('completed');
		expect(events).toContainEqual(
			expect.objectContaining({
				type: 'notice',
				text: expect.stringMatching(/^There is no copy of the worktree to read: .*It reads files by asking/u),
			}),
		);
		expect(asked.find(({kind}) => kind === 'decision')?.text).toContain('"read": files of the worktree');
	});
});
