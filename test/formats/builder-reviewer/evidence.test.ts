import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {addDiff, fixtureRepo, git, newFile, planOf, run, type Asked} from './run-build.ts';

const check = 'node test.js';
const message = '2 + 2 is 0';

describe('the builder', () => {
	it('mends what it was shown of the failing check: before the plan, and in one cycle', async () => {
		const {asked, build, outcome} = await run({
			config: {repo: fixtureRepo(), check, accept: 'branch'},
			answers: ({kind, text}) =>
				kind === 'step' && !text.includes(message)
					? {diff: newFile('guess.js', ['// I guess.']), note: 'I see nothing to go by.', read: []}
					: undefined,
		});
		const plan = asked.find(({kind}) => kind === 'plan')?.text ?? '';
		expect(plan).toMatch(/<check [^>]*result="failed"[^>]*of="before anything was done"[^>]*>[^]*2 \+ 2 is 0/u);
		// What the failure names is there to be read without being asked for.
		expect(plan).toContain('<file path="test.js">\nimport {add}');
		// So is what the failing test imports, and before it.
		expect(plan).toMatch(/<file path="sum\.js">[^]*<file path="test\.js">/u);
		// A step is shown the files that it names, and the paths beside them.
		const step = asked.find(({kind}) => kind === 'step')?.text ?? '';
		expect([...step.matchAll(/<file path="(?<path>[^"]+)"/gu)].map(({groups}) => groups?.['path'])).toEqual(['sum.js']);
		expect(step).toMatch(/<files count="3" beside="\.">[^]*- named by the failure: test\.js/u);
		// Nobody is asked to say that they are there.
		expect(asked.map(({kind}) => kind)).toEqual(['plan', 'plan-feedback', 'step', 'watch', 'decision', 'commit']);
		expect([outcome, build.decisions.length, build.handOver?.accept]).toEqual(['completed', 1, 'branch']);
		expect(build.updates.at(-1)?.tests?.ok).toBe(true);
	}, 30_000);

	it('tries a step again whose check fails, on top of what it did, and reports all of it as one', async () => {
		const tries: Asked[] = [];
		const {build, state} = await run({
			config: {repo: fixtureRepo(), check},
			answers: asked => {
				if (asked.kind !== 'step') return undefined;
				tries.push(asked);
				const diffs = [addDiff('a - b', 'a * b + 1'), addDiff('a * b + 1', 'a / b'), addDiff('a / b', 'a + b')];
				return {diff: diffs[tries.length - 1], note: `Try ${tries.length}.`, read: []};
			},
		});
		expect(tries).toHaveLength(3);
		expect(tries[1]?.text).toMatch(/try 2 of 3[^]*\+\treturn a \* b \+ 1;[^]*<check [^>]*of="s1"[^]*2 \+ 2 is 5/u);
		expect(tries[1]?.text).not.toContain(message);
		expect(tries[2]?.text).toContain('2 + 2 is 1');
		expect(build.updates).toHaveLength(2);
		expect(build.updates[0]).toMatchObject({step: 's1', note: 'Try 1. Try 2. Try 3.', tests: {ok: true}});
		expect(build.updates[0]?.diff).toMatch(/-\treturn a - b;\n\+\treturn a \+ b;/u);
		expect(state.notices.map(({text}) => text)).toContain('The check failed (exit code 1) after s1: try 2 of 3.');
	}, 30_000);

	it('stops trying when it changes nothing more, when a try does not apply, and where none is left', async () => {
		const steps = async (diff: (attempt: number) => string, stepRetries?: number) => {
			let attempt = 0;
			const {build} = await run({
				config: {repo: fixtureRepo(), check, ...(stepRetries === undefined ? {} : {stepRetries})},
				answers: ({kind}) => (kind === 'step' ? {diff: diff(++attempt), note: 'Try.', read: []} : undefined),
			});
			expect(build.updates[0]).toMatchObject({
				status: 'failed',
				note: expect.stringContaining('Not done: the check failed'),
				tests: {ok: false},
			});
			return attempt;
		};
		expect(await steps(() => '')).toBe(2);
		// One that does not apply is sent back once.
		expect(await steps(attempt => (attempt === 1 ? addDiff('a - b', 'a * 3') : addDiff('nowhere', 'a + b')))).toBe(3);
		expect(await steps(() => addDiff('a - b', 'a * 3'), 0)).toBe(1);
	}, 60_000);

	it('is not asked again where its plan says what the check still fails with, which the reviewer reads too', async () => {
		const {asked, build} = await run({
			config: {repo: fixtureRepo(), check},
			answers: ({kind, attribute}) => {
				if (kind === 'plan') {
					const [one, two] = planOf('Write it down', 'Mend the sum').steps;
					return {
						...planOf(),
						steps: [
							{...one, expect: 'add(2, 2) is wrong until s2'},
							{...two, expect: 'passes'},
						],
					};
				}
				return kind === 'step' && attribute('step') === 's1'
					? {diff: newFile('NOTES.md', ['Sums.']), note: 'Told.', read: []}
					: undefined;
			},
		});
		expect(build.steps.map(({expect: said}) => said)).toEqual(['add(2, 2) is wrong until s2', undefined]);
		expect(asked.filter(({kind}) => kind === 'step')).toHaveLength(2);
		expect(asked.find(({kind}) => kind === 'watch')?.text).toContain('- expect: add(2, 2) is wrong until s2');
	}, 30_000);
});

describe('a step whose plan quotes what the check still fails with', () => {
	const after = async (expected: string) => {
		const {asked, build} = await run({
			config: {repo: fixtureRepo(), check, stepRetries: 1},
			answers: ({kind, attribute}) => {
				if (kind === 'plan') {
					const [one, two] = planOf('Write it down', 'Mend the sum').steps;
					return {...planOf(), steps: [{...one, expect: expected}, two]};
				}
				return kind === 'step' && attribute('step') === 's1'
					? {diff: newFile('NOTES.md', ['Sums.']), note: 'Told.', read: []}
					: undefined;
			},
		});
		return {
			status: build.updates[0]?.status,
			note: build.updates[0]?.note,
			tries: asked.filter(({kind, attribute}) => kind === 'step' && attribute('step') === 's1').length,
		};
	};

	it('is done where that is what it fails with, and not where it fails otherwise', async () => {
		expect(await after('"2 + 2  is 0" until s2')).toMatchObject({status: 'done', tries: 1});
		expect(await after('"2 + 2 is 7" until s2')).toMatchObject({
			status: 'failed',
			tries: 3,
			note: expect.stringContaining('and not with what the plan expects'),
		});
	}, 60_000);
});

describe('builder and reviewer', () => {
	const revised = () => {
		const answers = ({kind, attribute}: Asked) => {
			const [first, last] = [attribute('cycle') === '1', attribute('cycle') === '2'];
			if (kind === 'plan-feedback')
				return {
					risk: 'low',
					risks: ['Half a sum is none.'],
					notes: [],
					additional_checks: [first ? 'negative numbers' : 'zero'],
					alternative: null,
				};
			if (kind === 'step')
				return {
					diff: first ? addDiff('a - b', 'a * b + 1') : addDiff('a * b + 1', 'a + b'),
					note: 'Done.',
					read: [],
					answers: first ? [{request: 1, answer: 'add(-1, -1) is 2.'}] : [{request: 7, answer: 'There is none.'}],
				};
			if (kind === 'watch' && first) return {severity: 'warning', reason: 'It multiplies.', evidence: 'return\ta * b'};
			if (kind === 'decision' && first) return {decision: 'revise', rationale: 'No.', comments: ['Add.']};
			if (kind === 'decision' && last)
				return {decision: 'accept', rationale: 'Yes.', comments: [], remarks: ['The name is short.']};
			return undefined;
		};
		return run({config: {repo: fixtureRepo(), check, stepRetries: 0}, answers});
	};

	it('see the same evidence, and in the second cycle neither old alerts nor the first check', async () => {
		const {asked, build} = await revised();
		const last = (kind: string) => asked.findLast(asking => asking.kind === kind)?.text ?? '';
		const [plan, feedback] = [last('plan'), last('plan-feedback')].map(text => /<check [^]*<\/check>/u.exec(text)?.[0]);
		expect(plan).toBe(feedback);
		expect(plan).toMatch(/of="c1-final"[^>]*before="failed \(exit code 1\)"[^]*2 \+ 2 is 5/u);
		for (const kind of ['plan', 'step', 'watch', 'decision']) {
			expect(last(kind), kind).not.toContain('- alert:');
			expect(last(kind), kind).not.toContain('<baseline');
			expect(last(kind), kind).not.toContain(message);
		}
		expect(last('step')).toContain('- risk: Half a sum is none.');
		expect(build.alerts[0]?.evidence).toBe('return\ta * b');
	}, 30_000);

	it('have requests answered, remarks kept, telemetry shown, and no two steps of one name', async () => {
		const {asked, build, messages} = await revised();
		const decision = asked.findLast(({kind}) => kind === 'decision')?.text ?? '';
		expect(decision).toContain('- answered: negative numbers → add(-1, -1) is 2.');
		expect(decision).toContain('- not answered: zero');
		expect(decision).toContain('- measured: files_changed: 1');
		expect(asked.find(({kind}) => kind === 'step')?.text).toContain('- look: 1. negative numbers');
		expect(build.updates[0]?.answers).toEqual([{request: 'negative numbers', answer: 'add(-1, -1) is 2.'}]);
		expect(build.decisions.at(-1)?.remarks).toEqual(['The name is short.']);
		const ids = messages.flatMap(({message_type: type, body}) =>
			type === 'plan.proposed' ? body.steps.map(({id}) => id) : [],
		);
		expect(ids).toEqual(['s1', 's2']);
	}, 30_000);

	it('read lines of a long file, and the reviewer files of the worktree before it decides', async () => {
		const repo = fixtureRepo();
		writeFileSync(path.join(repo, 'long.txt'), Array.from({length: 9000}, (_, at) => `line ${at + 1}\n`).join(''));
		git(repo, 'add', 'long.txt');
		git(repo, 'commit', '--quiet', '-m', 'Long');
		const {asked, outcome} = await run({
			config: {repo, check},
			answers: ({kind, text}) =>
				kind === 'decision' && !text.includes('<file ')
					? {decision: 'accept', rationale: '', comments: [], read: ['long.txt:8000-8002', 'sum.js']}
					: undefined,
		});
		const decisions = asked.filter(({kind}) => kind === 'decision').map(({text}) => text);
		expect(outcome).toBe('completed');
		expect(decisions).toHaveLength(2);
		expect(decisions[1]).toContain(
			'<file path="long.txt:8000-8002" note="lines 8000 to 8002 of 9001">\nline 8000\nline 8001\nline 8002\n</file>',
		);
		expect(decisions[1]).toContain('\treturn a + b;');
	}, 30_000);
});
