import {expect, it} from 'vitest';
import {readProse} from '../../../src/formats/model-duel/critiques.ts';

it.each([
	'I’m sorry, I can’t help with that.',
	"I'm sorry, but I cannot assist with this request.",
	'As an AI, I am not able to review this.',
	'죄송합니다. 도와드릴 수 없습니다.',
	'The draft is excellent and well structured.',
	'LGTM, no issues found.',
	'Great work! Clear and thorough.',
])('is no critique: %s', text => {
	expect(readProse(text, 'a draft')).toBeUndefined();
});

it.each(['The retry loop has no ceiling.', 'Good, but it never stops.', '재시도 횟수에 제한이 없습니다.'])(
	'is a critique: %s',
	text => {
		expect(readProse(text, 'a draft')?.issues).toHaveLength(1);
	},
);
