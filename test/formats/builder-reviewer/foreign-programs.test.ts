import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {verifyRunFolder} from '../../../src/formats/builder-reviewer/host/run-folder.ts';
import {fixtureRepo, folder, kinds, run, addDiff, type Asked} from './run-build.ts';

const fixtures = path.join(import.meta.dirname, '../../fixtures/builder-reviewer');

/** Starts a side that was written from the docs alone; gives its exit code. */
function start(side: 'builder' | 'reviewer', runFolder: string): Promise<number | null> {
	const file = path.join(fixtures, `foreign-${side}.mjs`);
	// Nothing of Rostrum is in it.
	expect(
		[...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/gu)].every(([, from = '']) => from.startsWith('node:')),
	).toBe(true);
	const child = spawn(process.execPath, [file, runFolder], {stdio: ['ignore', 'ignore', 'inherit']});
	return new Promise(resolve => {
		child.once('close', resolve);
	});
}

const newRun = (): string => path.join(folder(), '2026-01-02-foreign');

it('a builder that follows the message table and no more makes a sound run', async () => {
	const runFolder = newRun();
	const other = start('builder', runFolder);
	const answers = ({kind, attribute, text}: Asked) => {
		if (kind === 'plan-feedback' && attribute('cycle') === '1')
			return {
				risk: 'low',
				notes: [],
				additional_checks: [],
				alternative: {summary: 'Otherwise.', steps: [{title: 'One'}, {title: 'Two'}]},
			};
		if (kind === 'decision' && text.includes('a * b'))
			return {decision: 'revise', comments: ['It must add.'], rationale: ''};
		return undefined;
	};
	const {outcome, messages} = await run({config: {side: 'reviewer', runFolder}, answers});
	expect([await other, outcome]).toEqual([0, 'completed']);
	expect(kinds(messages).filter(kind => kind === 'plan.proposed')).toHaveLength(3);
	expect(messages.at(-1)?.body).toMatchObject({status: 'accepted'});
	expect(verifyRunFolder(runFolder).findings).toEqual([]);
	expect(readFileSync(path.join(runFolder, 'diffs/cycle-2.patch'), 'utf8')).toContain('a + b');
}, 60_000);

it('a builder is told of a critical alert, and ends the run', async () => {
	const runFolder = newRun();
	const other = start('builder', runFolder);
	const {outcome, messages} = await run({
		config: {side: 'reviewer', runFolder},
		answers: ({kind}) => (kind === 'watch' ? {severity: 'critical', reason: 'Stop.', evidence: null} : undefined),
	});
	expect([await other, outcome]).toEqual([0, 'stopped']);
	expect(messages.at(-1)?.body).toMatchObject({status: 'halted'});
	expect(verifyRunFolder(runFolder).findings).toEqual([]);
}, 60_000);

it('a reviewer that follows the message table and no more reviews a run of ours, refusals and alternative included', async () => {
	const runFolder = newRun();
	const other = start('reviewer', runFolder);
	const {outcome, messages, build} = await run({
		config: {side: 'builder', runFolder, repo: fixtureRepo(), check: 'node test.js', stepRetries: 0, listenMs: 300},
		answers: ({kind, attribute}) => {
			if (kind === 'alternative') return {taken: true, reason: 'It is better.'};
			if (kind !== 'step') return undefined;
			const [from, to] = attribute('cycle') === '1' ? ['a - b', 'a * b + 1'] : ['a * b + 1', 'a + b'];
			return {diff: addDiff(from, to), note: '', read: []};
		},
	});
	expect([await other, outcome]).toEqual([0, 'completed']);
	expect(build.refused.map(({rule}) => rule)).toEqual(['body', 'body']);
	expect(build.alerts).toMatchObject([{severity: 'warning', step: 'other-1'}]);
	expect(build.decisions.map(({decision}) => decision)).toEqual(['revise', 'accept']);
	expect(messages.at(-1)?.body).toMatchObject({status: 'accepted'});
	expect(verifyRunFolder(runFolder).findings).toEqual([]);
}, 60_000);
