import {expect, it} from 'vitest';
import {taskParts} from '../../../src/debate/prompt.ts';
import {processorMs} from '../../fixtures/processor.ts';

it('a task of nothing but line breaks is split in time linear in it', () => {
	const split = (): void => {
		expect(taskParts(`${'\n'.repeat(80_000)}x`)).toEqual({request: 'x'});
		expect(taskParts(`Do it.${'\n'.repeat(80_000)}Target: y`)).toMatchObject({target: 'y'});
	};
	expect(processorMs(split)).toBeLessThan(1000);
});
