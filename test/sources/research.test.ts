import {describe, expect, it} from 'vitest';
import type {SourceDocument, SourcesState} from '../../src/debate/sources.ts';
import {emptyState} from '../../src/debate/state.ts';
import {sourceLines, sourceRules, sourcesElement} from '../../src/formats/sources.ts';
import {debate} from '../formats/duelogic/run-duelogic.ts';

const passages = {
	'S1.1': 'Compulsory voting was brought in by Parliament in 1924 and has been kept since, whoever has governed.',
	'S1.2': 'Fines were paid by 3 of 100 voters who stayed at home, and by nobody who was ill or abroad on the day.',
	'S1.3': 'Turnout among the poorest fifth rose from 44 to 81 percent in the first election under the law.',
	'S1.4': 'Spoilt ballots doubled in the same year, and most of them were blank and not merely marked wrongly.',
};
/** What a chair looks for, one after the other. */
const wanted: Readonly<Record<string, readonly string[]>> = {
	chair_1: ['Fines paid', 'Spoilt ballots'],
	chair_2: ['Turnout poorest'],
};

async function researched(delays: Readonly<Record<string, number>> = {}) {
	const asked: Record<string, number> = {};
	return debate({
		pace: 250,
		passages,
		searched: true,
		config: {flow: {maxExchanges: 3}},
		delays,
		answers({kind, seat}) {
			if (kind !== 'research') return undefined;
			const query = wanted[seat]?.[(asked[seat] = (asked[seat] ?? 0) + 1) - 1];
			return JSON.stringify({queries: query === undefined ? [] : [query]});
		},
	});
}

describe('what a chair looks for', () => {
	it('stands in its opening and in its first reply, each of which is asked for once', async () => {
		const {prompts} = await researched();
		const [first = '', second = ''] = prompts('opening');
		expect(prompts('opening')).toHaveLength(2);
		expect(first).toContain('<passage id="S1.2"');
		expect(first).not.toContain('<passage id="S1.4"');
		expect(second).toContain('<passage id="S1.3"');
		expect(prompts('reply')[0]).toContain('<passage id="S1.4"');
	});

	it('is waited for by nobody: what comes too late serves the next turn', async () => {
		const {prompts, state} = await researched({research: 90_000});
		expect(state.outcome).toBe('completed');
		expect(prompts('opening')[0]).not.toContain('<passage id="S1.2"');
	});

	it('is told with what it has found, and not with the words that it did not choose', async () => {
		const {prompts} = await researched();
		const later = prompts('research').findLast(task => task.includes('<task kind="research" speaker="chair_1">')) ?? '';
		expect(later).toContain('Searched before: Fines paid');
		expect(later).toMatch(/Found before: .*S1\.2: Fines were paid by 3 of 100 voters/u);
		expect(later).not.toContain('Searched before: Voting should');
	});
});

describe('the list of documents', () => {
	const documents = Array.from({length: 30}, (_, at): SourceDocument => ({
		number: at + 1,
		title: `Report ${at + 1} on the water levels`,
		name: `report-${at + 1}.md`,
		kind: 'Markdown',
		bytes: 1,
		words: 1200,
		hash: 'h',
		passages: 9,
		about:
			'What the wall did in the winter · How high the river will come · What could go wrong with each of the options',
	}));
	const list = (count: number) =>
		sourcesElement({sources: {documents: documents.slice(0, count), whole: false, open: true, passages: []}}).join('');

	it('says less of each before it leaves one out', () => {
		expect(list(5)).toContain('What could go wrong with each of the options');
		expect(list(30)).toContain('S30 Report 30 on the water levels (1,200 words)');
		expect(list(30)).not.toContain('more');
		expect(list(30).length).toBeLessThan(2600);
	});

	it('is introduced by the name of who reads it', () => {
		const sources = {documents, whole: false, open: true, passages: []};
		expect(sourceRules({sources}, 'speaker').join('')).toContain('each speaker is shown passages');
		expect(sourceRules({sources}).join('')).not.toContain('${');
	});
});

describe('the passages that a turn is shown', () => {
	const words = (about: string) => Array.from({length: 60}, (_, at) => `${about} ${at}`).join(' ');
	const text = (id: string) => ({id, place: 'line 1', text: words(id === 'S1.9' ? 'harbour dredging' : `filler${id}`)});
	const ids = Array.from({length: 16}, (_, at) => `S1.${at + 1}`);
	const state = {
		documents: [],
		whole: false,
		left: [],
		byCitation: false,
		passages: Object.fromEntries(ids.map(id => [id, text(id)])),
		research: [
			{type: 'research' as const, seat: 'chair_1', queries: ['a'], found: ids.slice(0, 12)},
			{type: 'research' as const, seat: 'chair_1', queries: ['b'], found: ids.slice(12)},
		],
		cited: [],
	} satisfies SourcesState;
	const debated = {
		sources: {documents: [], whole: false, open: true, passages: []},
		research: {pinned: undefined, pending: new Set<string>()},
	};
	const shown = (about: string): string =>
		sourceLines(debated, {...emptyState, sources: state}, 'chair_1', {isFull: true, argues: () => true, about}).join(
			'\n',
		);

	it('are the last found, and some that were found before and never shown, by what the task says', () => {
		const prompt = shown('What did the dredging of the harbour cost?');
		expect(prompt).toContain('<passage id="S1.13"');
		expect(prompt).toContain('<passage id="S1.9"');
		expect(prompt.indexOf('"S1.9"')).toBeGreaterThan(prompt.indexOf('"S1.13"'));
		expect(shown('Nothing of the kind.')).not.toContain('"S1.9"');
	});
});
