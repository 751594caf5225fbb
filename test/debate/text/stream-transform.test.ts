import {expect, test} from 'vitest';
import {StreamTransform} from '../../../src/debate/text/redact.ts';

/** Takes out what stands in brackets, and waits from an open one on. */
const withoutBrackets = () =>
	new StreamTransform(
		text => text.replace(/\[[^\]]*\]/gu, ''),
		text => {
			const open = text.lastIndexOf('[');
			return open > text.lastIndexOf(']') ? open : text.length;
		},
	);

test('unsettled text waits for the text after it, and is released at the end', () => {
	const pieces = withoutBrackets();
	expect(pieces.push('one [t')).toBe('one ');
	expect(pieces.push('wo] thr')).toBe(' thr');
	expect(pieces.push('ee [four')).toBe('ee ');
	expect(pieces.end()).toBe('[four');
	expect(pieces.end()).toBe('');
});

test('text that never settles is released in parts, where a cut changes nothing', () => {
	const pieces = withoutBrackets();
	const begun = pieces.push('[') + Array.from({length: 40}, () => pieces.push('b'.repeat(1000))).join('');
	expect(begun.length).toBeGreaterThan(20_000);
	expect(begun + pieces.end()).toBe(`[${'b'.repeat(40_000)}`);
});
