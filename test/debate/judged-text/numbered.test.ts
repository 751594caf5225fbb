import {describe, expect, it} from 'vitest';
import {inNumberedLines, numberedSentences} from '../../../src/debate/judged-text.ts';

describe('numbered sentences', () => {
	it('have their place in the text', () => {
		const text = 'One point.  Another, with\na break. Third?';
		const sentences = numberedSentences(text);
		expect(sentences.map(({number}) => number)).toEqual([1, 2, 3]);
		for (const sentence of sentences) expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
		expect(inNumberedLines(sentences)).toBe('[1] One point.\n[2] Another, with a break.\n[3] Third?');
	});

	it('are one where a text has no sentence ends, and none where it has no words', () => {
		expect(numberedSentences('no end in sight')).toHaveLength(1);
		expect(numberedSentences(' … \n— ')).toEqual([]);
	});

	it('end where other scripts end them', () => {
		expect(numberedSentences('这是第一句。这是第二句！').map(({text}) => text)).toEqual([
			'这是第一句。',
			'这是第二句！',
		]);
	});
});
