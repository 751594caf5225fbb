import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import {tag} from '../../src/debate/prompt.ts';
import type {Message} from '../../src/debate/protocol.ts';
import {DigestAnswer} from '../../src/formats/duelogic/config.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {countWords} from '../../src/rehearsal/text.ts';
import {judgeTask, Table} from './table.ts';

const jsonOf = (schema: z.ZodType) => ({name: 'value', json: z.toJSONSchema(schema) as Record<string, unknown>});
const user = (content: string): Message => ({role: 'user', content});
const again: Message[] = [
	{role: 'assistant', content: '{"broken'},
	{role: 'user', content: 'That is not valid JSON.'},
];

describe('a task without a composer', () => {
	it('is answered from the prompt’s own words, saying what kind of voice answers', () => {
		const {text} = rehearse([user('How should a small bakery plan its winter menu when flour prices keep rising?')], {
			seed: 1,
		});
		expect(text).toMatch(/bakery|flour|menu|winter|prices/u);
		expect(text).toContain('rehearsal voice');
		expect(countWords(text)).toBeGreaterThan(30);
	});

	it.each(['', 'Hi', '😀', '안녕하세요', '{"a": 1}', 'x'.repeat(5000), '# Title\n\n- one\n- two'])(
		'is answered whatever the prompt: %s',
		content => {
			const {text} = rehearse([user(content)], {seed: 2});
			expect(text).not.toMatch(/undefined|[{}]| {2}/u);
			expect(countWords(text)).toBeGreaterThan(5);
		},
	);

	it('keeps to the word range of an unknown task, and says nothing about itself there', () => {
		const task = tag('task', {kind: 'haiku', words: '20'}, 'Write about the harbour at night and the boats that wait.');
		const {text} = rehearse([user(task)], {seed: 3});
		expect(countWords(text)).toBeLessThanOrEqual(20);
		expect(text).not.toContain('rehearsal');
	});

	const schemas: readonly (readonly [string, z.ZodType])[] = [
		[
			'a critique',
			z.object({
				content: z.string().min(1),
				rubric: z.object({correctness: z.int().min(1).max(5), risk: z.int().min(1).max(5)}),
				issues: z
					.array(z.object({claim: z.string().min(1), fix: z.string().min(1)}))
					.min(1)
					.max(4),
			}),
		],
		[
			'a choice',
			z.object({
				risk: z.enum(['low', 'medium', 'high']),
				kind: z.literal('plan'),
				sure: z.boolean(),
				confidence: z.number().min(0).max(1),
			}),
		],
		[
			'a union',
			z.object({
				decision: z.union([
					z.object({kind: z.literal('accept')}),
					z.object({kind: z.literal('reject'), why: z.string()}),
				]),
				note: z.string().nullable(),
			}),
		],
		[
			'bounds',
			z.object({
				few: z.array(z.int().min(10).max(12)).length(3),
				short: z.string().min(3).max(8),
				long: z.string().min(50),
				step: z.number().multipleOf(0.25).min(1).max(2),
			}),
		],
		['formats', z.object({at: z.iso.datetime(), day: z.iso.date(), ref: z.string().regex(/^t\d+$/u)})],
		[
			'a tuple and a record',
			z.object({pair: z.tuple([z.string(), z.number()]), more: z.record(z.string(), z.string())}),
		],
		['a list at the top', z.array(z.string().min(1)).min(2)],
	];
	it.each(schemas)('fits any schema: %s', (_, schema) => {
		for (let seed = 0; seed < 20; seed++)
			expect(
				schema.safeParse(
					JSON.parse(
						rehearse([user('Review the plan for the bridge. It has three spans.'), ...again], {
							seed,
							schema: jsonOf(schema),
						}).text,
					),
				).error,
			).toBeUndefined();
	});

	it('fits a schema that refers to itself', () => {
		const json = {
			$ref: '#/$defs/node',
			$defs: {
				node: {
					type: 'object',
					properties: {name: {type: 'string'}, children: {type: 'array', items: {$ref: '#/$defs/node'}}},
					required: ['name', 'children'],
				},
			},
		};
		expect(
			JSON.parse(rehearse([user('A tree.'), ...again], {seed: 1, schema: {name: 'tree', json}}).text),
		).toMatchObject({name: expect.any(String), children: expect.any(Array)});
	});
});

describe('structured answers are sometimes malformed', () => {
	const asking = (seed: number, more: Message[] = []) => {
		const table = new Table({
			proposition: 'Should zoos be banned?',
			frameworks: ['utilitarian', 'care_ethics'],
			seed,
			exchanges: 1,
		});
		table.speak('opening', {id: 'chair_1', name: 'Claude Sonnet 4'}, 'opening', 0, {words: '150-300'}, [
			'- self_critique: one',
		]);
		return rehearse(
			[...table.messages(judgeTask({id: 't1', speaker: 'chair_1', text: table.said[0]?.text ?? ''}, [])), ...more],
			{seed, schema: {name: 'judge', json: {type: 'object', properties: {C1: {}, F1: {}}}}},
		).text;
	};
	const isGood = (text: string): boolean => {
		try {
			return Object.keys(JSON.parse(text)).length === 4;
		} catch (error) {
			if (error instanceof SyntaxError) return false;
			throw error;
		}
	};

	it('about once in twelve, in more ways than one', () => {
		const answers = Array.from({length: 240}, (_, seed) => asking(seed));
		const bad = answers.filter(text => !isGood(text));
		expect(bad.length).toBeGreaterThan(8);
		expect(bad.length).toBeLessThan(40);
		expect(
			new Set(bad.map(text => (text.startsWith('Here') ? 'talk' : text.endsWith('}') ? 'missing' : 'cut'))).size,
		).toBe(3);
	});

	it('but never when asked again', () => {
		for (let seed = 0; seed < 120; seed++) expect(isGood(asking(seed, again))).toBe(true);
	});
});

describe('a digest', () => {
	it('summarises the turns in their own words, as JSON if there is a schema', () => {
		const table = new Table({
			proposition: 'Should zoos be banned?',
			frameworks: ['utilitarian', 'care_ethics'],
			seed: 3,
			exchanges: 3,
		}).play();
		const messages = [
			...table.messages(tag('task', {kind: 'digest', speaker: 'arbiter', words: '120', upto: 't9'}, 'Condense.')),
			...again,
		];
		const {digest} = DigestAnswer.parse(JSON.parse(rehearse(messages, {seed: 3, schema: jsonOf(DigestAnswer)}).text));
		expect(countWords(digest)).toBeLessThanOrEqual(120);
		for (const {name} of table.seats) expect(digest).toContain(`${name}:`);
	});
});

it('cuts an answer at its token limit, and reports it', () => {
	expect(rehearse([user('Tell me about boats.')], {seed: 1, maxTokens: 5})).toMatchObject({
		finish: 'length',
		text: expect.stringMatching(/^.{20}$/su),
	});
});
