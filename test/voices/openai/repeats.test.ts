import * as fc from 'fast-check';
import {describe, expect, it, test} from 'vitest';
import {RepeatFilter} from '../../../src/voices/openai/answer-reader.ts';

const heard = (chunks: readonly string[]): string => {
	const filter = new RepeatFilter();
	return chunks.map(chunk => filter.push(chunk)).join('') + filter.end();
};
const speech = [
	'I am for closing zoos. ',
	'A cage teaches a child ',
	'that a living thing is a picture. ',
	'So close them.',
];
const all = speech.join('');
const soFar = speech.map((_chunk, at) => speech.slice(0, at + 1).join(''));

describe('words that come again are heard once', () => {
	test.each([
		['a last chunk with everything', [...speech, all]],
		['the same twice', [...speech, all, all]],
		['chunks that hold all so far', soFar],
		['the same, word by word', all.split(' ').map((_word, at, words) => words.slice(0, at + 1).join(' '))],
		['chunks that hold all so far, and the last one once more', [...soFar, all]],
		['all so far again where a stream goes on', [...speech.slice(0, 3), soFar[2] ?? '', speech[3] ?? '']],
		['one chunk, and it again', [all, all]],
		['empty chunks between', speech.flatMap(chunk => ['', chunk])],
	])('%s', (_of, chunks) => expect(heard(chunks)).toBe(all));
});

describe('a speaker who says words again keeps them', () => {
	test.each([
		[['No', ' no', ' no.']],
		[['ha', 'ha', 'ha', '!']],
		[['No. ', 'No. ', 'Never.']],
		[['a', 'ab', 'x']],
		[[all, ' And I say it again: ', all]],
		[['I ', 'I ', 'I stutter.']],
	])('%j', chunks => expect(heard(chunks)).toBe(chunks.join('')));

	it('keeps every word of a stream of new chunks', () =>
		fc.assert(
			fc.property(fc.array(fc.constantFrom('no ', 'yes ', 'and ', 'so, ', 'a'), {maxLength: 12}), words => {
				// Each is told apart by a number, as words in a speech are by what stands around them.
				const chunks = words.map((word, at) => `${word}${at} `);
				expect(heard(chunks)).toBe(chunks.join(''));
			}),
		));
});
