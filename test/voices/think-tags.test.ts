import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {thinkSplitter, withoutThinking} from '../../src/voices/think-tags.ts';

function split(pieces: readonly string[]): {text: string; thinking: string} {
	const splitter = thinkSplitter();
	const parts = [...pieces.flatMap(piece => splitter.push(piece)), ...splitter.end()];
	const joined = (type: string) =>
		parts
			.filter(part => part.type === type)
			.map(({text}) => text)
			.join('');
	return {text: joined('text'), thinking: joined('thinking')};
}

test('separates thinking from the answer wherever the pieces break', () => {
	const whole = '<think>If a < b, then <b>so</b>.</think>\n\nA < B, they say. 1 <think';
	fc.assert(
		fc.property(fc.array(fc.integer({min: 1, max: 9})), sizes => {
			let rest = whole;
			const pieces = sizes.map(size => {
				const piece = rest.slice(0, size);
				rest = rest.slice(size);
				return piece;
			});
			expect(split([...pieces, rest])).toEqual({
				thinking: 'If a < b, then <b>so</b>.',
				text: 'A < B, they say. 1 <think',
			});
		}),
	);
});

test('passes text without tags through unchanged', () => {
	expect(thinkSplitter().push('Hello, ')).toEqual([{type: 'text', text: 'Hello, '}]);
});

test('does not take unclosed thinking for the answer', () => {
	expect(split(['<think>and then'])).toEqual({thinking: 'and then', text: ''});
});

test.each([
	['<think>a</think>b', 'b'],
	['a</think>\n\nb', 'b'],
	['b', 'b'],
	['<think>a', ''],
	['<think>a</think>b<think>c</think>d', 'bd'],
])('%j without its thinking is %j', (text, rest) => expect(withoutThinking(text)).toBe(rest));
