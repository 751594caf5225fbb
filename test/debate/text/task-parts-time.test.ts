import {expect, it} from 'vitest';
import {taskParts} from '../../../src/debate/prompt.ts';

it('a task of nothing but line breaks is split in time linear in it', () => {
	const began = performance.now();
	expect(taskParts(`${'\n'.repeat(80_000)}x`)).toEqual({request: 'x'});
	expect(taskParts(`Do it.${'\n'.repeat(80_000)}Target: y`)).toMatchObject({target: 'y'});
	expect(performance.now() - began).toBeLessThan(1000);
});
