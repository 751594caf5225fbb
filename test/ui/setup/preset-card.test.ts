import {describe, expect, it} from 'vitest';
import {cardRows} from '../../../src/ui/setup/preset-card.ts';
import type {PresetCard} from '../../../src/app/setup/home-port.ts';

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
			{name: 'Claude Sonnet 4', voice: 'openrouter:anthropic/claude-sonnet-4', tokens: 120_000, cost: 0.41},
			{name: 'Mine', voice: 'mine:m', tokens: 160_000, cost: null},
		],
	},
};
const estimated = {minutes: 36, tokens: 280_000, cost: 0.7};
const linesOf = (of: PresetCard, width: number, height: number): string[] =>
	cardRows(of, of.propositions[0], width, height).map(({spans}) => spans.map(({text}) => text).join(''));
/** At a height that has no room for more than what it takes. */
const shown = (of: PresetCard, width: number): string[] => linesOf(of, width, 11);

describe('what a debate is expected to take', () => {
	it.each([30, 38, 60])('stands at the right of each seat, at %i columns', width => {
		const rows = cardRows(card, card.propositions[0], width, 11);
		expect(rows.flatMap(({right = []}) => right.map(({text}) => text))).toEqual(['about $0.41', 'price unknown']);
		expect(shown(card, width)).toContain('about 36 min · 280k tokens · price unknown');
	});

	it('is one line where one voice speaks for all, or none costs anything', () => {
		const one = {
			...card,
			estimate: {
				minutes: 36,
				tokens: 280_000,
				cost: 0.41,
				voices: [{name: 'Claude Sonnet 4', voice: 'openrouter:anthropic/claude-sonnet-4', tokens: 280_000, cost: 0.41}],
			},
		};
		expect(shown(one, 38).at(-1)).toBe('about 36 min · 280k tokens · about $0.41');
		expect(shown({...card, estimate: {minutes: 36, tokens: 280_000, cost: 0, voices: []}}, 38).at(-1)).toBe(
			'about 36 min · 280k tokens · free',
		);
	});

	it('ends with the cheaper voice that is proposed for some of it', () => {
		const proposal = 'Judging: about 40 % of the cost. --judge shop:small would save about $0.30.';
		const lines = linesOf({...card, estimate: {...estimated, proposal}}, 60, 20);
		const at = lines.findIndex(text => text.includes('Judging'));
		expect(
			lines
				.slice(at, at + 2)
				.join(' ')
				.replaceAll(/\s+/gu, ' ')
				.trim(),
		).toBe(proposal);
	});
});

describe('the command line that starts the same', () => {
	const own = {...card, id: 'second_opinion', propositions: ['Pay "fair" wages, or $5?']};

	it('names the preset and the topic, quoted for a shell', () => {
		expect(linesOf(own, 120, 20).slice(-2)).toEqual([
			'From the command line',
			`  rostrum run duelogic --preset second-opinion --topic 'Pay "fair" wages, or $5?'`,
		]);
	});

	it('is left out where it does not fit, or where there is no topic yet', () => {
		expect(linesOf(own, 120, 8)).not.toContain('From the command line');
		expect(linesOf({...own, propositions: []}, 120, 20)).not.toContain('From the command line');
	});
});
