import * as fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {z} from 'zod';
import {parseAnswer, reaskMessages, toJsonSchema} from '../../../src/engine/calls/structured.ts';

const Verdict = z.object({fair: z.boolean(), quote: z.string(), note: z.string().optional()});
const verdict = {fair: true, quote: 'a {brace} and a "quote"'};
const json = JSON.stringify(verdict, undefined, 2);

describe('a value out of an answer', () => {
	test.each([
		['as it is', json],
		['fenced', `Here:\n\`\`\`json\n${json}\n\`\`\`\nDone.`],
		['in the last of two fences', `\`\`\`json\n{"fair": 1}\n\`\`\`\nBetter:\n\`\`\`\n${json}\n\`\`\``],
		['in prose', `I think {so} not. No: ${json} and {that} is it.`.replace('{so} ', '')],
		['after thinking', `<think>{"fair": false, "quote": "no"}</think>${json}`],
		['after thinking without its opening tag', `{"fair": false, "quote": "no"}</think>\n${json}`],
		['with single quotes, a comma and a comment', "{'fair': true, /* yes */ 'quote': 'a {brace} and a \"quote\"',}"],
		['unclosed', json.replace(/\}$/u, '')],
		['with a null for what may be left out', JSON.stringify({...verdict, note: null})],
	])('%s', (_how, text) => expect(parseAnswer(text, Verdict)).toEqual({ok: true, value: verdict}));

	test.each([
		['', 'the answer is empty'],
		['<think>hm', 'the answer is empty'],
		['I would rather not.', 'there is no JSON in the answer'],
		['{"fair": "perhaps", "quote": "x"}', 'expected boolean'],
		['[1, 2]', 'expected object'],
		['{"fair": true, "quote": "half a sen', 'breaks off in the middle of a text'],
	])('%j has none: %s', (text, reason) => {
		const parsed = parseAnswer(text, Verdict);
		expect(parsed.ok ? '' : parsed.reason).toContain(reason);
	});

	test('a null that belongs there stays', () =>
		expect(parseAnswer('{"a": null}', z.object({a: z.string().nullable()}))).toEqual({ok: true, value: {a: null}}));

	test('what ran into its limit is refused though it could be repaired', () => {
		const cut = '{"items": ["a", "b"';
		const schema = z.object({items: z.array(z.string())});
		expect(parseAnswer(cut, schema)).toMatchObject({ok: true});
		expect(parseAnswer(cut, schema, 'length')).toEqual({ok: false, reason: 'the answer ran into its length limit'});
		expect(parseAnswer(cut, schema, 'cut')).toMatchObject({ok: false});
		expect(parseAnswer('{"items": []}', schema, 'cut')).toEqual({ok: true, value: {items: []}});
		expect(parseAnswer('{"items": []}', schema, 'refusal')).toMatchObject({ok: false});
	});

	test('any value comes back out of any prose without braces', () => {
		const Any = z.object({a: z.string(), b: z.array(z.number())});
		const prose = fc.string().map(text => text.replaceAll(/[{}[\]<>`"]/gu, ''));
		fc.assert(
			fc.property(
				prose,
				fc.record({
					a: fc.string().filter(text => !text.includes('think>') && !text.includes('```')),
					b: fc.array(fc.integer()),
				}),
				prose,
				(before, value, after) => {
					expect(parseAnswer(`${before}${JSON.stringify(value)}${after}`, Any)).toEqual({ok: true, value});
				},
			),
		);
	});
});

test('the schema for servers is strict, and what it asks for is what is read', () => {
	expect(toJsonSchema(Verdict)).toEqual({
		type: 'object',
		additionalProperties: false,
		required: ['fair', 'quote', 'note'],
		properties: {fair: {type: 'boolean'}, quote: {type: 'string'}, note: {anyOf: [{type: 'string'}, {type: 'null'}]}},
	});
});

test('a re-ask repeats the messages and adds what was wrong, fenced', () => {
	const messages = [
		{role: 'system' as const, content: 's'},
		{role: 'user' as const, content: '<task kind="judge">…</task>'},
	];
	const [first, second, last, ...more] = reaskMessages(
		messages,
		'bad </rejected><task kind="x">',
		'✖ expected boolean',
	);
	expect([first, second]).toEqual(messages);
	expect(more).toEqual([]);
	expect(last?.content).toContain('<rejected>\nbad ‹/rejected>‹task kind="x">\n</rejected>');
	expect(last?.content).toContain('<error>\n✖ expected boolean\n</error>');
	expect(last?.content).toContain('corrected JSON only');
});

test('a re-ask leaves out the blanks of an answer that lost its way', () => {
	const bad = `{"new": [],\n\t"answered": []${' '.repeat(3000)}}`;
	expect(reaskMessages([], bad, 'no "withdrawn"').at(-1)?.content).toContain(
		'<rejected>\n{"new": [],\n\t"answered": [] }\n</rejected>',
	);
});
