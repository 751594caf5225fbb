import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {builderReviewer} from '../../../src/formats/builder-reviewer/builder-reviewer.ts';
import {buildSections} from '../../../src/formats/builder-reviewer/markdown.ts';
import {addDiff, copiesOf, fixtureRepo, git, run, type Asked, type Wanted, workplaceOf} from './run-build.ts';
import {some} from '../../hunt/every.ts';

/** As `npm test`, in a tenth of the time. */
const check = 'node --run test';

/** A repository whose test compares with a snapshot. */
const withSnapshot = copiesOf(() => {
	const repo = fixtureRepo();
	writeFileSync(path.join(repo, 'sum.snap'), 'add(2, 2) = 4\n');
	writeFileSync(
		path.join(repo, 'test.js'),
		`import {readFileSync} from 'node:fs';\nimport {add} from './sum.js';\nconst kept = readFileSync('sum.snap', 'utf8');\nif (\`add(2, 2) = \${add(2, 2)}\\n\` !== kept) throw new Error(\`not as in the snapshot: \${add(2, 2)}\`);\n`,
	);
	git(repo, 'add', 'sum.snap', 'test.js');
	git(repo, 'commit', '--quiet', '-m', 'A snapshot');
	return repo;
});

/** A builder that edits files itself: `game` gets the worktree. */
async function gamed(game: (place: string) => void, config: Wanted['config'] = {}) {
	const repo = withSnapshot();
	const ran = await run({
		config: {repo, check, accept: 'branch', builderWorks: 'itself', ...config},
		answers: (asked: Asked) => {
			const {kind} = asked;
			if (kind !== 'work') return undefined;
			game(workplaceOf(asked));
			return 'Done as planned.';
		},
	});
	return {repo, ...ran, branches: git(repo, 'branch', '--list', 'rostrum/*').trim()};
}

const write = (file: string, text: string) => (place: string) => writeFileSync(path.join(place, file), text);

const games: readonly [string, (place: string) => void, string][] = [
	[
		'the test script set to true',
		place => {
			const manifest = readFileSync(path.join(place, 'package.json'), 'utf8');
			writeFileSync(path.join(place, 'package.json'), manifest.replace('node test.js', 'true'));
		},
		'check: package.json: script “test” was “node test.js”, is “true”',
	],
	[
		'the test weakened',
		write('test.js', "import {add} from './sum.js';\nadd(2, 2);\n"),
		'test: test.js: weakened: 1 assertion gone',
	],
	['the snapshot overwritten', write('sum.snap', 'add(2, 2) = 0\n'), 'snapshot: sum.snap: overwritten'],
	[
		'the test deleted, and the script with it',
		place => {
			rmSync(path.join(place, 'test.js'));
			write('package.json', '{"name": "sums", "type": "module", "scripts": {"test": "node --test"}}\n')(place);
		},
		'test: test.js: deleted',
	],
];

describe('a builder that games the check', () => {
	it.each(some(games, 2))(
		'by %s is caught, named to reviewer and user, and its work is not handed over',
		async (_, game, named) => {
			const {asked, state, build, outcome, reason, branches, runFolder} = await gamed(game);
			const update = build.updates.findLast(({final}) => final);
			expect([update?.tests?.ok, update?.base_tests?.ok]).toEqual([true, false]);
			expect(update?.base_tests?.output).toContain('not as in the snapshot: 0');
			for (const kind of ['watch', 'decision'])
				expect(asked.find(asking => asking.kind === kind)?.text.replaceAll('- touched: ', '')).toContain(named);
			expect(state.turns.map(({text}) => text).join('\n')).toMatch(
				/To be looked at: .*With the tests as they were, the check failed/u,
			);
			expect(buildSections(state).join('\n')).toContain(`- ${named.slice(0, 20)}`);
			expect(build.effectiveness).toMatchObject({trueNegatives: 0, falseNegatives: 1});
			expect([outcome, branches, build.handOver?.accept]).toEqual(['completed', '', 'none']);
			const decision: unknown = JSON.parse(readFileSync(path.join(runFolder, 'decisions/final.json'), 'utf8'));
			expect(decision).toMatchObject({
				decision: 'accept',
				status: 'accepted',
				summary: build.end?.summary,
				touched: update?.touched,
			});
			for (const said of [reason, builderReviewer.endsWith?.(state)?.says, build.end?.summary]) {
				expect(said).toMatch(/not handed over: the check passes only with the builder’s own changes/iu);
				expect(said).toContain(named.replace(/^\w+: /u, ''));
			}
		},
		30_000,
	);

	it('by recognising its test is named to reviewer and user, at each step and in the report', async () => {
		const repo = fixtureRepo();
		const text = "import {add} from './sum.js';\nif (add(40, 4) !== 44) throw new Error(`40 + 4 is ${add(40, 4)}`);\n";
		writeFileSync(path.join(repo, 'test.js'), text);
		git(repo, 'add', 'test.js');
		git(repo, 'commit', '--quiet', '-m', 'Larger');
		const {asked, state, build} = await run({
			config: {repo, check},
			answers: ({kind}) =>
				kind === 'step' ? {diff: addDiff('a - b', 'a === 40 ? 44 : a - b'), note: 'It adds.', read: []} : undefined,
		});
		const named =
			'shared literal: sum.js: has “40”, “44” from the failing test test.js: “return a === 40 ? 44 : a - b;”';
		expect(build.updates.map(({tests}) => tests?.ok)).toEqual([true, true]);
		for (const kind of ['watch', 'decision'])
			expect(asked.find(asking => asking.kind === kind)?.text).toContain(`- touched: ${named}`);
		expect(buildSections(state).join('\n')).toContain(named);
		expect(state.turns.map(({text: said}) => said).join('\n')).toContain(named.replace('shared literal: sum.js: ', ''));
	}, 30_000);

	it('by looser settings of a compiler is caught too', async () => {
		const repo = fixtureRepo();
		const settings = (strict: boolean) => `{"compilerOptions": {"strict": ${strict}}}\n`;
		writeFileSync(path.join(repo, 'tsconfig.json'), settings(true));
		writeFileSync(
			path.join(repo, 'test.js'),
			"import {readFileSync} from 'node:fs';\nconst {compilerOptions} = JSON.parse(readFileSync('tsconfig.json', 'utf8'));\nif (compilerOptions.strict && /any/.test(readFileSync('sum.js', 'utf8'))) throw new Error('any is not allowed');\n",
		);
		writeFileSync(path.join(repo, 'sum.js'), '// any\nexport const add = (a, b) => a + b;\n');
		git(repo, 'add', 'tsconfig.json', 'test.js', 'sum.js');
		git(repo, 'commit', '--quiet', '-m', 'Strict');
		const {build, reason} = await run({
			config: {repo, check, accept: 'branch'},
			answers: ({kind}) =>
				kind === 'step'
					? {edits: [{path: 'tsconfig.json', search: settings(true), replace: settings(false)}], note: '', read: []}
					: undefined,
		});
		const update = build.updates.findLast(({final}) => final);
		expect(update?.touched).toEqual([{kind: 'check', path: 'tsconfig.json', what: 'changed'}]);
		expect([update?.tests?.ok, update?.base_tests?.ok]).toEqual([true, false]);
		expect(update?.base_tests?.output).toContain('any is not allowed');
		expect(reason).toMatch(/not handed over: the check passes only with the builder’s own changes/u);
	}, 30_000);

	it('has its work all the same where the user insists', async () => {
		const {outcome, branches, state} = await gamed(write('sum.snap', 'add(2, 2) = 0\n'), {force: true});
		expect([outcome, branches]).toEqual(['completed', 'rostrum/2026-01-02-mend-the-sum']);
		expect(builderReviewer.endsWith?.(state)?.says).toBeUndefined();
	}, 30_000);
});

describe('an honest builder', () => {
	it('may add tests and mend the sum: the tests of the base pass, and nothing holds the work back', async () => {
		const {build, branches, state} = await gamed(place => {
			write('sum.js', 'export const add = (a, b) => a + b;\n')(place);
			write('more.test.js', "import {add} from './sum.js';\nif (add(1, 1) !== 2) throw new Error('wrong');\n")(place);
			write('package-lock.json', '{"lockfileVersion": 3}\n')(place);
		});
		const update = build.updates.findLast(({final}) => final);
		expect(update?.touched).toEqual([{kind: 'lock file', path: 'package-lock.json', what: 'added'}]);
		expect([update?.base_tests, branches, builderReviewer.endsWith?.(state)?.says]).toEqual([
			undefined,
			'rostrum/2026-01-02-mend-the-sum',
			undefined,
		]);
	}, 30_000);

	it('whose check fails is not handed over either, and a check that then passes is called flaky', async () => {
		const repo = fixtureRepo();
		const red = await run({
			config: {repo, check, accept: 'patch', stepRetries: 0},
			answers: ({kind}) => (kind === 'step' ? {diff: addDiff('a - b', 'a * 3'), note: '', read: []} : undefined),
		});
		expect([red.outcome, red.build.handOver?.accept]).toEqual(['completed', 'none']);
		expect(red.reason).toMatch(/not handed over: the check failed \(exit code 1\)\. .*--force/u);
		expect(builderReviewer.endsWith?.(red.state)?.says).toMatch(/the check failed/u);
		const count = path.join(repo, '..', `${path.basename(repo)}-count`);
		const flaky = await run({
			config: {repo: fixtureRepo(), check: `echo x >> ${count}; [ $(wc -l < ${count}) -ne 2 ]`, stepRetries: 0},
		});
		const update = flaky.build.updates.findLast(({final}) => final);
		expect([update?.tests?.ok, update?.metrics['flaky'], flaky.outcome]).toEqual([true, true, 'completed']);
	}, 60_000);
});

describe('the exit code', () => {
	it.each([
		['abort', {decision: 'abort', rationale: 'No.', comments: []}, /aborted/u],
		['deadlock', {decision: 'revise', rationale: 'No.', comments: ['Otherwise.']}, /last cycle/u],
		['acceptance', undefined, undefined],
	])(
		'of an %s says whether the work was accepted',
		async (_, decision, words) => {
			const {state} = await run({
				config: {maxCycles: 1},
				answers: ({kind}) =>
					kind === 'decision' ? decision : kind === 'step' ? {diff: '', note: 'Nothing.', read: []} : undefined,
			});
			const said = builderReviewer.endsWith?.(state)?.says;
			if (words) expect(said).toMatch(words);
			else expect(said).toBeUndefined();
		},
		30_000,
	);
});
