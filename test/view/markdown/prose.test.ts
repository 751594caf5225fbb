import {describe, expect, it} from 'vitest';
import {hanging, loneSentence, markdownRows, proseLines, markSource, WrapCache} from '../../../src/view/markdown.ts';
import {span, type Row} from '../../../src/view/rows.ts';

const textOf = ({spans}: Row): string => spans.map(({text}) => text).join('');

describe('Markdown in a pane', () => {
	it('has no indentation, and no row is wider than it is to be', () => {
		expect(markdownRows('a', '## Plan\n\n- **one** and more of it\n- two', 14).map(textOf)).toEqual([
			'Plan',
			'',
			'• one and more',
			'  of it',
			'• two',
		]);
	});

	it('ends with the cursor while it grows, on a row of its own where there is no room, and what stands stays', () => {
		const grown = ['Hold', 'Hold **it', 'Hold **it** now'].map(text => markdownRows('b', text, 11, true).map(textOf));
		expect(grown).toEqual([['Hold▍'], ['Hold it▍'], ['Hold it now', '▍']]);
		expect(markdownRows('b', 'Hold **it** now', 11).map(textOf)).toEqual(['Hold it now']);
	});

	it('keeps the tone of its place but where a word has one of its own', () => {
		expect(proseLines('Use `wait` **now**', 40, 'good')).toEqual([
			[
				{text: 'Use ', tone: 'good'},
				{text: 'wait', tone: 'code'},
				{text: ' ', tone: 'good'},
				{text: 'now', tone: 'strong'},
			],
		]);
	});
	it('is drawn of a sentence that was taken out of its bold or code, beside a sign', () => {
		expect(loneSentence('It counts as delivered on 27 July 2026.')).toBe('It counts as delivered on 27 July 2026.');
		const drawn = (sentence: string) => hanging(span('↳ '), loneSentence(sentence), 16, 'dim').map(textOf);
		expect(drawn('**Habits outlast\n reasons.')).toEqual(['↳ Habits outlast', '  reasons.']);
		expect(drawn('they are `cheap`.**')).toEqual(['↳ they are', '  cheap.']);
		expect(drawn('Call `wait')).toEqual(['↳ Call wait']);
	});
});

describe('places of a Markdown text', () => {
	const marked = (text: string, words: string, width = 40): string =>
		markSource(new WrapCache().wrap('x', text, width), text, [
			[text.indexOf(words), text.indexOf(words) + words.length],
		])
			.map(({spans}) => spans.map(span => (span.tone === 'found' ? `[${span.text}]` : span.text)).join('').trim())
			.join('/'); // prettier-ignore

	it('are marked where they are drawn, over marks and line ends', () => {
		expect(marked('Say it **out loud** now.', 'it **out loud**')).toBe('Say [it out loud] now.');
		expect(marked('- one\n- two *three*\n\nfour', 'two *three*\n\nfour')).toBe('• one/• [two three]//[four]');
		expect(marked('one two three four five', 'two three four', 12)).toBe('one [two]/[three four]/five');
		expect(marked('See [the page](https://example.org/x) for it', 'for it', 60)).toMatch(
			/^See the page .* \[for it\]$/u,
		);
	});
});
