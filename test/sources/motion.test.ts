import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {eventsIn} from '../../src/app/files/read-debate.ts';
import {journalsUnder} from '../../src/app/files/debate-folders.ts';
import {fold} from '../../src/debate/reduce.ts';
import {citationsOf} from '../../src/debate/sources.ts';
import {deskOf} from '../formats/desk-of.ts';
import {runMotion, type Motioned} from '../formats/motion/run-motion.ts';
import {freshFolder, rostrum} from '../run-in-process.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'sources');

describe('a motion on documents', () => {
	let held: Motioned;
	const report = {'S1.1': 'Visitors fell by a third in two years. The aviary was never closed.'};
	beforeAll(async () => {
		held = await runMotion({
			config: {style: 'short'},
			sources: deskOf(report),
			answers({kind, seat}) {
				if (kind === 'support') return {q1: {answer: 'opposite', sentence: 2}};
				if (kind !== 'opening') return undefined;
				return seat === 'for_1'
					? 'I begin with the count. “Visitors fell by a half in two years” [S1.1], and that is my case.'
					: 'I begin with the birds. The aviary was closed for good, by the same report [S1.1]. That is all.';
			},
		});
	});

	it('says how to cite, and holds what is quoted against the passage', () => {
		const opening = held.asked.find(({kind}) => kind === 'opening')?.request.messages ?? [];
		expect(opening[0]?.content).toContain('What a speaker takes from them it cites');
		expect(held.turns('opening').flatMap(citationsOf)).toMatchObject([
			{standing: 'altered', sense: 'figure', quote: 'Visitors fell by a half in two years'},
			{standing: 'cited', support: {answer: 'opposite', evidence: 'The aviary was never closed.'}},
		]);
	});

	it('shows a cited passage to the other side, and tells whoever quoted falsely', () => {
		const tasks = held.asked
			.filter(({kind}) => kind === 'rebuttal')
			.map(({request}) => request.messages.at(-1)?.content);
		const by = (seat: string) => tasks.find(task => task?.includes(`speaker="${seat}"`)) ?? '';
		expect(by('against_1')).toContain('The aviary was never closed.');
		expect(by('for_1')).toContain('- correction: your quotation “Visitors fell by a half in two years”');
	});

	it('has its judges read how each citation stands', () => {
		const read = held.asked
			.filter(({kind}) => kind === 'judge_verdict')
			.map(({request}) => request.messages[0]?.content);
		expect(read.length).toBeGreaterThan(1);
		for (const copy of read) {
			expect(copy).toContain('“Visitors fell by a half in two years”: altered in what it says');
			expect(copy).toContain('judged: the passage says the opposite: “The aviary was never closed.”');
		}
	});
});

describe('a claim of a motion that the other side asked a source for', () => {
	const claimed = 'Keepers in northern towns bury eleven animals every winter.';
	const passages = {
		'S1.1': 'Visitors fell by a third in two years.',
		'S1.2': 'Eleven animals died in the winter of 2019.',
	};
	const heldWith = (answered: string, asks = true): Promise<Motioned> =>
		runMotion({
			config: {style: 'short'},
			sources: deskOf(passages),
			answers({kind, seat, nth}) {
				if (kind === 'ledger')
					return {
						new:
							nth === 1 ? [{sentence: claimed, claim: 'Keepers bury eleven animals every winter.', against: null}] : [],
						settled: [],
					};
				if (kind === 'opening')
					return seat === 'for_1' ? `I begin with the animals. ${claimed}` : 'I begin with schools.';
				if (kind === 'rebuttal' && seat === 'against_1')
					return `Eleven animals every winter in northern towns, says the other side. ${asks ? 'Which document says so?' : 'I doubt it.'}`;
				return kind === 'rebuttal' && seat === 'for_1' ? answered : undefined;
			},
		});
	const told = ({asked}: Motioned, kind: string): readonly (readonly string[])[] =>
		asked
			.filter(each => each.kind === kind)
			.map(({request}) => {
				const task = request.messages.at(-1)?.content ?? '';
				return task.split('\n').filter(line => line.includes('nobody showed one'));
			});

	it('is told to the judges without names, and read out with them', async () => {
		const held = await heldWith('I have nothing to add to that.');
		const said = 'was asked for a source, and nobody showed one: “Keepers bury eleven animals every winter.”';
		expect(told(held, 'judge_verdict')).toEqual([[`Side A ${said}`], [`Side B ${said}`]]);
		expect(told(held, 'verdict')).toEqual([[`- fact: Name of for_1 ${said}`]]);
	});

	it('is not told where nobody asked', async () => {
		expect(told(await heldWith('I have nothing to add to that.', false), 'judge_verdict')).toEqual([[], []]);
	});
});

it('a motion is staged, exported and verified from the command line', async () => {
	const home = freshFolder();
	const args = ['run', 'motion', '--topic', 'Cities should cap rents.', '--seed', '3', '--sources', fixtures];
	expect((await rostrum([...args, '--export', 'md', '--out', 'out'], {home})).code).toBe(0);
	const [journal = ''] = journalsUnder(join(home, 'out'));
	const count = fold(eventsIn(journal)).turns.flatMap(citationsOf).length;
	expect(count).toBeGreaterThan(1);
	expect(readFileSync(join(journal, '..', 'debate.md'), 'utf8')).toContain(`[^${count}]: `);
	expect((await rostrum(['verify', journal, '--sources', fixtures], {home})).code).toBe(0);
}, 60_000);
