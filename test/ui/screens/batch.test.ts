import {describe, expect, it} from 'vitest';
import {batchRows} from '../../../src/ui/screens/batch.tsx';
import type {BatchProgress} from '../../../src/app/batch/progress.ts';
import {layOutRow} from '../../../src/view/rows.ts';

const standing = {wins: 3, ties: 1, losses: 0, tooFew: false};
const progress: BatchProgress = {
	name: 'batch-friday',
	total: 40,
	done: 10,
	unwell: 1,
	running: [
		{topic: 'Zoos should be closed.', pro: 'gpt-4o', con: 'qwen3', seed: 3, turns: 4, since: 60_000, worker: undefined},
		{topic: 'Zoos should be closed.', pro: 'qwen3', con: 'gpt-4o', seed: 3, turns: 1, since: 90_000, worker: 'ada:71'},
	],
	spent: {usd: 1.25, tokens: 420_000},
	expected: {usd: 3.5, tokens: 1_300_000},
	budget: {usd: 5},
	elapsedMs: 300_000,
	leftMs: 900_000,
	standings: [
		{rank: 1, name: 'gpt-4o', rating: 1561.4, low: 1480, high: 1640, apart: false, ...standing},
		{rank: 2, name: 'qwen3 (a patient farmer)', rating: 1438.6, low: 1360, high: 1520, apart: undefined, ...standing},
	],
	notices: ['ada:71 has taken it over'],
};

const drawn = (shown: BatchProgress, width: number): string =>
	batchRows(shown, width, 120_000)
		.map(row =>
			layOutRow(row, width)
				.map(({text}) => text)
				.join('')
				.trimEnd(),
		)
		.join('\n');

describe('the screen of a batch', () => {
	it.each([60, 80, 120])('says how far it is, what it costs and who leads in %i columns', width => {
		expect(drawn(progress, width)).toMatchSnapshot();
	});

	it('names both debaters whole however long their names are', () => {
		const [pro, con] = ['openrouter:anthropic/claude-sonnet-4', 'openrouter:mistralai/mistral-medium-3.1'];
		const topic = 'The European Union should tax flights within a thousand kilometres.';
		const [debate] = progress.running;
		const text = drawn({...progress, running: debate ? [{...debate, topic, pro, con}] : []}, 60);
		expect(text.replaceAll(/\n */gu, ' ')).toContain(`${pro} for, ${con} against, seed 3`);
	});

	it('says that intervals are too narrow to go by after few matchups', () => {
		const few = {...progress, standings: progress.standings.map(one => ({...one, tooFew: true, apart: undefined}))};
		expect(drawn(few, 60)).toContain('After so few matchups the intervals are too narrow to go by.');
		expect(drawn(progress, 60)).not.toContain('too narrow');
	});

	it('has something to say before anything has run', () => {
		const begun = {...progress, done: 0, running: [], standings: [], notices: [], leftMs: undefined};
		expect(drawn(begun, 80)).toMatch(/nobody has been judged[\s\S]*nothing at the moment/u);
	});
});
