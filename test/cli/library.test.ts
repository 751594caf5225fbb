/** `rostrum library` as it is built: what it prints for people and for programs. */
import {appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import {rememberedFolders, rememberFolder} from '../../src/app/files/debate-folders.ts';
import {printRows} from '../../src/cli/print-rows.ts';
import {excerpt} from '../../src/view/rows.ts';
import {charactersOf, widthOf} from '../../src/view/wrap.ts';
import {writeJournal} from '../library/journals.ts';
import {freshFolder, rostrum} from '../run-in-process.ts';

const Debates = z.array(z.object({path: z.string(), topic: z.string().optional(), state: z.string()}));

/** A home with three debates, one of them unfinished, and a file that is none. */
function shelf(): string {
	const home = freshFolder();
	const file = (name: string) => join(home, 'transcripts', name, 'debate.jsonl');
	writeJournal(file('one'), {
		id: 'aaaa1111',
		topic: 'Voting should be compulsory.',
		said: [
			{by: 'chair_1', text: 'A duty that one can buy off is no duty.\nOr is it?', score: 90},
			{by: 'chair_2', text: 'Every café has its duties.', score: null},
		],
	});
	writeJournal(file('two'), {
		id: 'bbbb2222',
		topic: '投票は義務であるべきだ。',
		startedAt: '2026-03-01T12:00:00.000Z',
		said: [{by: 'chair_1', text: '義務は義務である。'}],
		ended: false,
	});
	writeJournal(file('three'), {
		id: 'cccc3333',
		protocol: 'builder-reviewer',
		topic: 'Mend the clock.',
		startedAt: '2025-03-01T12:00:00.000Z',
		voices: ['rehearsal', 'ollama:qwen3'],
		roles: ['builder', 'reviewer'],
		said: [{by: 'chair_1', text: 'It is mended.'}],
		more: [
			{type: 'effectiveness', truePositives: 2, falsePositives: 1, trueNegatives: 0, falseNegatives: 0, unknown: 3},
		],
	});
	mkdirSync(join(home, 'transcripts', 'none'));
	writeFileSync(file('none'), 'nothing of ours\n');
	return home;
}

const lines = (text: string): string[] => text.trimEnd().split('\n');

describe('rostrum library', () => {
	it('lists debates, newest first, those that cannot be read last, and by filters', async () => {
		const home = shelf();
		const all = await rostrum(['library'], {home});
		expect([all.code, all.stderr]).toEqual([0, '']);
		expect(lines(all.stdout).filter(line => !line.startsWith('  '))).toEqual([
			'aaaa1111  Voting should be compulsory.',
			'bbbb2222  投票は義務であるべきだ。',
			'cccc3333  Mend the clock.',
		]);
		expect(all.stdout).toContain('line 1 has no hash');
		const topics = async (...options: string[]) =>
			Debates.parse(JSON.parse((await rostrum(['library', 'list', '--json', ...options], {home})).stdout)).map(
				({topic}) => topic,
			);
		expect(
			await Promise.all([
				topics('--unfinished'),
				topics('--protocol', 'builder-reviewer'),
				topics('--since', '2026-03-01', '--until', '2026-03-01'),
				topics('--model', 'qwen3'),
				topics('--framework', 'libert', '--limit', '1'),
			]),
		).toEqual([
			['投票は義務であるべきだ。'],
			['Mend the clock.'],
			['投票は義務であるべきだ。'],
			['Mend the clock.'],
			['Voting should be compulsory.'],
		]);
		expect(await rostrum(['library', '--since', '2030-01-01'], {home})).toEqual({
			code: 0,
			stdout: '',
			stderr: 'No debate fits.\n',
		});
	});

	it('finds what was said, with debate, turn, speaker and the words marked by signs', async () => {
		const home = shelf();
		const {code, stdout, stderr} = await rostrum(['library', 'search', 'duty', 'no'], {home});
		expect([code, stderr]).toEqual([0, '1 passage in 1 debate\n']);
		expect(lines(stdout)).toEqual([
			'aaaa1111  Voting should be compulsory.',
			expect.stringContaining('· completed · Duelogic ·'),
			'       1  Speaker 1 · exchange 1',
			'          A «duty» that one can buy off is «no» «duty». Or is it?',
		]);
		expect((await rostrum(['library', 'search', 'CAFE'], {home})).stdout).toContain('Every «café» has its duties.');
		expect((await rostrum(['library', 'search', '義務'], {home})).stdout).toContain('«義務»は«義務»である。');
		expect((await rostrum(['library', 'search', 'nothing', 'such'], {home})).stderr).toBe('Nothing was found.\n');
		const found = z
			.array(
				z.object({
					hits: z.number(),
					passages: z.array(z.object({text: z.string(), marks: z.array(z.array(z.number()))})),
				}),
			)
			.parse(JSON.parse((await rostrum(['library', 'search', 'mended', '--json'], {home})).stdout));
		expect(found).toEqual([{hits: 1, passages: [{text: 'It is mended.', marks: [[6, 12]]}]}]);
	});

	it('gives what was found by pages, with its count, and everything where all of it is wanted', async () => {
		const home = freshFolder();
		for (let place = 0; place < 23; place++)
			writeJournal(join(home, 'transcripts', `d${place}`, 'debate.jsonl'), {
				id: `${place}`.padStart(8, 'a'),
				said: Array.from({length: 25}, () => ({by: 'chair_1' as const, text: 'A duty.'})),
			});
		const ask = (...more: readonly string[]) => rostrum(['library', 'search', 'duty', ...more], {home});
		const debates = (text: string) => lines(text).filter(line => line.startsWith('a')).length;
		const first = await ask();
		expect([debates(first.stdout), first.stderr]).toEqual([
			20,
			'575 passages in 23 debates, of which 1 to 20 shown; --page 2 shows the next, --all shows everything\n',
		]);
		expect(first.stdout).toContain('and 22 turns more');
		const second = await ask('--page', '2');
		expect([debates(second.stdout), second.stderr]).toEqual([
			3,
			expect.stringContaining('of which 21 to 23 shown; --all'),
		]);
		expect((await ask('--page', '3')).stderr).toContain('page 3 is behind the last one');
		const all = await ask('--all');
		expect([debates(all.stdout), all.stdout.match(/«duty»/gu)?.length]).toEqual([23, 575]);
		const Found = z.array(z.object({hits: z.number(), passages: z.array(z.unknown())}));
		const sizes = async (...more: readonly string[]) =>
			Found.parse(JSON.parse((await ask('--json', ...more)).stdout)).map(({passages}) => passages.length);
		expect([await sizes('--limit', '2'), new Set(await sizes('--all'))]).toEqual([[20, 20], new Set([25])]);
		expect((await ask('--json', '--page', '3')).stdout).toBe('[]\n');
	});

	it('shows one debate by its id, its folder or its path, and what can be done with it', async () => {
		const home = shelf();
		const answers = await Promise.all(
			['aaaa', 'one', 'transcripts/one'].map(name => rostrum(['library', 'show', name], {home})),
		);
		expect(new Set(answers.map(({stdout}) => stdout)).size).toBe(1);
		expect(lines(answers[0]?.stdout ?? '')).toEqual(
			expect.arrayContaining([
				'Voting should be compulsory.',
				'Speaker 1 (libertarian) · Speaker 2 (communitarian)',
				'   1  Speaker 1 · exchange 1  90  A duty that one can buy off is no duty. Or is it?',
				'   2  Speaker 2 · exchange 2  not scored  Every café has its duties.',
			]),
		);
		expect((await rostrum(['library', 'show', 'two'], {home})).stdout).toContain('rostrum resume ');
		expect((await rostrum(['library', 'show', 'none'], {home})).stdout).toMatch(
			/What cannot be read: line 1 has no hash[\s\S]*rostrum verify/u,
		);
	});

	it('counts what was measured, and says where nothing was', async () => {
		const {stdout, code} = await rostrum(['library', 'stats'], {home: shelf()});
		expect(code).toBe(0);
		expect(lines(stdout)[0]).toBe('4 debates: 2 finished, 1 unfinished, 1 not readable');
		expect(stdout).toMatch(/duelogic +2 +3 +90 \(1\)/u);
		expect(stdout).toMatch(/builder-reviewer +1 +1 +not scored +— +— +— +—/u);
		expect(stdout).toMatch(/qwen3 +1 +2 of 3 +— +3/u);
		const {stdout: json} = await rostrum(['library', 'stats', '--json', '--protocol', 'duelogic'], {home: shelf()});
		expect(
			z.object({reviewers: z.array(z.unknown()), totals: z.object({debates: z.number()})}).parse(JSON.parse(json)),
		).toEqual({reviewers: [], totals: {debates: 2}});
	});

	it('prints nothing that steers a terminal, whatever a folder is called', async () => {
		const home = freshFolder();
		writeJournal(join(home, 'transcripts', 'evil\u001B[31m\u0007\nname', 'debate.jsonl'), {
			id: 'dddd4444',
			said: [{by: 'chair_1', text: 'words'}],
		});
		mkdirSync(join(home, 'transcripts', 'more\u001B]0;x\u0007'), {recursive: true});
		writeFileSync(join(home, 'transcripts', 'more\u001B]0;x\u0007', 'debate.jsonl'), 'no\u001B[2J journal\n');
		for (const args of [['list'], ['show', 'dddd'], ['search', 'words'], ['stats']]) {
			const {stdout, stderr, code} = await rostrum(['library', ...args], {home});
			expect(code).toBe(0);
			expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/u);
		}
	});

	it('is made again from the journals, which are all that it is made of', async () => {
		const home = shelf();
		const before = await rostrum(['library', 'list', '--json'], {home});
		rmSync(join(home, 'library', 'index.sqlite'));
		expect(await rostrum(['library', 'list', '--json'], {home})).toEqual(before);
		writeFileSync(join(home, 'library', 'index.sqlite'), 'x'.repeat(5000));
		const {stdout, stderr} = await rostrum(['library', 'list', '--json'], {home});
		expect([stdout, stderr]).toEqual([
			before.stdout,
			'The library’s index was damaged. It is being rebuilt from the journals.\n',
		]);
		expect((await rostrum(['library', 'rebuild'], {home})).stdout).toContain('4 debates');
	});

	it('knows every folder that a debate was written to', async () => {
		const home = freshFolder();
		const [out, elsewhere] = [freshFolder(), freshFolder()];
		const ran = await rostrum(
			[
				'run',
				'duelogic',
				'--voice',
				'rehearsal',
				'--seed',
				'1',
				'--set',
				'flow.maxExchanges=3',
				'--topic',
				'Wherever it lies.',
				'--out',
				out,
			],
			{home},
		);
		expect(ran.code).toBe(0);
		const {stdout} = await rostrum(['library', 'list', '--json'], {home, cwd: elsewhere});
		expect(Debates.parse(JSON.parse(stdout)).map(({topic}) => topic)).toEqual(['Wherever it lies.']);
		expect(
			Debates.parse(
				JSON.parse((await rostrum(['library', 'list', '--json'], {cwd: elsewhere, home: freshFolder()})).stdout),
			),
		).toEqual([]);
	});

	it.each([
		[['library', 'burn'], /no such action: "burn".*Actions are list, search, show, stats, compare, rename, rebuild/u],
		[['library', 'search'], /nothing to look for/u],
		[['library', 'search', '"…"'], /nothing to look for/u],
		[['library', 'show', 'zzzz'], /no such debate: "zzzz"/u],
		[['library', 'list', '--since', '2026-02-30'], /Not a date: "2026-02-30" \(from --since\)/u],
		[['library', 'list', '--protocol', 'chess'], /no such protocol.*"chess"/u],
		[['library', 'list', '--limit', '0'], /"0" \(from --limit\)/u],
	])('%j is refused with 2', async (args, message) => {
		const {code, stdout, stderr} = await rostrum(args);
		expect([code, stdout]).toEqual([2, '']);
		expect(stderr).toMatch(message);
	});
});

describe('the folders of the library', () => {
	it('are remembered once each, a journal by itself where it lies elsewhere, whatever else the file holds', () => {
		const file = join(freshFolder(), 'library', 'folders.jsonl');
		rememberFolder(file, '/debates', '/debates/one/debate.jsonl');
		rememberFolder(file, '/debates', '/debates/two/debate.jsonl');
		appendFileSync(file, '{"not": "ours"}\nnor this\n');
		rememberFolder(file, '/debates', '/work/side "a".jsonl');
		expect(rememberedFolders(file)).toEqual(['/debates', '/work/side "a".jsonl']);
		expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(5);
	});

	it('need not be remembered for a debate to be held', () => {
		const home = freshFolder();
		writeFileSync(join(home, 'library'), 'in the way');
		expect(rememberFolder(join(home, 'library', 'folders.jsonl'), '/debates', '/debates/one/debate.jsonl')).toMatch(
			/The library will not find this debate by itself/u,
		);
		expect(existsSync(join(home, 'library', 'folders.jsonl'))).toBe(false);
	});
});

describe('an excerpt', () => {
	it.each([20, 40, 60, 80])('fits %i columns with its match in sight, whatever its script', width => {
		for (const [text, found] of [
			[`${'word '.repeat(200)}needle ${'word '.repeat(200)}`, 'needle'],
			[`${'投票は義務'.repeat(50)}針${'投票は義務'.repeat(50)}`, '針'],
			['needle', 'needle'],
			[`needle\n\n${'x'.repeat(500)}`, 'needle'],
		] as const) {
			const start = text.indexOf(found);
			const line = printRows([{spans: excerpt(text, [[start, start + found.length]], width)}], {width, colour: false});
			expect(line).toContain(`«${found}»`);
			expect(widthOf(line.trimEnd())).toBeLessThanOrEqual(width);
		}
	});

	it('cuts no character in half', () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom('👩‍🚀', '😀', 'é', 'ab', ' ', '務'), {maxLength: 120}),
				fc.array(fc.constantFrom('👨‍👩‍👧‍👦', '😀', 'x', ' ', 'e\u0301'), {maxLength: 120}),
				fc.integer({min: 10, max: 60}),
				(before, after, width) => {
					const text = `${before.join('')}needle${after.join('')}`;
					const start = before.join('').length;
					const shown = excerpt(text, [[start, start + 6]], width)
						.map(span => span.text)
						.join('');
					const known = new Set([...charactersOf(text), '…', ' ']);
					expect(charactersOf(shown).filter(character => !known.has(character))).toEqual([]);
				},
			),
		);
	});

	it('is marked by colour where there is some', () => {
		expect(printRows([{spans: excerpt('a needle', [[2, 8]], 40)}], {width: 40, colour: true})).toBe(
			'a \u001B[7mneedle\u001B[27m\n',
		);
	});
});
