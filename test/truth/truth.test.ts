/** What a debate says of itself, line by line beside what is true of it: `npm run bench truth` prints the same. */
import {expect, it} from 'vitest';
import {debates} from './debates.ts';
import {compared} from './hold.ts';
import {splitLines} from './staged.ts';

it.each(debates)('$name is told as it was, in every place', async staged => {
	expect(splitLines(staged.speeches)).toEqual([]);
	const wrong = (await compared(staged)).filter(({untrue, missing}) => untrue.length + missing.length > 0);
	expect(wrong).toEqual([]);
});
