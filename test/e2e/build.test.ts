/**
 * Runs of builder and reviewer on a terminal: every wait is for something on the screen, none for time.
 */
import {mkdirSync, mkdtempSync, readdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {builder, reviewer, start} from '../formats/builder-reviewer/other-program.ts';
import {fixtureRepo, git, userFiles, userState} from '../formats/builder-reviewer/run-build.ts';
import {openHere, patient} from './rostrum.ts';
import type {TerminalApp, TerminalOptions} from './term.ts';

const fresh = (): string => mkdtempSync(path.join(tmpdir(), 'rostrum-build-'));

const open = (args: readonly string[], options: TerminalOptions = {}, home = fresh()): TerminalApp =>
	openHere(home, args, options);

/** A run on a repository whose check passes, since rehearsal voices add texts to it. */
function building(repo: string, options: TerminalOptions = {}, more: readonly string[] = []): TerminalApp {
	return open(
		[
			'run',
			'builder-reviewer',
			'--goal',
			'Document the sums',
			'--repo',
			repo,
			'--check',
			'test -f sum.js',
			'--voice',
			'rehearsal',
			'--seed',
			'7',
			'--pace',
			'instant',
			'--out',
			fresh(),
			...more,
		],
		options,
	);
}

const branches = (repo: string): string[] =>
	git(repo, 'branch', '--list', 'rostrum/*', '--format=%(refname:short)')
		.trim()
		.split('\n')
		.filter(name => name !== '');
const files = (repo: string): string => userFiles(repo);
const taken = 'What should happen';

describe('accepted work', () => {
	it('becomes a branch by one key, on a small screen, after a resize and a question that was put aside', async () => {
		const repo = fixtureRepo();
		const before = files(repo);
		const app = building(repo, {columns: 80, rows: 24});
		await app.waitFor(taken, patient);
		expect(app.text()).toMatch(
			/❯ branch: .*\n.*patch: into your files, not committed *\n.*none: take nothing; the patch stays/u,
		);
		expect(app.text()).toContain('cycle 2 of 3 · accept');
		expect(branches(repo)).toEqual([]);
		app.resize(60, 15);
		await app.waitFor(/none: take nothing; the patch stays in the run’s folder *\n.*enter confirm/u);
		await app.press('esc');
		await app.waitFor('a answer');
		expect(app.text()).not.toContain(taken);
		await app.press('a');
		await app.waitFor(taken);
		await app.press('enter');
		await app.waitFor('accepted', patient);
		expect(branches(repo)).toHaveLength(1);
		expect(files(repo)).toBe(before);
		expect(
			git(repo, 'diff', '--name-only', 'HEAD', branches(repo)[0] ?? '')
				.trim()
				.split('\n'),
		).toHaveLength(3);
	}, 90_000);

	it('goes into the files where that is chosen, and the first of many keys in a burst counts', async () => {
		const repo = fixtureRepo();
		const app = building(repo, {columns: 120, rows: 40});
		await app.waitFor(taken, patient);
		await app.press('down');
		await app.waitFor('❯ patch');
		app.write('\r\r\r');
		await app.waitFor('accepted', patient);
		expect(git(repo, 'status', '--porcelain').match(/^\?\? .*\.md$/gmu)).toHaveLength(3);
		expect(branches(repo)).toEqual([]);
	}, 90_000);

	it('is not taken where the user does not want it, without colours', async () => {
		const repo = fixtureRepo();
		const before = userState(repo);
		const app = building(repo, {columns: 60, rows: 20, env: {NO_COLOR: '1'}});
		let colours = 0;
		app.onData(text => {
			colours += text.match(/\u001B\[(?:3[0-7]|38|9[0-7])[;m]/gu)?.length ?? 0;
		});
		await app.waitFor(taken, patient);
		await app.press('up');
		await app.waitFor('❯ none');
		await app.press('enter');
		await app.waitFor('accepted', patient);
		expect(userState(repo)).toBe(before);
		expect(colours).toBe(0);
	}, 90_000);
});

describe('a reviewer who says no', () => {
	it.each([
		['abort', 'aborted by the reviewer, for you to decide', 'Nobody has said whose sums these are.', 3],
		['halt', 'stopped', 'This would be sent to customers.', 1],
		['never', 'deadlock', 'Make it better.', 3],
	])(
		'to everything (%s) hands the run over to the user, who sees why',
		async (mode, ending, why, steps) => {
			const [repo, home] = [fixtureRepo(), fresh()];
			const before = userState(repo);
			writeFileSync(
				path.join(home, 'settings.json'),
				JSON.stringify({
					agents: {
						stern: {
							command: process.execPath,
							args: [path.resolve('test/fixtures/stern-reviewer.ts'), mode],
							name: 'Stern',
							speaks: 'text',
							bare: {},
						},
					},
				}),
			);
			const out = fresh();
			const app = open(
				[
					'run',
					'builder-reviewer',
					'--goal',
					'Document the sums',
					'--repo',
					repo,
					'--check',
					'true',
					'--builder',
					'rehearsal',
					'--reviewer',
					'agent:stern',
					'--max-cycles',
					'1',
					'--seed',
					'7',
					'--pace',
					'instant',
					'--out',
					out,
				],
				{columns: 80, rows: 40},
				home,
			);
			await app.waitFor('Enter starts it');
			await app.press('enter');
			await app.waitFor('risk high ●●●', patient);
			await app.waitFor('❯ go on as it is', patient);
			await app.press('enter');
			if (mode === 'halt') {
				await app.waitFor('Does it go on?', patient);
				await app.press('up', 'enter');
			}
			const flat = (): string => app.text().replaceAll(/[\s│]+/gu, ' ');
			for (let tries = 0; tries < 400 && !(flat().includes(ending) && flat().includes(why)); tries++)
				await new Promise(resolve => setTimeout(resolve, 50));
			expect(flat()).toContain(ending);
			expect(flat()).toContain(why);
			const {events} = readJournal(path.join(out, readdirSync(out)[0] ?? '', 'debate.jsonl'));
			expect(fold(events).formats.builderReviewer.updates.filter(({final}) => !final)).toHaveLength(steps);
			expect(userState(repo)).toBe(before);
		},
		90_000,
	);
});

describe('watching', () => {
	it('shows a run that other programs make, as it comes and to its end', async () => {
		const runFolder = path.join(fresh(), '2026-01-02-foreign');
		mkdirSync(path.join(runFolder, 'mailbox', 'rejected'), {recursive: true});
		const app = open(['watch', runFolder], {columns: 100, rows: 30});
		const two = start(builder, runFolder, 'builder');
		await app.waitFor('Sweep the floor', patient);
		const one = start(
			reviewer.replace('execution.update-c1-s1', 'execution.update').replace('await execution.update-c1-final\n', ''),
			runFolder,
			'reviewer',
		);
		await app.waitFor('risk medium ●●○', patient);
		await app.waitFor('sweep Sweep', patient);
		await app.waitFor(/accepted/u, patient);
		expect([await one, await two]).toEqual([0, 0]);
		expect(app.text()).toContain('Run 2026-01-02-foreign');
	}, 90_000);
});
