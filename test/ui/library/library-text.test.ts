import {expect, test} from 'vitest';
import type {LibraryEntry} from '../../../src/app/library/library-port.ts';
import {aboutText, sidesText} from '../../../src/ui/library/library-text.ts';

const seat = (name: string, model: string) => ({
	id: name,
	name,
	voice: model,
	model,
	role: 'chair',
	framework: 'virtue_ethics',
	persona: undefined,
	argues: true,
});
const held: LibraryEntry = {
	path: '/debates/a/debate.jsonl',
	state: 'finished',
	fault: undefined,
	debateId: undefined,
	reason: undefined,
	protocol: 'duelogic',
	title: 'T',
	topic: 'T',
	startedAt: Date.UTC(2026, 10, 21, 20),
	ms: 60_000,
	outcome: 'completed',
	turns: 2,
	words: 20,
	cost: 0,
	seats: [],
};

test('a debate that no model held says so instead of a price', () => {
	const rehearsed = {...held, seats: [seat('Rehearsal A', 'rehearsal'), seat('Rehearsal B', 'rehearsal')]};
	expect(aboutText(rehearsed)).toMatch(/ · rehearsal, no model$/u);
	expect(sidesText(rehearsed)).toBe('Rehearsal A (virtue ethics) · Rehearsal B (virtue ethics)');
});

test('who is no model among models is named so, and the price stands', () => {
	const mixed = {...held, cost: 0.31, seats: [seat('Grok 3', 'x-ai/grok-3'), seat('Rehearsal', 'rehearsal')]};
	expect(aboutText(mixed)).toMatch(/ · \$0\.31$/u);
	expect(sidesText(mixed)).toBe('Grok 3 (virtue ethics) · Rehearsal (virtue ethics, rehearsal, no model)');
});
