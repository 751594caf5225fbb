import {describe, expect, it} from 'vitest';
import {phraseFault} from '../../../src/debate/judged-text.ts';

describe('a phrase as evidence for a sentence', () => {
	const sentence = 'I *do not* think that my framework’s answer — here — is wrong.';
	it.each([
		['words that stand there', 'think that my framework’s', undefined],
		['other quotation marks and capitals', "My framework's ANSWER", undefined],
		['punctuation in between', 'answer here is', undefined],
		['Markdown marks', 'I do not think', undefined],
		['a word that was left out', 'I do think that', 'not_in_sentence'],
		['another order', 'think my that framework', 'not_in_sentence'],
		['two words', 'my framework’s', 'too_short'],
		['nothing', '  ', 'missing'],
		['no phrase at all', null, 'missing'],
	])('is held to the letter: %s', (_, phrase, fault) => {
		expect(phraseFault(phrase, sentence)).toBe(fault);
	});

	it('may be the whole of a short sentence', () => {
		expect(phraseFault('It fails.', 'It fails.')).toBeUndefined();
		expect(phraseFault('fails', 'It fails.')).toBe('too_short');
	});

	it.each([
		['我的立场有一个弱点，就是它看不到少数人。', '有一个弱点'],
		['منهجي لا يرى من لا صوت لهم في هذه المسألة.', 'لا يرى من'],
		['Mein Ansatz übersieht die Leisen.', 'Ansatz übersieht die'],
	])('is found in any script: %s', (sentence_, phrase) => {
		expect(phraseFault(phrase, sentence_)).toBeUndefined();
	});
});
