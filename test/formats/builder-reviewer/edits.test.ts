import {chmodSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {copiesOf, fixtureRepo, git, run, userState, type Asked} from './run-build.ts';

const edit = (search: string, replace: string, file = 'sum.js') => ({path: file, search, replace});
const step = (edits: readonly object[], diff?: string) => ({
	edits,
	...(diff === undefined ? {} : {diff}),
	note: 'It adds.',
	read: [],
});

describe('a step in blocks', () => {
	it('is what a model is asked for; the message has git’s own diff of it, and file modes stay', async () => {
		const repo = fixtureRepo();
		chmodSync(path.join(repo, 'sum.js'), 0o755);
		git(repo, 'commit', '--quiet', '-am', 'Executable');
		const {asked, build, outcome} = await run({
			config: {repo, check: 'node test.js'},
			answers: ({kind}) =>
				kind === 'step'
					? step([edit('\treturn a - b;\n', '\treturn a + b;\n'), edit('', '# Sums\n', 'docs/sums.md')])
					: undefined,
		});
		expect(outcome).toBe('completed');
		expect(asked.find(({kind}) => kind === 'step')?.text).toMatch(/"edits": search-and-replace blocks/u);
		expect(build.updates[0]).toMatchObject({status: 'done', tests: {ok: true}, metrics: {files_changed: 2}});
		expect(build.updates[0]?.diff).toMatch(
			/new file mode 100644[^]*\+# Sums[^]*index \w+\.\.\w+ 100755[^]*\+\treturn a \+ b;/u,
		);
	}, 30_000);

	it('is sent back once with what does not fit, and may be a diff or plain text in blocks as well', async () => {
		const tries: Asked[] = [];
		const {build, state} = await run({
			config: {repo: fixtureRepo(), check: 'node test.js', edits: 'diff'},
			answers: asked => {
				if (asked.kind !== 'step') return undefined;
				tries.push(asked);
				return tries.length === 1
					? step([edit('return a * b;', 'return a + b;')])
					: step([], 'sum.js\n<<<<<<< SEARCH\n\treturn a - b;\n=======\n\treturn a + b;\n>>>>>>> REPLACE\n');
			},
		});
		expect(tries[0]?.text).not.toContain('"edits"');
		expect(tries[1]?.text).toMatch(
			/<rejected>\nsum\.js\n‹*<*<<<<<< SEARCH\nreturn a \* b;[^]*does not occur in the file/u,
		);
		expect(build.updates[0]).toMatchObject({status: 'done', tests: {ok: true}});
		expect(state.notices.some(({text}) => text.startsWith('The change of s1 was sent back'))).toBe(true);
	}, 30_000);

	it.each([
		['../out.txt', /leaves the worktree/u],
		['.git/config', /git’s own/u],
		['/etc/passwd', /absolute path/u],
	])(
		'cannot write %s',
		async (file, reason) => {
			const repo = fixtureRepo();
			const before = userState(repo);
			const {build} = await run({
				config: {repo},
				answers: ({kind}) => (kind === 'step' ? step([edit('', 'mine', file)]) : undefined),
			});
			expect(build.updates[0]).toMatchObject({status: 'failed'});
			expect(build.updates[0]?.note).toMatch(reason);
			expect(userState(repo)).toBe(before);
		},
		30_000,
	);
});

/** A repository whose test needs something that git ignores. */
const needy = copiesOf(() => {
	const repo = fixtureRepo();
	writeFileSync(path.join(repo, '.gitignore'), 'node_modules\n');
	writeFileSync(
		path.join(repo, 'test.js'),
		"import {four} from 'four';\nimport {add} from './sum.js';\nif (add(2, 2) !== four) throw new Error('wrong');\n",
	);
	writeFileSync(path.join(repo, 'package-lock.json'), '{"lockfileVersion": 3}\n');
	git(repo, 'add', '.gitignore', 'test.js', 'package-lock.json');
	git(repo, 'commit', '--quiet', '-m', 'A dependency');
	return repo;
});

const setup =
	'mkdir -p node_modules/four && echo \'{"type":"module","exports":"./i.js"}\' > node_modules/four/package.json && echo \'export const four = 4;\' > node_modules/four/i.js && echo changed > package-lock.json';

describe('a worktree', () => {
	it('without its dependencies is told of, with what would install them', async () => {
		const {state} = await run({config: {repo: needy(), check: 'node test.js', stepRetries: 0}});
		expect(state.notices.map(({text}) => text).join('\n')).toMatch(
			/not in the worktree \(.*Cannot find package 'four'.*\).*--setup "npm ci"/u,
		);
	}, 30_000);

	it('is set up once, and what that changed of tracked files is put back', async () => {
		const {build, state, outcome} = await run({config: {repo: needy(), check: 'node test.js', setup}});
		expect(build.baseline?.output).toContain('wrong');
		expect([outcome, build.updates.at(-1)?.tests?.ok]).toEqual(['completed', true]);
		expect(build.updates.at(-1)?.touched).toBeUndefined();
		expect(state.notices.some(({text}) => text.includes('--setup'))).toBe(false);
	}, 30_000);

	it('whose set-up fails begins no run, and says why', async () => {
		const {outcome, reason} = await run({
			config: {repo: needy(), check: 'node test.js', setup: 'echo no such registry; exit 3'},
		});
		expect(outcome).toBe('failed');
		expect(reason).toMatch(
			/the set-up command, echo no such registry; exit 3, failed \(exit code 3\): no such registry/u,
		);
	}, 30_000);
});
