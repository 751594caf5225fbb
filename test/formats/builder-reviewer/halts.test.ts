import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {readRunFolder} from '../../../src/formats/builder-reviewer/host/mailbox.ts';
import {verifyRun} from '../../../src/formats/builder-reviewer/verify-run.ts';
import {fixtureRepo, git, newFile, planOf, run, type Asked, type Ran, type Wanted} from './run-build.ts';

const check = 'node test.js';
const findings = ({runFolder}: Ran) => verifyRun({runId: path.basename(runFolder), files: readRunFolder(runFolder)});
const said = (file: string, ran: Ran) => readFileSync(path.join(ran.runFolder, file), 'utf8');

/** A reviewer that halts after the first of two steps, or scores the risk as it is told. */
const answers =
	({critical = false, risk = 'low'}: {critical?: boolean; risk?: string} = {}) =>
	({kind, attribute, text}: Asked) => {
		if (kind === 'plan')
			return text.includes('- comment:') ? planOf('Do as they say') : planOf('Write it down', 'Mend the sum');
		if (kind === 'plan-feedback')
			return {
				risk: text.includes('Do as they say') ? 'low' : risk,
				notes: [],
				additional_checks: [],
				alternative: null,
			};
		if (kind === 'watch' && critical && attribute('step') === 's1')
			return {severity: 'critical', reason: 'This deletes the archive.', evidence: null};
		if (kind === 'step' && attribute('step') === 's1')
			return {diff: newFile('NOTES.md', ['Sums.']), note: 'Told.', read: []};
		return undefined;
	};

async function halted(wanted: Wanted, decision: NonNullable<Wanted['decision']>) {
	const first = await run(wanted);
	expect([first.outcome, first.events.at(-1)?.type === 'debate-end']).toEqual([undefined, false]);
	expect(existsSync(path.join(first.runFolder, 'work'))).toBe(true);
	const pending: unknown = JSON.parse(said('decisions/pending.json', first));
	const second = await run({...wanted, at: first.at, decision});
	return {first, second, pending};
}

describe('a run that a critical alert halts', () => {
	const config = () => ({repo: fixtureRepo(), check, accept: 'branch', stepRetries: 0});

	it('keeps patch and question, and goes on with a person’s yes to an accepted branch', async () => {
		const {first, second, pending} = await halted(
			{config: config(), answers: answers({critical: true})},
			{decision: 'go on', comments: []},
		);
		expect(first.reason).toMatch(/This deletes the archive/u);
		expect(pending).toMatchObject({
			about: 'alert',
			patch: 'diffs/cycle-1.patch',
			options: ['go on', 'send back', 'stop'],
		});
		expect(said('diffs/cycle-1.patch', first)).toContain('+Sums.');
		expect([second.outcome, second.build.handOver?.accept]).toEqual(['completed', 'branch']);
		expect(second.build.updates[1]?.person).toEqual({about: 'alert', decision: 'go on', comments: []});
		expect(existsSync(path.join(second.runFolder, 'decisions/pending.json'))).toBe(false);
		expect(findings(second)).toEqual([]);
	}, 60_000);

	it('ends where they say stop, with patch, decision and log kept', async () => {
		const {second} = await halted(
			{config: config(), answers: answers({critical: true})},
			{decision: 'stop', comments: []},
		);
		expect([second.outcome, second.build.end?.status]).toEqual(['stopped', 'stopped']);
		expect(JSON.parse(said('decisions/final.json', second))).toMatchObject({status: 'stopped'});
		expect(said('diffs/cycle-1.patch', second)).toContain('+Sums.');
		expect(second.build.handOver?.note).toContain('diffs/cycle-1.patch');
		expect(findings(second)).toEqual([]);
	}, 60_000);

	it('is planned anew with their comments', async () => {
		const {second} = await halted(
			{config: config(), answers: answers({critical: true})},
			{decision: 'send back', comments: ['Leave the archive alone.']},
		);
		expect(second.asked.find(({kind}) => kind === 'plan')?.text).toContain('- comment: 1. Leave the archive alone.');
		expect(second.build.steps.map(({title}) => title)).toEqual(['Do as they say']);
		expect(second.outcome).toBe('completed');
		expect(findings(second)).toEqual([]);
	}, 60_000);
});

describe('a person', () => {
	it.each([
		['a high risk', {}, answers({risk: 'high'}), 'risk'],
		['any plan, if they want to', {approve: ['plan']}, answers(), 'plan'],
	])(
		'decides on %s before anything is done',
		async (_, more, who, about) => {
			const {first, second, pending} = await halted(
				{config: {repo: fixtureRepo(), check, ...more, stepRetries: 0}, answers: who},
				{decision: 'go on', comments: []},
			);
			expect(first.build.updates).toEqual([]);
			expect(pending).toMatchObject({about});
			expect(second.outcome).toBe('completed');
		},
		60_000,
	);

	it('sends accepted work back with comments, and takes it when it is done', async () => {
		const config = {repo: fixtureRepo(), check, approve: ['final'], accept: 'branch', stepRetries: 0};
		const wanted = {config, answers: answers()};
		const {second} = await halted(wanted, {decision: 'send back', comments: ['Name the file SUMS.md.']});
		expect([second.outcome, second.build.cycle]).toEqual([undefined, 2]);
		expect(second.asked.find(({kind}) => kind === 'plan')?.text).toContain('Name the file SUMS.md.');
		const third = await run({...wanted, at: second.at, decision: {decision: 'go on', comments: []}});
		expect([third.outcome, third.build.handOver?.accept]).toEqual(['completed', 'branch']);
		expect(findings(third)).toEqual([]);
	}, 60_000);
});

describe('whatever a run ends with', () => {
	it('its patch, decision and log are kept: a builder that falls silent', async () => {
		const ran = await run({
			config: {repo: fixtureRepo(), check, stepRetries: 0},
			answers: asked => {
				if (asked.kind === 'decision') throw new Error('no connection');
				return answers()(asked);
			},
		});
		expect(ran.outcome).toBe('failed');
		expect(said('diffs/cycle-1.patch', ran)).toContain('+\treturn a + b;');
		expect(JSON.parse(said('decisions/final.json', ran))).toMatchObject({status: 'failed'});
		expect(readdirSync(ran.runFolder)).toContain('builder-log.jsonl');
	}, 60_000);
});

describe('an accepted branch', () => {
	it('has one commit with what was done, why, and what the check said, or one a step', async () => {
		const repos = {one: fixtureRepo(), steps: fixtureRepo()};
		for (const commits of ['one', 'steps'] as const)
			await run({
				config: {repo: repos[commits], check, accept: 'branch', commits, stepRetries: 0},
				answers: asked =>
					asked.kind === 'decision'
						? {decision: 'accept', rationale: 'It adds.', comments: [], remarks: ['The name is short.']}
						: answers()(asked),
			});
		const log = (repo: string) =>
			git(repo, 'log', '--reverse', '--format=%B---', 'main..rostrum/2026-01-02-mend-the-sum');
		expect(log(repos.one).trim().split('---')).toHaveLength(2);
		expect(log(repos.one)).toMatch(
			/^Add instead of subtracting\n\nThe sum was a difference\.\n\nCheck: node test\.js passed\n\nReviewed: It adds\.\n\nRemark: The name is short\./u,
		);
		expect(log(repos.steps)).toMatch(
			/^Write it down\n\nTold\. Not done: the check failed \(exit code 1\)\.\n\nCheck: node test\.js failed \(exit code 1\)\n+---\nMend the sum\n\nIt adds now\.\n\nCheck: node test\.js passed/u,
		);
		expect(git(repos.steps, 'show', 'rostrum/2026-01-02-mend-the-sum:sum.js')).toContain('a + b');
		expect(git(repos.steps, 'show', 'rostrum/2026-01-02-mend-the-sum~1:sum.js')).toContain('a - b');
	}, 60_000);
});
