import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {builderReviewer} from '../../../src/formats/builder-reviewer/builder-reviewer.ts';
import {git, repoOf, run, type Asked, workplaceOf} from './run-build.ts';

const plan = (...files: string[]) => ({
	summary: 'Mend it.',
	confidence: 0.8,
	read: [],
	steps: files.map(file => ({title: `Mend ${file}`, files: [file]})),
});
const edit = (file: string, search: string, replace: string) => ({
	edits: [{path: file, search, replace}],
	note: '',
	read: [],
});

describe('on a repository with a flaky test', () => {
	it('a step is mended, the check that failed is run once more, and what then passes is called flaky and handed over', async () => {
		const repo = repoOf('flaky');
		const {build, outcome, state, asked} = await run({
			config: {repo, check: 'node --run test', accept: 'branch', stepRetries: 0},
			answers: ({kind}) => {
				if (kind === 'plan') return plan('queue.js');
				return kind === 'step' ? edit('queue.js', '\treturn waiting[1];', '\treturn waiting[0];') : undefined;
			},
		});
		expect(build.baseline?.output).toContain('whoever came first is next');
		const [step, final] = build.updates;
		expect([step?.tests?.ok, final?.tests?.ok, final?.metrics['flaky']]).toEqual([false, true, true]);
		expect(step?.tests?.output).toContain('the port 4711 is still in use');
		expect(asked.find(({kind}) => kind === 'decision')?.text).toContain('- measured: flaky: true');
		expect([outcome, build.handOver?.accept, builderReviewer.endsWith?.(state)?.says]).toEqual([
			'completed',
			'branch',
			undefined,
		]);
	}, 30_000);

	it('a step that is tried again is told what the check said, and changes nothing where it is not its fault', async () => {
		const {build, asked} = await run({
			config: {repo: repoOf('flaky'), check: 'node --run test'},
			answers: ({kind, text}) => {
				if (kind === 'plan') return plan('queue.js');
				if (kind !== 'step') return undefined;
				return text.includes('This is try 2')
					? {edits: [], note: 'The port is not mine.', read: []}
					: edit('queue.js', '\treturn waiting[1];', '\treturn waiting[0];');
			},
		});
		const steps = asked.filter(({kind}) => kind === 'step');
		expect([steps.length, steps.at(-1)?.text]).toEqual([2, expect.stringContaining('the port 4711 is still in use')]);
		expect(build.updates.map(({tests}) => tests?.ok)).toEqual([false, true]);
	}, 30_000);
});

describe('on a monorepo', () => {
	const check = 'npm test --workspaces --silent';
	const mended = ({kind, attribute}: Asked) => {
		if (kind === 'plan') return plan('packages/money/money.js', 'packages/shop/shop.js');
		if (kind !== 'step') return undefined;
		return attribute('step') === 's1'
			? edit(
					'packages/money/money.js',
					'\treturn Math.floor(cents);',
					'\treturn Math.sign(cents) * Math.round(Math.abs(cents));',
				)
			: {
					edits: [
						...edit('packages/shop/shop.js', '{price}) => all + price', '{price, count}) => all + price * count').edits,
						...edit('packages/shop/shop.js', 'sum * (1 + tax) - sum * discount', 'sum * (1 - discount) * (1 + tax)')
							.edits,
					],
					note: '',
					read: [],
				};
	};

	it('the failing tests of both packages are shown, and mended by steps of one each', async () => {
		const repo = repoOf('monorepo');
		const {build, asked, outcome} = await run({
			config: {repo, check, accept: 'branch', commits: 'steps', stepRetries: 0},
			answers: mended,
		});
		const planned = asked.find(({kind}) => kind === 'plan')?.text ?? '';
		expect(planned).toContain('half a cent is rounded up');
		expect(planned).toContain('each item counts as often as it was bought');
		for (const name of ['money', 'shop']) expect(planned).toContain(`<file path="packages/${name}/${name}.test.js">`);
		expect(build.updates.map(({tests}) => tests?.ok)).toEqual([false, true, true]);
		expect(outcome).toBe('completed');
		expect(
			git(repo, 'log', '--format=%s', `main..${build.handOver?.branch ?? ''}`)
				.trim()
				.split('\n'),
		).toEqual(['Mend packages/shop/shop.js', 'Mend packages/money/money.js']);
	}, 60_000);

	it('a script of a package that is set to true is caught', async () => {
		// As `npm test --workspaces`, in a tenth of the time.
		const each = 'for name in money shop; do (cd packages/$name && node --run test) || exit 1; done';
		const repo = repoOf('monorepo');
		const manifest = readFileSync(path.join(repo, 'packages/shop/package.json'), 'utf8');
		const {build} = await run({
			config: {repo, check: each, builderWorks: 'itself', accept: 'branch', stepRetries: 0},
			answers: asked => {
				const {kind} = asked;
				if (kind === 'plan') return plan('packages/shop/package.json');
				if (kind !== 'work') return undefined;
				const place = workplaceOf(asked);
				for (const name of ['money', 'shop'])
					writeFileSync(
						path.join(place, `packages/${name}/package.json`),
						manifest.replace('node shop.test.js', 'true').replace('@corner/shop', `@corner/${name}`),
					);
				return 'Done.';
			},
		});
		const final = build.updates.findLast(update => update.final);
		expect(final?.touched?.map(({path: file, what}) => `${file}: ${what}`)).toEqual([
			'packages/money/package.json: script “test” was “node money.test.js”, is “true”',
			'packages/shop/package.json: script “test” was “node shop.test.js”, is “true”',
		]);
		expect([final?.tests?.ok, final?.base_tests?.ok, build.handOver?.accept]).toEqual([true, false, 'none']);
	}, 60_000);
});
