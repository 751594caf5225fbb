import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {followRun, verifyRunFolder} from '../../../src/formats/builder-reviewer/host/run-folder.ts';
import type {RunEvent} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {builder, reviewer, start} from './other-program.ts';
import {fixtureRepo, folder, kinds, newFile, planOf, run, type Asked} from './run-build.ts';

const newRun = (): string => path.join(folder(), '2026-01-02-foreign');
const twoSteps = ({kind, attribute}: Asked) =>
	kind === 'plan'
		? planOf('One', 'Two')
		: kind === 'step'
			? {diff: newFile(`${attribute('step')}.md`, ['x']), note: 'x', read: []}
			: undefined;

describe('a side that is another program', () => {
	it('reviews: its messages are taken, its rubbish is set aside, and the run goes on', async () => {
		const runFolder = newRun();
		const other = start(reviewer, runFolder, 'reviewer');
		const {outcome, messages, build} = await run({
			config: {repo: fixtureRepo(), side: 'builder', runFolder, listenMs: 50},
			answers: twoSteps,
		});
		expect(await other).toBe(0);
		expect(outcome).toBe('completed');
		expect(kinds(messages)).toEqual([
			'session.start',
			'session.ack',
			'plan.proposed',
			'plan.feedback',
			'execution.update',
			'execution.update',
			'execution.update',
			'review.decision',
			'session.end',
		]);
		expect(build.refused).toMatchObject([{rule: 'name'}].map(() => ({file: '20200101T000000000Z-reviewer-junk.json'})));
		expect(build.updates.at(-1)?.metrics).toMatchObject({'file-list': ['s1.md', 's2.md']});
		expect(readdirSync(path.join(runFolder, 'mailbox', 'rejected'))).toHaveLength(2);
		expect(verifyRunFolder(runFolder).findings).toEqual([]);
	}, 60_000);

	it('need not keep a log: then its messages are in one of ours', async () => {
		const runFolder = newRun();
		const silent = reviewer.replace('cat "$box/.$name.tmp" >> "$log"; echo >> "$log"; ', '');
		const other = start(silent, runFolder, 'reviewer');
		await run({config: {side: 'builder', runFolder, listenMs: 50}, answers: twoSteps});
		expect(await other).toBe(0);
		const log = readFileSync(path.join(runFolder, 'reviewer-log.jsonl'), 'utf8').trim().split('\n');
		expect(log.map((line): unknown => JSON.parse(line))).toMatchObject(
			['session.ack', 'plan.feedback', 'review.decision'].map(message_type => ({
				message_type,
				file: expect.stringContaining(message_type),
			})),
		);
		expect(verifyRunFolder(runFolder).findings).toEqual([]);
	}, 60_000);

	it('halts the builder with a critical alert before the next step', async () => {
		const runFolder = newRun();
		const other = start(
			reviewer.replace(
				'\n$3\n',
				'\nsend execution.alert \'{"severity":"critical","reason":"Stop at once."}\'; exit 0\n',
			),
			runFolder,
			'reviewer',
		);
		const {outcome, reason, build} = await run({
			config: {side: 'builder', runFolder, listenMs: 20_000},
			answers: twoSteps,
		});
		await other;
		expect(outcome).toBeUndefined();
		expect(reason).toContain('Stop at once.');
		expect(build.updates.map(({step}) => step)).toEqual(['s1']);
	}, 60_000);

	it('builds: what it reports is watched and judged', async () => {
		const runFolder = newRun();
		const other = start(builder, runFolder, 'builder');
		const {outcome, messages, asked} = await run({config: {side: 'reviewer', runFolder}});
		expect(await other).toBe(0);
		expect(outcome).toBe('completed');
		expect(kinds(messages)).toEqual([
			'session.start',
			'session.ack',
			'plan.proposed',
			'plan.feedback',
			'execution.update',
			'execution.update',
			'review.decision',
			'session.end',
		]);
		expect(asked.map(({kind}) => kind)).toEqual(['plan-feedback', 'watch', 'decision']);
		expect(asked.find(({kind}) => kind === 'watch')?.text).toContain('--- dust');
		expect(verifyRunFolder(runFolder).findings).toEqual([]);
	}, 60_000);

	it('that does not come ends the run, and says where it was waited for', async () => {
		const runFolder = newRun();
		const {outcome, reason} = await run({config: {side: 'builder', runFolder, otherSideMs: 100}});
		expect(outcome).toBe('failed');
		expect(reason).toContain(path.join(runFolder, 'mailbox'));
	}, 30_000);
});

describe('watching a run of other programs', () => {
	it('tells it as it comes, to its end', async () => {
		const runFolder = newRun();
		const events: RunEvent[] = [];
		const running = run({config: {side: 'reviewer', runFolder}});
		const other = start(builder, runFolder, 'builder');
		await running;
		await other;
		for await (const event of followRun(runFolder, AbortSignal.timeout(20_000))) events.push(event);
		const state = fold(events);
		expect(state.outcome).toBe('completed');
		expect(state.start?.subject.text).toBe('Sweep the floor');
		expect(state.turns.map(({speaker}) => speaker)).toEqual([
			'builder',
			'reviewer',
			'builder',
			'reviewer',
			'builder',
			'builder',
			'reviewer',
			'builder',
		]);
		expect(state.turns.every(({finish, text}) => finish === 'complete' && text !== '')).toBe(true);
		expect(state.formats.builderReviewer).toMatchObject({cycle: 1, feedback: {risk: 'low'}, end: {status: 'accepted'}});
	}, 60_000);
});
