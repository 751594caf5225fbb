import {expect, it} from 'vitest';
import {questionsOf} from '../../../src/app/bench/run-bench.ts';
import type {MeasuredItem} from '../../../src/formats/contract.ts';
import {councilBench} from '../../../src/formats/council/bench/bench.ts';
import {puzzleOf} from '../../../src/formats/council/bench/puzzles.ts';
import {councilReport, wilson} from '../../../src/formats/council/bench/report.ts';
import {seededRandom} from '../../../src/rehearsal/random.ts';
import {freshFolder, rostrum} from '../../run-in-process.ts';

/** Who are knaves by one of the options, checked against what everybody says. */
function holds(question: string, option: string): boolean {
	const people = [...question.matchAll(/(\w+) says: “([^”]+)”/gu)].map(([, name = '', said = '']) => ({name, said}));
	const knaves = new Set(option === 'nobody' ? [] : option.split(', '));
	const knight = (name = ''): boolean => !knaves.has(name);
	const isTrue = (speaker: string, said: string): boolean => {
		const count = /^Exactly (\d) of us/u.exec(said)?.[1];
		const names = [...said.matchAll(/\b[A-Z]\w+/gu)]
			.map(([name]) => name)
			.filter(name => people.some(p => p.name === name));
		const [one, other] = names;
		if (count !== undefined) return people.filter(({name}) => knight(name)).length === Number(count);
		if (said.startsWith('I am')) return knight(speaker) || !knight(one);
		if (said.startsWith('If')) return !knight(one) || knight(other);
		if (said.startsWith('At least')) return knight(one) || knight(other);
		return said.endsWith('of one kind.') ? knight(one) === knight(other) : !knight(one);
	};
	return people.every(({name, said}) => isTrue(name, said) === knight(name));
}

it.each([3, 4, 5, 6, 7])('makes puzzles of %i people with one right option', people => {
	for (let seed = 1; seed <= 12; seed++) {
		const made = puzzleOf(people, 'x', seededRandom(seed).next);
		const {question, options, right} = made;
		expect(options.map(option => holds(question, option))).toEqual(options.map((_, place) => place === right));
		expect(new Set(options).size).toBe(options.length);
		expect(puzzleOf(people, 'x', seededRandom(seed).next)).toEqual(made);
	}
});

it('has sixty questions whose options differ, half of them on documents, in an order by seed', () => {
	const items = questionsOf(councilBench, 3);
	expect(new Set(items.map(({id}) => id)).size).toBe(60);
	expect(items.filter(({document}) => document !== undefined)).toHaveLength(30);
	for (const {options, right} of items) {
		expect(options[right]).toBeDefined();
		expect(new Set(options).size).toBe(options.length);
	}
	expect(questionsOf(councilBench, 3)).toEqual(items);
	expect(questionsOf(councilBench, 4)).not.toEqual(items);
});

it('reads the answer of one prompt in its last line', () => {
	const [item] = questionsOf(councilBench, 3);
	expect(councilBench.prompt(item ?? expect.fail())).toContain('The last line is “ANSWER: ”');
	expect(councilBench.answerIn('ANSWER: o1? No.\n**ANSWER: o3**')).toBe('o3');
	expect(councilBench.answerIn('It is the third.')).toBeNull();
});

/** Intervals by R: prop.test(x, n, correct = FALSE). */
it.each([
	[0, 10, 0, 0.278],
	[5, 10, 0.237, 0.763],
	[10, 10, 0.722, 1],
	[81, 263, 0.255, 0.366],
])('gives Wilson’s interval of %i of %i', (hits, of, low, high) => {
	const [least, most] = wilson(hits, of);
	expect(least).toBeCloseTo(low, 2);
	expect(most).toBeCloseTo(high, 2);
});

const result = (vote: string, cruxes: string, samples = 'o1'): MeasuredItem => ({
	item: 'x',
	right: 'o1',
	samples: [samples, 'o1'],
	answers: {think: 'o1', samples, vote, cruxes},
	strength: 'majority',
	price: 10,
	held: [cruxes, vote],
	usd: 0,
	tokens: 0,
});
const many = (count: number, one: MeasuredItem) => Array.from({length: count}, () => one);

it.each([
	['undecided below twenty changed answers', many(19, result('o2', 'o1')), undefined, 'Not decided'],
	[
		'for talk that mends fifteen',
		[...many(15, result('o2', 'o1')), ...many(5, result('o1', 'o2', 'o2'))],
		true,
		'cruxes.',
	],
	[
		'against talk that mends fourteen',
		[...many(14, result('o2', 'o1')), ...many(6, result('o1', 'o2'))],
		false,
		'vote.',
	],
	[
		'against talk that a vote at its price beats',
		[...many(15, result('o2', 'o1')), ...many(5, result('o1', 'o2'))],
		false,
		'vote.',
	],
])('decides %s', (_, results, pays, words) => {
	const {figures, text} = councilReport(results);
	expect(figures.pays).toBe(pays);
	expect(text).toContain(words);
});

it('puts a question to rehearsals, with rivals at the council’s price, and keeps every answer', async () => {
	const home = freshFolder();
	const {code, stdout} = await rostrum(['bench', 'council', '--voice', 'rehearsal', '--items', '1', '--json'], {home});
	expect(code).toBe(0);
	const {items, rows} = JSON.parse(stdout);
	expect(items).toBe(1);
	expect(rows.map(({depth}: {depth: string}) => depth)).toEqual(['one', 'think', 'samples', 'vote', 'cruxes']);
	const [one, , samples] = rows;
	expect(one.of).toBe(Math.min(28, Math.round(samples.price)));
	const broke = await rostrum(['bench', 'council', '--voice', 'rehearsal', '--items', '1', '--budget', '900tok'], {
		home,
	});
	expect([broke.code, broke.stderr]).toEqual([4, expect.stringContaining('Not finished after 0 of 1: the budget')]);
	const wrong = await rostrum(['bench', 'motion', '--voice', 'rehearsal'], {home});
	expect(wrong.stderr).toContain('There is no such bench: "motion"');
});
