import {describe, expect, it} from 'vitest';
import {nameForms, relabeller} from '../../../src/debate/judged-text.ts';

const said = ['I do not accept that, and she may say what it costs. Ask Libby, who knows.', 'The bench is full.'];
const relabel = (...names: string[]) =>
	relabeller(
		nameForms(
			names.map((name, place) => [name, `Chair ${place + 1}`] as const),
			said,
		),
	);

describe('the judges’ copy', () => {
	it.each([
		['Not', 'I do not accept that. Not one of us does.', 'I do not accept that. Not one of us does.'],
		['Not', 'That is what Not said, and it is not so.', 'That is what Chair 1 said, and it is not so.'],
		['Libby', 'Libby, your question. And libby is a word.', 'Chair 1, your question. And libby is a word.'],
		['bench', 'A bench is a bench.', 'A bench is a bench.'],
		['May', 'She may go. May I ask? Hear May out.', 'She may go. May I ask? Hear Chair 1 out.'],
		['gpt-4o', 'GPT-4o said so.', 'Chair 1 said so.'],
		['Claude Sonnet 4', 'Claude said so, and Claude Sonnet 4 too.', 'Chair 1 said so, and Chair 1 too.'],
		['LIBBY', 'As LIBBY says, not Libby Hill’s bench.', 'As Chair 1 says, not Libby Hill’s bench.'],
	])('of a chair called %s has names for names, and words for words', (name, text, copy) => {
		expect(relabel(name)(text)).toBe(copy);
	});
});
