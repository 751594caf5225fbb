import {describe, expect, it} from 'vitest';
import {cardRows} from '../../../src/ui/setup/preset-card.ts';
import type {PresetCard} from '../../../src/ui/ports/port.ts';

const card: PresetCard = {
	id: 'clash',
	protocol: 'duelogic',
	name: 'Classic Clash',
	description: 'Welfare against character',
	propositions: ['Voting should be compulsory.'],
	seats: [
		{name: 'Claude Sonnet 4', label: 'Utilitarian Chair', voice: 'openrouter:anthropic/claude-sonnet-4'},
		{name: 'Mine', label: 'Virtue Ethics Chair', voice: 'mine:m'},
	],
	estimate: {
		minutes: 36.2,
		tokens: 280_000,
		cost: null,
		voices: [
			{name: 'Claude Sonnet 4', tokens: 120_000, cost: 0.41},
			{name: 'Mine', tokens: 160_000, cost: null},
		],
	},
};
const shown = (of: PresetCard, width: number): string[] =>
	cardRows(of, of.propositions[0], width, 20).map(({spans}) => spans.map(({text}) => text).join(''));

describe('what a debate is expected to take', () => {
	it.each([30, 38, 60])('is shown for each voice that costs something, at %i columns', width => {
		expect(shown(card, width).slice(-3)).toEqual([
			'about 36 min · 280k tokens · price unknown',
			'  Claude Sonnet 4 · 120k tokens · about $0.41',
			'  Mine · 160k tokens · price unknown',
		]);
	});

	it('is one line where one voice speaks for all, or none costs anything', () => {
		const one = {
			...card,
			estimate: {
				minutes: 36,
				tokens: 280_000,
				cost: 0.41,
				voices: [{name: 'Claude Sonnet 4', tokens: 280_000, cost: 0.41}],
			},
		};
		expect(shown(one, 38).at(-1)).toBe('about 36 min · 280k tokens · about $0.41');
		expect(shown({...card, estimate: {minutes: 36, tokens: 280_000, cost: 0, voices: []}}, 38).at(-1)).toBe(
			'about 36 min · 280k tokens · free',
		);
	});
});
