import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {splitSentences} from '../../src/debate/text/sentences.ts';
import {readRunFolder} from '../../src/formats/builder-reviewer/host/mailbox.ts';
import {verifyRun} from '../../src/formats/builder-reviewer/verify-run.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {every} from '../hunt/every.ts';
import {fixtureRepo, run, scripted, type Asked} from '../formats/builder-reviewer/run-build.ts';

const goals = [
	'Write a first-day guide for a new member of a small team.',
	'Draft a plan for moving a family archive from paper to disk.',
	'Mend the build',
];

/** Both seats on the rehearsal speaker. */
const rehearsed = (seed: number) =>
	new Map(
		['builder', 'reviewer'].map(id => [
			id,
			scripted(
				id,
				[],
				({request}: Asked) =>
					rehearse(request.messages, {seed, ...(request.schema ? {schema: request.schema} : {})}).text,
			),
		]),
	);

describe('a rehearsed run', () => {
	it.each(goals.flatMap((goal, place) => [1, 2].slice(0, 3 - every(2)).map(seed => ({goal, seed: seed + place * 10}))))(
		'of “$goal” has a warning, a revision and an end with seed $seed',
		async ({goal, seed}) => {
			const {outcome, build, runFolder, state} = await run({goal, voices: rehearsed(seed)});
			expect(outcome).toBe('completed');
			expect(build.alerts.map(({severity}) => severity)).toContain('warning');
			expect(build.decisions.map(({decision}) => decision)).toEqual(['revise', 'accept']);
			expect(build.end?.status).toBe('accepted');
			const texts = readdirSync(path.join(runFolder, 'work')).filter(name => name.endsWith('.md'));
			expect(texts).toHaveLength(3);
			for (const name of texts)
				expect(readFileSync(path.join(runFolder, 'work', name), 'utf8')).not.toMatch(/TBD|TODO|[{}]|\|[a-z ]+\)/u);
			expect(verifyRun({runId: path.basename(runFolder), files: readRunFolder(runFolder)})).toEqual([]);
			for (const {text} of state.turns) expect(new Set(splitSentences(text)).size).toBe(splitSentences(text).length);
		},
		60_000,
	);

	it('on a repository writes texts, and its reviewer follows the check', async () => {
		const {outcome, build} = await run({
			goal: 'Document the sums',
			config: {repo: fixtureRepo(), check: 'node test.js'},
			voices: rehearsed(5),
		});
		expect(build.baseline?.ok).toBe(false);
		expect(outcome).toBe('completed');
	}, 60_000);
});
