import {existsSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {some} from '../../hunt/every.ts';
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
	userState,
	type Asked,
	workplaceOf,
} from './run-build.ts';

describe('a run on a repository', () => {
	it('plans, builds, checks, mends in a second cycle, and is accepted, with the user’s own branch and files untouched', async () => {
		const repo = fixtureRepo();
		const before = userState(repo);
		const answers = ({kind, attribute, text}: Asked) => {
			if (kind === 'plan')
				return attribute('cycle') === '1' ? planOf('Mend the sum', 'Say so') : planOf('Mend it for good');
			if (kind === 'plan-feedback')
				return {risk: 'medium', notes: ['Run the test.'], additional_checks: ['negative numbers'], alternative: null};
			if (kind === 'step' && attribute('cycle') === '2')
				return {diff: addDiff('a * b + 1', 'a + b'), note: 'Now it adds.', read: []};
			if (kind === 'step')
				return attribute('step') === 's1'
					? {diff: addDiff('a - b', 'a * b + 1'), note: 'It multiplies.', read: []}
					: {diff: newFile('CHANGES.md', ['# Changes', '', '- sums']), note: 'Told.', read: []};
			if (kind === 'watch')
				return text.includes('result="failed"')
					? {severity: 'warning', reason: 'The test fails.', evidence: '2 + 2 is 5'}
					: undefined;
			if (kind === 'decision')
				return text.includes('result="failed"') && !/<check[^>]*result="passed"/u.test(text)
					? {decision: 'revise', rationale: 'The test fails.', comments: ['Make add(2, 2) be 4.']}
					: undefined;
			return undefined;
		};
		const {messages, build, outcome, runFolder, asked} = await run({config: {repo, check: 'node --run test'}, answers});
		expect(outcome).toBe('completed');
		expect(kinds(messages)).toEqual([
			'session.start',
			'session.ack',
			'plan.proposed',
			'plan.feedback',
			'execution.update',
			'execution.alert',
			'execution.update',
			'execution.alert',
			'execution.update',
			'review.decision',
			'plan.proposed',
			'plan.feedback',
			'execution.update',
			'execution.update',
			'review.decision',
			'session.end',
		]);
		expect(build.baseline?.ok).toBe(false);
		expect(build.updates.map(({tests}) => tests?.ok)).toEqual([false, false, false, true, true]);
		expect(build.updates[0]?.tests?.output).toContain('2 + 2 is 5');
		expect(build.updates.at(-1)?.metrics).toMatchObject({
			files_changed: 2,
			insertions: 4,
			deletions: 1,
			'check-history': ['c1-s1 failed', 'c1-s2 failed', 'c2-s3 passed'],
		});
		expect(build.effectiveness).toMatchObject({
			truePositives: 3,
			falsePositives: 0,
			trueNegatives: 1,
			falseNegatives: 0,
		});
		expect(asked.find(({kind, attribute}) => kind === 'plan' && attribute('cycle') === '2')?.text).toContain(
			'- comment: 1. Make add(2, 2) be 4.',
		);
		expect(userState(repo)).toBe(before);
		expect(git(repo, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
		const patch = readFileSync(path.join(runFolder, 'diffs', 'cycle-2.patch'), 'utf8');
		expect(patch).toContain('+\treturn a + b;');
		expect(build.handOver?.note).toContain(path.join(runFolder, 'diffs', 'cycle-2.patch'));
		for (const file of [
			'plan.json',
			'builder-log.jsonl',
			'reviewer-log.jsonl',
			'telemetry.jsonl',
			'diffs/cycle-1.patch',
			'decisions/final.json',
		])
			expect(existsSync(path.join(runFolder, file)), file).toBe(true);
		expect(JSON.parse(readFileSync(path.join(runFolder, 'decisions/final.json'), 'utf8'))).toMatchObject({
			decision: 'accept',
			status: 'accepted',
			cycle: 2,
		});
	}, 60_000);

	it('takes accepted work to a new branch, or into the files, as the user chose', async () => {
		const branched = fixtureRepo();
		const before = userFiles(branched);
		const {build} = await run({config: {repo: branched, check: 'node test.js', accept: 'branch'}});
		expect(build.handOver).toMatchObject({accept: 'branch', branch: 'rostrum/2026-01-02-mend-the-sum'});
		expect(git(branched, 'show', 'rostrum/2026-01-02-mend-the-sum:sum.js')).toContain('a + b');
		// From the final diff, and not from what was tried on the way.
		const message = git(branched, 'log', '-1', '--format=%an %B', 'rostrum/2026-01-02-mend-the-sum').trim();
		expect(message).toMatch(
			/ Add instead of subtracting\n\nThe sum was a difference\.\n\nCheck: node test\.js passed/u,
		);
		expect(message).not.toContain('It adds now.');
		expect(git(branched, 'rev-parse', 'rostrum/2026-01-02-mend-the-sum^')).toBe(git(branched, 'rev-parse', 'main'));
		git(branched, 'branch', '-D', 'rostrum/2026-01-02-mend-the-sum');
		expect(userFiles(branched)).toBe(before);

		const patched = fixtureRepo();
		const {build: other} = await run({config: {repo: patched, accept: 'patch'}});
		expect(other.handOver?.accept).toBe('patch');
		expect(readFileSync(path.join(patched, 'sum.js'), 'utf8')).toContain('a + b');
		expect(git(patched, 'status', '--porcelain')).toContain(' M sum.js');
		expect(git(patched, 'log', '--oneline').trim().split('\n')).toHaveLength(1);
	}, 60_000);

	it('leaves the user’s files alone where the patch does not fit them any more', async () => {
		const repo = fixtureRepo();
		writeFileSync(path.join(repo, 'sum.js'), 'export const add = (a, b) => a + b;\n');
		const before = userState(repo);
		const {build, outcome} = await run({config: {repo, accept: 'patch'}});
		expect(outcome).toBe('completed');
		expect(build.handOver?.accept).toBe('none');
		expect(build.handOver?.note).toMatch(/patch does not apply/u);
		expect(userState(repo)).toBe(before);
	}, 30_000);

	it('shows files that are asked for, and what the repository has', async () => {
		const answers = ({kind, text}: Asked) => {
			if (kind === 'plan' && !text.includes('<file '))
				return {summary: '', confidence: 0, steps: [], read: ['sum.js', '../../etc/passwd', 'nowhere.js']};
			return undefined;
		};
		const {asked, outcome} = await run({config: {repo: fixtureRepo()}, answers});
		expect(outcome).toBe('completed');
		const [first, second] = asked.filter(({kind}) => kind === 'plan');
		expect(first?.text).toContain('<files count="3">\npackage.json\nsum.js\ntest.js\n</files>');
		expect(second?.text).toContain(
			'<file path="sum.js">\n// Sums, with a <b>tag</b> in a comment.\nexport function add(a, b) {\n\treturn a - b;',
		);
		expect(second?.text).toContain('<file path="../../etc/passwd" note="there is no such file">');
		expect(second?.text).toContain('<file path="nowhere.js" note="there is no such file">');
	}, 30_000);
});

describe('a diff', () => {
	it('that does not apply is sent back once with git’s own message, and then fails the step', async () => {
		const {build, asked, state} = await run({
			config: {repo: fixtureRepo()},
			answers: ({kind}) =>
				kind === 'step' ? {diff: addDiff('nothing of the kind', 'a + b'), note: 'Try.', read: []} : undefined,
		});
		const steps = asked.filter(({kind}) => kind === 'step');
		expect(steps).toHaveLength(2);
		expect(steps[1]?.text).toContain('error: patch failed: sum.js:1');
		expect(steps[1]?.text).toContain('<rejected>');
		expect(build.updates[0]).toMatchObject({step: 's1', status: 'failed'});
		expect(build.updates[0]?.note).toContain('sum.js: patch does not apply');
		expect(state.notices.some(({text}) => text.includes('sent back'))).toBe(true);
	}, 30_000);

	it('that is mended after it was sent back carries the step out', async () => {
		const {build} = await run({
			config: {repo: fixtureRepo()},
			answers: ({kind, text}) =>
				kind === 'step' && !text.includes('<rejected>') ? {diff: addDiff('x', 'y'), note: 'Try.', read: []} : undefined,
		});
		expect(build.updates[0]).toMatchObject({step: 's1', status: 'done'});
	}, 30_000);
});

describe('an answer that breaks off', () => {
	it.each(some(['plan', 'step', 'decision', 'watch', 'plan-feedback'], 2))(
		'in the middle of a %s is asked for again, and never taken for a whole one',
		async kind => {
			const whole: Readonly<Record<string, object>> = {
				plan: {
					steps: [
						{title: 'Mend the sum', files: ['sum.js'], tools: [], estimate: ''},
						{title: 'Lost', files: [], tools: [], estimate: ''},
					],
					read: [],
					confidence: 0.5,
					summary: 'Two steps.',
				},
				'plan-feedback': {alternative: null, notes: ['One.', 'Two.'], additional_checks: [], risk: 'high'},
				step: {diff: addDiff('a - b', 'a + b'), read: [], note: 'It adds.'},
				watch: {severity: 'warning', evidence: 'return a + b', reason: 'It adds.'},
				decision: {decision: 'revise', comments: ['One thing.', 'Another thing.'], rationale: 'Not yet.'},
			};
			const text = JSON.stringify(whole[kind]);
			const {asked, outcome, build} = await run({
				config: {repo: fixtureRepo(), maxCycles: 1},
				answers: asking =>
					asking.kind !== kind || asking.text.includes('could not be used')
						? undefined
						: text.slice(0, Math.ceil(text.length * 0.6)),
			});
			expect(outcome).toBe('completed');
			expect(asked.filter(asking => asking.kind === kind)).toHaveLength(2);
			expect(build.updates[0]).toMatchObject({status: 'done', metrics: {files_changed: 1}});
		},
		30_000,
	);
});

describe('the reviewer', () => {
	const twoSteps = ({kind, attribute}: Asked) => {
		if (kind === 'plan') return planOf('One', 'Two');
		return kind === 'step' ? {diff: newFile(`${attribute('step')}.md`, ['text']), note: 'Done.', read: []} : undefined;
	};

	it('stops the run before the next step with a critical alert, for a person to decide', async () => {
		const {messages, outcome, reason} = await run({
			answers: asked =>
				asked.kind === 'watch'
					? {severity: 'critical', reason: 'This deletes the archive.', evidence: null}
					: twoSteps(asked),
		});
		expect(kinds(messages)).toEqual([
			'session.start',
			'session.ack',
			'plan.proposed',
			'plan.feedback',
			'execution.update',
			'execution.alert',
		]);
		expect(outcome).toBeUndefined();
		expect(reason).toContain('This deletes the archive.');
	}, 30_000);

	it('hands an abort to the user, with its rationale', async () => {
		const {outcome, reason, build} = await run({
			answers: asked =>
				asked.kind === 'decision'
					? {decision: 'abort', rationale: 'The task contradicts itself.', comments: []}
					: twoSteps(asked),
		});
		expect(outcome).toBe('stopped');
		expect(reason).toBe('aborted by the reviewer, for you to decide: The task contradicts itself.');
		expect(build.end).toMatchObject({status: 'aborted'});
		expect(build.end?.summary).toContain('The task contradicts itself.');
	}, 30_000);

	it('who never agrees ends it in a deadlock after so many cycles', async () => {
		const {outcome, build} = await run({
			config: {maxCycles: 2},
			answers: asked =>
				asked.kind === 'decision'
					? {decision: 'revise', rationale: 'No.', comments: ['Do it otherwise.']}
					: asked.kind === 'step'
						? {diff: '', note: 'Nothing to do.', read: []}
						: twoSteps(asked),
		});
		expect(outcome).toBe('deadlock');
		expect(build.decisions).toHaveLength(2);
		expect(build.end?.status).toBe('deadlock');
	}, 30_000);

	it('may propose another plan, which is taken over, or declined with a reason', async () => {
		const alternative = (asked: Asked) =>
			asked.kind === 'plan-feedback'
				? {
						risk: 'medium',
						notes: [],
						additional_checks: [],
						alternative: {summary: 'Another way.', steps: [{title: 'Other step', files: [], tools: [], estimate: ''}]},
					}
				: twoSteps(asked);
		const taken = await run({
			answers: asked => (asked.kind === 'alternative' ? {taken: true, reason: 'It is safer.'} : alternative(asked)),
		});
		expect(taken.build.steps.map(({title}) => title)).toEqual(['Other step']);
		expect(taken.build.plan?.alternative).toEqual({taken: true, reason: 'It is safer.'});
		expect(taken.outcome).toBe('completed');
		const declined = await run({answers: alternative});
		expect(declined.build.steps.map(({title}) => title)).toEqual(['One', 'Two']);
		expect(declined.build.plan?.alternative).toEqual({taken: false, reason: 'Mine is shorter.'});
	}, 30_000);

	it('accepts a failing check: that is a fault of its own, and counted', async () => {
		const {build} = await run({
			config: {repo: fixtureRepo(), check: 'node test.js'},
			answers: ({kind}) =>
				kind === 'step' ? {diff: addDiff('a - b', 'a / b'), note: 'It divides.', read: []} : undefined,
		});
		expect(build.effectiveness).toMatchObject({truePositives: 0, falseNegatives: 1});
	}, 30_000);

	it('warns of what every check contradicts: a false positive', async () => {
		const {build} = await run({
			config: {repo: fixtureRepo(), check: 'node test.js'},
			answers: ({kind}) =>
				kind === 'watch' ? {severity: 'warning', reason: 'It cannot work.', evidence: null} : undefined,
		});
		expect(build.effectiveness).toMatchObject({truePositives: 0, falsePositives: 1, trueNegatives: 1});
	}, 30_000);
});

describe('a builder', () => {
	it('with hands of its own works in the worktree, and its diff is taken with git, whatever it did there', async () => {
		const repo = fixtureRepo();
		const before = userState(repo);
		const answers = (asked: Asked) => {
			const {kind} = asked;
			if (kind !== 'work') return undefined;
			const place = workplaceOf(asked);
			writeFileSync(path.join(place, 'sum.js'), 'export const add = (a, b) => a + b;\n');
			writeFileSync(path.join(place, 'more.md'), 'more\n');
			git(place, 'add', '.');
			git(place, 'commit', '--quiet', '-m', 'I commit although I was told not to');
			return 'I rewrote the sum. It adds now.';
		};
		const {build, outcome} = await run({config: {repo, check: 'node test.js', builderWorks: 'itself'}, answers});
		expect(outcome).toBe('completed');
		expect(build.updates[0]).toMatchObject({status: 'done', tests: {ok: true}, metrics: {files_changed: 2}});
		expect(userState(repo)).toBe(before);
	}, 30_000);

	it('who links out of the worktree is refused', async () => {
		const answers = (asked: Asked) => {
			const {kind} = asked;
			if (kind !== 'work') return undefined;
			symlinkSync('/etc', path.join(workplaceOf(asked), 'way-out'));
			return 'I made a link.';
		};
		const {build} = await run({config: {repo: fixtureRepo(), builderWorks: 'itself'}, answers});
		expect(build.updates[0]).toMatchObject({status: 'failed'});
		expect(build.updates[0]?.note).toContain('"way-out" is a symbolic link');
	}, 30_000);

	it('without a repository works on texts in a folder of its own', async () => {
		const {outcome, runFolder, build} = await run({
			answers: ({kind}) =>
				kind === 'step' ? {diff: newFile('poem.md', ['# Rain', 'It falls.']), note: 'Written.', read: []} : undefined,
		});
		expect(outcome).toBe('completed');
		expect(readFileSync(path.join(runFolder, 'work', 'poem.md'), 'utf8')).toBe('# Rain\nIt falls.\n');
		expect(build.handOver?.note).toContain(path.join(runFolder, 'work'));
	}, 30_000);

	it.each([
		['is no repository', folder, /no git repository/u],
		[
			'is a file',
			() => {
				const file = path.join(folder(), 'notes.md');
				writeFileSync(file, 'no folder\n');
				return file;
			},
			/there is no folder .*notes\.md/u,
		],
		['is not there', () => path.join(folder(), 'gone'), /there is no folder .*gone/u],
	])(
		'in a place that %s never begins',
		async (_, place, message) => {
			const {outcome, reason} = await run({config: {repo: place()}});
			expect(outcome).toBe('failed');
			expect(reason).toMatch(message);
		},
		30_000,
	);
});
