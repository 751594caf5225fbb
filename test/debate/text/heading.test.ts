import {expect, it} from 'vitest';
import {headingText} from '../../../src/debate/text/words.ts';

it.each([
	['# Voting should be compulsory. #', 'Voting should be compulsory.'],
	['### Closed ###  ', 'Closed'],
	['Rewrite the service in C#', 'Rewrite the service in C#'],
	['# F# or C#', 'F# or C#'],
	['#1 is what we should ship', '#1 is what we should ship'],
	['plain words ', 'plain words'],
	['##', ''],
])('%j is about %j', (line, words) => {
	expect(headingText(line)).toBe(words);
});
