import {expect, test} from 'vitest';
import {isProcedural} from '../../../src/exports/best-exchange.ts';

test.each([
	'First the matter the arbiter raised.',
	'Let me answer the question put to me.',
	'First, let me take up the question that was put to me.',
	'The arbiter asked me to do what I left out, which is fair, so I begin there.',
	'The question you put to me, Grok, was fair.',
])('%s is about the proceedings', sentence => {
	expect(isProcedural(sentence)).toBe(true);
});

test.each([
	'Let me answer the question put to me: I would accept it, because people mend what they break.',
	'Would the arbiter ask that of a nurse?',
	'A host of other reasons put this to rest.',
	'The question is whom we promise.',
	'I will address you as an equal, because that is what a vote is.',
	'What the arbiter asked of me is what every town asks of its poorest, year after year, and it is asked again tonight of a nurse who has never been late.',
])('%s argues', sentence => {
	expect(isProcedural(sentence)).toBe(false);
});
