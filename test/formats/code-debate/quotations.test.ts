import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {fold} from '../../../src/debate/reduce.ts';
import {citationsOf} from '../../../src/debate/sources.ts';
import {eventsIn} from '../../../src/app/files/read-debate.ts';
import {journalsUnder} from '../../../src/app/files/debate-folders.ts';
import {quotationEffects} from '../../../src/formats/code-debate/host/hold-quotations.ts';
import {Verdict} from '../../../src/formats/code-debate/verdict.ts';
import {QuotationsHeld, quotedPlacesIn} from '../../../src/formats/code-debate/quotations.ts';
import {freshFolder, rostrum} from '../../run-cli.ts';

const write = (root: string, files: Readonly<Record<string, string>>): void => {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(root, name)), {recursive: true});
		writeFileSync(join(root, name), text);
	}
};

/** It stands below some blank lines, so that its line is a figure. */
const retry = (bound: string): string =>
	[
		'\n'.repeat(19),
		'export async function retry<T>(work: () => Promise<T>, most = 5): Promise<T> {',
		'\tlet left = most;',
		'\tfor (;;) {',
		'\t\ttry {',
		'\t\t\treturn await work();',
		'\t\t} catch (error) {',
		`\t\t\tif (${bound}) throw error;`,
		'\t\t}',
		'\t}',
		'}',
		'',
	].join('\n');

/** Two commits: the second changes how often it is tried again. */
function repository(): {readonly root: string; readonly commit: string; readonly base: string} {
	const root = mkdtempSync(join(tmpdir(), 'rostrum-quoted-'));
	const git = (...args: readonly string[]): string =>
		execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {cwd: root, encoding: 'utf8'}).trim();
	git('init', '-q');
	write(root, {
		'src/retry.ts': retry('--left < 0'),
		'src/wait.ts': 'export const wait = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms));\n',
		'.gitignore': 'secret.txt\n',
	});
	git('add', '.');
	git('commit', '-qm', 'first');
	const base = git('rev-parse', 'HEAD');
	write(root, {'src/retry.ts': retry('--left <= 0 || isFatal(error)')});
	git('commit', '-qam', 'Give up on what is fatal');
	return {root, commit: git('rev-parse', 'HEAD'), base};
}

describe('a place in brackets', () => {
	it('belongs to the code or the words before it in its sentence', () => {
		const text =
			'The guard `if (left > 0)` [src/retry.ts:42] is wrong. It says "never more than five" [`docs/retry.md:3-5`]; see [src/a.ts:7, old file]. As [src/b.ts:1](https://example.org) says.';
		expect(quotedPlacesIn(text).map(({path, from, to, old, quote}) => ({path, from, to, old, quote}))).toEqual([
			{path: 'src/retry.ts', from: 42, to: 42, old: false, quote: 'if (left > 0)'},
			{path: 'docs/retry.md', from: 3, to: 5, old: false, quote: 'never more than five'},
			{path: 'src/a.ts', from: 7, to: 7, old: true, quote: undefined},
		]);
	});
});

describe('a quotation of code', () => {
	const {root, commit, base} = repository();
	const hold = async (quotable: Parameters<typeof quotationEffects>[0], places: readonly object[]) => {
		const {effects} = quotationEffects(quotable, ['src/retry.ts']);
		const answer = await effects['hold-quotations']?.(
			{places, known: []},
			new AbortController().signal,
			() => {},
			async () => undefined,
		);
		return QuotationsHeld.parse(answer).places;
	};
	const at = (path: string, quote: string, old = false) => ({path, from: 27, to: 27, old, quote});

	it.each([
		['as it stands', at('src/retry.ts', 'if (--left <= 0 || isFatal(error)) throw error'), null],
		['by the end of its path', at('retry.ts', 'if (--left <= 0 || isFatal(error))'), null],
		['of another file of the repository', at('src/wait.ts', 'export const wait = (ms: number)'), null],
		['with another sign', at('src/retry.ts', 'if (--left < 0 || isFatal(error))'), 'altered in what it says'],
		['with another call', at('src/retry.ts', 'if (--left <= 0 || isFinal(error))'), 'isfinal'],
		['that is made up', at('src/retry.ts', 'return await work(signal, most, left)'), 'none of the documents'],
		['of the file before the change', at('src/retry.ts', 'if (--left < 0) throw error', true), null],
		['of a removed line, without saying so', at('src/retry.ts', 'if (--left < 0) throw error'), null],
		['of a file that is not there', at('src/gone.ts', 'const gone = entirely(away)'), 'no such passage'],
	])('%s', async (_, place, fault) => {
		const [held] = await hold({repo: root, revision: commit, base}, [place]);
		if (fault === null) expect(held?.fault).toBeNull();
		else expect(held?.fault).toContain(fault);
	});

	it('reads what the commit has, whatever lies there now', async () => {
		const other = repository();
		write(other.root, {'src/retry.ts': 'nothing is left of it\n'});
		const place = at('src/retry.ts', 'if (--left <= 0 || isFatal(error))');
		expect((await hold({repo: other.root, revision: other.commit}, [place]))[0]?.fault).toBeNull();
		expect((await hold({repo: other.root}, [place]))[0]?.fault).not.toBeNull();
	});

	it('reads nothing that git ignores, or that lies outside', async () => {
		const outside = mkdtempSync(join(tmpdir(), 'rostrum-outside-'));
		write(outside, {'plan.txt': 'the secret plan is kept here\n'});
		write(root, {'secret.txt': 'the secret plan is kept here\n'});
		symlinkSync(join(outside, 'plan.txt'), join(root, 'link.txt'));
		const quote = 'the secret plan is kept here';
		for (const path of ['secret.txt', '../plan.txt', join(outside, 'plan.txt'), 'link.txt', '.git/config'])
			expect((await hold({repo: root}, [{...at(path, quote), from: 1, to: 1}]))[0]).toEqual({
				ids: ['S0'],
				fault: expect.stringContaining('no such passage'),
			});
	});
});

describe('a Code Debate of rehearsal voices', () => {
	let home: string;
	let journal: string;
	beforeAll(async () => {
		home = freshFolder();
		const {root} = repository();
		const args = [
			'run',
			'code-debate',
			'--commit',
			'HEAD',
			'--seed',
			'3',
			'--export',
			'md,verdict',
			'--out',
			join(home, 'out'),
		];
		const {code, stderr} = await rostrum([...args, '--evidence', 'off'], {home, cwd: root});
		expect({code, stderr}).toMatchObject({code: 0});
		[journal = ''] = journalsUnder(join(home, 'out'));
	}, 60_000);

	it('has what is quoted held against the files at the commit, with the passage', () => {
		const {sources, turns} = fold(eventsIn(journal));
		const citations = turns.flatMap(citationsOf);
		expect(citations.map(({standing}) => standing)).toContain('verified');
		for (const {passage} of citations) expect(sources?.passages[passage ?? '']?.text).toContain('retry');
		expect(sources?.documents.map(({name}) => name)).toEqual(['src/retry.ts', 'before the change/src/retry.ts']);
		expect(turns.some(({text}) => text.includes('[src/retry.ts:27]'))).toBe(true);
		for (const {text} of turns) expect(text).not.toMatch(/\[S\d/u);
	});

	it('has an altered quotation sent back to its model, which names what differs', () => {
		const {notices} = fold(eventsIn(journal));
		const back = notices.filter(({text}) => text.startsWith('Sent back once'));
		expect(back.map(({text}) => text)).toEqual([
			expect.stringMatching(
				/the quotation `if .* twice` is not word for word: altered.*“twice” is added \(src\/retry\.ts:27\)/u,
			),
		]);
	});

	it('has its quotations in the verdict and the transcript', () => {
		const verdict: unknown = JSON.parse(readFileSync(join(journal, '..', 'verdict.json'), 'utf8'));
		expect(Verdict.parse(verdict).quotations).toEqual([
			{
				by: 'A',
				section: 'Opening',
				quote: 'if (--left <= 0 || isFatal(error)) throw error',
				standing: 'verified',
				inWords: 'word for word',
				file: 'src/retry.ts',
				lines: 'lines 21–30',
			},
		]);
		const transcript = readFileSync(join(journal, '..', 'transcript.md'), 'utf8');
		expect(transcript).toContain('[^1]: ✓');
	});

	it('is verified where the repository is gone', async () => {
		expect((await rostrum(['verify', journal], {home})).code).toBe(0);
	});
});
