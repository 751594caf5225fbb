import {expect, test} from 'vitest';
import {PlainMarkdown} from '../../../src/ui/plain/plain-lines.ts';

const read = (...pieces: readonly string[]): string => {
	const markdown = new PlainMarkdown();
	return pieces.map(piece => markdown.push(piece)).join('');
};

test('marks for the eye are left out of what is read, also where a sentence ends between them', () => {
	expect(read('## So\n\n**Bold. ', 'And *soft* `code`.** 2 * 3, a_b, 2**3.\n* item\n')).toBe(
		'So\n\nBold. And soft code. 2 * 3, a_b, 2**3.\n- item\n',
	);
	expect(read('See [it](https://example.org/a).')).toBe('See it (https://example.org/a).');
});

test('tables are rows of words, and code stays as it is', () => {
	expect(read('| a | **b** |\n|---|:-:|\n| 1 | 2 |\n')).toBe('a, b\n1, 2\n');
	expect(read('```js\n', 'x = a ** b * `c`;\n', '```\nSo *there*.')).toBe('x = a ** b * `c`;\nSo there.');
});

test('code in a line keeps its stars and dashes', () => {
	expect(read('While `wait(100 * 2 **` waits, **so** does ``a`_b_`c``.')).toBe(
		'While wait(100 * 2 ** waits, so does a`_b_`c.',
	);
});
