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
