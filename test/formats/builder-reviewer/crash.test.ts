import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {readRunFolder} from '../../../src/formats/builder-reviewer/host/mailbox.ts';
import {verifyRun} from '../../../src/formats/builder-reviewer/verify-run.ts';
import {every} from '../../hunt/every.ts';
import {
	addDiff,
	fixtureRepo,
	folder,
	git,
	kinds,
	newFile,
	planOf,
	run,
	userFiles,
	type Asked,
	type Ran,
	type Wanted,
} from './run-build.ts';

const answers = ({kind, attribute}: Asked) => {
	if (kind === 'plan') return planOf('Mend', 'Tell');
	if (kind === 'step')
		return {
			diff: attribute('step') === 's1' ? addDiff('a - b', 'a + b') : newFile('CHANGES.md', ['- it adds']),
			note: 'Done.',
			read: [],
		};
	return kind === 'watch' && attribute('step') === 's2'
		? {severity: 'info', reason: 'Told well.', evidence: null}
		: undefined;
};

const wanted = (repo: string): Wanted => ({
	config: {repo, check: 'node test.js', accept: 'branch'},
	answers,
	at: folder(),
});
const told = (file: string) =>
	readdirSync(file)
		.filter(name => name.endsWith('.json'))
		.map(name => name.replace(/^\w+-/u, ''))
		.sort();

describe('a run whose process is killed', () => {
	it('right behind any of its effects goes on to the same end, with no step applied and no message sent twice', async () => {
		const whole = await run(wanted(fixtureRepo()));
		expect(whole.outcome).toBe('completed');
		const effects = whole.events.filter(event => event.type === 'step-end' && event.step?.includes(' perform ')).length;
		expect(effects).toBeGreaterThan(15);
		const applied = whole.events
			.filter(event => event.type === 'step-end' && event.step?.includes(' perform '))
			.flatMap((event, place) =>
				'step' in event && event.step?.includes('apply-diff') ? [{crashBefore: place + 1}] : [],
			);
		expect(applied).toHaveLength(2);
		for (const crash of applied) await goesOn(crash, whole);
		for (let crashAfter = 1; crashAfter <= effects; crashAfter += every(18, 9)) await goesOn({crashAfter}, whole);
	}, 300_000);

	it('anywhere in its journal goes on to the same end', async () => {
		const whole = await run(wanted(fixtureRepo()));
		expect(whole.events.length).toBeGreaterThan(100);
		for (let crashAt = 1; crashAt < whole.events.length; crashAt += every(114, 57)) await goesOn({crashAt}, whole);
	}, 1_200_000);
});

/** Lets a run crash, and holds what it comes to afterwards against one that did not. */
async function goesOn(crash: Pick<Wanted, 'crashAfter' | 'crashBefore' | 'crashAt'>, whole: Ran): Promise<void> {
	const where = JSON.stringify(crash);
	const repo = fixtureRepo();
	const before = userFiles(repo);
	const one = wanted(repo);
	const killed = await run({...one, ...crash});
	expect(killed.outcome, where).toBeUndefined();
	const resumed = await run(one);
	expect(resumed.outcome, where).toBe('completed');
	expect(kinds(resumed.messages), where).toEqual(kinds(whole.messages));
	expect(told(path.join(resumed.runFolder, 'mailbox')), where).toEqual(told(path.join(whole.runFolder, 'mailbox')));
	expect(readFileSync(path.join(resumed.runFolder, 'diffs/cycle-1.patch'), 'utf8'), where).toBe(
		readFileSync(path.join(whole.runFolder, 'diffs/cycle-1.patch'), 'utf8'),
	);
	expect(
		git(repo, 'branch', '--list', 'rostrum/*', '--format=%(refname:short)').trim().split('\n'),
		where,
	).toHaveLength(1);
	expect(verifyRun({runId: path.basename(resumed.runFolder), files: readRunFolder(resumed.runFolder)}), where).toEqual(
		[],
	);
	expect(userFiles(repo), where).toBe(before);
	expect(git(repo, 'worktree', 'list').trim().split('\n'), where).toHaveLength(1);
}
